"""`clevr:FOLDER[#SPLIT]`: CLEVR v1.0 from its official files (Johnson et al. 2017).

FOLDER/questions/CLEVR_{val,train}_questions.json      questions, one answer each
FOLDER/scenes/CLEVR_{val,train}_scenes.json            scene graphs, where they are there
FOLDER/images/{val,train}/CLEVR_val_000000.png         pictures
"""

from functools import cached_property
from pathlib import Path

import msgspec
from askance.core import Scene
from askance.datasets.gqa import parts
from askance.datasets.reading.checks import UniqueIds
from askance.datasets.reading.clevr_scenes import Record as SceneRecord
from askance.datasets.reading.clevr_scenes import scene_of
from askance.datasets.reading.file_layouts import LAYOUTS, choose_split, find_file, image_folders, require_file
from askance.datasets.reading.keyed_images import KeyedImages, image_in_folders
from askance.datasets.reading.question_dataset import QuestionDataset, RecordQuestionFile
from askance.datasets.reading.question_entries import QuestionEntry, question_entry
from askance.datasets.reading.record_files import RecordList
from askance.datasets.reading.vqa_layout import bare_stem


class Function(msgspec.Struct, frozen=True, gc=False):
    """One step of a question's program; older files call the function its type."""

    function: str = ""
    type: str = ""


class Question(msgspec.Struct, frozen=True, gc=False):
    """One question."""

    question_index: int
    image_filename: str
    question: str
    answer: str | int | bool
    program: tuple[Function, ...] = ()


def image_of(one: Question) -> str:
    """The key of a question's picture."""
    return bare_stem(one.image_filename)[0]


def entry(one: Question, where: str) -> QuestionEntry:
    """One question with its answer; its type is the last step of its program, such as count or query_color."""
    last = one.program[-1] if one.program else Function()
    said = {True: "yes", False: "no"}[one.answer] if isinstance(one.answer, bool) else str(one.answer)
    told = f"{where} (question_index {one.question_index})"
    tags = {"question_type": last.function or last.type}
    return question_entry(told, one.question_index, image_of(one), one.question, (said,), tags, ("question", "answer"))


class ClevrScenes:
    """The scene graphs of one split, by the name of the picture."""

    def __init__(self, path: Path):
        self.files = (path,)

    @cached_property
    def _records(self) -> RecordList[SceneRecord]:
        return RecordList(self.files[0], "scenes", SceneRecord)

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Picture → record; every record is checked on the way."""
        self._records.check_unchanged()
        seen = UniqueIds("image_filename", self._records.where, "keep one scene for each image")
        for number in range(len(self._records)):
            seen.add(bare_stem(self._records[number].image_filename)[0], number)
        return seen.numbers

    def __contains__(self, key: str) -> bool:
        return key in self._rows

    def scene(self, key: str) -> Scene | None:
        """The scene of a picture, if it is described."""
        row = self._rows.get(key)
        if row is None:
            return None
        self._records.check_unchanged()
        return scene_of(self._records[row], self._records.where(row))


def open_clevr(rest: str) -> QuestionDataset:
    """`FOLDER` is val where it is there, else train; `FOLDER#train` says which."""
    root, choice = parts(rest, "clevr:FOLDER[#SPLIT]")
    split = choose_split(root, "clevr", choice)
    file = require_file(root, "clevr", "questions", split)
    sheet = RecordQuestionFile(file, lambda path: RecordList(path, "questions", Question), image_of, entry)
    graphs = find_file(root, LAYOUTS["clevr"].part("scene graphs"), split)
    find, wanted = image_in_folders(root, image_folders("clevr", split), bare_stem, ".png")
    pictures = KeyedImages("clevr", lambda: made.keys(), find, wanted)
    made = QuestionDataset(f"clevr:{rest}", (sheet,), pictures, ClevrScenes(graphs[0]) if graphs else None)
    return made
