"""A scene from detections: what is sure is there, what is less sure is unclear."""

import math

from askance.core import Box, Scene, SceneObject
from askance.datasets.detectors import Detection, ImageDetections
from askance.datasets.reading.boxes_and_samples import clip_box, intersection_over_union

DOUBT = 0.5  # of the threshold: boxes from there on may be objects, and edits keep clear of them
SAME = 0.5  # intersection over union at which a doubtful box is that of an object which is there anyway


def detections_to_scene(found: ImageDetections, image: str, threshold: float) -> Scene:
    """The detections from the threshold on as things, d0 the surest; labels that are only below it are unclear."""
    things: list[SceneObject] = []
    unclear: dict[str, None] = {}
    for one in found.detections:
        box = whole_pixel_box(one, found) if one.score >= threshold else None
        if box is None:
            unclear.setdefault(one.label)
        else:
            things.append(SceneObject(f"d{len(things)}", one.label, box))
    named = {thing.name for thing in things}
    suggested = tuple(label for label in unclear if label not in named)
    return Scene(image, found.width, found.height, tuple(things), unclear=suggested, fixed_names=True)


def uncertain_boxes(found: ImageDetections, threshold: float) -> tuple[Box, ...]:
    """Where something may be that is no thing of the scene."""
    boxes = [(one, box) for one in found.detections if (box := whole_pixel_box(one, found)) is not None]
    sure = [box for one, box in boxes if one.score >= threshold]
    unsure = [box for one, box in boxes if DOUBT * threshold <= one.score < threshold]
    return tuple(
        box for box in dict.fromkeys(unsure) if all(intersection_over_union(box, other) < SAME for other in sure)
    )


def whole_pixel_box(one: Detection, found: ImageDetections) -> Box | None:
    """The whole pixels around a detection's box, as far as they are in the picture."""
    x0, y0, x1, y1 = one.box
    if not all(map(math.isfinite, one.box)) or x0 >= x1 or y0 >= y1:
        return None
    return clip_box((math.floor(x0), math.floor(y0), math.ceil(x1), math.ceil(y1)), found.width, found.height)
