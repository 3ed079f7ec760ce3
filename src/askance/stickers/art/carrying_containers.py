"""Containers to carry objects in: bucket, basket, box, suitcase."""

from collections.abc import Mapping

from askance.stickers.art.container_openings import empty_interior, front_rim, liquid_surface, rim_end_anchors
from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    Point,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    lighter_color,
    rectangle_path,
)
from askance.stickers.art.shading import (
    METAL,
    STEEL,
    draw_highlight,
    draw_shadow,
    outlined_stroke,
    seam_color,
    without_pattern_and_material,
)

BUCKET_RIM = (40.0, 32.0, 35.0, 10.0)
BASKET_RIM = (50.0, 42.0, 44.0, 10.0)


def _wooden_bucket_boards(look: Look) -> str:
    """Boards and two iron hoops of a wooden bucket."""
    upper = "M6.6 43 A34 9.6 0 0 0 73.4 43 L72.6 48 A33 9.6 0 0 1 7.4 48 Z"
    lower = "M11.6 70 A29 8 0 0 0 68.4 70 L67.6 75 A28 8 0 0 1 12.4 75 Z"
    boards = "M20 41 L26 86 M33 43 L35 87 M47 43 L45 87 M60 41 L54 86"
    return draw_line(boards, seam_color(look), 1.3) + draw_path(f"{upper} {lower}", METAL, width=1.2)


def bucket(look: Look) -> str:
    """A bucket with its handle up; `full` = water up to the rim."""
    body = "M5 32 A35 10 0 0 0 75 32 L66.6 80 Q66 84 61 85 Q40 89 19 85 Q14 84 13.4 80 Z"
    wooden = look.material == "wooden"
    return (
        outlined_stroke("M6 30 Q8 3 40 3.6 Q72 3 74 30", STEEL, 2, 1.1)
        + empty_interior(look, *BUCKET_RIM)
        + (liquid_surface(40, 33, 33, 8.4, "#8fd3f4") if look.state == "full" else "")
        + draw_surface(body, look, (5, 32, 75, 87))
        + (_wooden_bucket_boards(look) if wooden else "")
        + draw_shadow("M60 39.6 Q70 37 75 32 L66.6 80 Q66 84 61 85 L50 86.6 Q58 70 60 39.6 Z", 0.15)
        + ("" if wooden else draw_line("M8.6 50 Q40 64 71.4 50", seam_color(look), 1.3))
        + front_rim(look, *BUCKET_RIM)
        + draw_path(rectangle_path(30, 1.6, 50, 6.2, 2.3), "#f3ead6", width=1.3)
        + draw_path(rectangle_path(2.6, 28, 8.6, 36, 2), METAL, width=1.2)
        + draw_path(rectangle_path(71.4, 28, 77.4, 36, 2), METAL, width=1.2)
    )


def _bread_in_basket() -> str:
    slashes = "M30 15 l6 5 M38 13 l5 6 M22 20 l5 4"
    return (
        outlined_stroke("M70 42 L84 14", "#d9a05b", 10, 1.4)
        + draw_line("M78 18 l7 3 M74.4 26 l7 3", "#a46f31", 1.6)
        + draw_path("M12 40 Q8 20 30 11 Q52 6 58 24 Q60 34 56 46 H16 Z", "#e2ae66")
        + draw_line(slashes, "#a46f31", 2)
        + draw_path("M46 46 Q44 27 58 26 Q74 27 74 46 Z", "#cf9149")
        + draw_line("M52 34 q5 -4 10 0 M54 40 q6 -4 11 0", "#8f5c26", 1.8)
    )


def _basket_weave(look: Look) -> str:
    """Rows of short bows, each row shifted by half a bow."""
    starts = ((8, 56, 7), (15.6, 63.4, 6), (12, 70.8, 6), (20.4, 78.2, 5))
    return draw_line("".join(f"M{x} {y} " + "q6 5 12 0 " * bows for x, y, bows in starts), seam_color(look), 1.7)


def basket(look: Look) -> str:
    """A woven basket with an arched handle; `full` = bread in it."""
    body = "M6 42 A44 10 0 0 0 94 42 L84 80 Q83 84 78 85 Q50 90 22 85 Q17 84 16 80 Z"
    brim = "M3.6 40 A46.4 11 0 0 0 96.4 40 L95 47 A45 11 0 0 1 5 47 Z"
    hoop = "M9 42 C8 -6.6 92 -6.6 91 42"
    full = look.state == "full"
    return (
        ("" if full else outlined_stroke(hoop, look.fill, 5, 1.5))
        + empty_interior(look, *BASKET_RIM)
        + (_bread_in_basket() + outlined_stroke(hoop, look.fill, 5, 1.5) if full else "")
        + draw_surface(body, look, (6, 42, 94, 88))
        + _basket_weave(look)
        + draw_shadow("M76 50 Q90 47 94 42 L84 80 Q83 84 78 85 L62 87 Q74 70 76 50 Z", 0.14)
        + draw_surface(brim, look, (3, 40, 97, 58), 0.14)
        + draw_line(
            "M16 48 l3 7 M28 51 l3 7 M40 52 l3 7 M52 52 l3 6 M64 51 l3 6 M76 49 l3 6 M87 46 l2 5", seam_color(look), 1.3
        )
    )


def box(look: Look) -> str:
    """A carton; `open` = flaps folded out over a dark inside, `closed` = taped shut."""
    front, side, top = "M9 40 H74 V88.2 H9 Z", "M74 40 L101 24 V70 L74 88.2 Z", "M9 40 L36 24 H101 L74 40 Z"
    walls = (
        draw_surface(front, look, (9, 40, 74, 88))
        + draw_surface(side, look, (74, 24, 101, 88), -0.22)
        + draw_line("M16 80 h14 M16 75.6 h9", seam_color(look), 1.6)
    )
    if look.state != "open":
        tape = draw_path("M36 40 L63 24 H72 L46 40 V54 L41 51 L36 54 Z", "#efe3c2", width=1.2)
        return walls + draw_surface(top, look, (9, 24, 101, 40), 0.18) + tape
    flaps = without_pattern_and_material(look)
    return (
        draw_surface("M36 24 H101 L107 8 H44 Z", flaps, (36, 8, 107, 24), -0.1)
        + draw_path(top, darker_color(look.fill, 0.72))
        + walls
        + draw_surface("M9 40 L36 24 L26 13 L1.6 28 Z", flaps, (1, 13, 36, 40), -0.12)
        + draw_surface("M9 40 H74 L68 54 H3 Z", flaps, (3, 40, 74, 54), 0.2)
        + draw_surface("M74 40 L101 24 L112 33 L85 51 Z", flaps, (74, 24, 112, 51), -0.05)
    )


def box_opening_anchors(look: Look) -> Mapping[str, Point]:
    """The opening of the carton."""
    return {"rim_left": (21, 33), "rim_right": (88, 33)} if look.state == "open" else {}


def _suitcase_corners() -> str:
    upper = "M3 32 V24 Q3 19 8 19 H16 Q14 30 3 32 Z M87 32 V24 Q87 19 82 19 H74 Q76 30 87 32 Z"
    lower = "M3 62 V70 Q3 75 8 75 H16 Q14 64 3 62 Z M87 62 V70 Q87 75 82 75 H74 Q76 64 87 62 Z"
    return draw_path(f"{upper} {lower}", STEEL, width=1.2)


def _clothes_in_suitcase() -> str:
    return (
        draw_path("M10 52 Q12 40 24 41 L44 42 V54 H10 Z", "#f4f1e8", width=1.3)
        + draw_path("M40 53 Q40 38 54 39 Q66 38 66 53 Z", "#a9c7d8", width=1.3)
        + draw_path("M60 53 Q62 41 74 42 Q82 44 80 53 Z", "#e8cfa6", width=1.3)
        + draw_line("M16 46.6 H38 M48 44 Q54 46 60 44", "#8a8a88", 1.1)
    )


def _open_suitcase(look: Look) -> str:
    grip = "M35 58 H55 V60 Q55 66 50 66 H40 Q35 66 35 60 Z"
    return (
        draw_surface(rectangle_path(5, 3, 85, 50, 5), look, (5, 3, 85, 50))
        + draw_path(rectangle_path(10.4, 8, 79.6, 50, 3), lighter_color(look.fill, 0.55), width=1.2)
        + draw_line("M14 12 L40 46 M76 12 L50 46", darker_color(look.fill, 0.1), 1.6)
        + draw_line("M12 26 H78", "#ffffff", 3.4)
        + _clothes_in_suitcase()
        + draw_surface("M3 51 H87 V70 Q87 75 82 75 H8 Q3 75 3 70 Z", look, (3, 51, 87, 75))
        + draw_shadow("M3 66 H87 V70 Q87 75 82 75 H8 Q3 75 3 70 Z", 0.16)
        + draw_path(f"{grip} M38.6 58 H51.4 Q51.4 62.4 48 62.4 H42 Q38.6 62.4 38.6 58 Z", "#4a4247", width=1)
        + draw_path(rectangle_path(16, 50, 23, 56.6, 1.4) + rectangle_path(67, 50, 74, 56.6, 1.4), METAL, width=1.2)
    )


def suitcase(look: Look) -> str:
    """A travel case; `open` = the lid is up and clothes show."""
    if look.state == "open":
        return _open_suitcase(look)
    straps = "#55555d" if look.color == "black" else darker_color(look.fill, 0.45)
    return (
        outlined_stroke("M33 19 V11 Q33 6.4 38 6.4 H52 Q57 6.4 57 11 V19", "#4a4247", 3.4, 1.2)
        + draw_surface(rectangle_path(3, 19, 87, 75, 6), look, (3, 19, 87, 75))
        + draw_shadow("M3 62 H87 V69 Q87 75 81 75 H9 Q3 75 3 69 Z", 0.14)
        + draw_line("M3.6 36 H86.4", seam_color(look), 1.6)
        + draw_path("M22 19 H28 V75 H22 Z M62 19 H68 V75 H62 Z", straps, width=1.2)
        + draw_path(rectangle_path(20.6, 32, 29.4, 40, 1.6) + rectangle_path(60.6, 32, 69.4, 40, 1.6), METAL, width=1.2)
        + _suitcase_corners()
        + draw_highlight("M32 22 H58 V24 H32 Z", 0.4)
    )


SHAPES: dict[str, ClassDrawing] = {
    "bucket": ClassDrawing(bucket, 80, 88, lambda look: rim_end_anchors(*BUCKET_RIM)),
    "basket": ClassDrawing(basket, 100, 88.5, lambda look: rim_end_anchors(*BASKET_RIM)),
    "box": ClassDrawing(box, 113.6, 89, box_opening_anchors),
    "suitcase": ClassDrawing(suitcase, 90, 76),
}
