"""How often intervals that one looks at often contain the truth: ordinary ones, --until, and --anytime."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from askance.engine.run_until import look_ends
from askance.metrics.betting_interval import STEPS, log_wealth
from askance.metrics.confidence_interval import clustered_rate

Floats = npt.NDArray[np.float64]
Images = tuple[Floats, npt.NDArray[np.int64]]  # right answers and questions of each image
Generator = Callable[[np.random.Generator, float, int], Images]

PLANNED, TRIALS, COST_TRIALS, COST_PLANNED = 600, 400, 40, 3000
RATES = (0.5, 0.8, 0.95)
HALF_WIDTH = {0.5: 0.07, 0.8: 0.06, 0.95: 0.035}  # where the rules of --until stop
EARLY_HALF_WIDTH = {0.5: 0.15, 0.8: 0.12, 0.95: 0.06}  # reached at 10 to 50 images
LARGEST = {"beta": 4, "logistic": 8}
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(80)


def beta_images(rng: np.random.Generator, rate: float, count: int) -> Images:
    """Four questions per image; the image's own rate has a beta distribution (intra-class correlation 0.2)."""
    sizes = np.full(count, 4)
    own = rng.beta(4 * rate, 4 * (1 - rate), count)
    return rng.binomial(sizes, own).astype(np.float64), sizes


def logistic_images(rng: np.random.Generator, rate: float, count: int) -> Images:
    """One to eight questions per image, mostly few; a normal effect of the image on the log odds."""
    sizes = np.minimum(rng.geometric(0.3, count), LARGEST["logistic"])
    own = 1 / (1 + np.exp(-(_intercept(rate) + 1.2 * rng.normal(size=count))))
    return rng.binomial(sizes, own).astype(np.float64), sizes


def _intercept(rate: float) -> float:
    """The log odds at which the mean rate over all images is `rate`."""
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        mean = (_WEIGHTS / (1 + np.exp(-(middle + 1.2 * _NODES)))).sum() / _WEIGHTS.sum()
        low, high = (middle, high) if mean < rate else (low, middle)
    return low


GENERATORS: dict[str, Generator] = {"beta": beta_images, "logistic": logistic_images}


def ordinary_interval(totals: Floats, sizes: npt.NDArray[np.int64], count: int) -> tuple[float, float]:
    """The ordinary 95 % interval after the first images."""
    right = np.arange(sizes[:count].max()) < totals[:count, None]
    asked = np.arange(sizes[:count].max()) < sizes[:count, None]
    images = np.broadcast_to(np.arange(count)[:, None], asked.shape)
    found = clustered_rate(right[asked].astype(np.float64), images[asked])
    return found.low, found.high


def one_trial(name: str, rate: float, rng: np.random.Generator, planned: int = PLANNED) -> dict[str, float]:
    """Whether each method contains the truth, and at how many images the rules stop."""
    totals, sizes = GENERATORS[name](rng, rate, planned)
    every_ten = {count: ordinary_interval(totals, sizes, count) for count in range(10, planned + 1, 10)}
    wealth = max(
        part.max() for part in log_wealth(totals, sizes.astype(float), LARGEST[name], planned, np.array([rate]))
    )
    return {
        "naive_path": all(low <= rate <= high for low, high in every_ten.values()),
        "fixed": _contains(every_ten[planned], rate),
        "width_after_10": _contains(
            stopped_interval(totals, sizes, range(10, planned + 1), EARLY_HALF_WIDTH[rate]), rate
        ),
        "width_after_50": _contains(stopped_interval(totals, sizes, look_ends(planned), HALF_WIDTH[rate]), rate),
        "anytime_path": wealth < np.log(20),
    }


def _contains(interval: tuple[float, float], rate: float) -> bool:
    return interval[0] <= rate <= interval[1]


def stopped_interval(
    totals: Floats, sizes: npt.NDArray[np.int64], looks: Iterable[int], half: float
) -> tuple[float, float]:
    """The first ordinary interval that is narrow enough, or the last one."""
    found = (0.0, 1.0)
    for count in looks:
        found = ordinary_interval(totals, sizes, count)
        if _half(found) <= half:
            break
    return found


def cost_in_images(name: str, rate: float, rng: np.random.Generator) -> tuple[float, float]:
    """Images until the half width is reached: by the ordinary interval, and by the one of --anytime."""
    totals, sizes = GENERATORS[name](rng, rate, COST_PLANNED)
    ordinary = next(
        count
        for count in (*range(50, COST_PLANNED, 10), COST_PLANNED)
        if _half(ordinary_interval(totals, sizes, count)) <= HALF_WIDTH[rate] or count == COST_PLANNED
    )
    grid = np.linspace(0, 1, STEPS + 1)
    highest, seen = np.full(len(grid), -np.inf), 0
    # Planned for the images that are expected to be needed, as a user would plan.
    for part in log_wealth(totals, sizes.astype(float), LARGEST[name], 2 * ordinary, grid):
        path = np.maximum(np.maximum.accumulate(part, axis=0), highest)
        width = (path < np.log(20)).sum(axis=1) / STEPS / 2
        if (width <= HALF_WIDTH[rate]).any():
            return ordinary, seen + int(np.argmax(width <= HALF_WIDTH[rate])) + 1
        highest, seen = path[-1], seen + len(part)
    return ordinary, COST_PLANNED


def _half(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


def measure(trials: int = TRIALS, cost_trials: int = COST_TRIALS) -> dict[str, Any]:
    """Coverage in percent and cost as a factor, by generator and rate."""
    found: dict[str, Any] = {"planned_images": PLANNED, "trials": trials, "rows": []}
    for number, name in enumerate(GENERATORS):
        for rate in RATES:
            rng = np.random.default_rng([number, int(100 * rate)])
            tried = [one_trial(name, rate, rng) for _ in range(trials)]
            row: dict[str, Any] = {"generator": name, "rate": rate}
            row |= {key: round(100 * float(np.mean([each[key] for each in tried])), 1) for key in tried[0]}
            costs = np.array([cost_in_images(name, rate, rng) for _ in range(cost_trials)])
            row["cost_factor"] = round(float(np.median(costs[:, 1] / costs[:, 0])), 1) if cost_trials else None
            found["rows"].append(row)
    return found
