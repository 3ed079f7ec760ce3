"""Suite `basic_questions`: basic questions appended as noise."""

from askance.suites.basic_questions.source import Basic, Source
from askance.suites.basic_questions.suite import MODES, BasicQuestions

__all__ = ["MODES", "Basic", "BasicQuestions", "Source"]
