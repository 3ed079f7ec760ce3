"""Clothes lying, hanging or standing alone, each on its own canvas; on a person they are drawn by `worn_clothes`."""

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
from askance.stickers.art.garment_colors import BUCKLE, SHADE, hat_band_color, seam_color
from askance.stickers.art.worn_clothes import draw_worn_garment

__all__ = ["SHAPES", "draw_worn_garment"]


def hat(look: Look) -> str:
    """A hat with a dented crown, a band and a wide brim."""
    crown = "M22 42 C22 20 24 4 36 3 C42 3 45 7 51 7 C57 7 60 2.4 66 3 C77 4.4 78 22 78 42 Q50 49 22 42 Z"
    band = "M22 29 Q50 37 78 29 L78 42 Q50 49 22 42 Z"
    brim = "M2 43 C8 35 18 37 22 40 Q50 48 78 40 C82 37 92 35 98 43 C88 56 64 57 50 57 C36 57 12 56 2 43 Z"
    return (
        draw_surface(crown, look, (22, 2, 78, 48))
        + draw_line("M44 9 Q50 14 57 9", seam_color(look), 1.4)
        + draw_path(band, hat_band_color(look))
        + draw_surface(brim, look, (2, 34, 98, 57), SHADE)
        + draw_line("M12 46 Q34 53 56 52.5", lighter_color(look.fill, 0.25), 1.3)
    )


def shirt(look: Look) -> str:
    """A shirt with collar, buttons and short sleeves."""
    left = "M28 8 C18 10 12 15 9 22 L1 42 Q10 49 20 49 L28 32 Z"
    right = "M72 8 C82 10 88 15 91 22 L99 42 Q90 49 80 49 L72 32 Z"
    body = (
        "M37 5 C33 7 28 8 24 10 C27 24 27 34 26 44 C25 62 24 78 24 91 Q50 96 76 91 C76 78 75 62 74 44"
        " C73 34 73 24 76 10 C72 8 67 7 63 5 Q50 18 37 5 Z"
    )
    collar = "M37 4 L31 10 L40 22 L50 13 Z", "M63 4 L69 10 L60 22 L50 13 Z"
    buttons = "".join(
        draw_path(ellipse_path(53, y, 1.6, 1.6), "#fafaf7", seam_color(look), 0.8) for y in (27, 43, 59, 75)
    )
    return (
        draw_surface(left, look, (0, 6, 30, 94), SHADE)
        + draw_surface(right, look, (70, 6, 100, 94), SHADE)
        + draw_path("M37 4 Q50 -2 63 4 L50 16 Z", darker_color(look.fill, 0.4))
        + draw_surface(body, look, (23, 4, 77, 94))
        + draw_line("M50 14 V93", seam_color(look), 1.2)
        + buttons
        + "".join(draw_path(flap, lighter_color(look.fill, 0.25)) for flap in collar)
    )


def dress(look: Look) -> str:
    """A dress with cap sleeves, a sash and a wide skirt."""
    sleeves = "M23 7 C16 9 11 15 9 22 Q14 27 21 27 L26 16 Z", "M53 7 C60 9 65 15 67 22 Q62 27 55 27 L50 16 Z"
    bodice = "M28 3 C25 5 22 6 20 8 C22 20 22 30 25 42 H51 C54 30 54 20 56 8 C54 6 51 5 48 3 C46 14 30 14 28 3 Z"
    skirt = "M25 42 C20 60 10 78 3 93 Q20 101 38 98 Q56 101 73 93 C66 78 56 60 51 42 Z"
    folds = "M32 50 Q28 74 22 93 M38 50 V94 M44 50 Q48 74 54 93"
    return (
        "".join(draw_surface(d, look, (x, 6, x + 18, 76), SHADE) for d, x in zip(sleeves, (8, 50), strict=True))
        + draw_surface(skirt, look, (3, 42, 73, 99))
        + draw_line(folds, seam_color(look), 1.3)
        + draw_surface(bodice, look, (3, 3, 73, 42))
        + draw_path("M24.4 39 H51.6 L52.4 46 H23.6 Z", darker_color(look.fill, 0.22))
    )


def jacket(look: Look) -> str:
    """An open jacket with lapels, pockets and long sleeves."""
    sleeves = (
        "M26 9 C17 12 13 18 11 28 L3 76 Q9 81 17 80 L27 40 Z",
        "M74 9 C83 12 87 18 89 28 L97 76 Q91 81 83 80 L73 40 Z",
    )
    panels = (
        "M37 5 C32 7 27 8 23 11 C26 26 26 40 24 92 Q34 97 44 95 C42 70 42 50 41 34 Z",
        "M63 5 C68 7 73 8 77 11 C74 26 74 40 76 92 Q66 97 56 95 C58 70 58 50 59 34 Z",
    )
    lapels = "M37 3 L28 13 L31 25 L35 27 L43 52 L44 32 Z", "M63 3 L72 13 L69 25 L65 27 L57 52 L56 32 Z"
    lining = "M37 4 Q50 0 63 4 L60 36 L58 90 H42 L40 36 Z"
    cuffs = draw_line("M4.4 69 Q11 74 18.6 72.6 M95.6 69 Q89 74 81.4 72.6", seam_color(look), 1.4)
    return (
        "".join(draw_surface(d, look, (x, 8, x + 26, 81), SHADE) for d, x in zip(sleeves, (2, 72), strict=True))
        + cuffs
        + draw_path(lining, darker_color(look.fill, 0.5))
        + "".join(draw_surface(d, look, (x, 4, x + 22, 96)) for d, x in zip(panels, (23, 55), strict=True))
        + draw_line("M28 70 L39 67 M72 70 L61 67", seam_color(look), 2)
        + "".join(draw_path(d, lighter_color(look.fill, 0.2)) for d in lapels)
    )


def scarf(look: Look) -> str:
    """A scarf laid in a loop with two hanging ends."""
    loop = "M14 22 C14 6 30 2 42 2 C56 2 70 7 70 22 C70 34 56 41 42 41 C28 41 14 35 14 22 Z"
    hollow = ellipse_path(42, 17, 17, 8)
    ends = (
        "M36 38 C34 56 28 72 22 88 L40 93 C46 76 50 58 50 40 Z",
        "M42 38 C46 54 52 68 56 84 L74 78 C68 62 60 48 58 34 Z",
    )
    fringes = (
        "M24 89 l-1.6 7 M29.4 90.4 l-1.6 7 M34.6 91.8 l-1.4 7 M39 93 l-1.2 6.4",
        "M58 83.4 l2.2 7 M63 81.8 l2.2 7 M68 80.2 l2.2 7 M72.6 78.6 l2.2 7",
    )
    knot = "M35 29 C42 24 54 24 60 29 C62 36 60 43 56 46 C49 49 41 48 37 45 C33 41 33 34 35 29 Z"
    return (
        "".join(draw_line(fringe, width=3.4) + draw_line(fringe, look.fill, 1.6) for fringe in fringes)
        + draw_surface(ends[1], look, (42, 34, 74, 84), SHADE)
        + draw_surface(ends[0], look, (22, 38, 50, 93))
        + draw_surface(loop, look, (14, 2, 70, 41))
        + draw_path(hollow, darker_color(look.fill, 0.5))
        + draw_surface(knot, look, (20, 25, 76, 48), SHADE)
    )


def tie(look: Look) -> str:
    """A tie with its knot and neck loop."""
    loop = "M16 13 C6 10 8 4 22 4 C36 4 38 10 28 13"
    knot = "M13 9 Q22 13 31 9 L27.6 24 Q22 26 16.4 24 Z"
    blade = "M16.8 24 Q22 26 27.2 24 L36 82 L22 98 L8 82 Z"
    return (
        draw_line(loop, width=6)
        + draw_line(loop, darker_color(look.fill, 0.2), 3.2)
        + draw_surface(blade, look, (8, 24, 36, 98))
        + draw_surface(knot, look, (8, 9, 36, 83), SHADE)
    )


def skirt(look: Look) -> str:
    """A flared skirt with a waistband and folds."""
    body = "M28 10 C22 30 10 52 2 66 Q26 76 50 72 Q74 76 98 66 C90 52 78 30 72 10 Z"
    folds = "M38 18 Q32 44 24 66 M50 18 V68 M62 18 Q68 44 76 66"
    band = "M28 2 Q50 6 72 2 L73.4 12 Q50 17 26.6 12 Z"
    button = draw_path(ellipse_path(64, 9, 2, 2), BUCKLE, width=1)
    return (
        draw_surface(body, look, (2, 10, 98, 74))
        + draw_line(folds, seam_color(look), 1.5)
        + draw_path(band, darker_color(look.fill, 0.18))
        + button
    )


def backpack(look: Look) -> str:
    """A backpack standing on the ground, its pocket to the front and a strap on either side."""
    straps = "M12 40 C2 46 1 76 9 88 L15 84 L15 46 Z", "M66 40 C76 46 77 76 69 88 L63 84 L63 46 Z"
    body = "M12 30 C12 14 24 8 39 8 C54 8 66 14 66 30 L68 90 Q68 98.6 60 98.6 H18 Q10 98.6 10 90 Z"
    flap = "M11 30 C11 13 24 7 39 7 C54 7 67 13 67 30 L67 42 Q67 48 61 48 H17 Q11 48 11 42 Z"
    pocket = rectangle_path(17, 58, 61, 92, 7)
    buckles = "".join(draw_path(rectangle_path(x, 42, x + 6, 54, 1.5), BUCKLE, width=1.2) for x in (22, 50))
    return (
        draw_line("M30 10 C30 1.6 48 1.6 48 10", width=6.4)
        + draw_line("M30 10 C30 1.6 48 1.6 48 10", darker_color(look.fill, 0.3), 3.2)
        + "".join(draw_path(strap, darker_color(look.fill, 0.3)) for strap in straps)
        + draw_surface(body, look, (10, 8, 68, 99))
        + draw_surface(pocket, look, (17, 58, 61, 92), SHADE)
        + draw_line("M22 66 H56", BUCKLE, 1.8)
        + draw_path(rectangle_path(36, 65, 40, 72, 1), BUCKLE, width=1)
        + draw_surface(flap, look, (11, 7, 67, 48), SHADE)
        + buckles
    )


SHAPES: dict[str, ClassDrawing] = {
    "hat": ClassDrawing(hat, 100, 58, anchors=lambda look: {"grip": (50, 44)}),
    "shirt": ClassDrawing(shirt, 100, 95),
    "dress": ClassDrawing(dress, 76, 100),
    "jacket": ClassDrawing(jacket, 100, 97),
    "scarf": ClassDrawing(scarf, 78, 100),
    "tie": ClassDrawing(tie, 44, 100),
    "skirt": ClassDrawing(skirt, 100, 75),
    "backpack": ClassDrawing(backpack, 78, 100, anchors=lambda look: {"grip": (39, 3)}),
}
