"""The recurrent network of Skip-thoughts, as its published weights want it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from askance.ranking.encoders.encoder import Vectors


@dataclass(frozen=True, slots=True)
class Gru:
    """The weights of one direction; those of the reset and of the update gate lie side by side."""

    gates_word: Vectors  # (word, 2 × state): encoder_W
    gates_state: Vectors  # (state, 2 × state): encoder_U
    gates_bias: Vectors  # (2 × state,): encoder_b
    new_word: Vectors  # (word, state): encoder_Wx
    new_state: Vectors  # (state, state): encoder_Ux
    new_bias: Vectors  # (state,): encoder_bx

    @property
    def size(self) -> int:
        """How long a state is."""
        return len(self.new_bias)


def final_states(gru: Gru, words: Vectors, lengths: npt.NDArray[np.intp]) -> Vectors:
    """The state after the last word of each question; `words` is (questions, words, word), longest question first."""
    if np.any(np.diff(lengths) > 0):
        raise ValueError("the longest question comes first")
    states = np.zeros((len(lengths), gru.size), np.float32)
    for step in range(max(lengths, default=0)):
        going = int(np.count_nonzero(lengths > step))  # the others have ended and keep their states
        states[:going] = _next_state(gru, words[:going, step], states[:going])
    return states


def _next_state(gru: Gru, word: Vectors, state: Vectors) -> Vectors:
    gates = _sigmoid(word @ gru.gates_word + gru.gates_bias + state @ gru.gates_state)
    reset, update = gates[:, : gru.size], gates[:, gru.size :]
    # As published: the reset gate acts after the matrix, and the update gate weighs the old state.
    new = np.tanh(reset * (state @ gru.new_state) + word @ gru.new_word + gru.new_bias)
    return np.asarray(update * state + (1 - update) * new, np.float32)


def _sigmoid(values: Vectors) -> Vectors:
    """By way of tanh, which does not overflow."""
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * values), np.float32)
