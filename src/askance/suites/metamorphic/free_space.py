"""Free positions for one more object: inside the image and apart from every box."""

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
import numpy.typing as npt
from askance.core import Box

CELL = 4  # pixels: places are looked for on a grid this wide
APART = 1  # pixels at least between the new box and any other
NEAREST = 4  # the quarter of the free places whose base is nearest to that of a thing of the class
OFF = 3  # a third of the new thing's height is the furthest from such a base: higher up it would hang in the air


class FreeSpace:
    """Which cells of an image the boxes leave free, as a summed-area table."""

    def __init__(self, width: int, height: int, boxes: Iterable[Box]):
        self.width, self.height = width, height
        taken = np.zeros((-(-height // CELL), -(-width // CELL)), np.int32)
        for x0, y0, x1, y1 in boxes:
            left, top = max(0, x0 - APART) // CELL, max(0, y0 - APART) // CELL
            taken[top : -(-(y1 + APART) // CELL), left : -(-(x1 + APART) // CELL)] = 1
        self.table = np.pad(taken.cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def find_free_box(self, width: int, height: int, bases: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """Left and top of a free box of this size, its lower edge near a base, nearest ones first; None if none is."""
        free = self._corners_that_fit(width, height)
        if free is None:
            return None
        rows = free.sum(axis=1)
        lower = np.arange(len(rows)) * CELL + height
        far = np.abs(lower[:, None] - np.asarray(bases)[None, :]).min(axis=1)  # (rows, bases) → rows
        order = np.argsort(far, kind="stable")
        ends = rows[order].cumsum()
        near = int(rows[far <= max(CELL, height // OFF)].sum())
        if not near:
            return None
        pick = rng.randrange(min(near, -(-int(ends[-1]) // NEAREST)))
        at = int(np.searchsorted(ends, pick, side="right"))
        row = int(order[at])
        column = np.flatnonzero(free[row])[pick - (int(ends[at]) - int(rows[row]))]
        return int(column) * CELL, row * CELL

    def _corners_that_fit(self, width: int, height: int) -> npt.NDArray[np.bool_] | None:
        """Whether a box of this size fits with its corner at each cell, as far as it stays inside the image."""
        rows, columns = (self.height - height) // CELL + 1, (self.width - width) // CELL + 1
        if self.height < height or self.width < width:
            return None
        down, right = -(-height // CELL), -(-width // CELL)
        table = self.table
        sums = table[down:, right:] - table[:-down, right:] - table[down:, :-right] + table[:-down, :-right]
        return np.asarray(sums[:rows, :columns] == 0)
