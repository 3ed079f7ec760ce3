"""Official files and our own worlds, as scenes and items; this table is the family."""

from collections.abc import Callable
from dataclasses import dataclass

from askance.core import Dataset
from askance.core.names import unknown


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of data: how to open `prefix[:rest]`, and what the rest means."""

    open: Callable[[str], Dataset]
    form: str
    about: str


def _stickers(rest: str) -> Dataset:
    from askance.datasets.stickers.world import Stickers

    return Stickers(rest or "test")


def _folder(rest: str) -> Dataset:
    from askance.datasets.folder import Folder

    return Folder(rest)


DATASETS: dict[str, Source] = {
    "stickers": Source(_stickers, "stickers[:train|val|test]", "the built-in world: drawn scenes with complete truth"),
    "folder": Source(_folder, "folder:PATH", "your own images with scenes.json and questions.json"),
}


def open_data(name: str) -> Dataset:
    """The data set of that name."""
    prefix, _, rest = name.partition(":")
    if prefix not in DATASETS:
        raise unknown("data set", name, DATASETS, "askance list datasets")
    return DATASETS[prefix].open(rest)


__all__ = ["DATASETS", "Source", "open_data"]
