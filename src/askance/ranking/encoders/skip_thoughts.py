"""`skip-thoughts:FOLDER[#eos]`: Kiros et al. 2015, the paper's encoder; 2400 numbers one way, 1200 + 1200 both ways.

What the published code does and the paper's equations do not: the update gate weighs the old state (Eq. 4 the new
one), and the reset gate acts on U·h (Eq. 3 on h). The weights were trained so, and the weights decide.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from askance.core import UserError
from askance.ranking.encoders.encoder import Vectors
from askance.ranking.encoders.fingerprints import encoder_fingerprint
from askance.ranking.encoders.gru import final_states
from askance.ranking.encoders.skip_thoughts_files import (
    END,
    FILES,
    UNKNOWN,
    SkipThoughtsWeights,
    read_skip_thoughts_weights,
)
from askance.ranking.encoders.treebank import treebank_tokens
from askance.ranking.encoders.unit_rows import unit_rows
from askance.ranking.encoders.word_tables import WordTable

AT_ONCE = 256  # questions a pass
EOS = "eos"
CODE = ("skip_thoughts.py", "skip_thoughts_files.py", "word_tables.py", "gru.py", "treebank.py", "unit_rows.py")


class SkipThoughts:
    """Vectors of Skip-thoughts: two halves, each a unit vector; a question without words gets zeros."""

    def __init__(self, name: str, folder: Path, has_end: bool = False):
        self.name, self.folder, self.has_end = name, folder, has_end
        self._weights = read_skip_thoughts_weights(folder, has_end)
        self.dimension = sum(gru.size for gru in (self._weights.uni, self._weights.forward, self._weights.backward))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the five files, of the code here, and of whether an end is marked."""
        return encoder_fingerprint([self.folder / name for name in FILES], self.folder, CODE, self.has_end)

    def encode(self, questions: Sequence[str]) -> Vectors:
        """One row per question; questions of like length go together."""
        places = [self._word_indices(question) for question in questions]
        order = sorted(range(len(places)), key=lambda i: -len(places[i]))
        vectors = np.zeros((len(places), self.dimension), np.float32)
        for start in range(0, len(order), AT_ONCE):
            some = order[start : start + AT_ONCE]
            vectors[some] = _encode_batch([places[i] for i in some], self._weights)
        return vectors

    def _word_indices(self, question: str) -> list[int]:
        """Where the words of a question are in the tables; an empty question has no end either."""
        known = self._weights.places
        words = [known.get(word, known[UNKNOWN]) for word in treebank_tokens(question)]
        return [*words, known[END]] if self.has_end and words else words


def _encode_batch(questions: list[list[int]], weights: SkipThoughtsWeights) -> Vectors:
    """The rows of some questions, longest first."""
    lengths = np.array([len(places) for places in questions])
    uni = final_states(weights.uni, _padded_word_vectors(weights.uni_words, questions), lengths)
    forward = final_states(weights.forward, _padded_word_vectors(weights.bi_words, questions), lengths)
    turned = [places[::-1] for places in questions]
    backward = final_states(weights.backward, _padded_word_vectors(weights.bi_words, turned), lengths)
    return np.hstack([unit_rows(uni), unit_rows(np.hstack([forward, backward]))])


def _padded_word_vectors(table: WordTable, questions: list[list[int]]) -> Vectors:
    """(questions, words, word): each question's word vectors, with zeros after the last."""
    places, inverse = np.unique([place for each in questions for place in each], return_inverse=True)
    rows = table.rows(places.astype(np.intp))
    lengths = np.array([len(each) for each in questions])
    is_word = np.arange(lengths.max(initial=0)) < lengths[:, np.newaxis]
    words = np.zeros((*is_word.shape, rows.shape[1]), np.float32)
    words[is_word] = rows[inverse]
    return words


def open_skip_thoughts(rest: str) -> SkipThoughts:
    """The encoder of a folder; `#eos` marks the end of each question, as for questions without punctuation."""
    path, mark, end = rest.partition("#")
    if mark and end != EOS:
        raise UserError(f"skip-thoughts:{rest}: unknown ending #{end}: write #{EOS}, or nothing")
    folder = Path(path).expanduser()
    if not path or not folder.is_dir():
        raise UserError(f"skip-thoughts:{rest}: no such folder: name one that holds {', '.join(FILES)}")
    return SkipThoughts(f"skip-thoughts:{rest}", folder, bool(mark))
