"""`clevr:FOLDER[#SPLIT]`: CLEVR v1.0 from its official files (Johnson et al. 2017).

FOLDER/questions/CLEVR_{val,train}_questions.json      questions, one answer each
FOLDER/scenes/CLEVR_{val,train}_scenes.json            scene graphs, where they are there
FOLDER/images/{val,train}/CLEVR_val_000000.png         pictures
"""

from functools import cached_property
from pathlib import Path

import msgspec
from askance.core import Scene
from askance.datasets.gqa import split_folder_and_part
from askance.datasets.reading.clevr_scenes import ClevrSceneRecord as SceneRecord
from askance.datasets.reading.clevr_scenes import clevr_record_to_scene
from askance.datasets.reading.file_layouts import LAYOUTS, choose_split, find_files, image_folders, require_file
from askance.datasets.reading.keyed_images import KeyedImages, find_image_by_stem
from askance.datasets.reading.question_dataset import QuestionDataset, RecordQuestionFile
from askance.datasets.reading.question_entries import QuestionEntry, make_question_entry
from askance.datasets.reading.record_checks import UniqueIds
from askance.datasets.reading.record_files import RecordList
from askance.datasets.reading.vqa_layout import plain_file_stem


class ProgramStep(msgspec.Struct, frozen=True, gc=False):
    """One step of a question's program; older files call the function its type."""

    function: str = ""
    type: str = ""


class Question(msgspec.Struct, frozen=True, gc=False):
    """One question."""

    question_index: int
    image_filename: str
    question: str
    answer: str | int | bool
    program: tuple[ProgramStep, ...] = ()


def image_key_of(one: Question) -> str:
    """The key of a question's picture."""
    return plain_file_stem(one.image_filename)[0]


def parse_question_record(one: Question, where: str) -> QuestionEntry:
    """One question with its answer; its type is the last step of its program, such as count or query_color."""
    last = one.program[-1] if one.program else ProgramStep()
    said = {True: "yes", False: "no"}[one.answer] if isinstance(one.answer, bool) else str(one.answer)
    told = f"{where} (question_index {one.question_index})"
    tags = {"question_type": last.function or last.type}
    return make_question_entry(
        told, one.question_index, image_key_of(one), one.question, (said,), tags, ("question", "answer")
    )


class ClevrScenes:
    """The scene graphs of one split, by the name of the picture."""

    def __init__(self, path: Path):
        self.files = (path,)

    @cached_property
    def _records(self) -> RecordList[SceneRecord]:
        return RecordList(self.files[0], "scenes", SceneRecord)

    @cached_property
    def _rows_by_image(self) -> dict[str, int]:
        """Picture → record; every record is checked on the way."""
        self._records.check_unchanged()
        seen = UniqueIds("image_filename", self._records.location_of, "keep one scene for each image")
        for number in range(len(self._records)):
            seen.add(plain_file_stem(self._records[number].image_filename)[0], number)
        return seen.numbers

    def __contains__(self, key: str) -> bool:
        return key in self._rows_by_image

    def scene(self, key: str) -> Scene | None:
        """The scene of a picture, if it is described."""
        row = self._rows_by_image.get(key)
        if row is None:
            return None
        self._records.check_unchanged()
        return clevr_record_to_scene(self._records[row], self._records.location_of(row))


def open_clevr(rest: str) -> QuestionDataset:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    root, choice = split_folder_and_part(rest, "clevr:FOLDER[#SPLIT]")
    split = choose_split(root, "clevr", choice)
    file = require_file(root, "clevr", "questions", split)
    sheet = RecordQuestionFile(
        file, lambda path: RecordList(path, "questions", Question), image_key_of, parse_question_record
    )
    graphs = find_files(root, LAYOUTS["clevr"].part("scene graphs"), split)
    find, wanted = find_image_by_stem(root, image_folders("clevr", split), plain_file_stem, ".png")
    pictures = KeyedImages("clevr", lambda: made.keys(), find, wanted)
    made = QuestionDataset(f"clevr:{rest}", (sheet,), pictures, ClevrScenes(graphs[0]) if graphs else None)
    return made
