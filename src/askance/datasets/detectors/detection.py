"""What a detector finds, in one form: plain labels, rounded numbers, the surest first."""

from collections.abc import Iterable

import msgspec

FLOOR = 0.05  # what is less sure is not kept
NAMELESS = frozenset({"", "n/a", "none", "background", "__background__", "no object"})
Corners = tuple[float, float, float, float]


class Detection(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One box, x0, y0, x1, y1 in pixels of the picture, with its label and how sure it is (0 to 1)."""

    label: str
    score: float
    box: Corners


class ImageDetections(msgspec.Struct, frozen=True):
    """All detections in one picture of that size."""

    width: int
    height: int
    detections: tuple[Detection, ...]


def normalise_label(label: str) -> str:
    """A label as our classes are written: Traffic_Light is a traffic light."""
    return " ".join(label.replace("_", " ").lower().split())


def is_real_label(label: str) -> bool:
    """Whether a label names something: some lists have holes, and a place for nothing."""
    return label.strip().lower() not in NAMELESS and normalise_label(label) not in NAMELESS


def sort_and_round_detections(width: int, height: int, detections: Iterable[Detection]) -> ImageDetections:
    """Detections in order and rounded, so that noise in the last digits changes nothing; duplicates are one."""
    plain = {
        Detection(normalise_label(one.label), round(one.score, 4), _round_box(one.box))
        for one in detections
        if one.score >= FLOOR and is_real_label(one.label)
    }
    return ImageDetections(width, height, tuple(sorted(plain, key=lambda one: (-one.score, one.label, one.box))))


def _round_box(box: Corners) -> Corners:
    x0, y0, x1, y1 = (round(float(edge), 2) for edge in box)
    return x0, y0, x1, y1
