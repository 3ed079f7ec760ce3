"""Rows of length one."""

import numpy as np
from askance.ranking.encoders.encoder import Vectors


def unit_rows(rows: Vectors) -> Vectors:
    """The rows scaled to length one; a row of zeros stays as it is."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1), np.float32)
