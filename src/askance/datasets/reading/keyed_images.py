"""Pictures in files, found by the keys that records give them."""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from threading import Lock

from askance.core import ImageData, Scene, UnreadableImage
from askance.datasets.reading.content_name_cache import cached_content_names
from askance.datasets.reading.folder_boundary import FolderBoundary, OutsideFolder
from askance.datasets.reading.image_files import read_image
from askance.datasets.reading.image_folder import ImageFolder, check_image_size


class KeyedImages:
    """Named by content where they are here, by prefix and key where they are not; `wanted` is where one should lie."""

    def __init__(
        self,
        prefix: str,
        keys: Callable[[], Iterable[str]],
        find: Callable[[str], Path | None],
        wanted: Callable[[str], str],
    ):
        self._prefix, self._keys, self._find, self._wanted = prefix, keys, find, wanted
        self._names: dict[str, str] = {}
        self._lock = Lock()

    def image_names(self, keys: Iterable[str]) -> Mapping[str, str]:
        """Key → name; pictures that an earlier run has read are not read again."""
        new = [key for key in dict.fromkeys(keys) if key not in self._names]
        paths = {key: self._find_image(key) for key in new}
        read = cached_content_names(path for path in paths.values() if path is not None)
        self._names |= {key: read[path] if path else f"{self._prefix}:{key}" for key, path in paths.items()}
        return self._names

    def _find_image(self, key: str) -> Path | None:
        try:
            return self._find(key)
        except OutsideFolder as error:
            error.key = key  # for whoever knows the record
            raise

    @cached_property
    def _key_by_name(self) -> dict[str, str]:
        keys = list(dict.fromkeys(self._keys()))
        names = self.image_names(keys)
        return {names[key]: key for key in reversed(keys)}  # of two keys of one picture the first is found

    def key_of(self, name: str) -> str | None:
        """The key of a name, if its picture is still the same."""
        with self._lock:
            return self._key_by_name.get(name)

    def image_file(self, name: str) -> str | None:
        """The file of a name, as the records write its path; where they have only an id, the name of the file."""
        key = self.key_of(name)
        path = None if key is None else self._find(key)
        return key if path is None or path.as_posix().endswith(f"/{key}") else path.name

    def missing_images(self, names: Iterable[str]) -> list[str]:
        """Where the files of these images should be that are not there: the name of an image that is has no prefix."""
        keys = (self.key_of(name) for name in names if name.startswith(f"{self._prefix}:"))
        return [self._wanted(key) for key in keys if key is not None and self._find(key) is None]

    def load_image(self, name: str, scene: Scene | None) -> ImageData:
        """The picture of that name; Unreadable says which file is missing or changed."""
        key = self.key_of(name)
        if key is None:
            raise UnreadableImage(f"no picture has the content {name}: it was changed or removed")
        path = self._find(key)
        if path is None:
            raise UnreadableImage(f"{self._wanted(key)}: is missing: put the picture there")
        return check_image_size(read_image(path, name), scene, path, "its scene graph", "use the official picture")

    def fingerprint_data(self) -> object:
        """Every key with its name, for the fingerprint."""
        keys = sorted(set(self._keys()))
        names = self.image_names(keys)
        return [(key, names[key]) for key in keys]


def find_image_by_stem(
    root: Path, folders: tuple[str, ...], stems: Callable[[str], tuple[str, ...]], suffix: str = ".jpg"
) -> tuple[Callable[[str], Path | None], Callable[[str], str]]:
    """Where a picture is, and where it should be: in one of the folders under the first of its names that is there."""
    album = ImageFolder("", root, folders, tuple)

    def find(key: str) -> Path | None:
        return next((path for stem in stems(key) if (path := album.path(stem))), None)

    def wanted(key: str) -> str:
        others = f" (or in {', '.join(f'{folder}/' for folder in folders[1:])})" if folders[1:] else ""
        return f"{root / folders[0] / stems(key)[0]}{suffix}{others}"

    return find, wanted


def find_image_by_path(
    root: Path, folders: tuple[str, ...]
) -> tuple[Callable[[str], Path | None], Callable[[str], str]]:
    """Where a picture is, and where it should be: the key is a path from one of the folders below `root`."""
    boundary, roots = FolderBoundary(root), [root / folder for folder in folders]

    def find(key: str) -> Path | None:
        # os.path's way: a key that no file can be called by, such as one too long, is not here, and no error.
        found = next((place / key for place in roots if os.path.isfile(place / key)), None)  # noqa: PTH113
        if found is not None:
            return boundary.check_inside(found)
        if "\0" not in key and (key.startswith("/") or ".." in key):
            boundary.check_inside(roots[0] / key)  # refused, whether or not there is such a file
        return None

    return find, lambda key: str(roots[0] / key)
