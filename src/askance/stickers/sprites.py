"""Sprites: one drawing at one size, rasterised and cut out, with the map from its canvas to its pixels."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from askance.stickers.art import drawings_by_class
from askance.stickers.art.drawing_primitives import Look, Point, Rect
from askance.stickers.class_traits import TRAITS
from askance.stickers.rasterise_svg import Rgba, rasterise_svg, svg_document

MARGIN = 3.0  # canvas units around a drawing, so that its outline is not cut off
SOLID = 96  # alpha from which a pixel belongs to the thing: glass does, light and shadow do not
PERSON_SCALE = 0.955  # pixels per canvas unit at middle distance: all people share one canvas
PEOPLE = frozenset({"man", "woman", "boy", "girl"})


@dataclass(frozen=True, slots=True)
class Sprite:
    """Pixels of a drawing, cut to its solid or shaded bounds; `left`, `top` is where they begin in the full raster."""

    rgba: Rgba
    mask: npt.NDArray[np.bool_]
    left: int
    top: int
    area: int  # solid pixels


@dataclass(frozen=True, slots=True)
class CanvasFrame:
    """Where a canvas lies in the image: (x, y) is the pixel of the full raster's corner."""

    x: int
    y: int
    width: int
    height: int
    across: float  # pixels per canvas unit
    down: float
    flipped: bool

    def point_in_image(self, at: Point) -> Point:
        """A point of the canvas, in the image."""
        over = (at[0] + MARGIN) * self.across
        return self.x + (self.width - over if self.flipped else over), self.y + (at[1] + MARGIN) * self.down

    def rect_in_image(self, area: Rect) -> Rect:
        """A rectangle of the canvas, in the image."""
        x0, y0 = self.point_in_image((area[0], area[1]))
        x1, y1 = self.point_in_image((area[2], area[3]))
        return min(x0, x1), y0, max(x0, x1), y1

    def moved_by(self, dx: int, dy: int) -> "CanvasFrame":
        """The same canvas elsewhere."""
        return CanvasFrame(self.x + dx, self.y + dy, self.width, self.height, self.across, self.down, self.flipped)


def pixels_per_canvas_unit(name: str, factor: float) -> float:
    """Pixels per canvas unit of a class at a size factor."""
    return factor * (PERSON_SCALE if name in PEOPLE else TRAITS[name].height / drawings_by_class()[name].height)


def canvas_frame_of_class(name: str, scale: float, flipped: bool) -> CanvasFrame:
    """The frame of a class's canvas at a scale, with its corner at the image's."""
    shape = drawings_by_class()[name]
    wide, high = shape.width + 2 * MARGIN, shape.height + 2 * MARGIN
    width, height = max(1, round(wide * scale)), max(1, round(high * scale))
    return CanvasFrame(0, 0, width, height, width / wide, height / high, flipped)


def draw_sprite(name: str, look: Look, wearer: str | None, width: int, height: int, flipped: bool) -> Sprite:
    """The drawing of a class at a size of its full raster in pixels; garments are drawn on their wearer's canvas."""
    drawn = _draw_sprite_facing_right(name, look, wearer, width, height)
    if not flipped:
        return drawn
    left = width - drawn.left - drawn.mask.shape[1]
    return Sprite(drawn.rgba[:, ::-1], drawn.mask[:, ::-1], left, drawn.top, drawn.area)


@lru_cache(maxsize=4096)
def _draw_sprite_facing_right(name: str, look: Look, wearer: str | None, width: int, height: int) -> Sprite:
    if wearer is None:
        shape = drawings_by_class()[name]
        drawing = shape.draw(look)
    else:
        from askance.stickers.art.garments import draw_worn_garment

        shape = drawings_by_class()[wearer]
        drawing = draw_worn_garment(name, look, wearer)
    box = (-MARGIN, -MARGIN, shape.width + MARGIN, shape.height + MARGIN)
    pixels = rasterise_svg(svg_document(drawing, box, width, height), width, height)
    alpha = np.ascontiguousarray(pixels[:, :, 3])
    rows = np.flatnonzero(alpha.max(axis=1))
    columns = np.flatnonzero(alpha.max(axis=0))
    if not len(rows):
        return Sprite(pixels[:0, :0], alpha[:0, :0] >= SOLID, 0, 0, 0)
    top, left = int(rows[0]), int(columns[0])
    cut = np.ascontiguousarray(pixels[top : rows[-1] + 1, left : columns[-1] + 1])
    mask = alpha[top : rows[-1] + 1, left : columns[-1] + 1] >= SOLID
    return Sprite(cut, mask, left, top, int(np.count_nonzero(mask)))
