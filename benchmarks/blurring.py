"""Soft blur of a 640 × 480 picture beside the bare library blur of it."""

import time
from typing import Any

import numpy as np
from askance.core import ImageData
from askance.edits import edit_image, format_boxes, steps
from PIL import Image, ImageFilter

TIMES = 40


def measure() -> dict[str, Any]:
    """Milliseconds each, interleaved, and the ratio."""
    pixels = np.random.default_rng(0).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    picture, image = ImageData(pixels), Image.fromarray(pixels)
    rows = {}
    for sigma in (3.0, 6.0, 9.0):
        chain = steps("soft_blur", sigma=sigma, keep=format_boxes([(100, 100, 300, 280), (350, 200, 500, 400)]))
        soft = bare = 0.0
        for _ in range(TIMES):
            started = time.perf_counter()
            edit_image(picture, chain)
            middle = time.perf_counter()
            np.asarray(image.filter(ImageFilter.GaussianBlur(sigma)))
            soft, bare = soft + middle - started, bare + time.perf_counter() - middle
        times = {"soft_ms": round(soft / TIMES * 1000, 2), "bare_ms": round(bare / TIMES * 1000, 2)}
        rows[f"sigma-{sigma:.0f}"] = {**times, "ratio": round(soft / bare, 2)}
    return {**rows, "target_ratio": 2}
