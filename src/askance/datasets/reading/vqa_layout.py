"""The layout of VQA's files: questions in one, ten answers to each in another, tied by question_id."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import msgspec
from askance.core import UserError
from askance.core.input_files import decode_json_input, read_input_file
from askance.datasets.gqa import split_folder_and_part
from askance.datasets.reading.file_layouts import choose_split, image_folders, require_file
from askance.datasets.reading.json_records import AGAIN
from askance.datasets.reading.keyed_images import KeyedImages, find_image_by_stem
from askance.datasets.reading.question_dataset import QuestionDataset, QuestionFile
from askance.datasets.reading.question_entries import QuestionEntry, make_question_entry
from askance.datasets.reading.record_checks import UniqueIds
from askance.datasets.reading.record_files import RecordList

TYPES = ("yes/no", "number", "other")


class Question(msgspec.Struct, frozen=True, gc=False):
    """One question."""

    question_id: int | str
    image_id: int | str
    question: str


class HumanAnswer(msgspec.Struct, frozen=True, gc=False):
    """One person's answer; how sure they were, and its number where it has one, are passed over."""

    answer: str


class Annotation(msgspec.Struct, frozen=True, gc=False):
    """The answers to one question."""

    question_id: int | str
    answers: tuple[HumanAnswer, ...]
    question_type: str | None = None
    answer_type: str | None = None


class _QuestionIdOnly(msgspec.Struct, frozen=True, gc=False):
    question_id: int | str


class _FileHeader(msgspec.Struct, frozen=True):
    data_subtype: str = ""


class VqaQuestionFile:
    """Questions with their answers; confidence is ignored, and answers keep their order."""

    def __init__(self, questions: Path, annotations: Path):
        self.files = (questions, annotations)

    @cached_property
    def _questions(self) -> RecordList[Question]:
        return RecordList(self.files[0], "questions", Question)

    @cached_property
    def _annotations(self) -> RecordList[Annotation]:
        return RecordList(self.files[1], "annotations", Annotation)

    @cached_property
    def _annotation_rows(self) -> dict[str, int]:
        """Question id → its annotation."""
        ties = RecordList(self.files[1], "annotations", _QuestionIdOnly)
        seen = UniqueIds("question_id", ties.location_of, "keep one annotation for each question")
        for number in range(len(ties)):
            seen.add(str(ties[number].question_id), number)
        return seen.numbers

    @cached_property
    def data_subtype(self) -> str:
        """The pictures' split as the file itself calls it, such as val2014; empty if it does not."""
        try:
            data = read_input_file(self.files[0], AGAIN)
            return decode_json_input(data, msgspec.json.Decoder(_FileHeader), str(self.files[0]), AGAIN).data_subtype
        except UserError:
            return ""  # reading the questions says what is wrong

    def __len__(self) -> int:
        return len(self._questions)

    def location_of(self, number: int) -> str:
        """The file and the record, for errors."""
        return self._questions.location_of(number)

    def check_unchanged(self) -> None:
        """Raise where a file is no longer the one that was split."""
        self._questions.check_unchanged()
        self._annotations.check_unchanged()

    def _annotation_of(self, number: int, key: int | str) -> tuple[int, Annotation]:
        """The annotation of a question; the official files are in the same order, so that one looks there first."""
        # As many annotations as questions: if each is where it is looked for first, none is there twice.
        if len(self._annotations) == len(self._questions):
            said = self._annotations[number]
            if said.question_id == key:
                return number, said
        row = self._annotation_rows.get(str(key))
        if row is None:
            raise UserError(
                f"{self.location_of(number)}: field question_id: {key} has no annotation in {self.files[1]}:"
                f" use the two files of one split, or {AGAIN}"
            )
        return row, self._annotations[row]

    def image_key(self, number: int) -> str:
        """The key of its picture."""
        return str(self._questions[number].image_id)

    def read_question(self, number: int) -> QuestionEntry:
        """One question with its answers."""
        question = self._questions[number]
        row, said = self._annotation_of(number, question.question_id)
        answers = tuple([given.answer for given in said.answers])
        where = self._annotations.location_of(row) if question.question.strip() else self.location_of(number)
        given_type = next((kind for kind in (said.answer_type, said.question_type) if kind in TYPES), None)
        tags = {"type": given_type, "question_type": said.question_type or said.answer_type}
        return make_question_entry(
            where, question.question_id, str(question.image_id), question.question, answers, tags
        )


def coco_file_stems(split: str) -> Callable[[str], tuple[str, ...]]:
    """What a COCO picture's file may be called, the official name first."""

    def stems(image: str) -> tuple[str, ...]:
        if not image.isdecimal():
            return (image,)
        number = f"{int(image):012d}"
        named = dict.fromkeys((split, "val2014", "train2014"))
        return (*(f"COCO_{each}_{number}" for each in named if each), number, image)

    return stems


def plain_file_stem(image: str) -> tuple[str, ...]:
    """A picture's file name without its ending, whether or not the record gives one."""
    return (Path(image).stem if Path(image).suffix.lower() in (".jpg", ".jpeg", ".png") else image,)


def open_single_file_dataset(
    kind: str, rest: str, root: Path, sheet: QuestionFile, split: str, stems: Callable[[str], tuple[str, ...]]
) -> QuestionDataset:
    """A data set of one sheet whose pictures lie in the folders of its layout."""
    find, wanted = find_image_by_stem(root, image_folders(kind, split), stems)
    made = QuestionDataset(f"{kind}:{rest}", (sheet,), KeyedImages(kind, lambda: made.keys(), find, wanted))
    return made


def open_vqa_dataset(kind: str, rest: str, stems: Callable[[str], tuple[str, ...]] | None = None) -> QuestionDataset:
    """A data set in VQA's layout; pictures are COCO's if not said otherwise."""
    root, choice = split_folder_and_part(rest, f"{kind}:FOLDER[#SPLIT]")
    split = choose_split(root, kind, choice)
    sheet = VqaQuestionFile(
        require_file(root, kind, "questions", split), require_file(root, kind, "annotations", split)
    )
    return open_single_file_dataset(
        kind, rest, root, sheet, split, stems or coco_file_stems(sheet.data_subtype or f"{split}2014")
    )
