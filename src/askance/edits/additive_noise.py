"""Noise that does not depend on the pixel: whole grey levels added, drawn exactly, with sixteen random bits a value."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from askance.core.image import Pixels
from askance.edits.random_bits import random_bits_in_parts

Floats = npt.NDArray[np.float64]
Levels = npt.NDArray[np.int16]

CELLS: Final = 1 << 16
RARE: Final = np.iinfo(np.int16).max


@dataclass(frozen=True, slots=True)
class OffsetDistribution:
    """A distribution of offsets: offset i is drawn by a share from edges[i - 1] (or 0) up to edges[i] (or 1)."""

    levels: Levels
    edges: Floats
    table: Levels  # sixteen random bits → the offset, or RARE where an edge lies in that cell


def make_offset_distribution(levels: npt.ArrayLike, edges: Floats) -> OffsetDistribution:
    """The distribution, made ready to be drawn from."""
    values = np.asarray(levels, dtype=np.int16)
    bounds = np.arange(CELLS + 1) / CELLS
    low, high = np.searchsorted(edges, bounds[:-1], "right"), np.searchsorted(edges, bounds[1:], "left")
    return OffsetDistribution(values, edges, np.where(low == high, values[low], RARE).astype(np.int16))


def add_random_offsets(pixels: Pixels, drawn_from: OffsetDistribution, seed: int) -> Pixels:
    """The image with an offset added to each of its values, kept within 0 and 255."""
    values, made = pixels.reshape(-1), np.empty(pixels.size, dtype=np.uint8)
    for part, bits, generator in random_bits_in_parts(pixels.size, seed):
        drawn = drawn_from.table.take(bits)
        rare = np.flatnonzero(drawn == RARE)  # the bits leave open which side of an edge: draw the rest of the share
        share = (bits[rare] + generator.random(len(rare))) / CELLS
        drawn[rare] = drawn_from.levels[np.searchsorted(drawn_from.edges, share, "right")]
        drawn += values[part]
        made[part] = np.clip(drawn, 0, 255, out=drawn)
    return made.reshape(pixels.shape)
