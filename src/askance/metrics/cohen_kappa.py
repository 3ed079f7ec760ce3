"""Cohen's kappa: how far two judges agree beyond what chance explains."""

from collections import Counter
from collections.abc import Hashable, Sequence


def cohen_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """(observed − expected) / (1 − expected) agreement of two judges' labels; None if that is not defined."""
    if not pairs:
        return None
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    observed = sum(one == other for one, other in pairs) / len(pairs)
    expected = sum(count * second[label] for label, count in first.items()) / len(pairs) ** 2
    return None if expected == 1 else (observed - expected) / (1 - expected)
