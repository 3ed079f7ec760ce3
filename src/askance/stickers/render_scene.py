"""Pixels: the background with every sprite laid over it in 8-bit arithmetic, the same on every machine."""

from functools import lru_cache

import numpy as np
from askance.core.image import ImageData
from askance.stickers.backgrounds import background_svg
from askance.stickers.build_scene import BuiltScene
from askance.stickers.rasterise_svg import rasterise_svg, svg_document
from askance.stickers.visibility_map import HEIGHT, WIDTH, Layer
from PIL import Image

SHADOW = 70  # the alpha of a contact shadow at its middle


def render_scene(built: BuiltScene) -> ImageData:
    """The image of a scene, with its masks."""
    scene = built.scene
    canvas = _background_image(scene.place or "", scene.weather, built.variant).copy()
    for layer in built.layers:
        if layer.shade:
            _draw_ground_shadow(canvas, layer)
        sticker = Image.fromarray(np.ascontiguousarray(layer.sprite.rgba))
        canvas.paste(sticker, (layer.x, layer.y), sticker)  # Pillow blends in whole numbers: the same on every machine
    return ImageData(np.asarray(canvas), scene, built.masks)


@lru_cache(maxsize=160)
def _background_image(place: str, weather: str | None, variant: int) -> Image.Image:
    drawing = svg_document(background_svg(place, weather, variant), (0, 0, WIDTH, HEIGHT), WIDTH, HEIGHT)
    return Image.fromarray(rasterise_svg(drawing, WIDTH, HEIGHT)).convert("RGB")


@lru_cache(maxsize=512)
def _shadow_ellipse(wide: int, high: int) -> Image.Image:
    """A soft ellipse of shadow, as the alpha of black."""
    across = (np.arange(wide) * 2 + 1 - wide) / wide
    down = (np.arange(high) * 2 + 1 - high) / high
    distance = np.sqrt(across[None, :] ** 2 + down[:, None] ** 2)
    return Image.fromarray(np.rint(SHADOW * np.clip((1 - distance) * 1.8, 0, 1)).astype(np.uint8))


def _draw_ground_shadow(canvas: Image.Image, layer: Layer) -> None:
    """Darken the ground where an object stands on it."""
    wide = layer.sprite.mask.shape[1] // 4 * 4 + 8
    high = max(6, wide // 7)
    left, top = layer.x + layer.sprite.mask.shape[1] // 2 - wide // 2, round(layer.base) - high // 2 - 1
    canvas.paste(0, (left, top, left + wide, top + high), _shadow_ellipse(wide, high))
