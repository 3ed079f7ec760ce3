"""How far two judges of beliefs agree: Cohen's κ over belief types."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple


class JudgeAgreement(NamedTuple):
    """κ is 1 for perfect agreement and 0 for chance; None where both judges give one and the same type only."""

    kappa: float | None
    agreement: float | None  # the share of beliefs with equal types
    beliefs: int  # those that both judges decide


def judge_agreement(first: Sequence[Hashable | None], second: Sequence[Hashable | None]) -> JudgeAgreement:
    """The agreement of two judges on the same beliefs, in the same order; None: a judge cannot decide."""
    pairs = [(one, other) for one, other in zip(first, second, strict=True) if one is not None and other is not None]
    if not pairs:
        return JudgeAgreement(None, None, 0)
    count = len(pairs)
    observed = sum(one == other for one, other in pairs) / count
    firsts, seconds = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    by_chance = sum(number * seconds[value] for value, number in firsts.items()) / count**2
    kappa = (observed - by_chance) / (1 - by_chance) if by_chance < 1 else None
    return JudgeAgreement(kappa, observed, count)
