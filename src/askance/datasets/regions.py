"""Visual Genome's region descriptions, where the user has them: a guard against objects that nobody boxed."""

import re
from pathlib import Path

import msgspec
from askance.datasets.streaming import Records
from askance.wording.ontology import ontology

FILE = "region_descriptions.json"
LONGEST = 3  # words of an object name: "fire hydrant cap"
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")  # "man's" names a man


class Region(msgspec.Struct, frozen=True):
    """One described region; only its text is used."""

    phrase: str


class Regions(msgspec.Struct, frozen=True):
    """A record of region_descriptions.json: the regions of one image."""

    image_id: int = msgspec.field(name="id")
    regions: tuple[Region, ...] = ()


class RegionWords:
    """Object names that the region descriptions of an image mention; an absent file mentions nothing."""

    def __init__(self, root: Path):
        self.path = root / FILE
        self._records = Records(self.path, Regions) if self.path.is_file() else None
        self._rows: dict[str, list[int]] = {}  # an image described twice has the names of both records
        for row, record in enumerate(self._records or ()):
            self._rows.setdefault(str(record.image_id), []).append(row)

    def names(self, image_id: str) -> tuple[str, ...]:
        """The object names in all phrases of an image, in order of appearance."""
        found: dict[str, None] = {}
        if self._records is None:
            return ()
        for row in self._rows.get(image_id, ()):
            for region in self._records[row].regions:
                found |= dict.fromkeys(object_names(region.phrase))
        return tuple(found)


def object_names(phrase: str) -> list[str]:
    """Every object name of the ontology in a phrase: single words and compounds."""
    words, known = _WORD.findall(phrase.lower()), ontology().objects.words
    spans = (" ".join(words[at : at + size]) for size in range(LONGEST, 0, -1) for at in range(len(words) - size + 1))
    return [known[span] for span in spans if span in known]
