"""`textvqa:FOLDER[#SPLIT]`: TextVQA from its official file (Singh et al. 2019), or the same in VQA's layout.

FOLDER/TextVQA_0.5.1_{val,train}.json                          questions with ten answers each, or
FOLDER/textvqa_{val,train}_{questions,annotations}.json        VQA's layout
FOLDER/train_images/003a8ae2ef43b901.jpg                       pictures of both splits (also in images/)
"""

import msgspec
from askance.datasets.gqa import split_folder_and_part
from askance.datasets.reading.file_layouts import choose_split, require_file
from askance.datasets.reading.question_dataset import QuestionDataset, RecordQuestionFile
from askance.datasets.reading.question_entries import QuestionEntry, make_question_entry
from askance.datasets.reading.record_files import RecordList
from askance.datasets.reading.vqa_layout import open_single_file_dataset, open_vqa_dataset, plain_file_stem


class TextVqaRecord(msgspec.Struct, frozen=True, gc=False):
    """One question of the official file."""

    question_id: int | str
    image_id: str
    question: str
    answers: tuple[str, ...]


def parse_question_record(one: TextVqaRecord, where: str) -> QuestionEntry:
    """One question with its answers."""
    told = f"{where} (question_id {one.question_id})"
    return make_question_entry(told, one.question_id, one.image_id, one.question, one.answers, {})


def open_textvqa(rest: str) -> QuestionDataset:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    root, choice = split_folder_and_part(rest, "textvqa:FOLDER[#SPLIT]")
    split = choose_split(root, "textvqa", choice)
    path = require_file(root, "textvqa", "questions", split)
    if path.name.startswith("textvqa_"):
        return open_vqa_dataset("textvqa", rest, plain_file_stem)
    sheet = RecordQuestionFile(
        path, lambda file: RecordList(file, "data", TextVqaRecord), lambda one: one.image_id, parse_question_record
    )
    return open_single_file_dataset("textvqa", rest, root, sheet, split, plain_file_stem)
