"""Noise on a 640 × 480 picture beside NumPy's plain way (float64 throughout), in the same run."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from askance.core import ImageData
from askance.core.image import Pixels
from askance.core.query import Scalar
from askance.edits import edit_image, steps
from askance.suites.noise.noise_kinds import PIXEL_NOISE

TIMES = 30
TARGET_MS = 20


def _rounded(values: Any) -> Pixels:
    made: Pixels = (np.clip(values, 0, 1) * 255).round().astype(np.uint8)
    return made


def _gaussian(pixels: Pixels, generator: np.random.Generator) -> Pixels:
    return _rounded(pixels / 255 + generator.normal(0, 0.025**0.5, pixels.shape))


def _poisson(pixels: Pixels, generator: np.random.Generator) -> Pixels:
    return _rounded(generator.poisson(pixels) / 255)


def _salt_pepper(pixels: Pixels, generator: np.random.Generator) -> Pixels:
    values, draws = pixels / 255, generator.random(pixels.shape)
    values[draws < 0.05], values[draws > 0.95] = 0, 1
    return _rounded(values)


def _speckle(pixels: Pixels, generator: np.random.Generator) -> Pixels:
    values = pixels / 255
    return _rounded(values + values * generator.normal(0, 0.05**0.5, pixels.shape))


PLAIN: dict[str, Callable[[Pixels, np.random.Generator], Pixels]] = {
    "gaussian": _gaussian, "poisson": _poisson, "salt_pepper": _salt_pepper, "speckle": _speckle,
}  # fmt: skip


def _timed(run: Callable[[int], object]) -> Callable[[int], tuple[float, float]]:
    """Seconds by the clock and of this thread's processor time."""

    def timed(number: int) -> tuple[float, float]:
        clock, processor = time.perf_counter(), time.thread_time()
        run(number)
        return time.perf_counter() - clock, time.thread_time() - processor

    return timed


def _edited(picture: ImageData, edit: str, args: Mapping[str, Scalar], seed: int) -> Pixels:
    return edit_image(picture, steps(edit, **args, seed=seed)).pixels


def _plain(pixels: Pixels, kind: str, seed: int) -> Pixels:
    return PLAIN[kind](pixels, np.random.default_rng(seed))


def measure() -> dict[str, Any]:
    """Milliseconds each, median of interleaved runs, by the clock and of processor time; tables are made before."""
    pixels = np.random.default_rng(0).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    picture = ImageData(pixels)
    rows: dict[str, Any] = {}
    for kind, (edit, args) in PIXEL_NOISE.items():
        ours = _timed(partial(_edited, picture, edit, args))
        plain = _timed(partial(_plain, pixels, kind))
        started = time.perf_counter()
        ours(0)
        first = time.perf_counter() - started
        both = np.array([[*ours(number), *plain(number)] for number in range(TIMES)])
        clock, processor, plain_clock, plain_processor = (float(each) * 1000 for each in np.median(both, axis=0))
        rows[kind] = {
            "ms": round(clock, 2), "plain_ms": round(plain_clock, 2), "ratio": round(clock / plain_clock, 2),
            "processor_ms": round(processor, 2), "plain_processor_ms": round(plain_processor, 2),
            "first_ms": round(first * 1000, 1),
        }  # fmt: skip
    return {**rows, "target_ms": TARGET_MS}
