"""How sure the answers of some draws are together: the mean of their probabilities (`certain`, `settled`)."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Relation
from askance.relations.verdicts import undecided_if_unanswered, value_text
from askance.wording.normalise_answers import normalise_answer

DRAWS = 30
MOST = math.log(DRAWS)  # the entropy of so many answers that are equally likely
SURE = 0.5
REST = ""  # what a model holds for possible without naming it
Shares = dict[str, float]


def judge_certain(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """The value is the mean probability of the answer that has most of it; holds if that is more than half."""
    draws = probabilities_by_draw(case, readings, answers)
    if isinstance(draws, Verdict):
        return draws
    shares = mean_shares(draws)
    answer = max((each for each in shares if each != REST), key=lambda each: (shares[each], each))
    bias = jackknife_bias_over_draws(draws, top_share)
    return Verdict(shares[answer] > SURE, shares[answer], f"most probable: {answer}", bias=bias)


def judge_settled(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """The value is 1 less the entropy of the mean, as a share of that of 30 equal answers; holds if more than half."""
    draws = probabilities_by_draw(case, readings, answers)
    if isinstance(draws, Verdict):
        return draws
    value = concentration(mean_shares(draws))
    return Verdict(value > SURE, value, bias=jackknife_bias_over_draws(draws, concentration))


def concentration(shares: Shares) -> float:
    """1 less the entropy of shares, as a share of that of 30 equal answers."""
    return 1.0 - min(entropy(shares) / MOST, 1.0)


def top_share(shares: Shares) -> float:
    """The largest share of a named answer."""
    return max((share for answer, share in shares.items() if answer != REST), default=0.0)


def jackknife_bias_over_draws(draws: Sequence[Shares], figure: Callable[[Shares], float]) -> float | None:
    """(N − 1)(mean of the figure without each draw − figure); None for one draw, whose probabilities are the model's.

    Few draws show fewer different answers than the model has: entropy is then too low, and the top share too high.
    """
    count = len(draws)
    if count < 2:
        return None
    total = mean_shares(draws)
    without = []
    for draw in draws:
        rest = {
            answer: max(0.0, count * share - draw.get(answer, 0.0)) / (count - 1) for answer, share in total.items()
        }
        without.append(figure(rest))
    return (count - 1) * (math.fsum(without) / count - figure(total))


def entropy(shares: Shares) -> float:
    """The entropy of shares, in nats; at least, where the model does not name all answers.

    No unnamed answer is more probable than the top one, so a large rest stands for several answers.
    """
    named = -sum(share * math.log(share) for answer, share in shares.items() if answer != REST and share > 0)
    rest = shares.get(REST, 0.0)
    most = min(rest, top_share(shares) or rest)  # the probability that one unnamed answer can have
    return named + (-rest * math.log(most) if most > 0 else 0.0) + 0.0


def mean_shares(draws: Sequence[Shares]) -> Shares:
    """Answer → mean probability over the draws."""
    total: Shares = defaultdict(float)
    for draw in draws:
        for answer, share in draw.items():
            total[answer] += share / len(draws)
    return dict(total)


def probabilities_by_draw(
    case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]
) -> list[Shares] | Verdict:
    """Of each draw: answer → probability; a draw without probabilities is sure of what it says."""
    roles = [role for role, _ in case.asks]
    verdict = undecided_if_unanswered(roles, answers)
    if verdict is not None:
        return verdict
    draws: list[Shares] = []
    for role in roles:
        top, reading = answers[role].top, readings.get(role)
        if not top and len(roles) == 1:
            return Verdict.undecided("failed", "the answer came without probabilities")
        if not top and (reading is None or reading.value is None):
            return Verdict.undecided("unreadable", f"{(reading and reading.reason) or 'no reading'} ({role})")
        if any(not 0 <= share <= 1 for _, share in top):
            return Verdict.undecided("failed", f"the probabilities of {role} are not from 0 to 1")
        draw: Shares = defaultdict(float)
        for answer, share in (
            _probabilities_completed_to_one(top) if top else ((_normalised_reading_text(reading), 1.0),)
        ):
            draw[answer] += share
        draws.append(draw)
    return draws


def _normalised_reading_text(reading: Reading | None) -> str:
    assert reading is not None
    assert reading.value is not None
    return normalise_answer(value_text(reading.value)) or value_text(reading.value)


def _probabilities_completed_to_one(top: tuple[tuple[str, float], ...]) -> list[tuple[str, float]]:
    """The probabilities of one draw, with what is lacking to 1 as the rest."""
    known = sum(share for _, share in top)
    scale = 1 / known if known > 1 else 1.0
    return [
        *((normalise_answer(answer) or answer, share * scale) for answer, share in top),
        (REST, max(0.0, 1 - known)),
    ]


def _certain_rule_text(case: Case) -> str:
    return "Measured, not required: the probability of the model's top answer."


def _settled_rule_text(case: Case) -> str:
    return "Measured, not required: how far the model's probability is concentrated on few answers."


CERTAIN = Relation(judge_certain, _certain_rule_text, is_diagnosis=True)
SETTLED = Relation(judge_settled, _settled_rule_text, is_diagnosis=True)
