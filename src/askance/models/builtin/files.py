"""A built-in model's folder: three networks as ONNX, and model.json, which says what goes in and comes out."""

import os
from functools import cached_property
from pathlib import Path

import msgspec
from askance.core import UserError, digest_of, source_digest
from askance.core.digest import file_digest
from askance.core.onnx_files import external_files
from askance.models.builtin.sight import SIZE
from askance.models.builtin.words import Lexicon

PARTS = ("see", "words", "say")
VISION, TEXT = "vision.out", "text.in"
BLIND = "blind"


class About(msgspec.Struct, frozen=True):
    """What model.json says that running a model needs; the rest of it is the model card."""

    words: tuple[str, ...]
    answers: tuple[str, ...]
    drops: tuple[int, ...]  # the sizes of the dropout masks
    model: str = ""  # the kind of network
    size: tuple[int, int] = SIZE  # of the pictures that it sees
    spread: dict[str, tuple[float, ...]] = {}  # site → the standard deviation of each of its dimensions


class Files:
    """A folder with a model, read when it is first needed."""

    def __init__(self, folder: Path):
        self.folder = folder
        data = self._read("model.json")
        try:
            self.about = msgspec.json.decode(data, type=About)
        except msgspec.MsgspecError as error:
            raise UserError(f"{folder / 'model.json'}: {error}: train or export the model again") from error
        self.lexicon = Lexicon(self.about.words, self.about.answers)
        for part in PARTS:
            if not self.path(part).is_file():
                raise UserError(f"{self.path(part)}: is missing: train or export the model again")

    def path(self, part: str) -> Path:
        """The file of one of the three networks."""
        return self.folder / f"{part}.onnx"

    @cached_property
    def content(self) -> str:
        """The digest of all that the folder's networks are made of: the four files, and those that hold weights."""
        parts = [self.path(part) for part in PARTS]
        try:
            weights = {file for path in parts for file in external_files(path)}
            files = [self.folder / "model.json", *parts, *sorted(weights)]
            return digest_of([(os.path.relpath(file, self.folder), file_digest(file)) for file in files]).hex()
        except OSError as error:
            raise UserError(f"{error.filename}: cannot be read ({error.strerror}): restore the file") from error

    @property
    def digest(self) -> str:
        """The digest of the files and of the code that runs them."""
        return f"{self.content}:{source_digest('models/builtin', 'wording/normalise.py', 'wording/numerals.py')}"

    def _read(self, name: str) -> bytes:
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise UserError(
                f"{self.folder / name}: cannot be read ({error.strerror}): name a folder that askance train wrote"
            ) from error
