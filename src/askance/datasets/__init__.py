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


def _gqa(rest: str) -> Dataset:
    from askance.datasets.gqa import open_gqa

    return open_gqa(rest)


def _gqa_ood(rest: str) -> Dataset:
    from askance.datasets.gqa_ood import open_gqa_ood

    return open_gqa_ood(rest)


def _visual_genome(rest: str) -> Dataset:
    from askance.datasets.visual_genome import VisualGenome

    return VisualGenome(rest)


def _carets_files(rest: str) -> Dataset:
    from askance.datasets.carets_files import CaretsFiles

    return CaretsFiles(rest)


DATASETS: dict[str, Source] = {
    "stickers": Source(_stickers, "stickers[:train|val|test]", "the built-in world: drawn scenes with complete truth"),
    "folder": Source(_folder, "folder:PATH", "your own images with scenes.json and questions.json"),
    "gqa": Source(_gqa, "gqa:FOLDER[#SPLIT]", "GQA: scene graphs, questions, photographs"),
    "gqa_ood": Source(_gqa_ood, "gqa_ood:FOLDER[#PART]", "GQA-OOD: common and rare answers"),
    "visual_genome": Source(_visual_genome, "visual_genome:FOLDER", "Visual Genome: scene graphs, photographs"),
    "carets_files": Source(_carets_files, "carets_files:FOLDER", "the published CARETS question files, as pairs"),
}


def open_data(name: str) -> Dataset:
    """The data set of that name."""
    prefix, _, rest = name.partition(":")
    if prefix not in DATASETS:
        raise unknown("data set", name, DATASETS, "askance list datasets")
    return DATASETS[prefix].open(rest)


__all__ = ["DATASETS", "Source", "open_data"]
