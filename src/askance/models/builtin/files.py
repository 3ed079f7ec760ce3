"""A built-in model's folder: three networks as ONNX, and model.json, which says what goes in and comes out."""

import hashlib
from functools import cached_property
from pathlib import Path

import msgspec
from askance.core import UserError, source_digest
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
    def digest(self) -> str:
        """The digest of all four files and of the code that runs them."""
        state = hashlib.blake2b(digest_size=16)
        for name in ("model.json", *(f"{part}.onnx" for part in PARTS)):
            state.update(hashlib.blake2b(self._read(name)).digest())
        return f"{state.hexdigest()}:{source_digest('models/builtin', 'wording/normalise.py', 'wording/numerals.py')}"

    def _read(self, name: str) -> bytes:
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise UserError(
                f"{self.folder / name}: cannot be read ({error.strerror}): name a folder that askance train wrote"
            ) from error
