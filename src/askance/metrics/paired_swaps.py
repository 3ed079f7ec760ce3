"""Differences of two models under swaps of A and B, image by image: t statistics for every metric from the same swaps.

The null hypothesis is exchangeability: on every image, A's results could as well have been B's. All cases and suites of
an image are swapped together, because answers about one image are not independent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from askance.core.case_score import Floats
from askance.metrics.jackknife import variance_of_one
from askance.metrics.paired_sums import PERCENT, PairedSums

EXACT_IMAGES = 12  # up to this number of images that differ, all 2^G swaps are computed
SWAPS_AT_ONCE, IMAGES_AT_ONCE = 512, 256  # 1 MB: what a processor's cache holds
SMALL = 200_000  # multiplications: OpenBLAS uses one thread up to 262,144
_HUGE = 1e12  # t of a difference without any variance
_NOTHING = 1e-24  # a variance below this is rounding
_ROUNDING = 1e-12  # as is a share of a sum of squares below this


class SwapStatistic(Protocol):
    """A metric's difference and t under swaps, from products of signs with columns of image sums."""

    difference: float
    variance: float
    case_variance: float | None  # of the difference on one case, for a mean

    @property
    def columns(self) -> Floats: ...  # (images, columns): to be multiplied with the signs

    def t_values(self, products: Floats) -> Floats: ...  # (swaps, columns) → (swaps,)


@dataclass(frozen=True, slots=True)
class SwapDistribution:
    """t of every metric (columns) as observed, and under every swap (rows)."""

    observed: Floats
    swapped: Floats
    is_exact: bool  # all swaps, the observed assignment among them


class MeanStatistic:
    """A metric that is a mean, or a mean of the means of tests: t is studentised anew for every swap."""

    def __init__(self, sums: PairedSums, image_count: int):
        there = np.flatnonzero(sums.cases_by_test > 0)
        tests = len(there)
        place = np.searchsorted(there, sums.tests)
        n = sums.cases_by_test[there]
        shape = (image_count, tests)
        differences, cases = np.zeros(shape), np.zeros(shape)
        np.add.at(differences, (sums.images, place), sums.b[:, 0] - sums.a[:, 0])
        np.add.at(cases, (sums.images, place), sums.cases)
        self._n, self._squares = n, sums.squares_by_test[there]
        self._share = cases / (n * tests)  # of each image in the total, by test
        weight = self._share.sum(axis=1)
        # as HC2: an image with a large share pulls the mean towards itself
        self._pull = np.where(weight < 1 - 1e-12, 1 / np.maximum(1 - weight, 1e-12), 0.0)
        total = (differences / (n * tests)).sum(axis=1)
        self._constant = float((self._pull * total**2).sum())
        self._cross = (self._share * self._pull[:, None]).T @ self._share
        self._columns = np.hstack([differences / n, (self._pull * total)[:, None] * self._share])
        whole = self._columns.sum(axis=0)[None]
        difference, variance = self._moments(whole)
        difference_by_test = whole[:, :tests]
        self.difference, self.variance = PERCENT * float(difference[0]), PERCENT**2 * float(variance[0])
        self.independent_variance = PERCENT**2 * float(self._independent(difference_by_test)[0])
        self.case_variance: float | None = PERCENT**2 * float((self._spread(difference_by_test)[0] / n).mean())

    @property
    def columns(self) -> Floats:
        """(images, 2 × tests): the mean difference by test, and how the residuals depend on the signs."""
        return self._columns

    def _moments(self, products: Floats) -> tuple[Floats, Floats]:
        """The difference under each swap, and its variance: the larger of clustered (V₂) and independent (V₀)."""
        tests = len(self._n)
        by_test, mixed = products[:, :tests], products[:, tests:]
        clustered = self._constant - 2 * (by_test * mixed).sum(axis=1) + ((by_test @ self._cross) * by_test).sum(axis=1)
        independent = self._independent(by_test)
        clustered[clustered < _ROUNDING * self._constant] = 0.0
        return by_test.mean(axis=1), np.maximum(clustered, independent)

    def _independent(self, by_test: Floats) -> Floats:
        """V₀: the variance if all cases were independent."""
        spread = self._spread(by_test)
        return np.asarray((spread / (self._n * np.maximum(self._n - 1, 1))).sum(axis=1) / len(self._n) ** 2)

    def _spread(self, by_test: Floats) -> Floats:
        """Σ(x − mean)² of each test."""
        spread = self._squares - self._n * by_test**2
        spread[spread < _ROUNDING * self._squares] = 0.0
        return spread

    def t_values(self, products: Floats) -> Floats:
        """t under each swap; 0 where there is no difference."""
        return _ratio(*self._moments(products))


class TransformedStatistic:
    """A metric that is a function of means, such as R_score: recomputed for every swap, over its jackknife error."""

    def __init__(self, sums: PairedSums, image_count: int):
        size = np.zeros(image_count)
        np.add.at(size, sums.images, sums.cases)
        columns = sums.a.shape[1]
        first, second = np.zeros((image_count, columns)), np.zeros((image_count, columns))
        np.add.at(first, sums.images, sums.a)
        np.add.at(second, sums.images, sums.b)
        n = size.sum()
        self._sums = sums
        self.case_variance: float | None = None
        self._middle = (first + second).sum(axis=0) / n / 2
        self._columns = (second - first) / n
        self.difference = float(self._difference(self._columns.sum(axis=0)[None])[0])
        self.variance = self._jackknife_variance(first, second, size)

    @property
    def columns(self) -> Floats:
        """(images, columns) the differences of the means."""
        columns: Floats = self._columns
        return columns

    def _difference(self, products: Floats) -> Floats:
        value = self._sums.to_values
        return np.asarray(value(self._middle + products / 2) - value(self._middle - products / 2))

    def _jackknife_variance(self, first: Floats, second: Floats, size: Floats) -> float:
        """V = (G − 1)/G · Σ(θ₋g − θ̄)² over the images with cases."""
        inside = size > 0
        count, rest = int(inside.sum()), (size.sum() - size[inside])[:, None]
        if count < 2:
            return 0.0
        value = self._sums.to_values
        left_out = [value((each.sum(axis=0) - each[inside]) / rest) for each in (second, first)]
        return variance_of_one(left_out[0] - left_out[1])

    def t_values(self, products: Floats) -> Floats:
        """The difference under each swap over the observed standard error."""
        difference = self._difference(products)
        return _ratio(difference, np.full(len(difference), self.variance))


class ShareStatistic(TransformedStatistic):
    """The shares of two models with cases of their own: t of the differences by image, studentised for every swap.

    The difference of an image is how far B's sum is above the common share of its cases, minus the same of A. The
    common share is the same under every swap.
    """

    def __init__(self, sums: PairedSums, image_count: int):
        super().__init__(sums, image_count)
        total = (sums.a + sums.b).sum(axis=0)
        excess = sums.b - sums.a
        self._columns = np.zeros((image_count, 1))
        np.add.at(self._columns[:, 0], sums.images, excess[:, 0] - total[0] / max(total[1], 1e-300) * excess[:, 1])
        self._images = sums.image_count
        self._squares = float((self._columns**2).sum())

    def t_values(self, products: Floats) -> Floats:
        """t under each swap; 0 where there is no difference."""
        whole = products[:, 0]
        rest = self._squares - whole**2 / self._images
        rest[rest < _ROUNDING * self._squares] = 0.0
        return _ratio(whole, rest * self._images / max(self._images - 1, 1))


def _ratio(difference: Floats, variance: Floats) -> Floats:
    is_flat = variance < _NOTHING
    t = difference / np.sqrt(np.where(is_flat, 1.0, variance))
    flat = np.where(np.abs(difference) < np.sqrt(_NOTHING), 0.0, np.sign(difference) * _HUGE)
    return np.where(is_flat, flat, t)


def swap_statistic(sums: PairedSums, image_count: int) -> SwapStatistic:
    """The statistic of one metric; images have codes below `image_count`."""
    if sums.are_shares:
        return ShareStatistic(sums, image_count)
    return (MeanStatistic if sums.transform is None else TransformedStatistic)(sums, image_count)


def swap_images(statistics: Sequence[SwapStatistic], swaps: int, seed: int) -> SwapDistribution:
    """t of all metrics under the same swaps; an image on which nothing differs need not be swapped."""
    columns = np.hstack([each.columns for each in statistics])
    ends = np.cumsum([each.columns.shape[1] for each in statistics])
    differing = np.ascontiguousarray(columns[np.abs(columns).max(axis=1, initial=0) > 0])
    is_exact = len(differing) <= EXACT_IMAGES
    blocks = _all_swaps(differing) if is_exact else _random_swaps(differing, swaps, seed)
    parts = []
    for block in blocks:
        products = np.split(block, ends[:-1], axis=1)
        parts.append(np.stack([each.t_values(one) for each, one in zip(statistics, products, strict=True)], axis=1))
    whole = np.split(columns.sum(axis=0)[None], ends[:-1], axis=1)
    observed = np.array([each.t_values(one)[0] for each, one in zip(statistics, whole, strict=True)])
    return SwapDistribution(observed, np.concatenate(parts), is_exact)


def _all_swaps(columns: Floats) -> Iterator[Floats]:
    """The sums of columns under every assignment of +1 and -1 to the rows, the first all +1."""
    images = len(columns)
    numbers = np.arange(2**images)[:, None]
    yield np.where(numbers >> np.arange(images) & 1, -1.0, 1.0) @ columns


def _random_swaps(columns: Floats, swaps: int, seed: int) -> Iterator[Floats]:
    """The same under random assignments: Σ±x = 2 Σ(chosen x) − Σx."""
    rng = np.random.Generator(np.random.PCG64(seed))
    whole = columns.sum(axis=0)
    for start in range(0, swaps, SWAPS_AT_ONCE):
        rows = min(SWAPS_AT_ONCE, swaps - start)
        chosen = np.zeros((rows, columns.shape[1]))
        for first in range(0, len(columns), IMAGES_AT_ONCE):
            some = columns[first : first + IMAGES_AT_ONCE]
            random = np.frombuffer(rng.bytes(rows * ((len(some) + 7) // 8)), dtype=np.uint8).reshape(rows, -1)
            bits = np.unpackbits(random, axis=1, count=len(some)).astype(np.float64)
            chosen += _multiply_in_one_thread(bits, some)
        yield 2 * chosen - whole


def _multiply_in_one_thread(left: Floats, right: Floats) -> Floats:
    """left @ right in products so small that BLAS starts no threads: on a busy machine these take ten times as long."""
    rows = max(1, SMALL // right.size)
    whole = len(left) // rows * rows
    stacked = left[:whole].reshape(-1, rows, left.shape[1]) @ right
    return np.concatenate([stacked.reshape(whole, right.shape[1]), left[whole:] @ right])
