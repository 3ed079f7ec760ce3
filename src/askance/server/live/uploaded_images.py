"""Images that a reader drops on the page: checked, scaled down, and kept in memory only."""

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass

from askance.core import ImageData, UserError
from askance.datasets.reading.decode_image import decode_image
from PIL import Image

UPLOAD_BYTES = 12_000_000  # of a file
UPLOAD_PIXELS = 30_000_000  # by the header of a file, before anything is decoded
LONGEST_SIDE = 1280  # a larger image is scaled down once: each move of a slider edits all of its pixels
KEPT_BYTES = 128 * 2**20  # of pixels, of all uploads; the oldest go first
PREFIX = "upload:"


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded image: its name (a digest of the file), its size, and the size of the file's image."""

    name: str
    size: tuple[int, int]
    file_size: tuple[int, int]


class UploadedImages:
    """The uploads of all readers; none is ever written to disk."""

    def __init__(self, kept_bytes: int = KEPT_BYTES):
        self._kept_bytes = kept_bytes
        self._images: OrderedDict[str, ImageData] = OrderedDict()
        self._lock = threading.Lock()
        self._decoding = threading.Lock()  # one file at a time: a decoded file takes up to 120 MB

    def add(self, data: bytes) -> Upload:
        """Keep the image of a file; UserError says why a file is not accepted."""
        if len(data) > UPLOAD_BYTES:
            raise UserError(too_many_bytes_message())
        with self._decoding:
            image = decode_image(data, "the dropped file", UPLOAD_PIXELS).image
            file_size = image.size
            image = _scale_down(image)
        name = f"{PREFIX}{hashlib.sha256(data).hexdigest()[:32]}"
        with self._lock:
            self._images[name] = ImageData(image=image)
            self._images.move_to_end(name)
            while len(self._images) > 1 and sum(each.nbytes for each in self._images.values()) > self._kept_bytes:
                self._images.popitem(last=False)
        return Upload(name, image.size, file_size)

    def find(self, name: str) -> ImageData | None:
        """The image of that name, if it is still kept."""
        with self._lock:
            found = self._images.get(name)
            if found is not None:
                self._images.move_to_end(name)
            return found


def too_many_bytes_message() -> str:
    """Why a file is refused before it is read to its end."""
    return f"the dropped file has more than {UPLOAD_BYTES // 1_000_000} MB: save it as a smaller JPEG or PNG"


def _scale_down(image: Image.Image) -> Image.Image:
    scale = LONGEST_SIDE / max(image.size)
    if scale >= 1:
        return image
    width, height = (max(1, round(side * scale)) for side in image.size)
    return image.resize((width, height), Image.Resampling.LANCZOS)
