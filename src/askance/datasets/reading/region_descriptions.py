"""Visual Genome's region descriptions, where the user has them: a guard against objects that nobody boxed."""

from pathlib import Path

import msgspec
from askance.datasets.reading.json_records import JsonRecords
from askance.wording.ontology.find_object_names import find_object_names

FILE = "region_descriptions.json"


class Region(msgspec.Struct, frozen=True):
    """One described region; only its text is used."""

    phrase: str


class ImageRegions(msgspec.Struct, frozen=True):
    """A record of region_descriptions.json: the regions of one image."""

    image_id: int = msgspec.field(name="id")
    regions: tuple[Region, ...] = ()


class RegionNames:
    """Object names that the region descriptions of an image mention; an absent file mentions nothing."""

    def __init__(self, root: Path):
        self.path = root / FILE
        self._records = JsonRecords(self.path, ImageRegions) if self.path.is_file() else None
        self._rows: dict[str, list[int]] = {}  # an image described twice has the names of both records
        for row, record in enumerate(self._records or ()):
            self._rows.setdefault(str(record.image_id), []).append(row)

    def object_names(self, image_id: str) -> tuple[str, ...]:
        """The object names in all phrases of an image, in order of appearance."""
        found: dict[str, None] = {}
        if self._records is None:
            return ()
        for row in self._rows.get(image_id, ()):
            for region in self._records[row].regions:
                found |= dict.fromkeys(find_object_names(region.phrase))
        return tuple(found)
