"""What scene graphs of several sources share: boxes in the picture, names of links, samples."""

import numpy as np
from askance.core import Box

_SHORT = {"to the left of": "left of", "to the right of": "right of"}


def clip_box(box: Box, width: int, height: int) -> Box | None:
    """The part of a box that is in the picture; None if there is none."""
    x0, y0, x1, y1 = max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def intersection_over_union(one: Box, other: Box) -> float:
    """Intersection over union of two boxes."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return wide * high / (sum(areas) - wide * high)


def normalise_relation_name(name: str) -> str:
    """A relation's name as our questions say it."""
    return _SHORT.get(name, name)


def sample_records(count: int, limit: int | None, seed: int) -> list[int]:
    """A seeded sample of record numbers, in file order."""
    if limit is None or limit >= count:
        return list(range(count))
    order: list[int] = np.random.Generator(np.random.PCG64(seed)).permutation(count)[:limit].tolist()
    return sorted(order)
