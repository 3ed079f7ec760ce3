"""Furniture: tables, storage and the floor lamp here, all of it in `SHAPES`."""

from functools import cache

from askance.stickers.art import seating
from askance.stickers.art.drawing_primitives import (
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
from askance.stickers.art.shading import (
    METAL,
    STEEL,
    draw_highlight,
    draw_shadow,
    filled_circle,
    seam_color,
    without_pattern_and_material,
)

SHELVES = (14, 40, 66, 92)  # upper edge of each opening of the bookcase
SHELF_HEIGHT = 21.0
BOOKS: dict[str, tuple[tuple[int, float, float, float], ...]] = {
    "#c4574d": ((0, 10, 4.6, 18), (1, 35, 5, 16), (1, 56, 4.6, 18), (2, 14.6, 4.6, 16), (3, 42, 5, 18)),
    "#5f8fb5": ((0, 14.6, 5, 15), (1, 40, 4.6, 19), (2, 34, 5.4, 18), (2, 61, 5, 16), (3, 10, 4.6, 16)),
    "#e6d3a3": ((0, 19.6, 4, 17), (1, 31, 4, 14), (1, 60.6, 5, 15), (2, 39.4, 4, 15), (3, 47, 4.6, 15)),
    "#7fa36b": ((0, 42, 5.4, 17), (1, 44.6, 5, 16), (2, 10, 4.6, 19), (3, 14.6, 5, 19), (3, 62, 4.6, 16)),
    "#a67ba8": ((0, 47.4, 4.6, 19), (1, 10, 5, 17), (2, 43.4, 5, 19), (3, 51.6, 5, 19)),
}  # color → (shelf, x, width, height) of each spine


def _interior_color(look: Look, share: float = 0.42) -> str:
    """The color of the inside of a case."""
    return lighter_color(look.fill, 0.16) if look.color == "black" else darker_color(look.fill, share)


def table(look: Look) -> str:
    """A table with four legs, its top seen from a little above."""
    return (
        draw_surface("M21 24 H26.4 L25.6 61 H22 Z M85.6 24 H91 L90 61 H86.4 Z", look, (21, 24, 91, 61), -0.4)
        + draw_surface("M9 21 H103 V27.6 H9 Z", look, (9, 21, 103, 28), -0.3)
        + draw_surface(
            "M5.4 20 H13.4 L12 69.2 H7.4 Z M98.6 20 H106.6 L104.6 69.2 H100 Z", look, (5, 20, 107, 69), -0.08
        )
        + draw_surface("M15 3 H97 L110.6 16 H1.4 Z", look, (1, 3, 111, 16), 0.12)
        + draw_surface(
            "M1.4 16 H110.6 V20.4 Q110.6 21.4 109 21.4 H3 Q1.4 21.4 1.4 20.4 Z", look, (1, 16, 111, 21), -0.12
        )
        + draw_highlight("M17 4.6 H60 L58 7.4 H13.6 Z", 0.35)
    )


def _drawer(look: Look, x0: float, y0: float, x1: float, y1: float) -> str:
    middle = (x0 + x1) / 2
    return draw_path(
        rectangle_path(x0, y0, x1, y1, 1), lighter_color(look.fill, 0.08), seam_color(look), 1.2
    ) + draw_path(rectangle_path(middle - 5, (y0 + y1) / 2 - 1.5, middle + 5, (y0 + y1) / 2 + 1.5, 1.5), METAL, width=1)


def desk(look: Look) -> str:
    """A writing desk: a column of drawers on the right, room for the knees on the left."""
    return (
        draw_path("M11 20 H72 V52 H11 Z", _interior_color(look, 0.5))
        + draw_surface("M5 18 H12 V71.2 H5 Z", look, (5, 18, 12, 71), -0.06)
        + draw_surface("M70 18 H107 V71.2 H70 Z", look, (70, 18, 107, 71))
        + "".join(_drawer(without_pattern_and_material(look), 73.6, y, 103.4, y + 14.4) for y in (21.4, 37.8, 54.2))
        + draw_surface("M12 18 H70 V28 H12 Z", look, (12, 18, 70, 28), -0.06)
        + draw_path(rectangle_path(36, 21.8, 46, 24.8, 1.5), METAL, width=1)
        + draw_surface("M11 3 H101 L110.6 13 H1.4 Z", look, (1, 3, 111, 13), 0.12)
        + draw_surface("M1.4 13 H110.6 V17 Q110.6 18 109 18 H3 Q1.4 18 1.4 17 Z", look, (1, 13, 111, 18), -0.12)
        + draw_shadow("M12 18 H107 V20 H12 Z", 0.2)
        + draw_highlight("M13 4.4 H56 L54 6.6 H10.4 Z", 0.35)
    )


@cache
def _book_spines() -> str:
    shelf = [y + SHELF_HEIGHT for y in SHELVES]
    piles = draw_path(
        rectangle_path(57, 30, 67, 33) + rectangle_path(56, 33, 67, 35) + rectangle_path(23, 58, 29, 61),
        "#d9d4c8",
        width=0.9,
    )
    rows = ""
    for ink, books in BOOKS.items():
        spines = (f"M{x} {shelf[row] - high} h{wide} v{high} h{-wide} Z" for row, x, wide, high in books)
        rows += draw_path(" ".join(spines), ink, width=0.9)
    leaning = "M24 35 L29.4 19.4 L33 20.6 L27.8 35 Z M20.4 113 L25.6 97.6 L29.2 98.8 L24 113 Z"
    return rows + draw_path(leaning, "#6f7f92", width=0.9) + piles


def bookcase(look: Look) -> str:
    """A tall bookcase with four shelves of books."""
    wooden = look.material == "wooden"  # grain follows the uprights, which the kit's cannot
    deep = 0.16 if look.color == "black" else -0.42
    holes = [(8, y, 68, y + SHELF_HEIGHT) for y in SHELVES]
    backs = "".join(draw_surface(rectangle_path(*hole), look, hole, deep) for hole in holes)
    lips = " ".join(rectangle_path(8, y, 68, y + 3) for y in SHELVES)
    return (
        draw_surface(
            rectangle_path(3, 8, 73, 119.2, 1), without_pattern_and_material(look) if wooden else look, (3, 8, 73, 119)
        )
        + (draw_line("M5.4 12 V60 M5.6 68 V116 M70.4 12 V44 M70.6 52 V116", seam_color(look), 0.9) if wooden else "")
        + draw_surface("M9 1.4 H67 L73 8 H3 Z", look, (3, 1, 73, 8), 0.15)
        + backs
        + draw_shadow(lips, 0.25)
        + _book_spines()
        + draw_highlight(rectangle_path(4.2, 10, 6, 117, 0.8), 0.35)
    )


LIGHT = (
    '<linearGradient id="light" gradientUnits="userSpaceOnUse" x1="0" y1="44" x2="0" y2="114">'
    '<stop offset="0" stop-color="#fff07a" stop-opacity="0.36"/>'
    '<stop offset="1" stop-color="#fff6b0" stop-opacity="0.2"/></linearGradient>'
    '<radialGradient id="bulb" gradientUnits="userSpaceOnUse" cx="36" cy="34" r="24">'
    '<stop offset="0" stop-color="#fffbd0" stop-opacity="0.95"/>'
    '<stop offset="1" stop-color="#fff3a0" stop-opacity="0.05"/></radialGradient>'
    '<path d="M11 42 H61 L71 113 Q36 117 1 113 Z" fill="url(#light)"/>'
    '<path d="M24 11 L16 1 Q36 0 56 1 L48 11 Z" fill="#fff07a" fill-opacity="0.36"/>'
)


def lamp(look: Look) -> str:
    """A floor lamp; `on` = the shade glows and throws light down and up."""
    hood = "M24 11 Q36 8 48 11 L61 42 Q36 49.4 11 42 Z"
    lit = look.state == "on"
    foot = "M18 115 Q17 107.4 30 106.6 Q36 105.6 42 106.6 Q55 107.4 54 115 Z"
    glow = f'<path d="{hood}" fill="url(#bulb)"/>' if lit else draw_shadow("M42 9.4 Q46 10 48 11 L61 42 Q54 45 46 46 Z")
    return (
        (LIGHT if lit else "")
        + draw_path("M34.2 44 H37.8 V109 H34.2 Z", STEEL, width=1.4)
        + draw_surface(foot, without_pattern_and_material(look), (17, 106, 55, 115), -0.1)
        + draw_path(ellipse_path(36, 46.4, 5, 5), "#fff36b" if lit else "#d9dcdf", width=1.3)
        + draw_line("M49 44 V57", width=1)
        + filled_circle(49, 58.4, 1.8, METAL, width=1)
        + draw_surface(hood, look, (11, 8, 61, 47))
        + glow
        + draw_line("M12.6 38.4 Q36 45.6 59.4 38.4 M22.6 14.4 Q36 11.6 49.4 14.4", seam_color(look), 1)
    )


def _cabinet_door(x0: float, x1: float, knob: float, look: Look) -> str:
    ink = seam_color(look)
    return (
        draw_surface(rectangle_path(x0, 35, x1, 76.6, 1), look, (x0, 35, x1, 77), 0.08)
        + draw_path(rectangle_path(x0, 35, x1, 76.6, 1), "none", ink, 1.3)
        + draw_path(rectangle_path(x0 + 5, 40, x1 - 5, 71.6, 1), "none", ink, 1.2)
        + filled_circle(knob, 56, 2, METAL, width=1)
    )


@cache
def _dishes_in_cabinet() -> str:
    return (
        draw_path("M26 52 H38 Q37 46 38 44 H26 Q27 46 26 52 Z", "#efece4", width=1)
        + draw_path("M60 44 H80 Q78 52 70 52 Q62 52 60 44 Z", "#f5f3ee", width=1)
        + draw_path(
            rectangle_path(25, 70, 43, 73, 1) + rectangle_path(26, 67, 42, 70, 1) + rectangle_path(25, 64, 43, 67, 1),
            "#f5f3ee",
            width=1,
        )
        + draw_path("M58 73 V62 Q58 60 60 60 H66 Q68 60 68 62 V73 Z", "#d8cdb8", width=1)
        + draw_path("M72 73 V65 Q72 63 74 63 H80 Q82 63 82 65 V73 Z", "#d8cdb8", width=1)
    )


def _open_cabinet_front(look: Look) -> str:
    left, right = "M19.4 35 L3 39.6 V84 L19.4 76.6 Z", "M88.6 35 L105 39.6 V84 L88.6 76.6 Z"
    return (
        draw_path(rectangle_path(19.4, 35, 88.6, 76.6), _interior_color(look, 0.68), width=1.4)
        + draw_shadow("M19.4 35 H88.6 V39 H19.4 Z", 0.4)
        + _dishes_in_cabinet()
        + draw_surface(rectangle_path(19.4, 52, 88.6, 55.4), without_pattern_and_material(look), (19, 52, 89, 56), -0.1)
        + draw_surface(left, look, (3, 35, 20, 84), -0.12)
        + draw_surface(right, look, (88, 35, 105, 84), -0.12)
        + filled_circle(6.4, 62, 1.8, METAL, width=1)
        + filled_circle(101.6, 62, 1.8, METAL, width=1)
    )


def cabinet(look: Look) -> str:
    """A low cupboard with two drawers above two doors; `open` = the doors stand open and show the shelf."""
    fronts = (
        _open_cabinet_front(look)
        if look.state == "open"
        else _cabinet_door(20, 53, 49.4, look) + _cabinet_door(55, 88, 58.6, look)
    )
    return (
        draw_path("M20 80 H27 L25.6 85.2 H21 Z M81 80 H88 L87 85.2 H82.4 Z", darker_color(look.fill, 0.45), width=1.4)
        + draw_surface(rectangle_path(15, 15, 93, 81, 1), look, (15, 15, 93, 81))
        + _drawer(without_pattern_and_material(look), 20, 19, 53, 31.6)
        + _drawer(without_pattern_and_material(look), 55, 19, 88, 31.6)
        + fronts
        + draw_surface("M20 3 H88 L97 11 H11 Z", look, (11, 3, 97, 11), 0.15)
        + draw_surface(rectangle_path(11, 11, 97, 15.4, 1), look, (11, 11, 97, 16), -0.12)
        + draw_highlight("M22 4.4 H52 L50.6 6.4 H19.6 Z", 0.35)
    )


SHAPES: dict[str, ClassDrawing] = {
    "table": ClassDrawing(
        table,
        112,
        70,
        lambda look: {"top_left": (10, 12), "top_right": (102, 12), "under_left": (15, 68), "under_right": (97, 68)},
    ),
    "desk": ClassDrawing(
        desk,
        112,
        72,
        lambda look: {"top_left": (9, 10), "top_right": (103, 10), "under_left": (14, 70), "under_right": (68, 70)},
    ),
    "bookcase": ClassDrawing(bookcase, 76, 120, lambda look: {"top_left": (8, 6), "top_right": (68, 6)}),
    "lamp": ClassDrawing(lamp, 72, 116),
    "cabinet": ClassDrawing(cabinet, 108, 86, lambda look: {"top_left": (17, 9), "top_right": (91, 9)}),
    **seating.SHAPES,
}
