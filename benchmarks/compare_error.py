"""Errors of `askance compare` and of methods in common use, on synthetic answers: how often is p < .05?

Two equal models should be called different in 5 % of comparisons (type I error). Beside: power against a true
difference, and the family-wise error over nine metrics.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from askance.core import Metric
from askance.metrics.difference_estimate import Interval, estimate_difference, simultaneous_intervals
from askance.metrics.multiplicity import step_down_p_values, swap_p_values
from askance.metrics.paired_sums import sums_of_cases
from askance.metrics.paired_swaps import swap_images, swap_statistic
from askance.metrics.t_distribution import t_quantile
from scipy import stats

from benchmarks.made_answers import GENERATORS, Answers, Setting

DRAWS = 1_000  # comparisons per setting
FAMILIES = 500  # families of nine metrics per setting
SWAPS = 399
BOOTSTRAPS = 400
IMAGES = (6, 10, 20, 50, 200)
ICCS = (0.0, 0.2, 0.6)
GAINS = (0.05, 0.10)
METRICS = 9
ALPHA = 0.05
SHARE = Metric("accuracy", "share of right answers")


def image_swaps(drawn: Answers, seed: int) -> bool:
    """Ours: swaps by image."""
    image, a, b = drawn
    found = swap_images([swap_statistic(sums_of_cases(image, a, b), int(image.max()) + 1)], SWAPS, seed)
    return bool(swap_p_values(found)[0] < ALPHA)


def image_t_interval(drawn: Answers, seed: int) -> bool:
    """Ours: the interval of one metric alone excludes 0."""
    image, a, b = drawn
    return excludes_zero(estimate_difference(SHARE, sums_of_cases(image, a, b), int(image.max()) + 1).interval())


def excludes_zero(interval: Interval) -> bool:
    """Whether an interval of a difference shows one."""
    low, high = interval
    return low is not None and high is not None and not low <= 0 <= high


def mcnemar(drawn: Answers, seed: int) -> bool:
    """McNemar's exact test over cases."""
    _, a, b = drawn
    wins, losses = int((b > a).sum()), int((a > b).sum())
    return bool(wins + losses and stats.binomtest(wins, wins + losses).pvalue < ALPHA)


def unpaired_z(drawn: Answers, seed: int) -> bool:
    """z of two proportions, as if the models had other cases."""
    _, a, b = drawn
    variance = (a.var() + b.var()) / len(a)
    return bool(variance > 0 and abs(b.mean() - a.mean()) > 1.96 * np.sqrt(variance))


def paired_t(drawn: Answers, seed: int) -> bool:
    """Paired t over cases."""
    _, a, b = drawn
    difference = b - a
    deviation = difference.std(ddof=1)
    if deviation == 0:
        return False
    t = abs(difference.mean()) / deviation * np.sqrt(len(a))
    return bool(t > float(t_quantile(len(a) - 1)))


def percentile_bootstrap(drawn: Answers, seed: int) -> bool:
    """The percentile interval of images drawn with replacement excludes 0."""
    image, a, b = drawn
    sums, sizes = np.bincount(image, weights=b - a), np.bincount(image)
    weights = np.random.default_rng(seed).multinomial(len(sums), np.full(len(sums), 1 / len(sums)), BOOTSTRAPS)
    low, high = np.percentile((weights @ sums) / (weights @ sizes), (2.5, 97.5))
    return bool(low > 0 or high < 0)


METHODS: dict[str, Callable[[Answers, int], bool]] = {
    "swaps by image (askance)": image_swaps,
    "t interval by image (askance)": image_t_interval,
    "McNemar over cases": mcnemar,
    "unpaired z over cases": unpaired_z,
    "paired t over cases": paired_t,
    "percentile bootstrap over images": percentile_bootstrap,
}


def rejection_rates(generator: str, setting: Setting, draws: int = DRAWS) -> dict[str, float]:
    """Method → the percentage of comparisons with p < .05."""
    found = dict.fromkeys(METHODS, 0)
    rng = np.random.default_rng([draws, setting.images, round(100 * setting.icc), round(1000 * setting.gain)])
    for draw in range(draws):
        drawn = GENERATORS[generator](rng, setting)
        for name, method in METHODS.items():
            found[name] += method(drawn, draw)
    return {name: round(100 * count / draws, 1) for name, count in found.items()}


def nine_metrics(rng: np.random.Generator, generator: str, setting: Setting, true: int) -> list[Answers]:
    """Metrics in threes, correlated: two of three have the scores of the first on half of the images."""
    found: list[Answers] = []
    for metric in range(METRICS):
        drawn = GENERATORS[generator](rng, replace(setting, gain=0.2 if metric < true else 0.0))
        if metric % 3:
            old, half = found[-(metric % 3)], setting.images // 2
            parts = zip(drawn, old, strict=True)
            image, a, b = (np.concatenate([new[drawn[0] >= half], was[old[0] < half]]) for new, was in parts)
            drawn = image, a, b
        found.append(drawn)
    return found


def family_wise_error(generator: str, setting: Setting, draws: int = DRAWS, true: int = 0) -> dict[str, float]:
    """Nine metrics, of which the first `true` differ: how often is any of the others called different?"""
    rng = np.random.default_rng([setting.images, round(100 * setting.icc), true])
    adjusted = alone = missed = 0
    for draw in range(draws):
        metrics = nine_metrics(rng, generator, setting, true)
        estimates = [estimate_difference(SHARE, sums_of_cases(*each), setting.images) for each in metrics]
        found = swap_images([each.statistic for each in estimates], SWAPS, draw)
        adjusted += bool((step_down_p_values(found)[true:] < ALPHA).any())
        alone += bool((swap_p_values(found)[true:] < ALPHA).any())
        missed += any(map(excludes_zero, simultaneous_intervals(estimates, found)[true:]))
    rates = {"max-t (askance)": adjusted, "unadjusted": alone, "simultaneous intervals (askance)": missed}
    return {name: round(100 * count / draws, 1) for name, count in rates.items()}


def measure() -> dict[str, Any]:
    """All tables; percentages of comparisons."""
    rows = []
    for name, gain, icc in product(GENERATORS, (0.0, *GAINS), ICCS):
        for images in IMAGES if not gain else (20, 200):
            setting = Setting(images, icc, gain=gain)
            rates = rejection_rates(name, setting)
            rows.append({"generator": name, "images": images, "icc": icc, "gain": gain, **rates})
    families = []
    for name, images, true in product(GENERATORS, (10, 50), (0, 3)):
        rates = family_wise_error(name, Setting(images, 0.2), FAMILIES, true)
        families.append({"generator": name, "images": images, "icc": 0.2, "true": true, **rates})
    return {
        "comparisons": DRAWS, "families": FAMILIES, "swaps": SWAPS, "target_percent": 100 * ALPHA,
        "rejected_percent": rows, "family_of_nine_percent": families,
    }  # fmt: skip
