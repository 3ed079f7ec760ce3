"""The sums over images that intervals are made of, for many groups at once."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_NOTHING = 1e-9  # a sum below this is rounding
_NO_SPREAD = 1e-13  # so is a variance of values below this


@dataclass(frozen=True, slots=True)
class ImageSums:
    """Cells (one image in one group) with their size and sum; groups with their mean and both variances of it."""

    group: Codes  # of each cell
    size: Floats  # of each cell: its number of cases
    total: Floats  # of each cell: the sum of its values
    n: Codes  # of each group: its number of cases
    images: Codes  # of each group
    mean: Floats
    by_image: Floats  # V₂: the variance of the mean if images are independent; not a number for one image
    independent: Floats  # V₀: if all cases are independent; not a number for one case
    is_graded: Bools  # whether any value of the group is neither 0 nor 1

    def add_up(self, cells: Floats) -> Floats:
        """The sum over the cells of each group."""
        return np.asarray(np.bincount(self.group, weights=cells, minlength=len(self.n)), dtype=np.float64)

    def is_correlated(self, rounding: float) -> Bools:
        """Whether cases about one image are more alike than others; with one image nobody can know: then yes."""
        return np.asarray((self.by_image > self.independent * (1 + rounding)) | (self.images == 1))

    def expected_residuals(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Σd by group; and by cell w, its share of the cases, d, the variance of its sum up to a factor, and 1/(1 − w).

        d follows from the correlation of two cases about one image, which is the one that explains V₂ ÷ V₀.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            alike = (self.by_image / self.independent - 1) / (self.add_up(self.size**2) / self.n - 1)
            correlation = np.clip(np.nan_to_num(alike, nan=0.0, posinf=0.0, neginf=0.0), 0.0, 1.0)
            w = self.size / self.n[self.group]
            d = self.size * (1 + (self.size - 1) * correlation[self.group])
            a = np.where(w < 1, 1 / (1 - w), 0.0)
        return self.add_up(d), w, d, a

    def fewer_outcomes(self) -> Floats:
        """The number of images with any success, or with any failure, whichever is less.

        Graded values nearly always have some of both: there an image counts by its share, so that if one image has all
        of the successes the number is 1, and if g images have equal shares it is g.
        """
        found = [np.full(len(self.n), np.inf)]
        for cells in (self.total, self.size - self.total):
            count = np.bincount(self.group[cells > _NOTHING], minlength=len(self.n))
            with np.errstate(divide="ignore", invalid="ignore"):
                share = self.add_up(cells) ** 2 / self.add_up(cells**2)
            found.append(np.where(self.is_graded, share, count))
        return np.asarray(np.fmin.reduce(found))


def sum_by_image(values: Floats, clusters: Codes, groups: Codes, group_count: int) -> ImageSums:
    """Add up values by group and image; clusters (images) and groups are codes from 0 on, one of each per value."""
    span = int(clusters.max()) + 1 if len(clusters) else 1
    cells, starts, order = _sort_into_cells(groups * span + clusters)
    group = cells // span
    size = np.diff(starts, append=len(order)).astype(np.float64)
    total = np.add.reduceat(values[order], starts) if len(starts) else np.zeros(0)
    squares: Floats = np.bincount(groups, weights=values**2, minlength=group_count).astype(np.float64)
    return combine_cells(group, size, total, squares)


def combine_cells(group: Codes, size: Floats, total: Floats, squares: Floats) -> ImageSums:
    """Means and variances by group, from each cell's group, size and sum and each group's Σx²."""
    count = len(squares)
    n = np.bincount(group, weights=size, minlength=count)
    images = np.bincount(group, minlength=count)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(group, weights=total, minlength=count) / n
        residual = total - mean[group] * size
        residual[np.abs(residual) < _NOTHING] = 0.0
        shares = residual**2 / (1 - size / n[group])  # as HC2: a large image pulls the mean towards itself
        by_image = np.bincount(group, weights=shares, minlength=count) / n**2
        around = squares - n * mean**2  # Σ(x − mean)²; in this form the order of rows does not matter to the last bit
        independent = np.where(around < n * _NO_SPREAD, 0.0, around) / (n * (n - 1))
        is_graded = np.abs(mean - squares / n) > _NO_SPREAD  # x² = x for 0 and 1 only
    by_image[images == 1] = np.nan
    return ImageSums(group, size, total, n.astype(np.int64), images, mean, by_image, independent, is_graded)


def _sort_into_cells(keys: Codes) -> tuple[Codes, Codes, Codes]:
    """The distinct keys, where each starts in sorted order, and that order."""
    bits = max(1, len(keys).bit_length())
    if len(keys) and int(keys.max()) < 1 << (62 - bits):  # sorting key and row in one number is thrice as fast
        packed = np.sort(keys << bits | np.arange(len(keys)))
        order, ordered = packed & ((1 << bits) - 1), packed >> bits
    else:
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    return ordered[starts], starts, order
