"""A built-in model's folder: three networks as ONNX, and model.json, which says what goes in and comes out.

model.json also has the digests of the networks (`files`) and of itself (`digest`): a model that differs from what was
exported is refused. Without both fields the files are taken as they are: a person has edited or made them.
"""

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from askance.core import UserError, digest, digest_value, source_digest
from askance.core.atomic_files import write_atomic
from askance.core.checksum import parse_json_object
from askance.core.digest import file_digest
from askance.core.onnx_files import external_weight_files
from askance.core.onnx_parameters import onnx_parameters
from askance.core.self_checking_json import DamagedJson, MissingDigest, decode_and_verify_digest, encode_with_digest
from askance.models.builtin.image_size import SIZE
from askance.models.builtin.vocabulary import Vocabulary

PARTS = ("see", "words", "say")
VISION, TEXT = "vision.out", "text.in"
BLIND = "blind"


CARD = "model.json"
FILES = "files"
_SHIPPED = Path(__file__).parent / "weights"


class ModelInfo(msgspec.Struct, frozen=True):
    """What model.json says that running a model needs; the rest of it is the model card."""

    words: tuple[str, ...]
    answers: tuple[str, ...]
    drops: tuple[int, ...]  # the sizes of the dropout masks
    model: str = ""  # the kind of network
    size: tuple[int, int] = SIZE  # of the pictures that it sees
    spread: dict[str, tuple[float, ...]] = {}  # site → the standard deviation of each of its dimensions


class ModelFiles:
    """A folder with a model, checked against its digests; its networks are read when they are first needed."""

    def __init__(self, folder: Path):
        self.folder = folder
        data = self._read_file(CARD)
        card, self._card_digest = self._parse_card(data), digest(data).hex()
        try:
            self.about = msgspec.convert(card, ModelInfo)
        except msgspec.ValidationError as error:
            raise UserError(f"{folder / CARD}: {error}: train or export the model again") from error
        self.lexicon = Vocabulary(self.about.words, self.about.answers)
        for part in PARTS:
            if not self.network_path(part).is_file():
                raise UserError(
                    f"{self.network_path(part)}: is missing: {self._repair_hint('train or export the model again')}"
                )
        if FILES in card:
            self._compare_digests(card[FILES])

    def network_path(self, part: str) -> Path:
        """The file of one of the three networks."""
        return self.folder / f"{part}.onnx"

    @cached_property
    def parameters(self) -> int | None:
        """The number of weights in the three networks; None where a file is not a whole ONNX file."""
        try:
            return sum(onnx_parameters(self.network_path(part)) for part in PARTS)
        except ValueError:  # what is wrong with it is said when it is loaded
            return None

    @cached_property
    def digests(self) -> dict[str, str]:
        """The digests of the files that the networks are made of, by their paths from the folder."""
        return network_digests(self.folder)

    @cached_property
    def content_digest(self) -> str:
        """The digest of all that the folder's networks are made of: the four files, and those that hold weights."""
        return digest_value([(CARD, self._card_digest), *self.digests.items()]).hex()

    @property
    def digest(self) -> str:
        """The digest of the files and of the code that runs them."""
        code = source_digest("models/builtin", "wording/normalise_answers.py", "wording/number_words.py")
        return f"{self.content_digest}:{code}"

    def _read_file(self, name: str) -> bytes:
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise UserError(
                f"{self.folder / name}: cannot be read ({error.strerror}): name a folder that askance train wrote"
            ) from error

    def _parse_card(self, data: bytes) -> dict[str, Any]:
        """What model.json says; one without digests is taken as it is, unless it is our own."""
        try:
            return decode_and_verify_digest(CARD, data)
        except MissingDigest as error:
            card = parse_json_object(data) or {}
            if FILES in card or self._is_shipped:
                raise self._damaged_error(CARD, str(error)) from error
            return card
        except DamagedJson as error:
            raise self._damaged_error(CARD, str(error)) from error

    def _compare_digests(self, exported: dict[str, str]) -> None:
        now = self.digests
        for name in sorted({*exported, *now}):
            if exported.get(name) != now.get(name):
                raise self._damaged_error(name, "it is not what was exported" if name in now else "it is missing")

    @property
    def _is_shipped(self) -> bool:
        return self.folder.parent == _SHIPPED

    def _repair_hint(self, otherwise: str) -> str:
        return "pip install --force-reinstall askance" if self._is_shipped else otherwise

    def _damaged_error(self, name: str, reason: str) -> UserError:
        own = f'restore the file, train again, or remove "{FILES}" and "digest" from {CARD} if you have edited it'
        return UserError(f"{self.folder / name}: damaged ({reason}): {self._repair_hint(own)}")


def network_digests(folder: Path) -> dict[str, str]:
    """The digests of the networks of a folder and of the files that hold their weights, by their paths from there."""
    parts = [folder / f"{part}.onnx" for part in PARTS]
    try:
        weights = {file for path in parts for file in external_weight_files(path)}
        return {os.path.relpath(file, folder): file_digest(file) for file in [*parts, *sorted(weights)]}
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be read ({error.strerror}): restore the file") from error


def write_model_card(folder: Path, card: Mapping[str, Any]) -> None:
    """Write model.json, the last of a model's files, with the digests of the others and its own."""
    write_atomic(folder / CARD, encode_with_digest(CARD, {**card, FILES: network_digests(folder)}))
