"""Picture files found by id: named by content where they are here, by their record where they are not."""

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from threading import RLock

from askance.core import ImageData, Scene, UnreadableImage, digest
from askance.datasets.reading.content_name_cache import cached_content_names
from askance.datasets.reading.decode_image import DecodedImage
from askance.datasets.reading.duplicate_images import duplicates_note, make_image_names_unique, strip_duplicate_suffix
from askance.datasets.reading.folder_boundary import FolderBoundary
from askance.datasets.reading.image_files import content_name_of_file, read_image
from askance.datasets.reading.image_formats import SUFFIXES

FIRST = (".jpg", ".jpeg", ".png")  # of several files of one image, the usual suffixes count before others


class ImageFolder:
    """The pictures ROOT/FOLDER/ID.jpg of the images `ids()`; `record(id)` are the bytes that describe one.

    An absent picture is named by its record. Two ids of one picture have two names if their records differ.

    Where they are `nested`, pictures may lie in folders below, which are then part of their ids: blur-3/2331.
    """

    def __init__(
        self,
        prefix: str,
        root: Path,
        folders: tuple[str, ...],
        ids: Callable[[], Iterable[str]],
        record: Callable[[str], bytes] | None = None,
        nested: bool = False,
    ):
        self.prefix, self.root, self.folders, self.nested = prefix, root, folders, nested
        self._ids, self._record = ids, record
        self._lock = RLock()
        self._boundary = FolderBoundary(root)

    @cached_property
    def files(self) -> dict[str, Path]:
        """Id → picture file, for every picture that is here."""
        found: dict[str, Path] = {}
        for folder in (self.root / each for each in self.folders):
            for path in sorted(folder.rglob("*") if self.nested else folder.glob("*"), key=_suffix_preference):
                if path.suffix.lower() in SUFFIXES:
                    key = path.relative_to(folder).with_suffix("").as_posix() if self.nested else path.stem
                    found.setdefault(key, path)
        return found

    def path(self, image_id: str) -> Path | None:
        """The picture file of an id, if it is here; refused where it is a link that leads outside."""
        path = self.files.get(image_id)
        return None if path is None else self._boundary.check_inside(path)

    def name(self, image_id: str) -> str:
        """The image name of an id."""
        return self.image_names().get(image_id) or self._name_of_one(image_id)

    def _name_of_one(self, image_id: str) -> str:
        path = self.path(image_id)
        return content_name_of_file(path) if path else self._name_without_file(image_id)

    def _name_without_file(self, image_id: str) -> str:
        known = f"@{digest(self._record(image_id)).hex()}" if self._record else ""
        return f"{self.prefix}:{image_id}{known}"

    @cached_property
    def _id_by_name(self) -> dict[str, str]:
        # Reversed, so that of two records of one picture the first is found.
        return {name: image_id for image_id, name in reversed(self.image_names().items())}

    def image_names(self) -> dict[str, str]:
        """Id → image name, for all; of pictures that an earlier run has read only the stamps are looked at."""
        with self._lock:
            return self._names_by_id

    @cached_property
    def _names_by_id(self) -> dict[str, str]:
        ids = list(dict.fromkeys(self._ids()))
        here = {image_id: path for image_id in ids if (path := self.path(image_id)) is not None}
        read = cached_content_names(here.values())
        found = {
            image_id: read[here[image_id]] if image_id in here else self._name_without_file(image_id)
            for image_id in ids
        }
        return make_image_names_unique(found, self._record) if self._record else found

    def notes(self, data: str) -> list[str]:
        """One line about pictures that are copies of others, if there are any."""
        return duplicates_note(data, self.image_names())

    def id_of(self, name: str) -> str | None:
        """The id of an image name, if its picture or record is still the same."""
        if name.startswith(f"{self.prefix}:"):
            image_id = name.removeprefix(f"{self.prefix}:").partition("@")[0]
            return image_id if image_id not in self.files and self.name(image_id) == name else None
        with self._lock:
            return self._id_by_name.get(name)

    def image_file(self, name: str) -> str | None:
        """The file of an image name in its folder, if it is here."""
        image_id = self.id_of(name)
        path = None if image_id is None else self.files.get(image_id)
        return None if path is None else f"{image_id}{path.suffix}"

    def read(self, name: str) -> DecodedImage:
        """The picture of that name; Unreadable says which file is missing or changed."""
        image_id = self.id_of(name)
        if image_id is None:
            raise UnreadableImage(f"{self.root}: no picture has the content {name}: it was changed or removed")
        path = self.path(image_id)
        if path is None:
            places = " or ".join(f"{folder}/" for folder in self.folders)
            raise UnreadableImage(
                f"{self.root / self.folders[0] / image_id}.jpg: is missing: put the pictures into {places}"
            )
        return read_image(path, strip_duplicate_suffix(name))

    def load_image(self, name: str, scene: Scene | None, source: str = "its scene graph") -> ImageData:
        """The picture of that name with its scene, whose size `source` gives."""
        opened = self.read(name)
        path = self.files.get(self.id_of(name) or "", self.root)
        return check_image_size(opened, scene, path, source, "use the official picture")


def _suffix_preference(path: Path) -> tuple[bool, Path]:
    return path.suffix.lower() not in FIRST, path


def check_image_size(read: DecodedImage, scene: Scene | None, path: Path | str, source: str, fix: str) -> ImageData:
    """A picture with its scene; Unreadable where the boxes that `source` gives may not fit the pixels as shown."""
    (wide, high), orientation = read.image.size, read.orientation
    if scene is not None:
        given = scene.width, scene.height
        if given != (wide, high) and (orientation < 5 or given != (high, wide)):
            raise UnreadableImage(f"{path}: is {wide} × {high}, but {source} says {given[0]} × {given[1]}: {fix}")
        if given != (wide, high):
            raise UnreadableImage(
                f"{path}: is {wide} × {high} when upright (EXIF orientation {orientation}), but {source} says"
                f" {given[0]} × {given[1]}, as if it were not turned: remove the tag, or turn size and boxes too"
            )
        if scene.things and orientation != 1 and (orientation < 5 or wide == high):
            raise UnreadableImage(
                f"{path}: has EXIF orientation {orientation}, and {source} does not tell whether its boxes are those of"
                " the upright image: save the image upright without that tag"
            )
    return ImageData(scene=scene, image=read.image, file=read.file)
