"""Images in files: named by content, opened with care."""

import io
import re
import warnings
from pathlib import Path

from askance.core import Unreadable, digest
from PIL import Image, UnidentifiedImageError


def image_name(path: Path) -> str:
    """The name of a file's content: another picture under the same file name has another name."""
    try:
        return f"blake2b:{digest(path.read_bytes()).hex()}"
    except OSError as error:
        raise Unreadable(
            f"{path}: cannot be read ({error.strerror}): restore the file or remove its records"
        ) from error


def read_image(path: Path, name: str) -> Image.Image:
    """The image in the file whose content has this name, in 8-bit RGB."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read ({error.strerror}): restore the file") from error
    if f"blake2b:{digest(data).hex()}" != name:
        raise Unreadable(f"{path}: the file changed during the run: run again, and it is asked as a new picture")
    return decode(data, path)


def decode(data: bytes, path: Path | str) -> Image.Image:
    """Decode an image; what cannot be decoded is Unreadable, with the file named."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # large is fine; Pillow refuses too large
            with Image.open(io.BytesIO(data)) as image:
                return image.convert("RGB")
    except UnidentifiedImageError as error:
        raise Unreadable(f"{path}: not an image file that can be read: replace it") from error
    except Image.DecompressionBombError as error:
        pixels = re.findall(r"\d+", str(error))[0]
        raise Unreadable(f"{path}: its header promises {int(pixels):,} pixels: scale the picture down") from error
    except (OSError, SyntaxError, ValueError) as error:
        raise Unreadable(f"{path}: damaged image ({error}): replace the file") from error
