"""Boxes as text arguments of edit steps; area and intersection of boxes."""

from askance.core import Box
from askance.core.query import Scalar


def format_boxes(boxes: list[Box]) -> str:
    """Boxes as a literal argument: "x0,y0,x1,y1;…"."""
    return ";".join(",".join(map(str, box)) for box in boxes)


def parse_boxes(text: str, width: int, height: int) -> list[Box]:
    """The boxes of a text argument, clipped to the image; boxes outside the image are dropped."""
    rows = [tuple(int(part) for part in row.split(",")) for row in text.split(";") if row]
    within = [(max(0, x0), max(0, y0), min(width, x1), min(height, y1)) for x0, y0, x1, y1 in rows]
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in within if x0 < x1 and y0 < y1]


def parse_one_box(value: Scalar, width: int, height: int) -> Box:
    """The only box of a literal argument, clipped to the image."""
    boxes = parse_boxes(str(value), width, height)
    if len(boxes) != 1:
        raise ValueError(f"box must be one box inside {width} × {height}, not {value!r}")
    return boxes[0]


def box_intersection(one: Box, other: Box) -> Box | None:
    """The overlap of two boxes; None if they share no pixel."""
    x0, y0, x1, y1 = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def box_area(box: Box) -> int:
    """How many pixels a box has."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def slices_within(box: Box, within: Box) -> tuple[slice, slice]:
    """The rows and columns of a box, in an array whose frame is the other box."""
    return slice(box[1] - within[1], box[3] - within[1]), slice(box[0] - within[0], box[2] - within[0])
