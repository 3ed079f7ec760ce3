"""Fill one box with what surrounds it, by OpenCV's inpainting (the Navier–Stokes method)."""

from typing import Any

import numpy as np
from askance.core import Box, Scene, UserError
from askance.core.image import Pixels
from askance.core.install_command import install_command
from askance.edits.boxes import box_intersection, parse_one_box, slices_within
from askance.edits.cover_with_patch import masks_with_patch, names_under_patch, scene_with_patch
from askance.edits.edit_types import Args, Edit

RADIUS = 3  # pixels around a point that color it; more takes far longer and looks no better
RIM = 2  # pixels around the box that are not filled from: drawings and photographs are soft at their edges
MARGIN = 16  # pixels around the box: more than the filling looks at
COARSE = 32  # boxes with both sides this long are filled at half the size: as smooth, and five times as fast


def _import_opencv() -> Any:
    try:
        import cv2
    except ImportError as error:
        raise UserError(f"remove_inpaint needs OpenCV: {install_command('opencv')}") from error
    return cv2


def _edit_pixels(pixels: Pixels, args: Args) -> Pixels:
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = box = parse_one_box(args["box"], width, height)
    if (x1 - x0, y1 - y0) == (width, height):
        raise ValueError(f"box must leave something to fill from, not {args['box']!r}")
    frame = (max(0, x0 - MARGIN), max(0, y0 - MARGIN), min(width, x1 + MARGIN), min(height, y1 + MARGIN))
    around = np.ascontiguousarray(pixels[slices_within(frame, (0, 0, width, height))])
    hole = _hole_mask(box, frame, RIM)
    if hole.all():
        hole = _hole_mask(box, frame, 0)
    fill = _inpaint_hole_at_half_size if min(x1 - x0, y1 - y0) >= COARSE else _inpaint_hole
    shown = pixels.copy()
    shown[y0:y1, x0:x1] = fill(around, hole)[slices_within(box, frame)]
    return shown


def _hole_mask(box: Box, frame: Box, rim: int) -> Pixels:
    """255 in the box and the rim around it, 0 in the rest of the frame."""
    grown = box_intersection((box[0] - rim, box[1] - rim, box[2] + rim, box[3] + rim), frame) or frame
    hole = np.zeros((frame[3] - frame[1], frame[2] - frame[0]), np.uint8)
    hole[slices_within(grown, frame)] = 255
    return hole


def _inpaint_hole(around: Pixels, hole: Pixels) -> Pixels:
    """The image with its hole (above 0) filled."""
    cv2 = _import_opencv()
    gone = hole > 0
    blank = around.copy()
    blank[gone] = around[~gone].mean(axis=0)  # at the picture's edge OpenCV looks into the hole
    return np.asarray(cv2.inpaint(blank, gone.astype(np.uint8), RADIUS, cv2.INPAINT_NS))  # Telea's drifts


def _inpaint_hole_at_half_size(around: Pixels, hole: Pixels) -> Pixels:
    """The same at half the size; a pixel that the hole only touches is mixed with what is to go, and is hole too."""
    cv2 = _import_opencv()
    high, wide = hole.shape
    half = (-(-wide // 2), -(-high // 2))
    small_around, small_hole = (cv2.resize(each, half, interpolation=cv2.INTER_AREA) for each in (around, hole))
    if small_hole.all():
        return _inpaint_hole(around, hole)
    return np.asarray(cv2.resize(_inpaint_hole(small_around, small_hole), (wide, high), interpolation=cv2.INTER_LINEAR))


def _describe_edit(args: Args, scene: Scene | None) -> str:
    return f"removed and filled in: {names_under_patch(args, scene)}"


REMOVE_INPAINT = Edit(
    version=1,
    pixels=_edit_pixels,
    scene=scene_with_patch,
    strength=None,
    example={"box": "40,40,130,130"},
    masks=masks_with_patch,
    plain=_describe_edit,
)
