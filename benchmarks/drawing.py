"""Scenes of the built-in world a second, on one core: built, composed and rendered with masks."""

import time
from typing import Any

COUNT, TIMES = 80, 5


def measure() -> dict[str, Any]:
    """Scenes a second at 480 × 360, nothing cached but sprites that repeat; the median of five, and all five."""
    from askance.datasets import open_dataset

    world = open_dataset("stickers:train")
    images = list(world.images(COUNT * TIMES + 20))
    for image in images[:20]:
        world.load_image(image)
    rates = []
    for turn in range(TIMES):
        started = time.perf_counter()
        for image in images[20 + turn * COUNT : 20 + (turn + 1) * COUNT]:
            world.load_image(image)
        rates.append(round(COUNT / (time.perf_counter() - started), 1))
    return {"scenes_per_second": sorted(rates)[TIMES // 2], "all": rates, "target": 60}
