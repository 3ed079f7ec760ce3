"""Coverage of intervals of paired differences, of chance-corrected consistency (kappa), and of R_score."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from askance.metrics import paired_difference, r_score
from askance.metrics.chance_corrected_consistency import correct_consistency_for_chance
from askance.metrics.image_sums import Codes
from askance.metrics.jackknife import jackknife_bias
from askance.metrics.macro_average import macro_average_rows
from askance.metrics.pair_metrics import PairLayout
from askance.metrics.rate import Grouping
from askance.metrics.t_distribution import normal_quantile, t_quantile

from benchmarks.clustered_outcomes import Floats, Rng

SAMPLES = 300
ICC, IMAGES, SIZE = (0.0, 0.2, 0.6), (10, 20, 50, 150), 4
Z = normal_quantile()


def _draw_alike(rng: Rng, icc: float, images: int, size: int, columns: int = 1) -> Floats:
    """Uniform numbers of cases (rows); with chance icc all cases of an image have the same ones."""
    own, common = rng.random((images, size, columns)), rng.random((images, 1, columns))
    return np.where(rng.random((images, 1, 1)) < icc, common, own).reshape(images * size, columns)


def _former_difference(values: Floats, codes: Codes) -> tuple[float, float]:
    """Agresti and Min (2005) with z, on the effective number of pairs."""
    n, images, mean = len(values), int(codes.max()) + 1, float(values.mean())
    variance = float((np.bincount(codes, weights=values - mean) ** 2).sum()) / n**2 * images / (images - 1)
    alone = float(((values - mean) ** 2).sum()) / n**2
    size = min(n, n * alone / variance) if variance > 1e-18 else images
    half, centre = Z * np.sqrt(size**2 * variance + 1) / (size + 2), mean * size / (size + 2)
    return min(mean, centre - half), max(mean, centre + half)


def _plain_t(values: Floats, codes: Codes) -> tuple[float, float]:
    """Mean ± t with G − 1 degrees of freedom · √max(V₂, V₀): nothing is added."""
    n, images, mean = len(values), int(codes.max()) + 1, float(values.mean())
    sizes, sums = np.bincount(codes), np.bincount(codes, weights=values - mean)
    by_image = float((sums**2 / (1 - sizes / n)).sum()) / n**2
    half = float(t_quantile(images - 1)) * np.sqrt(max(by_image, float(((values - mean) ** 2).sum()) / (n * (n - 1))))
    return mean - half, mean + half


def measure_differences() -> dict[str, Any]:
    """Cases change with chance q (.02 to .3), for the better or for the worse: half, ¾ or all in one direction."""
    rng = np.random.default_rng(11)
    covered: dict[str, list[float]] = {"askance": [], "former": [], "plain_t": []}
    for icc, images, size, q, share in itertools.product(ICC, IMAGES, (1, SIZE), (0.02, 0.1, 0.3), (0.5, 0.75, 1.0)):
        codes, true = np.repeat(np.arange(images), size), q * (2 * share - 1)
        inside = dict.fromkeys(covered, 0)
        for _ in range(SAMPLES):
            drawn = _draw_alike(rng, icc, images, size)[:, 0]
            values = np.where(drawn < q * share, 1.0, np.where(drawn < q, -1.0, 0.0))
            ends = {"askance": paired_difference(values, codes)[1:3], "former": _former_difference(values, codes)}
            for name, (low, high) in (ends | {"plain_t": _plain_t(values, codes)}).items():
                inside[name] += low - 1e-12 <= true <= high + 1e-12
        for name, count in inside.items():
            covered[name].append(count / SAMPLES)
    return {name: _summary(shares) for name, shares in covered.items()}


def measure_kappa() -> dict[str, Any]:
    """Yes/no pairs whose second answer copies the first with some chance, which is kappa, else is drawn anew."""
    rng = np.random.default_rng(12)
    covered: dict[str, list[float]] = {"askance": [], "chance_taken_as_known": []}
    for icc, images, yes, kappa in itertools.product(ICC, IMAGES[1:], (0.5, 0.8), (0.3, 0.8, 0.97)):
        inside, decided = dict.fromkeys(covered, 0), 0
        for drawn in (_draw_alike(rng, icc, images, SIZE, 3) for _ in range(SAMPLES)):
            first, anew = drawn[:, 0] < yes, drawn[:, 1] < yes
            second = np.where(drawn[:, 2] < kappa, first, anew)
            for name, (low, high) in _kappa_intervals(first, second, np.repeat(np.arange(images), SIZE)):
                inside[name] += low <= 100 * kappa <= high
                decided += name == "askance"
        for name, count in inside.items():
            covered[name].append(count / max(1, decided))
    return {name: _summary(shares) for name, shares in covered.items()}


def _kappa_intervals(first: Any, second: Any, images: Codes) -> Iterator[tuple[str, tuple[float, float]]]:
    """In percent; none where chance alone is perfectly consistent."""
    scores, everything = (first == second).astype(np.float64), np.zeros(len(first), dtype=np.int64)
    layout = PairLayout(images, Grouping(["t"], everything), [Grouping([""], everything)])
    rows = macro_average_rows(scores, images, layout.tests, layout.groupings)
    answers = [pa.array(np.where(each, "yes", "no").tolist()) for each in (first, second)]
    found = correct_consistency_for_chance(rows, scores, answers, everything > 0, layout)["pooled"]
    _, low, high, *_ = rows["pooled"]
    if found[1] is None or found[2] is None or low is None or high is None:
        return
    chance = float(first.mean() * second.mean() + (1 - first.mean()) * (1 - second.mean()))
    yield "askance", (found[1], found[2])
    yield (
        "chance_taken_as_known",
        (100 * (low / 100 - chance) / (1 - chance), 100 * (high / 100 - chance) / (1 - chance)),
    )


def measure_r_score() -> dict[str, Any]:
    """The mean of R_score where its true value is known, its mean bias as the jackknife has it, and its coverage."""
    rng = np.random.default_rng(13)
    result = {}
    for images, lost in itertools.product((60, 240, 1000), (0.0, 0.05)):
        codes, scores, biases, inside = np.arange(images), [], [], 0
        true = r_score(100 * lost)
        for _ in range(SAMPLES):
            drawn = rng.random(images)
            values = np.where(drawn < 0.05 + lost, 1.0, np.where(drawn < 0.10 + lost, -1.0, 0.0))
            found = paired_difference(values, codes)
            without = 100 * (values.sum() - values) / (images - 1)
            scores.append(r_score(100 * found.value))
            biases.append(jackknife_bias(scores[-1], [r_score(each) for each in without.tolist()]))
            inside += found.low - 1e-12 <= lost <= found.high + 1e-12
        result[f"{images} images, truth {true:.2f}"] = {
            "mean": round(float(np.mean(scores)), 3),
            "mean_jackknife_bias": round(float(np.mean(biases)), 3),
            "coverage": round(inside / SAMPLES, 3),
        }
    return result


def _summary(shares: list[float]) -> dict[str, Any]:
    below = {f"below_{limit:g}": sum(bool(share < limit / 100) for share in shares) for limit in (90, 93)}
    return {"settings": len(shares), **below, "lowest": round(float(min(shares)), 3)}
