"""Where an image can be cut apart without splitting a box; a piece is shown by the edit `crop`."""

from collections.abc import Iterable
from typing import Literal

from askance.core import Box

Axis = Literal["x", "y"]


def cut_positions(boxes: Iterable[Box], width: int, height: int, axis: Axis) -> tuple[Box, ...]:
    """The most pieces that tile the image along an axis, each with a box, none splitting one; () if fewer than two.

    Cuts lie in the middle of the gaps. A gap is at least one pixel wide: boxes that touch may share what lies between.
    """
    size, low = (width, 0) if axis == "x" else (height, 1)
    spans = sorted(
        (max(0, box[low]), min(size, box[low + 2]))
        for box in boxes
        if min(width, box[2]) > max(0, box[0]) and min(height, box[3]) > max(0, box[1])
    )
    lines = [0]
    end = spans[0][1] if spans else 0
    for begin, stop in spans[1:]:
        if begin > end:
            lines.append((end + begin) // 2)
        end = max(end, stop)
    if len(lines) == 1:
        return ()
    ranges = zip(lines, [*lines[1:], size], strict=True)
    return tuple((start, 0, stop, height) if axis == "x" else (0, start, width, stop) for start, stop in ranges)
