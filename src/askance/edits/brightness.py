"""Make the image brighter or darker: every value times 1 + `change`."""

import numpy as np
from askance.core import Scene
from askance.core.image import Pixels
from askance.edits.edit_types import Args, Edit, number_argument, unchanged_scene


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    change = number_argument(args, "change")
    if not -1 <= change <= 1:
        raise ValueError(f"change must be from -1 to 1, not {change}")
    table = np.clip(np.rint(np.arange(256) * (1 + change)), 0, 255).astype(np.uint8)
    brighter: Pixels = table[pixels]
    return brighter


def _describe_edit(args: Args, scene: Scene | None) -> str:
    change = number_argument(args, "change")
    return f"{100 * abs(change):g} % {'brighter' if change > 0 else 'darker'}"


BRIGHTNESS = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=unchanged_scene,
    strength="change",
    example={"change": -0.3},
    plain=_describe_edit,
)
