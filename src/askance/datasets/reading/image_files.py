"""Images in files: named by content, read with care."""

from pathlib import Path

from askance.core import UnreadableImage, digest
from askance.datasets.reading.decode_image import DECODER, DecodedImage, decode_image

JPEG, PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
JPEG_MARKS = (b"Exif\0\0", b"tiff:Orientation", b"ICC_PROFILE")  # what the first decoder ignored
PNG_MARKS = (b"tRNS", b"eXIf", b"iCCP", b"tiff:Orientation", b"Raw profile type")
PNG_KINDS = (0, 2, 3)  # grey, RGB, palette: no alpha


def content_name_of_bytes(data: bytes) -> str:
    """The name of an image file's bytes, with the decoder's version unless the first decoder gave the same pixels."""
    name = f"blake2b:{digest(data).hex()}"
    return name if _decodes_same_in_all_versions(data) else f"{name}-{DECODER}"


def _decodes_same_in_all_versions(data: bytes) -> bool:
    """Whether every version of the decoder gives the same pixels; in doubt no, and the image is asked about again."""
    if data.startswith(JPEG):
        return not any(mark in data for mark in JPEG_MARKS)
    if data.startswith(PNG) and len(data) > 25:
        return data[24] <= 8 and data[25] in PNG_KINDS and not any(mark in data for mark in PNG_MARKS)
    return False


def content_name_of_file(path: Path) -> str:
    """The name of a file's content: another picture under the same file name has another name."""
    return content_name_of_bytes(_read_bytes(path, "restore the file or remove its records"))


def read_image(path: Path, name: str) -> DecodedImage:
    """The image in the file whose content has this name."""
    data = _read_bytes(path, "restore the file")
    if content_name_of_bytes(data) != name:
        raise UnreadableImage(f"{path}: the file changed during the run: run again, and it is asked as a new picture")
    return decode_image(data, path)


def _read_bytes(path: Path, fix: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableImage(f"{path}: cannot be read ({error.strerror}): {fix}") from error
