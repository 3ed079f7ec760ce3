"""Buildings and what belongs to them: house, barn, tent, door, window, fence."""

from functools import cache

from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
    lighter_color,
    rectangle_path,
)
from askance.stickers.art.shading import without_pattern_and_material

GLASS, GLASS_LIGHT = "#a9d3e6", "#dff1f8"
ROOF = "#5f6672"
INSIDE = "#33303a"


@cache
def _window_pane(x0: float, y0: float, x1: float, y1: float) -> str:
    """A light window pane with a gleam."""
    w, h = x1 - x0, y1 - y0
    gleam = (
        f"M{x0 + w * 0.15} {y0 + h * 0.6} L{x0 + w * 0.6} {y0 + h * 0.08} h{w * 0.2} L{x0 + w * 0.15} {y0 + h * 0.85} Z"
    )
    return (
        draw_path(rectangle_path(x0, y0, x1, y1), GLASS, None)
        + draw_path(gleam, GLASS_LIGHT, None)
        + draw_line(rectangle_path(x0, y0, x1, y1), OUTLINE, 1.4)
    )


@cache
def _house_roof_and_openings() -> str:
    """What is the same on every house: roof, chimney, panes and front door."""
    panes = "".join(
        draw_path(rectangle_path(x - 2, 58, x + 20, 82), "#f5f3ec", width=1.4)
        + _window_pane(x, 60, x + 18, 80)
        + draw_line(f"M{x + 9} 60 V80 M{x} 70 H{x + 18}", "#f5f3ec", 1.8)
        for x in (15, 83)
    )
    return (
        panes
        + draw_path("M49 110 V76 Q58 66 67 76 V110 Z", "#f5f3ec", width=1.4)
        + draw_path("M52 110 V78 Q58 71 64 78 V110 Z", "#8a6a4f", width=1.4)
        + draw_path(ellipse_path(61.5, 94, 1.2, 1.2), "#f0d27a", None)
        + draw_path(rectangle_path(46, 109.2, 70, 113.2, 1), "#b9b9b4", width=1.2)
        + draw_path("M58 2 L114 47 Q116 51 111 51 H108 L58 12 L8 51 H5 Q0 51 2 47 Z", ROOF)
        + draw_line("M10 45 L57 8", "#8b929d", 1.6)
        + draw_path(ellipse_path(58, 35, 7.5, 7.5), "#f5f3ec", width=1.4)
        + draw_path(ellipse_path(58, 35, 5.2, 5.2), GLASS, width=1.2)
        + draw_line("M58 30 V40 M53 35 H63", "#f5f3ec", 1.4)
    )


def house(look: Look) -> str:
    """A family house with a gable, a chimney, two panes and a front door."""
    wall = "M10 113 V46 L58 9 L106 46 V113 Z"
    return (
        draw_path(rectangle_path(82, 8, 95, 36), "#a2695a")
        + draw_path(rectangle_path(80, 5, 97, 11, 1), ROOF)
        + draw_surface(wall, look, (10, 9, 106, 113))
        + draw_path("M13 48 L58 14 L103 48 V54 L58 20 L13 54 Z", darker_color(look.fill, 0.18), None)
        + _house_roof_and_openings()
    )


def barn(look: Look) -> str:
    """A barn with a gambrel roof, white trim, a hay loft, and two big doors."""
    wall = "M9 99 V44 L26 22 L57 8 L88 22 L105 44 V99 Z"
    roof = "M57 1 L92 17 L112 44 L106.5 48 L87 23 L57 9.5 L27 23 L7.5 48 L2 44 L22 17 Z"
    planks = "".join(
        f"M{x} {max(12, 34 - (x - 17) * 0.45 if x < 57 else 12 + (x - 57) * 0.5):.0f} V98 " for x in (17, 25, 89, 97)
    )
    loft = draw_path("M48 38 V28 Q57 20 66 28 V38 Z", INSIDE) + draw_path(
        "M48 38 Q52 31 57 35 Q61 30 66 38 Z", "#e5c25a", width=1.1
    )
    return (
        draw_surface(wall, look, (9, 8, 105, 99))
        + ("" if look.material else draw_line(planks, darker_color(look.fill, 0.25), 1.2))
        + draw_line("M13 47 H101", "#f4f1e8" if look.color != "white" else "#b9b6ac", 2.4)
        + loft
        + draw_path(roof, ROOF)
        + draw_line("M8 43 L25 20.5 L56 5.5", "#8b929d", 1.5)
        + (_open_barn_doors(look) if look.state == "open" else _barn_door(look, 32, 57) + _barn_door(look, 57, 82))
    )


def _barn_door(look: Look, x0: float, x1: float) -> str:
    trim = "#f4f1e8" if look.color != "white" else "#a9a69c"
    d = rectangle_path(x0, 55, x1, 99)
    cross = (
        f"M{x0 + 2.5} 57.5 L{x1 - 2.5} 96.5 M{x1 - 2.5} 57.5 L{x0 + 2.5} 96.5 "
        f"{rectangle_path(x0 + 2.5, 57.5, x1 - 2.5, 96.5)}"
    )
    return draw_surface(d, look, (x0, 55, x1, 99), -0.14) + draw_line(cross, trim, 3) + draw_line(d)


def _open_barn_doors(look: Look) -> str:
    hay = "M38 99 Q38 84 48 84 Q52 76 60 80 Q70 79 72 88 Q78 91 77 99 Z"
    return (
        draw_path(rectangle_path(32, 55, 82, 99), "#28242c")
        + draw_path("M32 55 H82 L76 60 H38 Z", "#3f3944", None)
        + draw_path(hay, "#e5c25a", width=1.4)
        + draw_line("M46 96 Q48 90 52 88 M58 96 Q58 88 62 85 M68 96 Q69 92 72 91", "#b58f2e", 1.4)
        + _open_barn_door_leaf(look, 32, 13)
        + _open_barn_door_leaf(look, 82, 101)
    )


def _open_barn_door_leaf(look: Look, hinge: float, edge: float) -> str:
    trim = "#f4f1e8" if look.color != "white" else "#a9a69c"
    d = f"M{hinge} 55 L{edge} 52 V99 L{hinge} 99 Z"
    inset = 2.5 if edge > hinge else -2.5
    a, b = hinge + inset, edge - inset
    cross = f"M{a} 58 L{b} 96.5 M{b} 56 L{a} 96.5 M{a} 58 L{b} 56 V96.5 H{a} Z"
    return (
        draw_surface(d, look, (min(hinge, edge), 52, max(hinge, edge), 99), -0.14)
        + draw_line(cross, trim, 2.4)
        + draw_line(d)
    )


def tent(look: Look) -> str:
    """A ridge tent seen from the front, the side falling away to the right."""
    side = "M46 6 L94 20 Q100 48 116 76 L84 80 Z"
    front = "M46 6 Q34 48 8 80 H84 Q60 48 46 6 Z"
    ropes = draw_line("M46 5 L2 78 M94 19 L119 74", "#8a8272", 1.3) + draw_line(
        "M1.5 74 V79.5 M118 71 V77", "#6b5a3c", 2.6
    )
    entry = _open_tent_flaps(look) if look.state == "open" else _tent_zip(look)
    return (
        ropes
        + draw_surface(side, look, (46, 6, 116, 80), -0.22)
        + draw_line("M58 12 Q74 44 95 78.5", darker_color(look.fill, 0.45), 1.2)
        + draw_surface(front, look, (8, 6, 84, 80))
        + entry
        + draw_line("M46 1.5 V8", OUTLINE, 2.6)
    )


def _tent_zip(look: Look) -> str:
    ink = darker_color(look.fill, 0.55)
    return (
        draw_line("M46 16 V79", ink, 2.2)
        + "".join(draw_line(f"M44 {y} h4", ink, 1.2) for y in range(20, 78, 5))
        + draw_path("M44.5 58 h3 l1 7 h-5 Z", "#e9e6dc", width=1)
        + draw_line("M46 24 Q38 54 26 79 M46 24 Q56 54 68 79", darker_color(look.fill, 0.25), 1.3)
    )


def _open_tent_flaps(look: Look) -> str:
    left, right = (
        "M46 20 C44 40 32 52 24 58 C26 66 24 74 18 80 H28 C34 74 34 66 31 58 C40 48 46 36 46 20 Z",
        ("M46 20 C49 40 60 52 67 58 C66 66 68 74 74 80 H64 C58 74 58 66 60 58 C52 48 47 36 46 20 Z"),
    )
    return (
        draw_path("M46 20 Q36 52 20 80 H72 Q56 52 46 20 Z", INSIDE)
        + draw_path("M30 80 Q36 68 46 68 Q58 68 63 80 Z", "#5d5866", None)
        + draw_surface(left, look, (18, 20, 46, 80), 0.3)
        + draw_surface(right, look, (46, 20, 74, 80), 0.3)
        + draw_line("M27 58 h5 M59 58 h5", "#f4efe2", 2.4)
    )


def door(look: Look) -> str:
    """A panelled door in its frame; open, its leaf swings into a lit room behind."""
    frame = "M1 99.5 V1 H55 V99.5 H48 V8 H8 V99.5 Z"
    leaf = _open_door_leaf(look) if look.state == "open" else _closed_door_leaf(look)
    solid = without_pattern_and_material(look) if look.material == "glass" else look  # a frame is never see-through
    return leaf + draw_surface(frame, solid, (1, 1, 55, 99.5), -0.15)


def _closed_door_leaf(look: Look) -> str:
    corners = ((14, 15, 26, 44), (30, 15, 42, 44), (14, 54, 26, 90), (30, 54, 42, 90))
    panels = " ".join(rectangle_path(*corner, 1) for corner in corners)
    ink = darker_color(look.fill, 0.3) if look.color != "black" else "#55585f"
    return (
        draw_surface(rectangle_path(8, 8, 48, 99.2), look, (8, 8, 48, 99))
        + ("" if look.material == "glass" else draw_line(panels, ink, 1.8))
        + draw_path(ellipse_path(43.5, 52, 2.6, 2.6), "#e9c04d", width=1.3)
        + draw_path(rectangle_path(42.4, 56.5, 44.6, 60.5, 1), "#33303a", None)
    )


def _open_door_leaf(look: Look) -> str:
    leaf = "M8 8 L27 16 V93 L8 99.2 Z"
    ink = darker_color(look.fill, 0.35)
    return (
        draw_path(rectangle_path(8, 8, 48, 99.2), "#f3dfae")
        + draw_path("M27 84 H48 V99.2 H8 Z", "#b98f62", None)
        + draw_path("M27 16 L48 8 V84 H27 Z", "#fbeecb", None)
        + draw_line("M27 84 H48", "#8c6a45", 1.2)
        + draw_surface(leaf, look, (8, 8, 27, 99), -0.06)
        + (
            ""
            if look.material == "glass"
            else draw_line("M11.5 19 L23 23 V47 L11.5 46 Z M11.5 55 L23 55 V84 L11.5 89 Z", ink, 1.5)
        )
        + draw_path(ellipse_path(24.6, 54, 1.6, 2.4), "#e9c04d", width=1.2)
    )


def window(look: Look) -> str:
    """A casement window with a sill; open, both sashes swing out and the air comes in."""
    frame = f"{rectangle_path(5, 1, 83, 90, 1)} M12 8 V83 H76 V8 Z"
    sill = draw_surface(rectangle_path(1, 89, 87, 98, 2), look, (1, 89, 87, 98), 0.1)
    return (
        (_open_window_sashes(look) if look.state == "open" else _closed_window_sashes(look))
        + draw_surface(frame, look, (5, 1, 83, 90))
        + sill
    )


@cache
def _view_through_window() -> str:
    """The open air seen through the opening: sky, a cloud, a far hill."""
    return (
        draw_path(rectangle_path(12, 8, 76, 83), "#8fd3f6", None)
        + draw_path("M33 30 q1 -6 7 -4 q5 -6 9 0 q6 0 5 5 q0 3 -4 3 h-14 q-4 0 -3 -4 Z", "#ffffff", None)
        + draw_path("M12 70 Q44 52 76 68 V83 H12 Z", "#86c56b", None)
        + draw_line(rectangle_path(12, 8, 76, 83))
    )


def _open_window_sashes(look: Look) -> str:
    return _view_through_window() + _open_window_sash(look, 12, 31) + _open_window_sash(look, 76, 57)


def _closed_window_sashes(look: Look) -> str:
    sashes = f"{rectangle_path(12, 8, 76, 83)} " + " ".join(
        f"M{x} {y} V{y + 28} H{x + 21} V{y} Z" for x in (18, 49) for y in (14, 49)
    )
    panes = "".join(_window_pane(x, y, x + 21, y + 28) for x in (18, 49) for y in (14, 49))
    return (
        panes
        + draw_surface(sashes, look, (12, 8, 76, 83), 0.08)
        + draw_line("M44 8 V83", OUTLINE, 1.4)
        + draw_path(rectangle_path(41.8, 42, 46.2, 50, 1.5), "#d9b64c", width=1.1)
    )


def _open_window_sash(look: Look, hinge: float, edge: float) -> str:
    step = 1 if edge > hinge else -1
    a, b = hinge + 4 * step, edge - 3.5 * step
    outer = f"M{hinge} 8 L{edge} 14 V76 L{hinge} 83 Z"
    upper = f"M{a} 14.5 V43 H{b} V19 Z" if step > 0 else f"M{b} 19 V43 H{a} V14.5 Z"
    lower = f"M{a} 48 V76.5 L{b} 71 V48 Z" if step > 0 else f"M{b} 48 V71 L{a} 76.5 V48 Z"
    box = (min(hinge, edge), 8, max(hinge, edge), 83)
    wood = outer if step > 0 else f"M{hinge} 8 V83 L{edge} 76 V14 Z"
    return draw_path(f"{upper} {lower}", GLASS_LIGHT, None) + draw_surface(f"{wood} {upper} {lower}", look, box, 0.1)


PALES = tuple(range(4, 90, 21))
RAILS = f"{rectangle_path(1, 22, 106, 31, 1)} {rectangle_path(1, 48, 106, 57, 1)}"
# the upper rail ends in splinters on both sides of a gap, one end hanging
SNAPPED = (
    "M1 22 H45 L41 25 L47 27 L40 29 L44 31 H1 Z M106 22 L86 26 L89 28.5 L82 30 L87 32.5 L82 36 L106 31 Z"
    f" {rectangle_path(1, 48, 106, 57, 1)}"
)


def _fence_pale(x: float, metal: bool) -> str:
    """One whole pale."""
    if metal:
        return f"M{x + 2} 69 V16 H{x + 13} V69 Z {ellipse_path(x + 7.5, 9, 7, 7)}"
    return f"M{x} 69 V14 L{x + 7.5} 2 L{x + 15} 14 V69 Z"


def fence(look: Look) -> str:
    """A picket fence, five pointed pales on two rails; of metal, it has ball tops; broken, it has a splintered gap."""
    metal, broken = look.material == "metal", look.state == "broken"
    standing = [x for x in PALES if not (broken and x in (46, 67))]
    nails = "".join(f"M{x + 7.5} {y} h.1 " for x in standing for y in (26.5, 52.5))
    return (
        draw_surface(SNAPPED if broken else RAILS, look, (1, 22, 106, 57), -0.22)
        + draw_surface(" ".join(_fence_pale(x, metal) for x in standing), look, (4, 2, 103, 69))
        + (_broken_fence_pales(look) if broken else "")
        + draw_line(nails, lighter_color(OUTLINE, 0.3), 2)
    )


def _broken_fence_pales(look: Look) -> str:
    """The splintered stumps of two pales, and the top of one leaning in the gap."""
    stumps = "M46 69 V40 L49 46 L52 36 L55 47 L58 39 L61 48 V69 Z M67 69 V54 L70 50 L73 58 L77 46 L79 56 L82 51 V69 Z"
    top = "M56.6 69 L74 20 L86.4 10.6 L88 26 L71 74 L68 66 L65 72 L62 64 L59 71 Z"
    leaning = f'<g transform="translate(0 -3.6)">{draw_surface(top, look, (56, 10, 89, 74), 0.1)}</g>'
    return draw_surface(stumps, look, (46, 36, 82, 69)) + leaning


SHAPES: dict[str, ClassDrawing] = {
    "house": ClassDrawing(house, 116, 114),
    "barn": ClassDrawing(barn, 114, 100),
    "tent": ClassDrawing(tent, 120, 81),
    "door": ClassDrawing(door, 56, 100.3),
    "window": ClassDrawing(window, 88, 99),
    "fence": ClassDrawing(fence, 107, 70),
}
