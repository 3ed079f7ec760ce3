"""Scores of all answers → what was asked for: the best answer, the probability of one, or the best of some options."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from askance.core import Answer, Choose, Query, Score
from askance.models.builtin.sampling import sample_index
from askance.models.builtin.vocabulary import Vocabulary
from askance.wording.normalise_answers import normalise_answer

TOP = 5
Floats = npt.NDArray[np.float32]
Shares = npt.NDArray[np.float64]


def answers_from_scores(queries: Sequence[Query], scores: Floats, lexicon: Vocabulary, top: int = TOP) -> list[Answer]:
    """The answers to some queries, a row of scores each; temperature 0 takes the best answer, another draws one."""
    shares = softmax(scores, np.array([[query.condition.temperature or 1.0] for query in queries]))
    best = _rank_answers(shares, top)
    most = np.take_along_axis(shares, best, 1)
    rows = zip(queries, shares, best.tolist(), most.tolist(), strict=True)
    return [_answer_query(query, row, places, each, lexicon) for query, row, places, each in rows]


def _rank_answers(shares: Shares, top: int) -> npt.NDArray[np.int64]:
    """The places of the `top` best answers of each row, the best first; of equal ones the first."""
    left, rows = shares.copy(), np.arange(len(shares))
    places = np.empty((len(shares), min(top, shares.shape[1])), np.int64)
    for rank in range(places.shape[1]):  # a full sort takes three times as long
        places[:, rank] = left.argmax(1)
        left[rows, places[:, rank]] = -1.0
    return places


def _answer_query(query: Query, shares: Shares, best: list[int], most: list[float], lexicon: Vocabulary) -> Answer:
    """The answer to one query from the shares of all answers, the places of the best and their shares."""
    if isinstance(query.readout, Score):
        return _answer_score_query(query.readout, shares, lexicon)
    if isinstance(query.readout, Choose):
        return _answer_choice_query(query, query.readout, shares, lexicon)
    said = sample_index(query, shares) if query.condition.temperature else best[0]
    top = tuple(zip([lexicon.answers[place] for place in best], most, strict=True))
    return Answer(text=lexicon.answers[said], top=top)


def softmax(scores: Floats, temperatures: Shares) -> Shares:
    """Softmax of rows of scores, each over its temperature (rows, 1)."""
    with np.errstate(over="ignore"):  # a temperature next to 0 leaves the best answer alone
        raised = np.exp((scores.astype(np.float64) - scores.max(1, keepdims=True)) / temperatures)
    shares: Shares = raised / raised.sum(1, keepdims=True)
    return shares


def _answer_score_query(readout: Score, shares: Shares, lexicon: Vocabulary) -> Answer:
    number = lexicon.answer_numbers.get(normalise_answer(readout.answer))
    if number is None:
        return Answer(score=0.0, reason=f"{readout.answer!r} is not among this model's answers")
    return Answer(score=float(shares[number]))


def _answer_choice_query(query: Query, readout: Choose, shares: Shares, lexicon: Vocabulary) -> Answer:
    numbers = [lexicon.answer_numbers.get(normalise_answer(option)) for option in readout.options]
    known = [(option, float(shares[at])) for option, at in zip(readout.options, numbers, strict=True) if at is not None]
    if not known:
        return Answer(status="failed", reason="none of the options is among this model's answers")
    best = sorted(known, key=lambda each: -each[1])
    drawn = (
        known[sample_index(query, np.array([share for _, share in known]))] if query.condition.temperature else best[0]
    )
    return Answer(text=drawn[0], top=tuple(best))
