"""As many implied questions with the answer yes as with the answer no, of as many kinds as possible."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from askance.wording.implications import Implication


def choose_balanced(implied: Sequence[Implication], number: int, rng: Random) -> list[Implication]:
    """At most `number` yes/no questions, half of them with each answer, and at most one count; in a mixed order.

    A model that always says yes is then right in half of them. Without a partner a question is not asked.
    """
    found = list(implied)
    rng.shuffle(found)
    affirmed = [each for each in found if each.expected == "yes"]
    denied = [each for each in found if each.expected == "no"]
    half = min(number // 2, len(affirmed), len(denied))
    if half == 0:
        return []
    seen: Counter[str] = Counter()
    chosen = [*_of_many_kinds(affirmed, half, seen), *_of_many_kinds(denied, half, seen)]
    chosen += [each for each in found if each.expected not in ("yes", "no")][:1]
    rng.shuffle(chosen)
    return chosen


def _of_many_kinds(pool: list[Implication], number: int, seen: Counter[str]) -> list[Implication]:
    """Some of the pool; each time one of the kinds that were taken least so far."""
    left, chosen = list(pool), []
    for _ in range(number):
        best = min(left, key=lambda each: seen[each.kind])
        left.remove(best)
        seen[best.kind] += 1
        chosen.append(best)
    return chosen
