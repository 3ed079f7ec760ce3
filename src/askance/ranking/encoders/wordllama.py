"""`wordllama[:DIMENSION]`: the mean of a question's word vectors, which lie in the package wordllama itself.

The package's two files are read here, and its code is not imported: that sets up the root logger, brings a web client,
and divides zeros by zero where a text has no token. The vectors are the same; a test compares them.
"""

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from askance.core import UserError
from askance.core.install_command import install_command
from askance.ranking.encoders.encoder import Vectors
from askance.ranking.encoders.fingerprints import encoder_fingerprint
from askance.ranking.encoders.package_check import find_changed_file
from askance.ranking.encoders.unit_rows import unit_rows

FULL = 256  # the only weights that the package carries; the smaller ones are their first columns
DIMENSIONS = (64, 128, FULL)
WEIGHTS, TOKENS = f"weights/l2_supercat_{FULL}.safetensors", "tokenizers/l2_supercat_tokenizer_config.json"
AGAIN = "pip install --force-reinstall wordllama"
AT_ONCE = 2048  # questions whose word vectors are in memory together


class WordLlama:
    """Unit vectors of WordLlama; a question without a token gets zeros."""

    def __init__(self, package: Path, dimension: int):
        self.name, self.dimension = f"wordllama:{dimension}", dimension
        self._package = package

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the weights, the tokeniser's table and version, and the dimension."""
        files = [self._package / name for name in (WEIGHTS, TOKENS)]
        settings = (version("tokenizers"), self.dimension)
        return encoder_fingerprint(files, self._package, ("wordllama.py", "unit_rows.py"), settings)

    def encode(self, questions: Sequence[str]) -> Vectors:
        """One unit row a question."""
        starts = range(0, len(questions), AT_ONCE)
        parts = [self._mean_vectors(questions[start : start + AT_ONCE]) for start in starts]
        return unit_rows(np.concatenate([np.empty((0, self.dimension), np.float32), *parts]))

    def _mean_vectors(self, questions: Sequence[str]) -> Vectors:
        found = self._load_tokenizer.encode_batch_fast(list(questions), add_special_tokens=False)
        tokens = [each.ids for each in found]
        means = np.zeros((len(tokens), self.dimension), np.float32)
        full = np.array([bool(ids) for ids in tokens])
        lengths = np.array([len(ids) for ids in tokens if ids])
        if len(lengths):
            rows = self._token_vectors[
                np.minimum(np.concatenate([ids for ids in tokens if ids]), len(self._token_vectors) - 1)
            ]
            means[full] = np.add.reduceat(rows, np.cumsum(lengths) - lengths) / lengths[:, np.newaxis]
        return means

    @cached_property
    def _token_vectors(self) -> Vectors:
        """(tokens, dimension): the vector of each token."""
        weights = import_module("safetensors.numpy").load_file(self._package / WEIGHTS)["embedding.weight"]
        return np.ascontiguousarray(weights[:, : self.dimension], np.float32)

    @cached_property
    def _load_tokenizer(self) -> Any:
        tokenizer = import_module("tokenizers").Tokenizer.from_file(str(self._package / TOKENS))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer


def open_wordllama(rest: str) -> WordLlama:
    """The encoder of that dimension, which is 256 where none is named."""
    if rest not in ("", *map(str, DIMENSIONS)):
        known = ", ".join(map(str, DIMENSIONS))
        raise UserError(f"wordllama:{rest}: no such dimension: choose one of {known}")
    found = find_spec("wordllama")
    if found is None or not found.submodule_search_locations:
        raise UserError(f"the encoder wordllama needs the package wordllama: {install_command('questions')}")
    package = Path(found.submodule_search_locations[0])
    for name in (WEIGHTS, TOKENS):
        if not (package / name).is_file():
            raise UserError(f"{package / name}: not there: {AGAIN}")
    if changed := find_changed_file("wordllama", [package / name for name in (WEIGHTS, TOKENS)]):
        raise UserError(f"{changed}: damaged (not what was installed): {AGAIN}")
    return WordLlama(package, int(rest or FULL))
