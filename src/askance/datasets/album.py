"""Picture files found by id: named by content where they are here, by their record where they are not."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from threading import Lock

from askance.core import Unreadable, digest
from askance.datasets.files import image_name, read_image
from PIL import Image

SUFFIXES = {".jpg", ".jpeg", ".png"}


class Album:
    """The pictures ROOT/FOLDER/ID.jpg of the images `ids()`; an absent one is named by the bytes of `record(id)`."""

    def __init__(
        self,
        prefix: str,
        root: Path,
        folders: tuple[str, ...],
        ids: Callable[[], Iterable[str]],
        record: Callable[[str], bytes],
    ):
        self.prefix, self.root, self.folders = prefix, root, folders
        self._ids, self._record = ids, record
        self._names: dict[str, str] = {}
        self._lock = Lock()

    @cached_property
    def files(self) -> dict[str, Path]:
        """Id → picture file, for every picture that is here."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in sorted((self.root / folder).glob("*")):
                if path.suffix.lower() in SUFFIXES:
                    found.setdefault(path.stem, path)
        return found

    def name(self, image_id: str) -> str:
        """The image name of an id."""
        name = self._names.get(image_id)
        if name is None:
            path = self.files.get(image_id)
            name = image_name(path) if path else f"{self.prefix}:{image_id}@{digest(self._record(image_id)).hex()}"
            self._names[image_id] = name
        return name

    @cached_property
    def _by_name(self) -> dict[str, str]:
        # Reversed, so that of two records of one picture the first is found.
        return {name: image_id for image_id, name in reversed(self.names().items())}

    def names(self) -> dict[str, str]:
        """Id → image name, for all; pictures are read on several threads."""
        ids = list(dict.fromkeys(self._ids()))
        with ThreadPoolExecutor(thread_name_prefix="askance-digests") as pool:
            list(pool.map(self.name, filter(self.files.__contains__, ids)))
        return {image_id: self.name(image_id) for image_id in ids}

    def id_of(self, name: str) -> str | None:
        """The id of an image name, if its picture or record is still the same."""
        if name.startswith(f"{self.prefix}:"):
            image_id = name.removeprefix(f"{self.prefix}:").partition("@")[0]
            return image_id if image_id not in self.files and self.name(image_id) == name else None
        with self._lock:
            return self._by_name.get(name)

    def read(self, name: str) -> Image.Image:
        """The picture of that name; Unreadable says which file is missing or changed."""
        image_id = self.id_of(name)
        if image_id is None:
            raise Unreadable(f"{self.root}: no picture has the content {name}: it was changed or removed")
        path = self.files.get(image_id)
        if path is None:
            places = " or ".join(f"{folder}/" for folder in self.folders)
            raise Unreadable(
                f"{self.root / self.folders[0] / image_id}.jpg: is missing: put the pictures into {places}"
            )
        return read_image(path, name)
