"""`pope:FOLDER_OR_FILE[#PART]`: POPE (Li et al. 2023), is there such an object or not; one JSON object a line.

FOLDER/coco_pope_{random,popular,adversarial}.json     questions (also in coco/ or output/coco/; or one file by name)
FOLDER/val2014/COCO_val2014_000000310196.jpg           pictures (also in images/)
"""

from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from askance.core import UserError
from askance.core.unknown_names import unknown_name_error
from askance.datasets.reading.file_layouts import LAYOUTS, find_files, image_folders, require_file
from askance.datasets.reading.keyed_images import KeyedImages, find_image_by_stem
from askance.datasets.reading.question_dataset import QuestionDataset, RecordQuestionFile
from askance.datasets.reading.question_entries import QuestionEntry, make_question_entry
from askance.datasets.reading.record_files import RecordLines
from askance.datasets.reading.vqa_layout import plain_file_stem

PARTS = LAYOUTS["pope"].splits


class PopeRecord(msgspec.Struct, frozen=True, gc=False):
    """One question."""

    question_id: int | str
    image: str
    text: str
    label: Literal["yes", "no"]


def parse_question_record(part: str, one: PopeRecord, where: str) -> QuestionEntry:
    """One question with its answer; ids start anew in each file, so that the part is written before them."""
    told = f"{where} (question_id {one.question_id})"
    tags = {"type": "yes/no", "part": part}
    return make_question_entry(
        told, f"{part}-{one.question_id}", one.image, one.text, (one.label,), tags, ("text", "label")
    )


def open_pope(rest: str) -> QuestionDataset:
    """`FOLDER` is every part that is there, `FOLDER#popular` one of them; `FILE` is that file."""
    place, _, choice = rest.partition("#")
    root = Path(place).absolute()
    if choice and choice not in PARTS:
        raise unknown_name_error("POPE part", choice, PARTS)
    if place and root.is_file():
        files = [(root.stem.rpartition("_")[2], root)]
        root = root.parent
    elif place and root.is_dir():
        asked = LAYOUTS["pope"].part("questions")
        files = [(part, path) for part in PARTS if choice in ("", part) for path in find_files(root, asked, part)]
        if not files:
            require_file(root, "pope", "questions", choice or PARTS[0])
    else:
        raise UserError(f"{place or 'pope:'}: no such folder or file: name one as pope:FOLDER_OR_FILE[#PART]")
    find, wanted = find_image_by_stem(root, image_folders("pope", ""), plain_file_stem)
    sheets = tuple(
        RecordQuestionFile(
            path,
            lambda file: RecordLines(file, PopeRecord),
            lambda one: one.image,
            partial(parse_question_record, part),
        )
        for part, path in files
    )
    made = QuestionDataset(f"pope:{rest}", sheets, KeyedImages("pope", lambda: made.keys(), find, wanted))
    return made
