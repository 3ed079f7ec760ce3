"""`textvqa:FOLDER[#SPLIT]`: TextVQA from its official file (Singh et al. 2019), or the same in VQA's layout.

FOLDER/TextVQA_0.5.1_{val,train}.json                          questions with ten answers each, or
FOLDER/textvqa_{val,train}_{questions,annotations}.json        VQA's layout
FOLDER/train_images/003a8ae2ef43b901.jpg                       pictures of both splits (also in images/)
"""

import msgspec
from askance.datasets.entries import Entry, entry_of
from askance.datasets.gqa import parts
from askance.datasets.layouts import needed, split_in
from askance.datasets.listed import Listed
from askance.datasets.sheets import QuestionSet, RecordSheet
from askance.datasets.vqa_layout import bare_stem, open_vqa, opened


class Record(msgspec.Struct, frozen=True, gc=False):
    """One question of the official file."""

    question_id: int | str
    image_id: str
    question: str
    answers: tuple[str, ...]


def entry(one: Record, where: str) -> Entry:
    """One question with its answers."""
    told = f"{where} (question_id {one.question_id})"
    return entry_of(told, one.question_id, one.image_id, one.question, one.answers, {})


def open_textvqa(rest: str) -> QuestionSet:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    root, choice = parts(rest, "textvqa:FOLDER[#SPLIT]")
    split = split_in(root, "textvqa", choice)
    path = needed(root, "textvqa", "questions", split)
    if path.name.startswith("textvqa_"):
        return open_vqa("textvqa", rest, bare_stem)
    sheet = RecordSheet(path, lambda file: Listed(file, "data", Record), lambda one: one.image_id, entry)
    return opened("textvqa", rest, root, sheet, split, bare_stem)
