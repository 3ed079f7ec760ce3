"""What scene graphs of several sources share: boxes in the picture, names of links, samples."""

import numpy as np
from askance.core import Box

_SHORT = {"to the left of": "left of", "to the right of": "right of"}


def clipped(box: Box, width: int, height: int) -> Box | None:
    """The part of a box that is in the picture; None if there is none."""
    x0, y0, x1, y1 = max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def link_name(name: str) -> str:
    """A relation's name as our questions say it."""
    return _SHORT.get(name, name)


def chosen(count: int, limit: int | None, seed: int) -> list[int]:
    """A seeded sample of record numbers, in file order."""
    if limit is None or limit >= count:
        return list(range(count))
    order: list[int] = np.random.Generator(np.random.PCG64(seed)).permutation(count)[:limit].tolist()
    return sorted(order)
