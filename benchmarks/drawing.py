"""Scenes of the built-in world a second, on one core: built, composed and rendered with masks."""

import time
from typing import Any

COUNT = 200


def measure() -> dict[str, Any]:
    """Scenes a second at 480 × 360, from nothing cached but the sprites that repeat."""
    from askance.datasets import open_data

    world = open_data("stickers:train")
    images = list(world.images(COUNT + 20))
    for image in images[:20]:
        world.picture(image)
    started = time.perf_counter()
    for image in images[20:]:
        world.picture(image)
    return {"scenes_per_second": round(COUNT / (time.perf_counter() - started), 1), "target": 60}
