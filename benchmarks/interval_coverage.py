"""How often 95 % intervals contain the truth, simulated: Askance's, its former ones, and the naive ones beside them.

Formulas were chosen on the first generator of each kind; the others, with other seeds, confirm them.
"""

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.clustered_outcomes import (
    ImageRates,
    Sample,
    Setting,
    beta_rates,
    copula_rates,
    draw_binary,
    draw_graded,
    draw_skewed,
    mixture_rates,
)
from benchmarks.difference_coverage import measure_differences, measure_kappa, measure_r_score
from benchmarks.interval_methods import METHODS

ICC = (0.0, 0.2, 0.6)
IMAGES = (5, 10, 20, 50, 150, 1000)
SIZES = ("constant", "geometric")
RATES = (0.02, 0.1, 0.5, 0.9, 0.98)
SAMPLES = 1000
LEAST, LEAST_ORDINARY = 0.90, 0.935
Draw = Callable[[Setting, int, ImageRates, np.random.Generator], Sample]
KINDS: dict[str, tuple[Draw, ImageRates, int]] = {  # name → outcomes, rates of images, seed
    "binary, beta (chosen on)": (draw_binary, beta_rates, 1),
    "binary, Gaussian copula": (draw_binary, copula_rates, 2),
    "binary, mixture": (draw_binary, mixture_rates, 3),
    "graded, beta (chosen on)": (draw_graded, beta_rates, 4),
    "graded, Gaussian copula": (draw_graded, copula_rates, 5),
    "graded and skewed, Gaussian copula": (draw_skewed, copula_rates, 6),
}


def settings(kind: str, images: tuple[int, ...] = IMAGES) -> Iterator[Setting]:
    """All 180 settings; of graded outcomes the 90 in which the sizes of images differ."""
    for each in itertools.product(ICC, images, SIZES if kind.startswith("binary") else SIZES[1:], RATES):
        yield Setting(*each)


def coverage(kind: str, setting: Setting, samples: int = SAMPLES) -> dict[str, tuple[float, float]]:
    """Method → the share of intervals that contain the true rate, and their mean width."""
    draw, rates, seed = KINDS[kind]
    place = [round(100 * number) for number in (setting.icc, setting.images, setting.rate)]
    rng = np.random.default_rng([seed, SIZES.index(setting.sizes), *place])
    sample = draw(setting, samples if setting.images < 1000 else samples // 2, rates, rng)
    found = {}
    for name, method in METHODS.items():
        low, high = method(sample)
        inside = (low <= setting.rate) & (setting.rate <= high)
        found[name] = float(inside.mean()), float((np.minimum(high, 1) - np.maximum(low, 0)).mean())
    return found


def summarise(found: dict[Setting, dict[str, tuple[float, float]]]) -> dict[str, Any]:
    """Method → the number of settings below each limit, the lowest coverage, and mean widths by number of images."""
    result: dict[str, Any] = {}
    for name in METHODS:
        covered = {setting: each[name][0] for setting, each in found.items()}
        missed = {setting for setting, share in covered.items() if share < needed(setting)}
        result[name] = {
            "settings": len(covered),
            "below_acceptance": len(missed),
            "ordinary_below_93.5": sum(setting.is_ordinary for setting in missed),
            "below_93": sum(share < 0.93 for share in covered.values()),
            "below_90": sum(share < 0.90 for share in covered.values()),
            "lowest": round(min(covered.values()), 3),
            "mean_width": {
                str(images): round(
                    float(np.mean([each[name][1] for s, each in found.items() if s.images == images])), 3
                )
                for images in sorted({setting.images for setting in found})
            },
        }
        if name == "askance":
            result[name]["missed"] = {
                setting.name: round(covered[setting], 3) for setting in found if setting in missed
            }
    return result


def needed(setting: Setting) -> float:
    """The coverage that a setting must have."""
    return LEAST_ORDINARY if setting.is_ordinary else LEAST


def measure() -> dict[str, Any]:
    """Rates in 180 settings per kind of outcome; and smaller tables of differences, kappa and R_score."""
    begin = time.perf_counter()
    rates = {kind: summarise({each: coverage(kind, each) for each in settings(kind)}) for kind in KINDS}
    result = {"rates": rates, "differences": measure_differences(), "kappa": measure_kappa()}
    return result | {"r_score": measure_r_score(), "seconds": round(time.perf_counter() - begin)}
