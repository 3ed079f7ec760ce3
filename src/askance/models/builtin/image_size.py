"""Pictures as a built-in model sees them: one size, the proportions kept."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from PIL import Image

WIDTH, HEIGHT = 320, 240
SIZE = (WIDTH, HEIGHT)  # what a network sees, unless it was trained on small pictures
LEAST = 64
STEP = 16  # sizes are multiples of this, so that grids come out even
EMPTY = (140, 140, 140)  # what surrounds a picture of other proportions


def fit_scale_and_margins(width: int, height: int, size: tuple[int, int] = SIZE) -> tuple[float, int, int]:
    """The scale, and the left and top margin, at which a picture of that size is seen; small ones are not enlarged."""
    scale = min(size[0] / width, size[1] / height, 1.0)
    return scale, (size[0] - round(width * scale)) // 2, (size[1] - round(height * scale)) // 2


def resize_with_margins(image: Image.Image, size: tuple[int, int] = SIZE) -> npt.NDArray[np.uint8]:
    """(height, width, 3) pixels."""
    scale, left, top = fit_scale_and_margins(*image.size, size)
    shown = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    small = image.convert("RGB").resize(shown, Image.Resampling.BILINEAR, reducing_gap=2.0)
    if shown == size:
        return np.asarray(small)
    canvas = Image.new("RGB", size, EMPTY)
    canvas.paste(small, (left, top))
    return np.asarray(canvas)


def choose_input_size(pictures: Iterable[Image.Image]) -> tuple[int, int]:
    """The size at which a network should see such pictures: the usual one, or a smaller one that holds them all."""
    sizes = [picture.size for picture in pictures]
    wide, high = max((size[0] for size in sizes), default=0), max((size[1] for size in sizes), default=0)
    if not sizes or wide > WIDTH // 2 or high > HEIGHT // 2:
        return SIZE
    return max(LEAST, -(-wide // STEP) * STEP), max(LEAST, -(-high // STEP) * STEP)
