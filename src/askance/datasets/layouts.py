"""Which files each data set consists of, by their exact names: read by the loaders and shown by `askance doctor`."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from askance.core import UserError
from askance.core.names import unknown


class Part(NamedTuple):
    """Files of one kind under their possible names, of which the first that is there is used; {split} is filled in."""

    what: str
    names: tuple[str, ...]
    needed: bool = True
    note: str = ""


class Layout(NamedTuple):
    """The parts of a data set in a folder; of its splits the first that is there is used where none is named."""

    parts: tuple[Part, ...]
    splits: tuple[str, ...] = ()

    def part(self, what: str) -> Part:
        """The part of that kind."""
        return next(part for part in self.parts if part.what == what)


def _places(name: str, *folders: str) -> tuple[str, ...]:
    """A file in the folder itself or in one of those below."""
    return (name, *(f"{folder}/{name}" for folder in folders))


_COCO_PICTURES = ("{split}2014/COCO_{split}2014_*.jpg", "images/*.jpg", "Images/mscoco/{split}2014/*.jpg")
_LATER = "needed only by models that look"
_PAIR = "needed beside {}, which has no answers of its own"

LAYOUTS: dict[str, Layout] = {
    "vqa2": Layout(
        (
            Part("questions", (*_places("v2_OpenEnded_mscoco_{split}2014_questions.json", "questions", "Questions"),
                               "v2_questions.json")),
            Part("annotations", (*_places("v2_mscoco_{split}2014_annotations.json", "annotations", "Annotations"),
                                 "v2_annotations.json")),
            Part("pictures", _COCO_PICTURES, False, _LATER),
        ),
        ("val", "train"),
    ),
    "okvqa": Layout(
        (
            Part("questions", _places("OpenEnded_mscoco_{split}2014_questions.json", "questions", "Questions")),
            Part("annotations", _places("mscoco_{split}2014_annotations.json", "annotations", "Annotations")),
            Part("pictures", _COCO_PICTURES, False, _LATER),
        ),
        ("val", "train"),
    ),
    "textvqa": Layout(
        (
            Part("questions", ("TextVQA_0.5.1_{split}.json", "textvqa_{split}_questions.json")),
            Part("annotations", ("textvqa_{split}_annotations.json",), False,
                 _PAIR.format("textvqa_{split}_questions.json")),
            Part("pictures", ("train_images/*.jpg", "train_val_images/train_images/*.jpg", "images/*.jpg"), False,
                 _LATER),
        ),
        ("val", "train"),
    ),
    "vizwiz": Layout(
        (
            Part("questions", (*_places("{split}.json", "Annotations", "annotations"),
                               "vizwiz_{split}_questions.json")),
            Part("annotations", ("vizwiz_{split}_annotations.json",), False,
                 _PAIR.format("vizwiz_{split}_questions.json")),
            Part("pictures", ("{split}/VizWiz_{split}_*.jpg", "images/*.jpg"), False, _LATER),
        ),
        ("val", "train"),
    ),
    "clevr": Layout(
        (
            Part("questions", ("questions/CLEVR_{split}_questions.json", "CLEVR_{split}_questions.json")),
            Part("scene graphs", ("scenes/CLEVR_{split}_scenes.json", "CLEVR_{split}_scenes.json"), False,
                 "needed only by suites that make their own questions"),
            Part("pictures", ("images/{split}/CLEVR_{split}_*.png", "images/*.png"), False, _LATER),
        ),
        ("val", "train"),
    ),
    "pope": Layout(
        (
            Part("questions", _places("coco_pope_{split}.json", "coco", "output/coco")),
            Part("pictures", ("val2014/COCO_val2014_*.jpg", "images/*.jpg"), False, _LATER),
        ),
        ("random", "popular", "adversarial"),
    ),
    "vlmevalkit": Layout((Part("questions", ("*.tsv",)), Part("pictures", ("images/*",), False, "unless in the TSV"))),
    "parquet": Layout((Part("questions", ("*.parquet", "data/*.parquet", "*.arrow")),)),
    "jsonl": Layout((Part("questions", ("*.jsonl",)), Part("pictures", ("images/*", "*.jpg", "*.png"), False, _LATER))),
    "folder": Layout(
        (
            Part("questions", ("questions.json",), False, "or scene graphs"),
            Part("scene graphs", ("scenes.json",), False, "or questions"),
            Part("pictures", ("images/*",)),
        )
    ),
    "gqa": Layout(
        (
            Part("questions", ("{split}_balanced_questions.json", "{split}_all_questions.json",
                               "{split}_all_questions/*.json", "questions.json"), False, "or scene graphs"),
            Part("scene graphs", ("{split}_sceneGraphs.json", "sceneGraphs.json"), False, "or questions"),
            Part("pictures", ("images/*.jpg",), False, _LATER),
        ),
        ("val", "train", "testdev"),
    ),
    "gqa_ood": Layout(
        (
            Part("questions with common answers", ("{split}_head.json", "ood_{split}_head.json"), False),
            Part("questions with rare answers", ("{split}_tail.json", "ood_{split}_tail.json"), False),
            Part("all questions", ("{split}_all.json", "ood_{split}_all.json"), False, "used if either is not"),
            Part("scene graphs", ("val_sceneGraphs.json", "train_sceneGraphs.json", "sceneGraphs.json"), False,
                 "needed only by suites that make their own questions"),
            Part("pictures", ("images/*.jpg",), False, _LATER),
        ),
        ("testdev", "val"),
    ),
    "visual_genome": Layout(
        (
            Part("objects", ("objects.json",), False),
            Part("attributes", ("attributes.json",), False),
            Part("relationships", ("relationships.json",), False),
            Part("sizes", ("image_data.json",), False, "else from pictures or boxes"),
            Part("pictures", ("images/*.jpg", "VG_100K/*.jpg", "VG_100K_2/*.jpg"), False, _LATER),
        )
    ),
    "coco": Layout(
        (
            Part("objects", _places("instances_{split}.json", "annotations")),
            Part("pictures", ("{split}/*.jpg", "images/*.jpg"), False, _LATER),
        ),
        ("val2017", "train2017", "val2014", "train2014"),
    ),
}  # fmt: skip


def filled(part: Part, split: str) -> Iterator[str]:
    """The names of a part in one split."""
    return (name.replace("{split}", split) for name in part.names)


def found(root: Path, part: Part, split: str) -> list[Path]:
    """The files that are there under the first name that any file has."""
    for name in filled(part, split):
        files = sorted(root.glob(name))
        if files:
            return files
    return []


def is_here(root: Path, part: Part, split: str) -> bool:
    """Whether there is any file of the part."""
    return any(next(root.glob(name), None) is not None for name in filled(part, split))


def split_in(root: Path, kind: str, choice: str) -> str:
    """The split that is meant: the one named, else the first that has questions."""
    layout = LAYOUTS[kind]
    if choice and choice not in layout.splits:
        raise unknown(f"{kind} split", choice, layout.splits)
    asked = layout.part("questions")
    return choice or next((split for split in layout.splits if is_here(root, asked, split)), layout.splits[0])


def needed(root: Path, kind: str, what: str, split: str) -> Path:
    """The file of a part; an error says what it must be called."""
    part = LAYOUTS[kind].part(what)
    files = found(root, part, split)
    if not files:
        names = list(filled(part, split))
        others = f" (or {names[-1]})" if len(names) > 1 else ""
        raise UserError(f"{root}: holds no {names[0]}{others}: unpack the official files there (askance doctor)")
    return files[0]


def picture_folders(kind: str, split: str) -> tuple[str, ...]:
    """The folders that pictures may lie in."""
    names = filled(LAYOUTS[kind].part("pictures"), split)
    return tuple(dict.fromkeys(str(PurePosixPath(name).parent) for name in names))


def report(name: str) -> list[tuple[str, bool, str]]:
    """Of each part of the data `name`: whether all is well, and which files are found (✓) or missing, in full."""
    kind, _, rest = name.partition(":")
    place, _, choice = rest.partition(",")[0].partition("#")
    layout, root = LAYOUTS.get(kind), Path(place)
    if layout is None or not place:
        return []
    splits = (choice,) if choice in layout.splits else layout.splits or ("",)
    if root.is_file():
        rest_of = [part for part in layout.parts if part.what != "questions"]
        return [("questions", True, f"✓ {root}"), *(_told(root.parent, part, splits) for part in rest_of)]
    return [_told(root, part, splits) for part in layout.parts]


def _told(root: Path, part: Part, splits: tuple[str, ...]) -> tuple[str, bool, str]:
    """What there is of one part, over the splits that are wanted: one of them is enough."""
    here: dict[str, None] = {}
    missing: dict[str, None] = {}
    for split in splits:
        files = found(root, part, split)
        if files:
            here.setdefault(f"✓ {files[0]}" + (f" and {len(files) - 1:,} more" if len(files) > 1 else ""))
        else:
            first, *others = dict.fromkeys(filled(part, split))
            missing.setdefault(f"missing {root / first}" + (f" (or {', '.join(others)})" if others else ""))
    note = f": {part.note.replace('{split}', splits[0])}" if part.note and not here else ""
    return part.what, bool(here) or not part.needed, "; ".join((*here, *missing)) + note
