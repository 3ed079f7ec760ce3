"""Images as data URLs: the bytes of the file where no edit touched it, else lossless PNG."""

import base64
import io
from collections import OrderedDict
from threading import Lock

from askance.core import ImageData

KEPT = 64 * 2**20  # bytes of data URLs
QUICK = 1  # PNG compression level: encoding must not be slower than the server


class ImageUrls:
    """Data URLs by image: the questions about one image share one."""

    def __init__(self, image_format: str):
        self._quality = int(image_format.partition(":")[2]) if image_format.startswith("jpeg") else None
        self._kept: OrderedDict[int, tuple[ImageData, str, int]] = (
            OrderedDict()
        )  # by id; the image is kept, so its id is
        self._size = 0
        self._lock = Lock()

    def url(self, picture: ImageData) -> str:
        """The image as a data URL; threads that want the same one at once may both make it."""
        with self._lock:
            if found := self._kept.get(id(picture)):
                self._kept.move_to_end(id(picture))
                return found[1]
        made = self._made(picture)
        with self._lock:
            if id(picture) not in self._kept:
                size = len(made) + picture.nbytes
                self._kept[id(picture)] = picture, made, size
                self._size += size
            while self._size > KEPT and len(self._kept) > 1:
                _, (_, _, size) = self._kept.popitem(last=False)
                self._size -= size
        return made

    def _made(self, picture: ImageData) -> str:
        if self._quality is None and picture.file is not None:
            return _data_url(picture.file.mime, picture.file.data)
        out = io.BytesIO()
        if self._quality is None:
            picture.image.save(out, "PNG", compress_level=QUICK)
            return _data_url("image/png", out.getvalue())
        picture.image.save(out, "JPEG", quality=self._quality)
        return _data_url("image/jpeg", out.getvalue())


def _data_url(mime: str, data: bytes) -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"
