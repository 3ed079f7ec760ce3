"""Official files and our own worlds, as scenes and items; this table is the family."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

from askance.core import Dataset, UserError
from askance.core.interface_checks import check_dataset, is_dataset
from askance.core.load_python_object import PYTHON, load_python_object, run_user_code
from askance.core.registry import Registry, docstring_summary


@dataclass(frozen=True, slots=True)
class DatasetKind:
    """A kind of data: how to open `prefix[:rest]`, and what the rest means."""

    open: Callable[[str], Dataset]
    form: str
    about: str


def _open_stickers(rest: str) -> Dataset:
    from askance.stickers.question_groups import GroupedStickers

    return GroupedStickers(rest or "test")


def _open_folder(rest: str) -> Dataset:
    from askance.datasets.folder import FolderDataset

    return FolderDataset(rest)


def _open_gqa(rest: str) -> Dataset:
    from askance.datasets.gqa import open_gqa

    return open_gqa(rest)


def _open_gqa_ood(rest: str) -> Dataset:
    from askance.datasets.gqa_ood import open_gqa_ood

    return open_gqa_ood(rest)


def _open_visual_genome(rest: str) -> Dataset:
    from askance.datasets.visual_genome import VisualGenome

    return VisualGenome(rest)


def _open_coco(rest: str) -> Dataset:
    from askance.datasets.coco import open_coco

    return open_coco(rest)


def _open_detected(rest: str) -> Dataset:
    from askance.datasets.detected_dataset import open_detected_dataset

    return open_detected_dataset(rest)


def _open_easy_vqa(rest: str) -> Dataset:
    from askance.datasets.easy_vqa import open_easy_vqa

    return open_easy_vqa(rest)


def _open_vqa2(rest: str) -> Dataset:
    from askance.datasets.vqa2 import open_vqa2

    return open_vqa2(rest)


def _open_okvqa(rest: str) -> Dataset:
    from askance.datasets.okvqa import open_okvqa

    return open_okvqa(rest)


def _open_textvqa(rest: str) -> Dataset:
    from askance.datasets.textvqa import open_textvqa

    return open_textvqa(rest)


def _open_vizwiz(rest: str) -> Dataset:
    from askance.datasets.vizwiz import open_vizwiz

    return open_vizwiz(rest)


def _open_clevr(rest: str) -> Dataset:
    from askance.datasets.clevr import open_clevr

    return open_clevr(rest)


def _open_pope(rest: str) -> Dataset:
    from askance.datasets.pope import open_pope

    return open_pope(rest)


def _open_vlmevalkit(rest: str) -> Dataset:
    from askance.datasets.vlmevalkit import open_vlmevalkit

    return open_vlmevalkit(rest)


def _open_parquet(rest: str) -> Dataset:
    from askance.datasets.parquet import open_parquet

    return open_parquet(rest)


def _open_jsonl(rest: str) -> Dataset:
    from askance.datasets.jsonl import open_jsonl

    return open_jsonl(rest)


def _open_recorded(rest: str) -> Dataset:
    from askance.datasets.recorded import open_recorded

    return open_recorded(rest)


def _open_carets_files(rest: str) -> Dataset:
    from askance.datasets.carets_files import CaretsFiles

    return CaretsFiles(rest)


DATASETS: dict[str, DatasetKind] = {
    "stickers": DatasetKind(
        _open_stickers, "stickers[:train|val|test]", "built-in synthetic scenes with complete ground truth"
    ),
    "folder": DatasetKind(_open_folder, "folder:PATH", "your own images with scenes.json and questions.json"),
    "gqa": DatasetKind(_open_gqa, "gqa:FOLDER[#SPLIT]", "GQA: scene graphs, questions and photographs"),
    "gqa_ood": DatasetKind(
        _open_gqa_ood, "gqa_ood:FOLDER[#PART]", "GQA-OOD: GQA questions with common and with rare answers"
    ),
    "visual_genome": DatasetKind(
        _open_visual_genome, "visual_genome:FOLDER", "Visual Genome: scene graphs and photographs"
    ),
    "coco": DatasetKind(
        _open_coco, "coco:FOLDER[#SPLIT][,fine=DATA]", "COCO: objects with masks; fine=DATA adds scene graphs"
    ),
    "detected": DatasetKind(
        _open_detected, "detected:DATA,objects=DETECTOR", "the images of DATA, with objects found by a detector"
    ),
    "easy_vqa": DatasetKind(
        _open_easy_vqa, "easy_vqa[:SPLIT|FOLDER#SPLIT]", "easy-VQA: one colored shape per image, from a pip package"
    ),
    "vqa2": DatasetKind(_open_vqa2, "vqa2:FOLDER[#SPLIT]", "VQA v2: ten human answers per question"),
    "okvqa": DatasetKind(_open_okvqa, "okvqa:FOLDER[#SPLIT]", "OK-VQA: questions that need knowledge beyond the image"),
    "textvqa": DatasetKind(_open_textvqa, "textvqa:FOLDER[#SPLIT]", "TextVQA: questions about text in photographs"),
    "vizwiz": DatasetKind(
        _open_vizwiz, "vizwiz:FOLDER[#SPLIT]", "VizWiz: questions of blind people; some cannot be answered"
    ),
    "clevr": DatasetKind(_open_clevr, "clevr:FOLDER[#SPLIT]", "CLEVR: rendered shapes with scene graphs"),
    "pope": DatasetKind(
        _open_pope, "pope:FOLDER_OR_FILE[#PART]", "POPE: yes/no questions about the presence of objects"
    ),
    "vlmevalkit": DatasetKind(_open_vlmevalkit, "vlmevalkit:FILE", "a TSV table in the format of VLMEvalKit"),
    "parquet": DatasetKind(
        _open_parquet,
        "parquet:FILE_OR_FOLDER[#PART][,image=COLUMN,…]",
        "Parquet or Arrow tables, from Hugging Face or your own",
    ),
    "jsonl": DatasetKind(
        _open_jsonl, "jsonl:FOLDER_OR_FILE[,image=FIELD,…]", "your own questions, one JSON object per line"
    ),
    "recorded": DatasetKind(
        _open_recorded,
        "recorded:FILE|FOLDER[#PART]",
        "the questions in a log of lmms-eval, VLMEvalKit or Inspect",
    ),
    "carets_files": DatasetKind(_open_carets_files, "carets_files:FOLDER", "the published question pairs of CARETS"),
}


class _HasName(Protocol):
    name: str


def _as_dataset_kind(name: str, found: Any) -> DatasetKind:
    """A source as it is; a data set, or a class or function that makes one, of the text behind NAME: where there is."""
    if isinstance(found, DatasetKind):
        return found

    def opened(rest: str) -> Dataset:
        return _set_dataset_name(_make_dataset(found, rest, name), f"{name}:{rest}" if rest else name)

    return DatasetKind(opened, name if is_dataset(found) else f"{name}[:ARGUMENT]", docstring_summary(found))


def _make_dataset(found: Any, rest: str, name: str) -> Dataset:
    if is_dataset(found):
        if rest:
            raise UserError(f"data set {name} takes no argument, but got {rest!r}")
        return check_dataset(found)
    if not callable(found):
        raise UserError(f"data set {name}: a {type(found).__name__} is no data set, and no class or function of one")
    try:
        return check_dataset(found(rest) if rest else found())
    except TypeError as error:
        raise UserError(f"data set {name}: {error}: write {name}:ARGUMENT if it takes one") from error


def _set_dataset_name(data: Dataset, name: str) -> Dataset:
    """The data set under the name by which a report opens it again."""
    if data.name != name:
        with suppress(AttributeError):
            cast(_HasName, data).name = name
    if data.name != name:
        raise UserError(f"data set {name}: its `name` is {data.name!r} and cannot be set: make it an attribute")
    return data


ALL_DATASETS: Registry[DatasetKind] = Registry(
    "askance.datasets", "data set", DATASETS, _as_dataset_kind, frozenset({PYTHON})
)


def _open_python(rest: str) -> Dataset:
    """A data set of the user's own code: MODULE:OBJECT, or MODULE:OBJECT:ARGUMENT for a class or function."""
    module, _, more = rest.partition(":")
    attribute, _, argument = more.partition(":")
    target = f"{module}:{attribute}" if attribute else module
    with run_user_code(target):
        found = load_python_object(target, "my_data:Mine").value
        return _set_dataset_name(_make_dataset(found, argument, f"{PYTHON}:{target}"), f"{PYTHON}:{rest}")


def open_dataset(name: str, allow_outside: bool = False) -> Dataset:
    """The data set of that name; `allow_outside` (or `allow-outside:NAME`) permits images outside of its folder."""
    from askance.datasets.reading.folder_boundary import PREFIX, allow_outside_images, name_with_outside_allowed

    prefix, _, rest = name.partition(":")
    if allow_outside and prefix != PREFIX:
        return open_dataset(name_with_outside_allowed(name))
    if prefix == PREFIX:
        inner = name_with_outside_allowed(rest)
        if inner != name:  # said twice, without files, or for a data set that holds another
            return open_dataset(inner)
        with allow_outside_images():
            opened = open_dataset(rest)
        cast(_HasName, opened).name = name  # how a report opens it again
        return opened
    if prefix == PYTHON:
        return _open_python(rest)
    return ALL_DATASETS.find(prefix, "askance list datasets").open(rest)


__all__ = ["ALL_DATASETS", "DATASETS", "DatasetKind", "open_dataset"]
