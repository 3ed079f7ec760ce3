"""Pictures that lie inside the records themselves, as bytes."""

import os
import tempfile
import weakref
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from threading import Lock
from typing import IO

from askance.core import ImageData, Scene, UnreadableImage, UserError
from askance.datasets.reading.decode_image import DECODER, decode_image
from askance.datasets.reading.image_files import content_name_of_bytes
from askance.datasets.reading.image_folder import check_image_size


class EmbeddedImages:
    """Named by content. `load` gives a key's bytes; keys are asked for in order, and `where` names one for errors.

    `file` is the name by which people know the image of a key.

    Where bytes are slow to find again (`spooled`), those that were named are kept in a temporary file.
    """

    def __init__(
        self,
        keys: Callable[[], Iterable[str]],
        load: Callable[[str], bytes],
        where: Callable[[str], str],
        file: Callable[[str], str],
        spooled: bool = False,
    ):
        self._keys, self._load, self._where, self._file = keys, load, where, file
        self._names: dict[str, str] = {}
        self._found: dict[str, str] = {}  # name → the first key that has it
        self._spool = TemporaryBytes() if spooled else None
        self._lock = Lock()

    def image_names(self, keys: Iterable[str]) -> Mapping[str, str]:
        """Key → name."""
        with self._lock:
            for key in dict.fromkeys(keys):
                if key not in self._names:
                    data = self._load(key)
                    name = self._names[key] = content_name_of_bytes(data)
                    if self._found.setdefault(name, key) == key and self._spool is not None:
                        self._spool.write(key, data)
        return self._names

    @cached_property
    def _read_all_images(self) -> bool:
        self.image_names(self._keys())
        return True

    def key_of(self, name: str) -> str | None:
        """The key of a name; all pictures are read if it is not one of those known so far."""
        return self._found.get(name) or (self._found.get(name) if self._read_all_images else None)

    def image_file(self, name: str) -> str | None:
        """The file that the record names, or else the place of the record."""
        key = self.key_of(name)
        return None if key is None else self._file(key)

    def load_image(self, name: str, scene: Scene | None) -> ImageData:
        """The picture of that name; Unreadable says which record is damaged."""
        key = self.key_of(name)
        if key is None:
            raise UnreadableImage(f"no picture has the content {name}: its file was changed: run again")
        data = self._load(key) if self._spool is None else self._spool.read(key)
        where = self._where(key)
        return check_image_size(decode_image(data, where), scene, where, "its scene graph", "use the official picture")

    def fingerprint_data(self) -> object:
        """The decoder: the pictures are part of the files, whose digests the fingerprint has."""
        return DECODER


class TemporaryBytes:
    """Bytes by key in a temporary file that nobody else sees and that is gone with this object."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, int]] = {}
        self._lock = Lock()

    @cached_property
    def _file(self) -> IO[bytes]:
        file = tempfile.TemporaryFile(prefix="askance-pictures-")  # noqa: SIM115  closed with this object
        weakref.finalize(self, file.close)
        return file

    def write(self, key: str, data: bytes) -> None:
        """Write at the end."""
        try:
            with self._lock:
                start = self._file.seek(0, os.SEEK_END)
                self._file.write(data)
                self._file.flush()
        except OSError as error:
            raise UserError(f"{tempfile.gettempdir()}: cannot be written ({error.strerror}): set TMPDIR") from error
        self._places[key] = (start, len(data))

    def read(self, key: str) -> bytes:
        """The bytes of a key; any thread may ask."""
        start, size = self._places[key]
        with self._lock:
            self._file.seek(start)
            return self._file.read(size)
