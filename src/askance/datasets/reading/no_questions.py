"""Data sets of images alone: the suites that ask a data set's own questions have nothing to ask."""

from askance.core import Dataset


def has_no_questions(data: Dataset) -> bool:
    """Whether a data set has images alone."""
    return next(iter(data.items(1)), None) is None


def no_questions_reason(data: Dataset) -> str:
    """Why a suite that asks the questions of the data set cannot run on one without any."""
    return (
        f"{data.name} has no questions: write some in a file for jsonl:, or use a suite that makes its own:"
        " -s implications"
    )
