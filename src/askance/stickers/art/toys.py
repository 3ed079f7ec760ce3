"""Toys: ball, kite, balloon, doll, teddy bear."""

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
    mix_colors,
)
from askance.stickers.art.shading import draw_highlight, draw_shadow

STRING = "#6b6f78"
DRESSES = ("#e8739a", "#5aa7d6", "#e0a63c", "#7fb860")
YARN = ("#c8682c", "#e4b640", "#6a4128", "#b6442f")


def ball(look: Look) -> str:
    """A rubber ball; seams make the plain one a ball, a pattern needs none."""
    seam = mix_colors(look.fill, "#000000" if look.color != "black" else "#ffffff", 0.35)
    seams = "M50 1 C28 20 28 80 50 99 M50 1 C92 22 92 78 50 99 M50 1 C6 14 -8 62 17 86"
    return (
        draw_surface(ellipse_path(50, 50, 49, 49), look, (1, 1, 99, 99))
        + ("" if look.pattern else draw_line(seams, seam, 2.6))
        + draw_shadow("M88 28 A44 44 0 0 1 30 92 A49 49 0 0 0 98 56 Q97 40 88 28 Z", 0.16)
        + draw_highlight("M14 38 C17 24 27 14 38 12 C43 12 43 17 38 19 C29 22 24 29 21 39 C19 44 13 43 14 38 Z", 0.75)
        + draw_line(ellipse_path(50, 50, 49, 49))
    )


def kite(look: Look) -> str:
    """A diamond kite with crossed spars, a tail with bows, and its string."""
    sail = "M46 1 L73 26 L37 70 L9 24 Z"
    tail = "M37 70 C30 78 42 82 34 89 C28 94 18 90 8 97"
    bows = "".join(
        _kite_tail_bow(x, y, darker_color(look.fill, 0.1)) for x, y in ((36.5, 80.5), (28.5, 91.5), (11, 95.2))
    )
    return (
        draw_line("M42 40 C56 62 62 80 66 98.5", STRING, 1.5)
        + draw_line(tail, OUTLINE, 1.8)
        + bows
        + draw_surface(sail, look, (9, 1, 73, 70))
        + draw_shadow("M46 1 L73 26 L37 70 Z", 0.13)
        + draw_line("M46 1 L37 70 M9 24 Q42 22 73 26", darker_color(look.fill, 0.55), 1.8)
        + draw_line(sail)
    )


def _kite_tail_bow(x: float, y: float, fill: str) -> str:
    return draw_path(
        f"M{x} {y} L{x - 6.5} {y - 3.8} L{x - 5.5} {y + 4.2} Z M{x} {y} L{x + 6.5} {y - 4.2} L{x + 5.5} {y + 3.8} Z",
        fill,
        width=1.4,
    )


def balloon(look: Look) -> str:
    """A party balloon on a curling string."""
    skin = "M25 1 C39 1 49 12 49 27 C49 42 36 55 28 61 H22 C14 55 1 42 1 27 C1 12 11 1 25 1 Z"
    return (
        draw_line("M25 66 C30 74 18 78 24 86 C28 92 25 95 25 98.8", STRING, 1.7)
        + draw_surface("M22 60 H28 L31 67 Q25 65 19 67 Z", look, (19, 60, 31, 67), -0.2)
        + draw_surface(skin, look, (1, 1, 49, 61))
        + draw_shadow("M41 10 C47 26 39 44 25 60.5 H28 C36 55 49 42 49 27 C49 20 46 14 41 10 Z", 0.14)
        + draw_highlight("M8 26 C8 17 12 10 19 7 C23 6 23 10 20 12 C15 15 13 20 12.5 27 C12 31 8 30 8 26 Z", 0.8)
        + draw_line(skin)
    )


def doll(look: Look) -> str:
    """A rag doll with yarn plaits, button eyes and a stitched smile; the variant picks dress and hair."""
    dress, yarn, skin = DRESSES[look.variant % 4], YARN[look.variant // 4 % 4], "#f6d3b3"
    return (
        _doll_plait(12, yarn)
        + _doll_plait(58, yarn)
        + "".join(
            draw_path(f"M{x} 80 H{x + 9} V90 H{x} Z", "#fdfdf8") + draw_line(f"M{x} 83 h9 M{x} 86.5 h9", "#d8566a", 1.6)
            for x in (24, 37)
        )
        + "".join(
            draw_path(f"M{x} 89 H{x + 10} Q{x + 13} 99 {x + 5} 99 Q{x - 3} 99 {x} 89 Z", OUTLINE, None)
            for x in (23.5, 36.5)
        )
        + draw_path("M25 50 C16 52 10 58 6 64 C3 70 9 74 13 70 L28 62 Z", skin)
        + draw_path("M45 50 C54 52 60 58 64 64 C67 70 61 74 57 70 L42 62 Z", skin)
        + draw_path("M26 47 H44 C48 60 54 72 56 82 Q35 89 14 82 C16 72 22 60 26 47 Z", dress)
        + draw_path("M29 54 H41 L46 78 Q35 82 24 78 Z", lighter_color(dress, 0.7), width=1.2)
        + draw_path("M19 52 Q23 45 29 47 L28 58 Q21 60 17 57 Z M51 52 Q47 45 41 47 L42 58 Q49 60 53 57 Z", dress)
        + draw_path(ellipse_path(35, 27, 21, 21), skin)
        + draw_path("M13 29 C11 8 24 1 35 1 C46 1 59 8 57 29 C53 17 45 14 35 14 C25 14 17 17 13 29 Z", yarn)
        + draw_line("M35 2 V13 M26 3.5 Q23 9 22 15 M44 3.5 Q47 9 48 15", darker_color(yarn, 0.25), 1.3)
        + "".join(
            draw_path(ellipse_path(x, 29, 3.4, 3.4), OUTLINE, None)
            + draw_path(ellipse_path(x - 1, 28, 1, 1), "#ffffff", None)
            for x in (27, 43)
        )
        + draw_path(ellipse_path(22, 36, 3.6, 2.8), "#f2a59c", None)
        + draw_path(ellipse_path(48, 36, 3.6, 2.8), "#f2a59c", None)
        + draw_path("M35 31.5 L37.4 35 H32.6 Z", "#e06a4b", None)
        + draw_line("M27.5 38.5 Q35 45.5 42.5 38.5 M26.8 39.6 l1.6 -2 M43.2 39.6 l-1.6 -2", "#b23a3a", 1.5)
    )


def _doll_plait(x: float, yarn: str) -> str:
    out = 1 if x > 35 else -1
    beads = "".join(
        draw_path(ellipse_path(x + out * dx, y, 5.4, 4.6), yarn, width=1.3) for dx, y in ((0, 34), (3, 41), (4.5, 48))
    )
    return (
        beads
        + draw_path(f"M{x + out * 4.5} 52 l-5 7 h10 Z", yarn, width=1.3)
        + draw_line(f"M{x + out * 4.5 - 3} 52.5 h6", "#d8566a", 2.6)
    )


def teddy_bear(look: Look) -> str:
    """A teddy bear sitting, seen from the front, with a seam on its belly."""
    pale = lighter_color(look.fill, 0.5) if look.color != "white" else "#e8d3b4"
    seam = darker_color(look.fill, 0.4)
    ears = "".join(
        draw_surface(ellipse_path(x, 12, 11, 11), look, (x - 11, 1, x + 11, 23))
        + draw_path(ellipse_path(x, 13, 5.8, 5.8), pale, width=1.2)
        for x in (20, 68)
    )
    legs = "".join(
        draw_surface(ellipse_path(x, 86, 14.5, 13), look, (x - 15, 73, x + 15, 99), -0.06)
        + draw_path(ellipse_path(x, 87, 8, 7.4), pale, width=1.2)
        for x in (16, 72)
    )
    return (
        ears
        + draw_surface("M27 49 C14 70 18 98 44 98 C70 98 74 70 61 49 Z", look, (17, 49, 71, 98))
        + draw_path(ellipse_path(44, 76, 14.5, 16), pale, None)
        + draw_line("M44 61 V91 M41.5 66 h5 M41.5 72 h5 M41.5 78 h5 M41.5 84 h5", seam, 1.1)
        + draw_surface("M25 53 C12 55 4 63 3 71 C4 79 14 79 18 74 C24 71 29 67 31 61 Z", look, (3, 53, 31, 78))
        + draw_surface("M63 53 C76 55 84 63 85 71 C84 79 74 79 70 74 C64 71 59 67 57 61 Z", look, (57, 53, 85, 78))
        + legs
        + draw_surface(
            "M44 6 C66 6 76 19 75 34 C74 48 60 55 44 55 C28 55 14 48 13 34 C12 19 22 6 44 6 Z", look, (13, 6, 75, 55)
        )
        + draw_path(ellipse_path(44, 41, 14, 11), pale, width=1.2)
        + draw_path("M39 35 Q44 32 49 35 Q49 40 44 42 Q39 40 39 35 Z", OUTLINE, None)
        + draw_line("M44 41 V45 M37.5 45 Q41 49 44 45 Q47 49 50.5 45", OUTLINE, 1.5)
        + "".join(
            draw_path(ellipse_path(x, 28, 3.6, 4), OUTLINE if look.color != "black" else "#ffffff", None)
            + draw_path(ellipse_path(x + 1, 26.6, 1.2, 1.2), "#ffffff", None)
            for x in (31, 57)
        )
        + draw_path("M44 57 L31 51 Q29 58 31 64 Z M44 57 L57 51 Q59 58 57 64 Z", "#cf3f4a", width=1.4)
        + draw_path(ellipse_path(44, 57.5, 3.4, 3.2), "#e0606a", width=1.3)
    )


SHAPES: dict[str, ClassDrawing] = {
    "ball": ClassDrawing(ball, 100, 100, anchors=lambda look: {"grip": (50, 90)}),
    "kite": ClassDrawing(kite, 75, 100, anchors=lambda look: {"grip": (66, 98.5)}),
    "balloon": ClassDrawing(balloon, 50, 100, anchors=lambda look: {"grip": (25, 98.8)}),
    "doll": ClassDrawing(doll, 70, 100, anchors=lambda look: {"grip": (8, 69)}),
    "teddy bear": ClassDrawing(teddy_bear, 88, 100, anchors=lambda look: {"grip": (7, 73)}),
}
