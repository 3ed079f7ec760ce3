"""`vizwiz:FOLDER[#SPLIT]`: VizWiz-VQA from its official file (Gurari et al. 2018), or the same in VQA's layout.

FOLDER/{val,train}.json (also in Annotations/)                 questions with ten answers each, or
FOLDER/vizwiz_{val,train}_{questions,annotations}.json         VQA's layout
FOLDER/{val,train}/VizWiz_val_00000000.jpg                     pictures (also in images/)
"""

import msgspec
from askance.datasets.gqa import split_folder_and_part
from askance.datasets.reading.file_layouts import choose_split, require_file
from askance.datasets.reading.json_records import JsonRecords
from askance.datasets.reading.question_dataset import QuestionDataset, RecordQuestionFile
from askance.datasets.reading.question_entries import QuestionEntry, make_question_entry
from askance.datasets.reading.vqa_layout import (
    TYPES,
    HumanAnswer,
    open_single_file_dataset,
    open_vqa_dataset,
    plain_file_stem,
)


class VizWizRecord(msgspec.Struct, frozen=True, gc=False):
    """One question of the official file; the picture is its id, as each is asked about once."""

    image: str
    question: str
    answers: tuple[HumanAnswer, ...]
    answer_type: str | None = None


def parse_question_record(one: VizWizRecord, where: str) -> QuestionEntry:
    """One question with its answers."""
    tags = {"type": one.answer_type if one.answer_type in TYPES else None, "question_type": one.answer_type}
    answers = tuple(given.answer for given in one.answers)
    return make_question_entry(where, plain_file_stem(one.image)[0], one.image, one.question, answers, tags)


def open_vizwiz(rest: str) -> QuestionDataset:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    root, choice = split_folder_and_part(rest, "vizwiz:FOLDER[#SPLIT]")
    split = choose_split(root, "vizwiz", choice)
    path = require_file(root, "vizwiz", "questions", split)
    if path.name.startswith("vizwiz_"):
        return open_vqa_dataset("vizwiz", rest, plain_file_stem)
    sheet = RecordQuestionFile(
        path, lambda file: JsonRecords(file, VizWizRecord), lambda one: one.image, parse_question_record
    )
    return open_single_file_dataset("vizwiz", rest, root, sheet, split, plain_file_stem)
