"""The one decoder of image files: bytes to 8-bit RGB as people see it, or one line that says why not."""

import io
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from askance.core import UnreadableImage
from askance.core.image import ImageFile as StoredFile
from askance.datasets.reading.image_formats import FORMATS, NAMES, guess_file_kind
from askance.datasets.reading.to_rgb import UnsupportedMode, to_rgb
from PIL import ExifTags, Image, ImageFile, UnidentifiedImageError

DECODER = 2  # part of the name of images that version 1 decoded in another way, and so of the keys of their calls
MOST_PIXELS = 175_000_000  # more is refused before anything is decoded
PLAIN = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}  # formats that every server reads
BITS_PER_SAMPLE = 258  # TIFF tag
TURNS = {  # EXIF orientation → what makes the image upright
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
PILLOW = re.compile("PIL")
_strictly = threading.Lock()


class DecodedImage(NamedTuple):
    """An image in 8-bit RGB, upright, and the EXIF orientation that its file gives (1: as it is stored).

    `file`: its bytes, where any other reader gets the same image from them.
    """

    image: Image.Image
    orientation: int = 1
    file: StoredFile | None = None


def decode_image(data: bytes, where: object, most_pixels: int = MOST_PIXELS) -> DecodedImage:
    """The first image in a file's bytes; Unreadable names `where` and the fix if it cannot be shown.

    A file whose header gives more than `most_pixels` is not decoded.
    """
    if not data:
        raise UnreadableImage(f"{where}: the file is empty: replace it")
    _ignore_pillow_warnings()
    try:
        with _open_with_pillow(data, where, most_pixels) as image, _refuse_truncated_images():
            _check_size(image.size, where, most_pixels)
            if image.format == "PNG":
                _check_png_checksums(data)
            return _to_upright_rgb(image, data, where, most_pixels)
    except (UnreadableImage, MemoryError):
        raise
    except Exception as error:  # a damaged file makes Pillow raise whatever it runs into
        reason = " ".join(str(error).split())[:160] or type(error).__name__
        raise UnreadableImage(f"{where}: damaged image ({reason}): replace the file") from error


def stored_size(file: Path) -> tuple[int, int] | None:
    """The width and height of the pixels in a file before they are turned upright; None if it is no image."""
    _ignore_pillow_warnings()
    try:
        with Image.open(file, formats=FORMATS) as image:
            return image.size
    except Exception:  # whoever decodes the file says what is wrong with it
        return None


def _open_with_pillow(data: bytes, where: object, most_pixels: int) -> ImageFile.ImageFile:
    try:
        return Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError as error:
        kind = guess_file_kind(data)
        what = f"{kind}, which is not read as an image" if kind else "not an image file that can be read"
        raise UnreadableImage(f"{where}: {what}: use {NAMES}") from error
    except Image.DecompressionBombError as error:
        raise UnreadableImage(_too_large_message(where, int(re.findall(r"\d+", str(error))[0]), most_pixels)) from error


def _too_large_message(where: object, pixels: int, most_pixels: int) -> str:
    return f"{where}: its header gives {pixels:,} pixels, above the limit of {most_pixels:,}: scale the image down"


def _check_size(size: tuple[int, int], where: object, most_pixels: int) -> None:
    if min(size) < 1:
        raise UnreadableImage(
            f"{where}: is {size[0]} × {size[1]} pixels, so there is nothing to show: replace the file"
        )
    if size[0] * size[1] > most_pixels:
        raise UnreadableImage(_too_large_message(where, size[0] * size[1], most_pixels))


def _check_png_checksums(data: bytes) -> None:
    """Raise where a PNG's checksums are wrong: Pillow does not look at those of the pixels when it decodes."""
    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        image.verify()


def _to_upright_rgb(image: ImageFile.ImageFile, data: bytes, where: object, most_pixels: int) -> DecodedImage:
    is_tiff = image.format == "TIFF"  # Pillow turns a TIFF upright while it decodes, and forgets its orientation
    bits, stored = _bits_per_sample(image, data), _exif_orientation(image) if is_tiff else 1
    image.load()
    _check_size(image.size, where, most_pixels)  # some formats give their true size only now
    orientation = stored if is_tiff else _exif_orientation(image)
    try:
        shown = to_rgb(image, bits)
    except UnsupportedMode as error:
        raise UnreadableImage(f"{where}: {error}: save it as an 8-bit PNG or JPEG") from error
    turn = None if is_tiff else TURNS.get(orientation)
    if turn is not None:
        return DecodedImage(shown.transpose(turn), orientation)
    mime = PLAIN.get(image.format or "")
    is_plain = image.mode in ("RGB", "L") and bits == 8 and orientation == 1 and "transparency" not in image.info
    is_alone = getattr(image, "n_frames", 1) == 1
    return DecodedImage(shown, orientation, StoredFile(mime, data) if mime and is_plain and is_alone else None)


def _bits_per_sample(image: ImageFile.ImageFile, data: bytes) -> int:
    """Bits per sample in the file."""
    if image.format == "PNG":
        return data[24]
    tags = getattr(image, "tag_v2", {}) if image.format == "TIFF" else {}
    found = tags.get(BITS_PER_SAMPLE, (8,))
    return int(found[0] if isinstance(found, tuple) else found)


def _exif_orientation(image: Image.Image) -> int:
    """The EXIF orientation; 1 where there is none, or none that can be read, as viewers have it."""
    try:
        value = image.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:  # damaged EXIF data
        return 1
    return value if isinstance(value, int) and value in TURNS else 1


@contextmanager
def _refuse_truncated_images() -> Iterator[None]:
    """Half an image is never shown, whatever another library has told Pillow."""
    if not ImageFile.LOAD_TRUNCATED_IMAGES:
        yield
        return
    with _strictly:
        before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            yield
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before


def _ignore_pillow_warnings() -> None:
    """For good, since `catch_warnings` is not made for threads; what matters in a file is said in an error."""
    if ("ignore", None, Warning, PILLOW, 0) not in warnings.filters:
        warnings.filterwarnings("ignore", module=PILLOW.pattern)
