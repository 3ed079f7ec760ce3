"""Make the image brighter or darker: every value times 1 + `change`."""

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.base import Args, Edit, number, same_scene


def _pixels(pixels: Pixels, args: Args) -> Pixels:
    change = number(args, "change")
    if not -1 <= change <= 1:
        raise ValueError(f"change must be from -1 to 1, not {change}")
    table = np.clip(np.rint(np.arange(256) * (1 + change)), 0, 255).astype(np.uint8)
    brighter: Pixels = table[pixels]
    return brighter


def _plain(args: Args, scene: Scene | None) -> str:
    change = number(args, "change")
    return f"{100 * abs(change):g} % {'brighter' if change > 0 else 'darker'}"


BRIGHTNESS = Edit(
    version=1, pixels=_pixels, scene=same_scene, strength="change", example={"change": -0.3}, plain=_plain
)
