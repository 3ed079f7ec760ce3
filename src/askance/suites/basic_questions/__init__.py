"""Basic questions as noise: one idea, one file."""

from askance.suites.basic_questions.source import Basic, Source
from askance.suites.basic_questions.suite import BasicQuestions

__all__ = ["Basic", "BasicQuestions", "Source"]
