"""Suite `basic_questions`: basic questions appended as noise."""

from askance.suites.basic_questions.question_source import QuestionSource, ScoredQuestion
from askance.suites.basic_questions.suite import MODES, BasicQuestions

__all__ = ["MODES", "BasicQuestions", "QuestionSource", "ScoredQuestion"]
