"""Whether a model with fixed answers, such as a log, has answers to the kinds of queries that a suite makes."""

from contextlib import suppress

from askance.core import Dataset, Model, Suite
from askance.core.fixed_answers import HasFixedAnswers

ADAPTIVE = "the recorded answers contain none to the questions that this suite derives from earlier answers"


def missing_answers_reason(suite: Suite, model: Model, data: Dataset, limit: int | None, seed: int) -> str | None:
    """Why a model with fixed answers cannot be judged by a suite; None if it can, and for every other model."""
    if not isinstance(model, HasFixedAnswers):
        return None
    if suite.card.adaptive:
        return ADAPTIVE
    with suppress(Exception):  # a suite that fails is reported when its cases are stored
        for case in next(suite.rounds(data, limit, seed)):
            for _, query in case.asks:
                if reason := model.missing_answer(query):
                    return reason
    return None
