"""Beam search over words: several beginnings at once, a beam of the same width for each."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from askance.inverse.question_words import END, LENGTH, START, Ints

Floats = npt.NDArray[np.float32]
BeamStep = tuple[Floats, Floats, Floats]  # log-probabilities (rows, words), and the two parts of the next state
Step = Callable[[Ints, Floats, Floats, Ints], BeamStep]  # last words, state, and the beginning that each row is of


def search_beams(step: Step, hidden: Floats, width: int) -> list[tuple[list[int], float]]:
    """Finished questions with their log-likelihoods, at most `width` for each beginning (a row of `hidden`)."""
    begins = len(hidden)
    rows, cell = np.arange(begins), np.zeros_like(hidden)
    texts: list[list[int]] = [[] for _ in range(begins)]
    total, last = np.zeros(begins), np.full(begins, START)
    done: dict[int, list[tuple[list[int], float]]] = {begin: [] for begin in range(begins)}
    for at in range(LENGTH + 1):
        scores, hidden, cell = step(last, hidden, cell, rows)
        scores = scores.astype(np.float64)
        scores[:, :END] = -np.inf  # the signs other than the end are never said
        if at == LENGTH:
            scores[:, END + 1 :] = -np.inf
        ahead = total[:, None] + scores
        kept: list[tuple[int, int]] = []
        for begin in range(begins):
            mine = np.flatnonzero(rows == begin)
            room = width - len(done[begin])
            if not len(mine) or room <= 0:
                continue
            flat = ahead[mine].ravel()
            for place in np.argsort(-flat, kind="stable")[:room]:
                row, word = int(mine[place // scores.shape[1]]), int(place % scores.shape[1])
                if not np.isfinite(flat[place]):
                    continue
                if word == END:
                    done[begin].append(([*texts[row], END], float(flat[place])))
                else:
                    kept.append((row, word))
        if not kept:
            break
        chosen = np.array([row for row, _ in kept])
        last = np.array([word for _, word in kept])
        texts = [[*texts[row], int(word)] for row, word in kept]
        total, rows = ahead[chosen, last], rows[chosen]
        hidden, cell = hidden[chosen], cell[chosen]
    return [each for begin in range(begins) for each in done[begin]]
