"""Scores of all answers → what was asked for: the best answer, the probability of one, or the best of some options."""

import numpy as np
import numpy.typing as npt
from askance.core import Answer, Choose, Query, Score
from askance.models.builtin.chance import sample
from askance.models.builtin.words import Lexicon
from askance.wording.normalise import normalise

TOP = 5
Shares = npt.NDArray[np.float64]


def reply(query: Query, scores: npt.NDArray[np.float32], lexicon: Lexicon) -> Answer:
    """The answer to one query; temperature 0 takes the best answer, another draws one."""
    shares = probabilities(scores, query.condition.temperature or 1.0)
    if isinstance(query.readout, Score):
        return _score(query.readout, shares, lexicon)
    if isinstance(query.readout, Choose):
        return _choose(query, query.readout, shares, lexicon)
    best = np.argsort(-shares, kind="stable")[:TOP]
    said = sample(query, shares) if query.condition.temperature else int(best[0])
    return Answer(text=lexicon.answers[said], top=tuple((lexicon.answers[at], float(shares[at])) for at in best))


def probabilities(scores: npt.NDArray[np.float32], temperature: float) -> Shares:
    """Softmax of scores over a temperature."""
    with np.errstate(over="ignore"):  # a temperature next to 0 leaves the best answer alone
        raised = np.exp((scores.astype(np.float64) - scores.max()) / temperature)
    shares: Shares = raised / raised.sum()
    return shares


def _score(readout: Score, shares: Shares, lexicon: Lexicon) -> Answer:
    number = lexicon.answer_numbers.get(normalise(readout.answer))
    if number is None:
        return Answer(score=0.0, reason=f"{readout.answer!r} is not among this model's answers")
    return Answer(score=float(shares[number]))


def _choose(query: Query, readout: Choose, shares: Shares, lexicon: Lexicon) -> Answer:
    numbers = [lexicon.answer_numbers.get(normalise(option)) for option in readout.options]
    known = [(option, float(shares[at])) for option, at in zip(readout.options, numbers, strict=True) if at is not None]
    if not known:
        return Answer(status="failed", reason="none of the options is among this model's answers")
    best = sorted(known, key=lambda each: -each[1])
    drawn = known[sample(query, np.array([share for _, share in known]))] if query.condition.temperature else best[0]
    return Answer(text=drawn[0], top=tuple(best))
