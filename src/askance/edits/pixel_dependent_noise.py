"""Noise that depends on the pixel: each grey level is drawn anew from a distribution of its own, exactly."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from askance.core.image import Pixels
from askance.edits.random_bits import random_bits_in_parts

Floats = npt.NDArray[np.float64]

BITS: Final = 12  # of sixteen random ones choose a cell of the table; all of them decide where an edge lies in it
RARE: Final = -1
_CELL: Final = 1 << BITS
_SHARE: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class LevelDistributions:
    """For each grey level from 0 to 255, the distribution of what becomes of it."""

    edges: Floats  # (256 · 255): level + the share of draws that give at most 0, 1 … 254, one level after the other
    table: npt.NDArray[np.int16]  # level · 2 ** BITS + cell → the new level, or RARE where an edge lies in that cell


def make_level_distributions(shares: Floats) -> LevelDistributions:
    """From (256, 255) shares: row = level, column k = the share of draws that give at most k."""
    bounds = np.arange(_CELL + 1) / _CELL
    table = np.empty((256, _CELL), dtype=np.int16)
    for level, edges in enumerate(shares):
        low, high = np.searchsorted(edges, bounds[:-1], "right"), np.searchsorted(edges, bounds[1:], "left")
        table[level] = np.where(low == high, low, RARE)
    return LevelDistributions((shares + np.arange(256)[:, None]).ravel(), table.ravel())


def redraw_levels(pixels: Pixels, drawn_from: LevelDistributions, seed: int) -> Pixels:
    """The image with each of its values drawn anew."""
    values, made = pixels.reshape(-1), np.empty(pixels.size, dtype=np.uint8)
    for part, bits, generator in random_bits_in_parts(pixels.size, seed):
        levels = values[part].astype(np.intp)
        drawn = drawn_from.table.take((levels << BITS) | (bits >> (16 - BITS)))
        rare = np.flatnonzero(drawn == RARE)
        share = (bits[rare] + generator.random(len(rare))) / _SHARE
        place = np.searchsorted(drawn_from.edges, levels[rare] + share, "right")
        drawn[rare] = np.clip(place - 255 * levels[rare], 0, 255)
        made[part] = drawn
    return made.reshape(pixels.shape)
