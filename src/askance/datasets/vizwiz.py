"""`vizwiz:FOLDER[#SPLIT]`: VizWiz-VQA from its official file (Gurari et al. 2018), or the same in VQA's layout.

FOLDER/{val,train}.json (also in Annotations/)                 questions with ten answers each, or
FOLDER/vizwiz_{val,train}_{questions,annotations}.json         VQA's layout
FOLDER/{val,train}/VizWiz_val_00000000.jpg                     pictures (also in images/)
"""

import msgspec
from askance.datasets.entries import Entry, entry_of
from askance.datasets.gqa import parts
from askance.datasets.layouts import needed, split_in
from askance.datasets.sheets import QuestionSet, RecordSheet
from askance.datasets.streaming import Records
from askance.datasets.vqa_layout import TYPES, Given, bare_stem, open_vqa, opened


class Record(msgspec.Struct, frozen=True, gc=False):
    """One question of the official file; the picture is its id, as each is asked about once."""

    image: str
    question: str
    answers: tuple[Given, ...]
    answer_type: str | None = None


def entry(one: Record, where: str) -> Entry:
    """One question with its answers."""
    tags = {"type": one.answer_type if one.answer_type in TYPES else None, "question_type": one.answer_type}
    answers = tuple(given.answer for given in one.answers)
    return entry_of(where, bare_stem(one.image)[0], one.image, one.question, answers, tags)


def open_vizwiz(rest: str) -> QuestionSet:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    root, choice = parts(rest, "vizwiz:FOLDER[#SPLIT]")
    split = split_in(root, "vizwiz", choice)
    path = needed(root, "vizwiz", "questions", split)
    if path.name.startswith("vizwiz_"):
        return open_vqa("vizwiz", rest, bare_stem)
    sheet = RecordSheet(path, lambda file: Records(file, Record), lambda one: one.image, entry)
    return opened("vizwiz", rest, root, sheet, split, bare_stem)
