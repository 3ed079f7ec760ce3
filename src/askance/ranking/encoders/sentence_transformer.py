"""`st:FOLDER` or `st:ORG/NAME`: any model of sentence-transformers; no remote code, no pickled weights."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from askance.core import UserError
from askance.core.hub_download import HubFiles, hub_folder
from askance.core.install_command import install_command
from askance.ranking.encoders.encoder import Vectors
from askance.ranking.encoders.fingerprints import encoder_fingerprint
from askance.ranking.encoders.unit_rows import unit_rows

AT_ONCE = 64  # questions a pass
WANTED = ("*.json", "*.txt", "*.model", "*.safetensors")  # no pickles, no programs
UNWANTED = ("onnx/*", "openvino/*")  # the same weights for other engines
UNUSED = (*UNWANTED, "*.md")  # by a model in a folder
LIBRARIES = ("sentence_transformers", "torch", "transformers")
_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")


class SentenceTransformer:
    """Unit vectors of a model in a folder; it is loaded when it is first asked."""

    def __init__(self, name: str, folder: Path):
        self.name, self.folder = name, folder
        if not any(folder.rglob("*.safetensors")):
            raise UserError(f"{folder}: holds no .safetensors weights: save the model again with save_pretrained")

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the weights, of the settings in the folder, and of the code that uses them."""
        used = [(name, version(name)) for name in LIBRARIES]
        return encoder_fingerprint(
            _files_to_digest(self.folder), self.folder, ("sentence_transformer.py", "unit_rows.py"), used
        )

    @cached_property
    def dimension(self) -> int:
        """How long a vector is, asked of the model with one question."""
        return int(self.encode(["?"]).shape[1])

    def encode(self, questions: Sequence[str]) -> Vectors:
        """One unit row a question."""
        if not questions:
            return np.empty((0, self.dimension), np.float32)
        vectors = self._load_model.encode(list(questions), batch_size=AT_ONCE, show_progress_bar=False)
        return unit_rows(np.asarray(vectors, np.float32))

    @cached_property
    def _load_model(self) -> Any:
        torch = import_module("torch")
        weights = {"use_safetensors": True, "dtype": torch.float32}
        with _silence_libraries():
            try:
                return import_module("sentence_transformers").SentenceTransformer(
                    str(self.folder), local_files_only=True, trust_remote_code=False, model_kwargs=weights
                )
            except Exception as error:  # the libraries have errors of their own, without a common kind
                trouble = f"{self.folder}: cannot be loaded by sentence-transformers: {_first_error_line(error)}"
                raise UserError(f"{trouble}: name a folder that its save_pretrained has written") from error


def _files_to_digest(folder: Path) -> list[Path]:
    """All files that may decide a vector: modules after the first may be pickles, which the library reads, too."""
    unused = {path for pattern in UNUSED for path in folder.rglob(pattern)}
    found = (path for path in folder.rglob("*") if path.is_file() and path not in unused)
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def open_sentence_transformer(rest: str) -> SentenceTransformer:
    """A folder here, or else a hub id: the copy in the hub's cache, or a download that is announced with its size."""
    for package in LIBRARIES:
        if find_spec(package) is None:  # not imported yet: that takes seconds, and all vectors may be known
            raise UserError(f"st: encoders need {package}: {install_command('sentence-transformers')}")
    folder = Path(rest).expanduser()
    return SentenceTransformer(f"st:{rest}", folder if rest and folder.is_dir() else _hub_model(rest))


def _hub_model(rest: str) -> Path:
    if not _ID.fullmatch(rest) or rest.startswith("."):
        raise UserError(f"st:{rest}: no such folder: name one that holds modules.json, or a hub id such as ORG/NAME")
    return hub_folder(f"st:{rest}", rest, HubFiles(WANTED, ("**/*.safetensors",), UNWANTED))


@contextmanager
def _silence_libraries() -> Iterator[None]:
    """No bars and no advice while loading; the settings are put back."""
    advice = import_module("transformers").utils.logging
    level, bars = advice.get_verbosity(), advice.is_progress_bar_enabled()
    logger = logging.getLogger("sentence_transformers")
    own = logger.level
    advice.set_verbosity_error()
    advice.disable_progress_bar()
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(own)
        advice.set_verbosity(level)
        if bars:
            advice.enable_progress_bar()


def _first_error_line(error: BaseException) -> str:
    """The first line that says something; the libraries write pages."""
    lines = (line.strip() for line in str(error).splitlines())
    return next(filter(None, lines), type(error).__name__)[:300].rstrip(".")
