"""Consistency and chance consistency of pairs, of whole groups and without each of their images."""

from dataclasses import dataclass

import numpy as np
from askance.metrics.image_sums import Bools, Codes, Floats


@dataclass(frozen=True, slots=True)
class AnsweredPairs:
    """Pairs with two answers: codes of the first answer and of the one that makes it consistent (-1: there is none)."""

    first: Codes
    wanted: Codes
    is_directional: Bools  # the answers must be opposite; equal and opposite pairs are counted separately
    scores: Floats  # 1 consistent, 0 not
    images: Codes

    def select(self, chosen: Bools) -> "AnsweredPairs":
        """Some of the pairs."""
        return AnsweredPairs(
            self.first[chosen], self.wanted[chosen], self.is_directional[chosen], self.scores[chosen],
            self.images[chosen],
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LeftOutConsistency:
    """By group: pairs, images, consistency, chance; by cell (an image in a group): both without that image."""

    pairs: Codes
    images: Codes
    fewer: Codes  # images with a consistent pair, or with an inconsistent one, whichever are fewer
    consistency: Floats
    chance: Floats
    group: Codes  # of each cell
    image: Codes  # of each cell
    consistency_without: Floats
    chance_without: Floats


def leave_out_each_image(pairs: AnsweredPairs, groups: Codes, group_count: int) -> LeftOutConsistency:
    """Both figures of each group, and without each image; group codes from 0 on, one per pair."""
    span = int(pairs.images.max()) + 1 if len(pairs.images) else 1
    cells, cell = np.unique(groups * span + pairs.images, return_inverse=True)
    group, count = cells // span, len(cells)
    size = np.bincount(cell, minlength=count)
    total = np.bincount(cell, weights=pairs.scores, minlength=count)
    n, whole = np.bincount(groups, minlength=group_count), np.bincount(groups, pairs.scores, minlength=group_count)
    chance, chance_without = _chance(pairs, groups, cell, group, group_count)
    has_any, has_none = (np.bincount(group[each], minlength=group_count) for each in (total > 0, total < size))
    with np.errstate(divide="ignore", invalid="ignore"):
        return LeftOutConsistency(
            n, np.bincount(group, minlength=group_count), np.minimum(has_any, has_none), whole / n, chance,
            group, cells % span, (whole[group] - total) / (n[group] - size), chance_without,
        )  # fmt: skip


def _chance(pairs: AnsweredPairs, groups: Codes, cell: Codes, group: Codes, group_count: int) -> tuple[Floats, Floats]:
    """How often independent answers with the shares of a group are consistent: by group, and without each image.

    Of a part (the equal or the opposite pairs of a group) the expected number is Σ first·wanted / size over answers;
    without an image both counts are less: Σ(a − a')(b − b') = Σab − Σa'b − Σab' + Σa'b'.
    """
    part, cell_part = 2 * groups + pairs.is_directional, 2 * cell + pairs.is_directional
    with_first = _count_matches(part, pairs.first, pairs.wanted)  # pairs of the part that want my first answer
    with_wanted = _count_matches(part, pairs.wanted, pairs.first)
    own = _count_matches(cell_part, pairs.first, pairs.wanted)
    together = np.bincount(part, weights=with_first, minlength=2 * group_count).reshape(-1, 2).astype(np.float64)
    size = np.bincount(part, minlength=2 * group_count).reshape(-1, 2)
    change = np.bincount(cell_part, weights=own - with_first - with_wanted, minlength=2 * len(group)).reshape(-1, 2)
    inside = np.bincount(cell_part, minlength=2 * len(group)).reshape(-1, 2)
    return _expected_share(together, size), _expected_share(together[group] + change, size[group] - inside)


def _expected_share(together: Floats, size: Codes) -> Floats:
    """Σ together/size over the parts, as a share of all pairs; not a number where there are none."""
    expected = np.divide(together, size, out=np.zeros(together.shape), where=size > 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(expected / size.sum(axis=1))


def _count_matches(part: Codes, mine: Codes, others: Codes) -> Floats:
    """For each pair, the number of pairs in its part whose other answer is its own; none for an answer of -1."""
    span = int(max(mine.max(initial=0), others.max(initial=0))) + 2
    known, counts = np.unique(part * span + others, return_counts=True)
    place = np.minimum(np.searchsorted(known, part * span + mine), max(0, len(known) - 1))
    if not len(known):
        return np.zeros(0)
    return np.where((known[place] == part * span + mine) & (mine >= 0), counts[place], 0).astype(np.float64)
