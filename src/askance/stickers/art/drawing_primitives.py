"""The drawing kit: a look, the shape of a class, and a few strokes that all drawings share.

A drawing is a function `Look → SVG fragment` on a canvas of `width × height` units with y pointing down; its feet (or
base) stand on the lower edge and it faces right. `draw_surface` paints color, pattern and material of the object,
so that a drawing need not know how a stripe or wood grain is made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from zlib import crc32

from askance.stickers.class_traits import COLORS

Point = tuple[float, float]
Rect = tuple[float, float, float, float]  # x0, y0, x1, y1 on the canvas
OUTLINE = "#2b2b33"
GLASS_OPACITY = 0.4  # see-through, yet solid enough to be in the mask (sprites.SOLID)


@dataclass(frozen=True, slots=True)
class Look:
    """How one object looks; what does not apply is None. `variant` varies what is never asked (skin, hair, leaves)."""

    color: str = "gray"
    pattern: str | None = None
    material: str | None = None
    state: str | None = None
    posture: str | None = None
    text: str | None = None
    variant: int = 0

    @property
    def fill(self) -> str:
        """The color as #rrggbb."""
        return COLORS[self.color]


@dataclass(frozen=True, slots=True)
class ClassDrawing:
    """How a class is drawn, on a canvas of `width` × `height` units.

    `anchors`: named points that others attach to, given the look: people have head, neck, torso, waist, hand, seat,
    feet; what is ridden has saddle; what carries objects has top (left and right end of the surface) or inside (rim);
    a worn or held object has grip (the point put on the person's anchor).
    `parts`: part name → boxes on the canvas.
    """

    draw: Callable[[Look], str]
    width: float
    height: float
    anchors: Callable[[Look], Mapping[str, Point]] = field(default=lambda look: {})
    parts: Callable[[Look], Mapping[str, tuple[Rect, ...]]] = field(default=lambda look: {})


@cache
def mix_colors(one: str, other: str, share: float) -> str:
    """A color between two, `share` of the way from one to the other."""
    a = [int(one[i : i + 2], 16) for i in (1, 3, 5)]
    b = [int(other[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


def darker_color(color: str, share: float = 0.25) -> str:
    """A darker shade."""
    return mix_colors(color, "#000000", share)


def lighter_color(color: str, share: float = 0.3) -> str:
    """A lighter tint."""
    return mix_colors(color, "#ffffff", share)


def draw_path(d: str, fill: str, stroke: str | None = OUTLINE, width: float = 1.6) -> str:
    """A filled path with the house outline."""
    line = f' stroke="{stroke}" stroke-width="{width}"' if stroke else ""  # paint.document rounds ends and corners
    return f'<path d="{d}" fill="{fill}"{line}/>'


def draw_line(d: str, stroke: str = OUTLINE, width: float = 1.6) -> str:
    """An open stroke with round ends."""
    return draw_path(d, "none", stroke, width)


@cache
def ellipse_path(x: float, y: float, rx: float, ry: float) -> str:
    """Path data of an ellipse, so that it can be a surface like any other."""
    return f"M{x - rx} {y} A{rx} {ry} 0 1 1 {x + rx} {y} A{rx} {ry} 0 1 1 {x - rx} {y} Z"


@cache
def rectangle_path(x0: float, y0: float, x1: float, y1: float, radius: float = 0) -> str:
    """Path data of a rectangle, with round corners if wanted."""
    r = min(radius, (x1 - x0) / 2, (y1 - y0) / 2)
    if r <= 0:
        return f"M{x0} {y0} H{x1} V{y1} H{x0} Z"
    return (
        f"M{x0 + r} {y0} H{x1 - r} A{r} {r} 0 0 1 {x1} {y0 + r} V{y1 - r} A{r} {r} 0 0 1 {x1 - r} {y1}"
        f" H{x0 + r} A{r} {r} 0 0 1 {x0} {y1 - r} V{y0 + r} A{r} {r} 0 0 1 {x0 + r} {y0} Z"
    )


def draw_surface(d: str, look: Look, area: Rect, shade: float = 0.0) -> str:
    """A path in the object's own color, with its pattern and material inside; `area` bounds the path, for the marks.

    `shade` in [-1, 1] darkens (below 0) or lightens a side of the same color.
    """
    base = darker_color(look.fill, -shade) if shade < 0 else lighter_color(look.fill, shade)
    marks = _pattern_marks(look, base, area) + _material_marks(look, base, area)
    opacity = f' fill-opacity="{GLASS_OPACITY}"' if look.material == "glass" else ""
    if not marks:
        return f'<path d="{d}" fill="{base}"{opacity} stroke="{OUTLINE}" stroke-width="1.6"/>'
    clip = f"c{crc32(d.encode()):x}"
    inside = f'<clipPath id="{clip}"><path d="{d}"/></clipPath><g clip-path="url(#{clip})">{marks}</g>'
    return f'<path d="{d}" fill="{base}"{opacity}/>{inside}{draw_line(d)}'


@cache
def _contrasting_color(base: str) -> str:
    """A mark color that shows on the base without naming another color of the object."""
    return mix_colors(base, "#ffffff", 0.75) if _brightness(base) < 150 else mix_colors(base, "#000000", 0.42)


@cache
def _brightness(color: str) -> float:
    return sum(int(color[i : i + 2], 16) for i in (1, 3, 5)) / 3


_PETALS = ((0, -1.1), (1.05, -0.34), (0.65, 0.9), (-0.65, 0.9), (-1.05, -0.34))
_STAR = (
    (0, -1), (0.24, -0.32), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81),
    (0, 0.4), (-0.59, 0.81), (-0.38, 0.12), (-0.95, -0.31), (-0.24, -0.32),
)  # fmt: skip


def _pattern_marks(look: Look, base: str, area: Rect) -> str:
    """All marks of a pattern as one path (two for flowers): short to write and quick to draw."""
    if look.pattern is None:
        return ""
    x0, y0, x1, y1 = area
    ink = _contrasting_color(base)
    step = max(x1 - x0, y1 - y0) / 6
    columns = [x0 + step * (i + 0.5) for i in range(int((x1 - x0) / step) + 1)]
    rows = [y0 + step * (i + 0.5) for i in range(int((y1 - y0) / step) + 1)]
    if look.pattern == "striped":
        return _marks_as_one_path([_rectangle_subpath(x - step / 4, y0, step / 2, y1 - y0) for x in columns], ink)
    if look.pattern == "checkered":
        cells = [(x, y) for i, x in enumerate(columns) for j, y in enumerate(rows) if (i + j) % 2]
        return _marks_as_one_path([_rectangle_subpath(x - step / 2, y - step / 2, step, step) for x, y in cells], ink)
    spots = [(x + (step / 2 if j % 2 else 0), y) for j, y in enumerate(rows) for x in columns]
    if look.pattern == "dotted":
        return _marks_as_one_path([_circle_subpath(x, y, step * 0.24) for x, y in spots], ink)
    if look.pattern == "floral":
        r = step * 0.2
        petals = [_circle_subpath(x + dx * r, y + dy * r, r * 0.78) for x, y in spots for dx, dy in _PETALS]
        return _marks_as_one_path(petals, ink) + _marks_as_one_path(
            [_circle_subpath(x, y, r * 0.55) for x, y in spots], base
        )
    r = step * 0.36
    return _marks_as_one_path(
        ["M" + "L".join(f"{x + dx * r:.1f} {y + dy * r:.1f}" for dx, dy in _STAR) + "Z" for x, y in spots], ink
    )


def _marks_as_one_path(pieces: list[str], ink: str) -> str:
    return f'<path d="{"".join(pieces)}" fill="{ink}"/>'


def _rectangle_subpath(x: float, y: float, wide: float, high: float) -> str:
    return f"M{x:.1f} {y:.1f}h{wide:.1f}v{high:.1f}h{-wide:.1f}z"


def _circle_subpath(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 1 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 1 {-2 * r:.1f} 0z"


def _material_marks(look: Look, base: str, area: Rect) -> str:
    if look.material is None:
        return ""
    x0, y0, x1, y1 = area
    wide, high = x1 - x0, y1 - y0
    gloss = "#ffffff" if _brightness(base) < 215 else "#9aa3ad"  # a white gleam would vanish on a white thing
    if look.material == "wooden":
        rows = [y0 + high * (i + 0.5) / 5 for i in range(5)]
        grain = f"q{wide / 4:.1f} {high / 14:.1f} {wide / 2:.1f} 0t{wide / 2:.1f} 0"
        return draw_line(
            "".join(f"M{x0:.1f} {y:.1f}{grain}" for y in rows), _wood_grain_color(base), max(1.0, min(wide, high) / 30)
        )
    if look.material == "metal":
        return _brushed_metal(base, area)
    if look.material == "plastic":
        spot = rectangle_path(x0 + wide * 0.1, y0 + high * 0.1, x0 + wide * 0.24, y0 + high * 0.5, wide * 0.07)
        return f'<path d="{spot}" fill="{gloss}" fill-opacity="0.6"/>'
    if look.material == "glass":
        left = _slanted_light_band(x0 + wide * 0.18, y0, wide * 0.16, high, wide * 0.2, gloss, 0.9)
        thin = _slanted_light_band(x0 + wide * 0.4, y0, wide * 0.05, high, wide * 0.2, gloss, 0.8)
        return left + thin + _slanted_light_band(x0 + wide * 0.72, y0, wide * 0.1, high, wide * 0.14, gloss, 0.75)
    inset = min(wide, high) * 0.1
    seam = rectangle_path(x0 + inset, y0 + inset, x1 - inset, y1 - inset, inset)
    stitch = lighter_color(base, 0.55) if _brightness(base) < 215 else darker_color(base, 0.35)
    style = f'stroke="{stitch}" stroke-width="{max(0.8, inset / 5):.1f}" stroke-dasharray="3 2"'
    return f'<path d="{seam}" fill="none" {style}/>'


@cache
def _wood_grain_color(base: str) -> str:
    """The ink of wood grain; lighter on a dark wood."""
    return darker_color(base, 0.38) if _brightness(base) > 90 else lighter_color(base, 0.24)


_SHEEN = ((0, 0.0), (0.14, 0.75), (0.3, -0.2), (0.46, -0.4), (0.62, 0.6), (0.78, 0.0), (1, -0.4))  # offset, light


def _brushed_metal(base: str, area: Rect) -> str:
    """Brushed metal: soft bands of light and shade across, with fine scratches along."""
    x0, y0, x1, y1 = area
    wide, high = x1 - x0, y1 - y0
    name = f"b{crc32(f'{base} {x0:.1f} {x1:.1f}'.encode()):x}"
    stops = "".join(
        f'<stop offset="{at}" stop-color="{lighter_color(base, light) if light > 0 else darker_color(base, -light)}"/>'
        for at, light in _SHEEN
    )
    rows = range(1, max(3, min(12, round(high / 5))))
    scratches = "".join(f"M{x0:.1f} {y0 + high * row / len(rows):.1f}h{wide:.1f}" for row in rows)
    ink = darker_color(base, 0.45) if _brightness(base) > 60 else lighter_color(base, 0.4)
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{x0:.1f}" y1="0" x2="{x1:.1f}" y2="0">'
        f'{stops}</linearGradient><path d="{_rectangle_subpath(x0, y0, wide, high)}" fill="url(#{name})"/>'
        f'<path d="{scratches}" fill="none" stroke="{ink}" stroke-width="0.5" stroke-opacity="0.5"/>'
    )


def _slanted_light_band(x: float, y: float, wide: float, high: float, lean: float, ink: str, alpha: float) -> str:
    """A slanted band of light."""
    d = f"M{x:.1f} {y:.1f}h{wide:.1f}l{-lean:.1f} {high:.1f}h{-wide:.1f}z"
    return f'<path d="{d}" fill="{ink}" fill-opacity="{alpha}"/>'
