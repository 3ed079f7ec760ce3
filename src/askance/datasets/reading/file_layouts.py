"""Which files each data set consists of, by their exact names: read by the loaders and shown by `askance doctor`."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from askance.core import UserError
from askance.core.unknown_names import unknown_name_error


class FilePart(NamedTuple):
    """Files of one kind under their possible names, of which the first that is there is used; {split} is filled in."""

    what: str
    names: tuple[str, ...]
    needed: bool = True
    note: str = ""


class FileLayout(NamedTuple):
    """The parts of a data set in a folder; of its splits the first that is there is used where none is named."""

    parts: tuple[FilePart, ...]
    splits: tuple[str, ...] = ()

    def part(self, what: str) -> FilePart:
        """The part of that kind."""
        return next(part for part in self.parts if part.what == what)


def _globs(name: str, *folders: str) -> tuple[str, ...]:
    """A file in the folder itself or in one of those below."""
    return (name, *(f"{folder}/{name}" for folder in folders))


_COCO_IMAGES = ("{split}2014/COCO_{split}2014_*.jpg", "images/*.jpg", "Images/mscoco/{split}2014/*.jpg")
_LATER = "needed only by models that look at images"
_PAIR = "needed beside {}, which has no answers of its own"

LAYOUTS: dict[str, FileLayout] = {
    "vqa2": FileLayout(
        (
            FilePart("questions", (*_globs("v2_OpenEnded_mscoco_{split}2014_questions.json", "questions", "Questions"),
                               "v2_questions.json")),
            FilePart("annotations", (*_globs("v2_mscoco_{split}2014_annotations.json", "annotations", "Annotations"),
                                 "v2_annotations.json")),
            FilePart("images", _COCO_IMAGES, False, _LATER),
        ),
        ("val", "train"),
    ),
    "okvqa": FileLayout(
        (
            FilePart("questions", _globs("OpenEnded_mscoco_{split}2014_questions.json", "questions", "Questions")),
            FilePart("annotations", _globs("mscoco_{split}2014_annotations.json", "annotations", "Annotations")),
            FilePart("images", _COCO_IMAGES, False, _LATER),
        ),
        ("val", "train"),
    ),
    "textvqa": FileLayout(
        (
            FilePart("questions", ("TextVQA_0.5.1_{split}.json", "textvqa_{split}_questions.json")),
            FilePart("annotations", ("textvqa_{split}_annotations.json",), False,
                 _PAIR.format("textvqa_{split}_questions.json")),
            FilePart("images", ("train_images/*.jpg", "train_val_images/train_images/*.jpg", "images/*.jpg"), False,
                 _LATER),
        ),
        ("val", "train"),
    ),
    "vizwiz": FileLayout(
        (
            FilePart("questions", (*_globs("{split}.json", "Annotations", "annotations"),
                               "vizwiz_{split}_questions.json")),
            FilePart("annotations", ("vizwiz_{split}_annotations.json",), False,
                 _PAIR.format("vizwiz_{split}_questions.json")),
            FilePart("images", ("{split}/VizWiz_{split}_*.jpg", "images/*.jpg"), False, _LATER),
        ),
        ("val", "train"),
    ),
    "clevr": FileLayout(
        (
            FilePart("questions", ("questions/CLEVR_{split}_questions.json", "CLEVR_{split}_questions.json")),
            FilePart("scene graphs", ("scenes/CLEVR_{split}_scenes.json", "CLEVR_{split}_scenes.json"), False,
                 "needed only by suites that make their own questions"),
            FilePart("images", ("images/{split}/CLEVR_{split}_*.png", "images/*.png"), False, _LATER),
        ),
        ("val", "train"),
    ),
    "pope": FileLayout(
        (
            FilePart("questions", _globs("coco_pope_{split}.json", "coco", "output/coco")),
            FilePart("images", ("val2014/COCO_val2014_*.jpg", "images/*.jpg"), False, _LATER),
        ),
        ("random", "popular", "adversarial"),
    ),
    "vlmevalkit": FileLayout(
        (FilePart("questions", ("*.tsv",)), FilePart("images", ("images/*",), False, "unless in the TSV"))
    ),
    "parquet": FileLayout((FilePart("questions", ("*.parquet", "data/*.parquet", "*.arrow")),)),
    "jsonl": FileLayout(
        (FilePart("questions", ("*.jsonl",)), FilePart("images", ("images/*", "*.jpg", "*.png"), False, _LATER))
    ),
    "folder": FileLayout(
        (
            FilePart("questions", ("questions.json",), False, "optional"),
            FilePart("scene graphs", ("scenes.json",), False, "optional"),
            FilePart("images", ("images/*", *(f"**/*.{suffix}" for suffix in ("jpg", "jpeg", "png", "webp", "JPG")))),
        )
    ),
    "gqa": FileLayout(
        (
            FilePart("questions", ("{split}_balanced_questions.json", "{split}_all_questions.json",
                               "{split}_all_questions/*.json", "questions.json"), False, "or scene graphs"),
            FilePart("scene graphs", ("{split}_sceneGraphs.json", "sceneGraphs.json"), False, "or questions"),
            FilePart("images", ("images/*.jpg",), False, _LATER),
        ),
        ("val", "train", "testdev"),
    ),
    "gqa_ood": FileLayout(
        (
            FilePart("questions with common answers", ("{split}_head.json", "ood_{split}_head.json"), False),
            FilePart("questions with rare answers", ("{split}_tail.json", "ood_{split}_tail.json"), False),
            FilePart("all questions", ("{split}_all.json", "ood_{split}_all.json"), False, "used if either is not"),
            FilePart("scene graphs", ("val_sceneGraphs.json", "train_sceneGraphs.json", "sceneGraphs.json"), False,
                 "needed only by suites that make their own questions"),
            FilePart("images", ("images/*.jpg",), False, _LATER),
        ),
        ("testdev", "val"),
    ),
    "visual_genome": FileLayout(
        (
            FilePart("objects", ("objects.json",), False),
            FilePart("attributes", ("attributes.json",), False),
            FilePart("relationships", ("relationships.json",), False),
            FilePart("sizes", ("image_data.json",), False, "else from images or boxes"),
            FilePart("images", ("images/*.jpg", "VG_100K/*.jpg", "VG_100K_2/*.jpg"), False, _LATER),
        )
    ),
    "coco": FileLayout(
        (
            FilePart("objects", _globs("instances_{split}.json", "annotations")),
            FilePart("images", ("{split}/*.jpg", "images/*.jpg"), False, _LATER),
        ),
        ("val2017", "train2017", "val2014", "train2014"),
    ),
}  # fmt: skip


def file_names(part: FilePart, split: str) -> Iterator[str]:
    """The names of a part in one split."""
    return (name.replace("{split}", split) for name in part.names)


def find_files(root: Path, part: FilePart, split: str) -> list[Path]:
    """The files that are there under the first name that any file has."""
    for name in file_names(part, split):
        files = sorted(root.glob(name))
        if files:
            return files
    return []


def has_file(root: Path, part: FilePart, split: str) -> bool:
    """Whether there is any file of the part."""
    return any(next(root.glob(name), None) is not None for name in file_names(part, split))


def choose_split(root: Path, kind: str, choice: str) -> str:
    """The split that is meant: the one named, else the first that has questions."""
    layout = LAYOUTS[kind]
    if choice and choice not in layout.splits:
        raise unknown_name_error(f"{kind} split", choice, layout.splits)
    asked = layout.part("questions")
    return choice or next((split for split in layout.splits if has_file(root, asked, split)), layout.splits[0])


def require_file(root: Path, kind: str, what: str, split: str) -> Path:
    """The file of a part; an error says what it must be called."""
    part = LAYOUTS[kind].part(what)
    files = find_files(root, part, split)
    if not files:
        names = list(file_names(part, split))
        others = f" (or {names[-1]})" if len(names) > 1 else ""
        raise UserError(f"{root}: holds no {names[0]}{others}: unpack the official files there (askance doctor)")
    return files[0]


def image_folders(kind: str, split: str) -> tuple[str, ...]:
    """The folders that images may be in."""
    names = file_names(LAYOUTS[kind].part("images"), split)
    return tuple(dict.fromkeys(str(PurePosixPath(name).parent) for name in names))


def layout_report(name: str) -> list[tuple[str, bool, str]]:
    """Of each part of the data `name`: whether all is well, and which files are there (✓) or not, in full."""
    kind, _, rest = name.partition(":")
    place, _, choice = rest.partition(",")[0].partition("#")
    layout, root = LAYOUTS.get(kind), Path(place)
    if layout is None or not place:
        return []
    splits = (choice,) if choice in layout.splits else layout.splits or ("",)
    if root.is_file():
        rest_of = [part for part in layout.parts if part.what != "questions"]
        return [("questions", True, f"✓ {root}"), *(_report_part(root.parent, part, splits) for part in rest_of)]
    return [_report_part(root, part, splits) for part in layout.parts]


def _report_part(root: Path, part: FilePart, splits: tuple[str, ...]) -> tuple[str, bool, str]:
    """What there is of one part, over the splits that are wanted: one of them is enough."""
    here: dict[str, None] = {}
    missing: dict[str, None] = {}
    lack = "missing" if part.needed else "no"  # what need not be there is not missing
    for split in splits:
        files = find_files(root, part, split)
        if files:
            here.setdefault(f"✓ {files[0]}" + (f" and {len(files) - 1:,} more" if len(files) > 1 else ""))
        else:
            first, *others = dict.fromkeys(file_names(part, split))
            missing.setdefault(f"{lack} {root / first}" + (f" (or {', '.join(others)})" if others else ""))
    note = f": {part.note.replace('{split}', splits[0])}" if part.note and not here else ""
    return part.what, bool(here) or not part.needed, "; ".join((*here, *missing)) + note
