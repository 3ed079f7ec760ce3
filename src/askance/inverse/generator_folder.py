"""A generator's folder: its networks as ONNX, and generator.json, which has their digests and says what they take.

A tuned generator may lie beside the one that it was tuned from, and share its networks: `base` names that folder.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from askance.core import UserError, digest_value, source_digest
from askance.core.atomic_files import write_atomic
from askance.core.digest import file_digest
from askance.core.self_checking_json import DamagedJson, decode_and_verify_digest, encode_with_digest
from askance.inverse.question_words import QuestionVocabulary

CARD = "generator.json"
PARTS = ("see", "encode", "begin", "decode", "legal")  # a baseline has no `encode` or no `see`, a small one no `legal`
WEIGHTS = Path(__file__).parent / "weights"
SUPERVISED = "supervised"


class GeneratorInfo(msgspec.Struct, frozen=True):
    """What generator.json says that running a generator needs; the rest of it is the model card."""

    variant: str
    words: tuple[str, ...]
    answers: tuple[str, ...]
    files: dict[str, str]  # network → digest of its file
    latent: int = 0  # dimensions of z; 0: not variational
    eye: str = ""  # the built-in model whose image features it takes; "": it receives no image
    eye_digest: str = ""  # of that model's image network
    base: str = ""  # a folder, relative to this one, that holds the networks that are not here
    tuned_for: str = ""  # the model that it was tuned to


class GeneratorFiles:
    """A folder with a generator, checked against its digests."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._card = self._read_card()
        try:
            self.about = msgspec.convert(self._card, GeneratorInfo)
        except msgspec.ValidationError as error:
            raise UserError(f"{folder / CARD}: {error}: {self._repair_hint}") from error
        self.vocabulary = QuestionVocabulary(self.about.words, self.about.answers)
        for part, wanted in self.about.files.items():
            path = self.network_path(part)
            if not path.is_file():
                raise UserError(f"{path}: is missing: {self._repair_hint}")
            if file_digest(path) != wanted:
                raise UserError(f"{path}: damaged (it is not what was exported): {self._repair_hint}")

    def network_path(self, part: str) -> Path:
        """The file of one network, here or in the base folder."""
        own = self.folder / f"{part}.onnx"
        return own if own.is_file() or not self.about.base else self.folder / self.about.base / f"{part}.onnx"

    @property
    def card(self) -> dict[str, Any]:
        """All that generator.json says."""
        return self._card

    @cached_property
    def digest(self) -> str:
        """The digest of the networks, the card and the code that runs them."""
        parts = ("generator.py", "question_words.py", "beam_search.py", "answer_check.py")
        code = source_digest(*(f"inverse/{part}" for part in parts))
        return f"{digest_value((sorted(self.about.files.items()), self.about.eye_digest)).hex()}:{code}"

    @property
    def _repair_hint(self) -> str:
        shipped = self.folder.parent == WEIGHTS
        return "pip install --force-reinstall askance" if shipped else "train the generator again in a new folder"

    def _read_card(self) -> dict[str, Any]:
        path = self.folder / CARD
        try:
            return decode_and_verify_digest(CARD, path.read_bytes())
        except OSError as error:
            fix = "name a folder that askance inverse train or tune wrote"
            raise UserError(f"{path}: cannot be read ({error.strerror}): {fix}") from error
        except DamagedJson as error:
            raise UserError(f"{path}: damaged ({error}): {self._repair_hint}") from error


def write_generator_card(folder: Path, card: dict[str, Any]) -> None:
    """Write generator.json, the last of a generator's files, with the digests of its networks and its own."""
    base = folder / str(card.get("base") or ".")
    files = {}
    for part in PARTS:
        path = next((each for each in (folder / f"{part}.onnx", base / f"{part}.onnx") if each.is_file()), None)
        if path is not None:
            files[part] = file_digest(path)
    write_atomic(folder / CARD, encode_with_digest(CARD, {**card, "files": files}))
