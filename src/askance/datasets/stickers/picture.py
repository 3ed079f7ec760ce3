"""Pixels: the background with every sprite laid over it in 8-bit arithmetic, the same on every machine."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from askance.core.picture import Picture, Pixels
from askance.datasets.stickers.backgrounds import background
from askance.datasets.stickers.paint import document, rasterise
from askance.datasets.stickers.scenes import Built
from askance.datasets.stickers.stage import HEIGHT, WIDTH, Layer

SHADOW = 70  # the alpha of a contact shadow at its middle

Wide = npt.NDArray[np.uint16]


def render(built: Built) -> Picture:
    """The picture of a scene, with its masks."""
    scene = built.scene
    pixels = _background(scene.place or "", scene.weather, built.variant).copy()
    for layer in built.layers:
        if layer.shade:
            _shadow(pixels, layer)
        _lay(pixels, layer)
    return Picture(pixels, scene, built.masks)


@lru_cache(maxsize=160)
def _background(place: str, weather: str | None, variant: int) -> Pixels:
    drawing = document(background(place, weather, variant), (0, 0, WIDTH, HEIGHT), WIDTH, HEIGHT)
    pixels = np.ascontiguousarray(rasterise(drawing, WIDTH, HEIGHT)[:, :, :3])
    pixels.setflags(write=False)
    return pixels


def _divided(total: Wide) -> npt.NDArray[np.uint8]:
    """Division by 255, rounded, in whole numbers."""
    total += 128
    total += total >> 8
    total >>= 8
    return total.astype(np.uint8)


def _lay(pixels: Pixels, layer: Layer) -> None:
    """Lay a sprite over the pixels."""
    high, wide = layer.sprite.mask.shape
    y0, y1 = max(0, layer.y), min(HEIGHT, layer.y + high)
    x0, x1 = max(0, layer.x), min(WIDTH, layer.x + wide)
    if y0 >= y1 or x0 >= x1:
        return
    rgba = layer.sprite.rgba[y0 - layer.y : y1 - layer.y, x0 - layer.x : x1 - layer.x].astype(np.uint16)
    alpha = rgba[:, :, 3:]
    under = pixels[y0:y1, x0:x1]
    pixels[y0:y1, x0:x1] = _divided(rgba[:, :, :3] * alpha + under * (255 - alpha))


@lru_cache(maxsize=512)
def _soft_ellipse(wide: int, high: int) -> Wide:
    """What is left of the light under a thing: 255 minus a soft ellipse of shadow."""
    across = (np.arange(wide) * 2 + 1 - wide) / wide
    down = (np.arange(high) * 2 + 1 - high) / high
    distance = np.sqrt(across[None, :] ** 2 + down[:, None] ** 2)
    return (255 - np.rint(SHADOW * np.clip((1 - distance) * 1.8, 0, 1))).astype(np.uint16)


def _shadow(pixels: Pixels, layer: Layer) -> None:
    """Darken the ground where a thing stands on it."""
    wide = layer.sprite.mask.shape[1] // 4 * 4 + 8
    high = max(6, wide // 7)
    left, top = layer.x + layer.sprite.mask.shape[1] // 2 - wide // 2, round(layer.base) - high // 2 - 1
    y0, y1, x0, x1 = max(0, top), min(HEIGHT, top + high), max(0, left), min(WIDTH, left + wide)
    if y0 < y1 and x0 < x1:
        light = _soft_ellipse(wide, high)[y0 - top : y1 - top, x0 - left : x1 - left, None]
        pixels[y0:y1, x0:x1] = _divided(pixels[y0:y1, x0:x1] * light)
