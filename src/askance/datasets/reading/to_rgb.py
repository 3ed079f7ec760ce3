"""Any mode of a decoded image to 8-bit RGB: documented in docs/image-files.md, one rule per mode."""

import io
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageCms

WHITE = (255, 255, 255)
SPACES = {"L": "GRAY", "RGB": "RGB", "CMYK": "CMYK"}  # mode → color space of a profile that fits it
STEPS = 6  # levels per channel that show whether a profile changes colors
SAME = 2  # levels: a profile that changes colors by no more is taken for sRGB, so that copies of it give equal pixels
ALPHA = {"LA": "L", "La": "L", "PA": "RGB", "RGBA": "RGB", "RGBa": "RGB"}
STRAIGHT = {"La": "LA", "PA": "RGBA", "RGBa": "RGBA"}  # modes whose colors are weighted by alpha, or in a palette
PLAIN = {"1": "L", "L": "L", "P": "RGB", "RGB": "RGB", "RGBX": "RGB", "CMYK": "CMYK", "YCbCr": "RGB"}


class UnsupportedMode(ValueError):  # noqa: N818  a state of the file, like Unreadable
    """An image whose values have no defined color."""


def to_rgb(image: Image.Image, bits: int = 8) -> Image.Image:
    """The image in 8-bit RGB on white; `bits` per sample as the file has them. Raises UnsupportedMode."""
    color, alpha = _color_and_alpha(image, bits)
    profile = image.info.get("icc_profile")
    transform = srgb_transform(profile, color.mode) if isinstance(profile, bytes) else None
    if transform is not None:
        color = transform.apply(color)
    elif not (color.mode == "RGB" and image.format == "JPEG"):  # which needs no copy, and keeps no decoder like WebP
        color = color.convert("RGB")
    return color if alpha is None else Image.composite(color, Image.new("RGB", color.size, WHITE), alpha)


def _color_and_alpha(image: Image.Image, bits: int) -> tuple[Image.Image, Image.Image | None]:
    """The colors as L, RGB or CMYK, and how opaque each pixel is, where that is not wholly."""
    mode, transparent = image.mode, image.info.get("transparency")
    if mode.startswith("I;16") or (mode == "I" and bits == 16 and image.format == "PNG"):
        return _from_16_bits(image, transparent, 12 if bits == 12 else 16)
    if mode == "F":
        return _from_floats(image), None
    if mode == "P" and transparent is not None:
        image = image.convert("RGBA")
    elif mode in STRAIGHT:
        image = image.convert(STRAIGHT[mode])
    if image.mode in ALPHA:
        return image.convert(ALPHA[image.mode]), image.getchannel("A")
    if image.mode not in PLAIN:
        depth = (
            "signed or 32-bit integers have no defined white" if mode == "I" else f"color mode {mode} is not supported"
        )
        raise UnsupportedMode(depth)
    wanted = PLAIN[image.mode]
    color = image if image.mode == wanted else image.convert(wanted)
    if transparent is None or color.mode == "CMYK":
        return color, None
    return color, _alpha_from_transparent_color(np.asarray(color), transparent, bits)


def _alpha_from_transparent_color(pixels: npt.NDArray[np.uint8], transparent: object, bits: int) -> Image.Image | None:
    """Opaque but for one color, which the file gives with its own number of bits."""
    values = transparent if isinstance(transparent, tuple) else (transparent,)
    if not all(isinstance(value, int) for value in values) or len(values) != (1 if pixels.ndim == 2 else 3):
        return None
    scaled = [value >> 8 if bits == 16 else value * 255 // (2 ** min(bits, 8) - 1) for value in values]
    hit = pixels == np.array(scaled)
    return Image.fromarray(np.where(hit if pixels.ndim == 2 else hit.all(axis=2), 0, 255).astype(np.uint8))


def _from_16_bits(image: Image.Image, transparent: object, bits: int) -> tuple[Image.Image, Image.Image | None]:
    """The upper 8 bits, as Pillow takes them where there are three such channels."""
    values = np.asarray(image)
    alpha = None
    if isinstance(transparent, int):
        alpha = Image.fromarray(np.where(values == transparent, 0, 255).astype(np.uint8))
    return Image.fromarray((values >> (bits - 8)).astype(np.uint8)), alpha


def _from_floats(image: Image.Image) -> Image.Image:
    """0 is black and 1 is white; other values have no meaning that is known."""
    values = np.asarray(image)
    low, high = float(values.min()), float(values.max())
    if not 0 <= low <= high <= 1:  # not a number fails too
        raise UnsupportedMode(f"its values go from {low:g} to {high:g}, and only 0 (black) to 1 (white) is defined")
    return Image.fromarray(np.rint(values * 255).astype(np.uint8))


@lru_cache(32)
def srgb_transform(profile: bytes, mode: str) -> ImageCms.ImageCmsTransform | None:
    """From a profile's colors to sRGB; None for sRGB itself, and for profiles that are damaged or of another space."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if source.profile.xcolor_space.strip() != SPACES[mode]:
            return None
        made = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None
    return None if mode != "CMYK" and _is_identity(made, mode) else made


def _is_identity(transform: ImageCms.ImageCmsTransform, mode: str) -> bool:
    levels = np.linspace(0, 255, STEPS).astype(np.uint8)
    cube = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(1, -1, 3)
    colors = Image.fromarray(cube if mode == "RGB" else cube[..., 0])
    before, after = np.asarray(colors.convert("RGB"), np.int16), np.asarray(transform.apply(colors), np.int16)
    return bool(np.abs(before - after).max() <= SAME)
