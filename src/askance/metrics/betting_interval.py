"""An interval that stays valid when one looks after every image and stops for any reason: a betting sequence.

After Waudby-Smith and Ramdas (2024), "Estimating means of bounded random variables by betting", with images as draws.
For each possible mean μ a gambler bets that the images' scores are higher, another that they are lower; a μ is kept
while the mean of both fortunes is below 1/α. The bets are set before the image is seen.
"""

import math
from collections.abc import Iterator

import numpy as np
from askance.metrics.confidence_interval import Floats

ALPHA = 0.05
STEPS = 1000  # the interval's ends are multiples of 1/STEPS, rounded outwards
AT_ONCE = 256  # images
_START = 0.25  # the variance that is assumed before the first image


def betting_interval(
    totals: Floats, sizes: Floats, largest: float, planned: int, alpha: float = ALPHA
) -> tuple[float, float]:
    """The interval of the mean score, in [0, 1], after all given images; it was valid after each of them.

    `totals` and `sizes`: the sum of the scores and the number (or weight) of the cases of each image, in the order in
    which they were asked. `largest`: the largest size that an image can have, fixed before the run. `planned`: the
    number of images of the whole sample.
    """
    grid = np.linspace(0.0, 1.0, STEPS + 1)
    highest = np.full(len(grid), -np.inf)
    for wealth in log_wealth(totals, sizes, largest, planned, grid, alpha):
        highest = np.maximum(highest, wealth.max(axis=0))
    kept = np.flatnonzero(highest < math.log(1 / alpha))
    if not len(kept):  # every mean was excluded at some time: the estimate is all that is left
        mean = float(totals.sum() / sizes.sum())
        return mean, mean
    return float(grid[max(0, kept[0] - 1)]), float(grid[min(STEPS, kept[-1] + 1)])


def log_wealth(
    totals: Floats, sizes: Floats, largest: float, planned: int, means: Floats, alpha: float = ALPHA
) -> Iterator[Floats]:
    """The logarithm of the mean fortune after each image (rows) for each mean (columns), some images at a time."""
    stakes = predictable_stakes(totals, sizes, largest, planned, alpha)
    with np.errstate(divide="ignore"):
        caps = 0.5 / means, 0.5 / (1 - means)  # no bet can lose more than half of the fortune
    up, down = np.zeros(len(means)), np.zeros(len(means))
    for start in range(0, len(totals), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        scores = (totals[part, None] - means * sizes[part, None]) / largest
        gains = np.log1p(np.minimum(stakes[part, None], caps[0]) * scores).cumsum(axis=0) + up
        losses = np.log1p(-np.minimum(stakes[part, None], caps[1]) * scores).cumsum(axis=0) + down
        up, down = gains[-1], losses[-1]
        yield np.logaddexp(gains, losses) - math.log(2)


def predictable_stakes(totals: Floats, sizes: Floats, largest: float, planned: int, alpha: float = ALPHA) -> Floats:
    """How much is bet on each image: √(2 ln(2/α) / (v̂ n)), with the variance v̂ of the images before it."""
    before = np.concatenate([[0.0], np.cumsum(sizes)[:-1]])
    mean = (np.concatenate([[0.0], np.cumsum(totals)[:-1]]) + 0.5 * largest) / (before + largest)
    squares = ((totals - mean * sizes) / largest) ** 2
    count = np.arange(1, len(totals) + 1)
    variance = (_START + np.concatenate([[0.0], np.cumsum(squares)[:-1]])) / count
    stakes: Floats = np.sqrt(2 * math.log(2 / alpha) / (variance * max(planned, 1)))
    return stakes
