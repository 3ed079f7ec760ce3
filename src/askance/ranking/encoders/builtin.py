"""`builtin`: a small network that reads each word with its neighbours; it needs no other package.

It was trained by scripts/train_question_encoder.py on real questions. Other word order, other vector.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from askance.core import UserError, source_digest
from askance.ranking.encoders.encoder import Vectors
from askance.ranking.encoders.fingerprints import encoder_fingerprint
from askance.ranking.encoders.unit_rows import unit_rows
from askance.ranking.question_pool import split_words
from askance.wording.hashed_words import HashedWords, read_tables

WEIGHTS = Path(__file__).parent / "question_encoder.npz"
LENGTHS = (3, 4, 5)  # letters in a group
LONGEST = 24  # words; what follows them is not read
AT_ONCE = 1024  # questions
CODE = ("wording/hashed_words.py", "ranking/question_pool.py")  # what decides the words and their rows
_LITTLE = 1e-3  # so that the weights of all words together are not zero
Places = npt.NDArray[np.intp]


class BuiltinEncoder:
    """Unit vectors; a question without words gets zeros."""

    name = "builtin"

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return len(self._tables["out_bias"])

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the weights and of the code that uses them."""
        return encoder_fingerprint([WEIGHTS], WEIGHTS.parent, ("builtin.py", "unit_rows.py"), source_digest(*CODE))

    def encode(self, questions: Sequence[str]) -> Vectors:
        """One unit row a question."""
        vectors = np.zeros((len(questions), self.dimension), np.float32)
        words = [split_words(question)[:LONGEST] for question in questions]
        order = sorted((place for place, each in enumerate(words) if each), key=lambda place: len(words[place]))
        for start in range(0, len(order), AT_ONCE):
            part = order[start : start + AT_ONCE]  # of about one length
            vectors[part] = self._encode_words([words[place] for place in part])
        return vectors

    def _encode_words(self, questions: Sequence[Sequence[str]]) -> Vectors:
        rows = {word: row for row, word in enumerate(dict.fromkeys(word for words in questions for word in words))}
        words = np.stack([self._words.vector(word) for word in rows])
        longest = max(map(len, questions))
        places = np.full((len(questions), longest + 2), len(rows))  # the last row is no word: before, behind
        for row, each in enumerate(questions):
            places[row, 1 : len(each) + 1] = [rows[word] for word in each]
        read = np.concatenate([self._highest_features(words, places), self._weighted_mean(words, places)], axis=1)
        return unit_rows(read @ self._tables["out"] + self._tables["out_bias"])

    def _highest_features(self, words: Vectors, places: Places) -> Vectors:
        """The highest value of each feature of a word and its two neighbours, over all words of a question."""
        longest, tables = places.shape[1] - 2, self._tables
        is_word = places < len(words)
        at = np.clip(np.arange(longest + 2) - 1, 0, len(tables["position"]) - 1)
        features = tables["near_bias"][np.newaxis, np.newaxis]
        for shift, matrix in enumerate((tables["before"], tables["word"], tables["behind"])):
            near = slice(shift, shift + longest)
            known = np.concatenate([words @ matrix, np.zeros((1, matrix.shape[1]), np.float32)])  # once per word
            position = (tables["position"][at] @ matrix)[near] * is_word[:, near, np.newaxis]
            features = features + known[places[:, near]] + position
        features *= is_word[:, 1:-1, np.newaxis]
        return np.asarray(np.maximum(features, 0).max(axis=1), np.float32)

    def _weighted_mean(self, words: Vectors, places: Places) -> Vectors:
        """The mean of each question's words, which weigh between 0 and 1."""
        gates = 0.5 + 0.5 * np.tanh(0.5 * (words @ self._tables["weight"] + self._tables["weight_bias"]))
        known = np.concatenate([words * gates, np.zeros((1, words.shape[1]), np.float32)])
        total = np.concatenate([gates, np.zeros((1, 1), np.float32)])[places].sum(axis=1)
        return np.asarray(known[places].sum(axis=1) / (total + _LITTLE), np.float32)

    @cached_property
    def _tables(self) -> dict[str, Vectors]:
        try:
            return read_tables(WEIGHTS)
        except (OSError, ValueError) as error:
            raise UserError(f"{WEIGHTS}: cannot be read ({error}): install Askance again") from error

    @cached_property
    def _words(self) -> HashedWords:
        return HashedWords(self._tables["words"], self._tables["groups"], LENGTHS)


def open_builtin(rest: str) -> BuiltinEncoder:
    """The encoder; it takes no settings."""
    if rest:
        raise UserError(f"builtin:{rest}: this encoder has no settings: write builtin")
    return BuiltinEncoder()
