"""Apple, banana, pear, lemon, strawberry, carrot, pumpkin and tomato."""

from askance.stickers.art.color_tints import crease_color, shadow_tint
from askance.stickers.art.curves import (
    clip_to_paths,
    limb_outline,
    oval_path,
    path_bounds,
    shaded_crescent,
    smooth_curve,
    transformed_path,
)
from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    lighter_color,
)

STEM = "#6b4526"
LEAF_GREEN = "#4a9a3c"
LEAF = smooth_curve("0,0! 5,-10 16,-14 28,-11! 22,-2 11,3")


def _leaf(x: float, y: float, angle: float = 0.0, scale: float = 1.0) -> str:
    vein = f"M{x} {y} l{12 * scale:.1f} {-5 * scale:.1f}" if angle == 0 else ""
    return draw_path(transformed_path(LEAF, x, y, angle, scale), LEAF_GREEN) + (
        draw_line(vein, darker_color(LEAF_GREEN, 0.35), 1.1) if vein else ""
    )


def _round_fruit(d: str, look: Look, shine: str, dx: float = -7, dy: float = -5) -> str:
    """A round fruit: its own color, a shaded side, a highlight."""
    return (
        draw_surface(d, look, path_bounds(d))
        + shaded_crescent(d, shadow_tint(look.fill, 0.16), dx, dy)
        + draw_path(shine, lighter_color(look.fill, 0.55), None)
        + draw_line(d)
    )


def apple(look: Look) -> str:
    """An apple with a stem and a leaf."""
    body = smooth_curve("50,30 62,22 78,23 91,36 93,56 85,78 71,94 59,98 50,95 41,98 29,94 15,78 7,56 9,36 22,23 38,22")
    dimple = draw_path(oval_path(50, 30, 11, 3.6), shadow_tint(look.fill, 0.35), None)
    stem = draw_path(limb_outline((50, 31, 2.4), (51, 20, 2), (56, 8, 2.6)), STEM)
    return _round_fruit(body, look, smooth_curve("20,42 28,32 34,34 27,44 22,58 17,56")) + dimple + stem + _leaf(54, 20)


def pear(look: Look) -> str:
    """A pear with a stem and a leaf."""
    body = smooth_curve("40,17 50,20 57,30 60,44 70,57 77,72 73,88 60,98 40,99 20,98 7,88 3,72 10,57 20,44 23,30 30,20")
    stem = draw_path(limb_outline((40, 19, 2.3), (41, 10, 1.9), (46, 4, 2.4)), STEM)
    freckles = "".join(
        draw_path(oval_path(x, y, 1, 1), shadow_tint(look.fill, 0.4), None)
        for x, y in ((54, 70), (60, 78), (50, 84), (64, 68), (46, 74))
    )
    return (
        _round_fruit(body, look, smooth_curve("28,34 33,30 34,40 26,54 18,72 14,70 17,58 25,46"))
        + freckles
        + stem
        + _leaf(43, 15, 0, 0.8)
    )


def lemon(look: Look) -> str:
    """A lemon with its two tips."""
    yellow = Look(color="yellow")
    body = smooth_curve(
        "3,38! 9,32 14,24 30,10 52,5 74,10 90,24 96,32 103,38! 96,46 88,56 74,67 52,72 30,67 14,54 9,45"
    )
    pores = "".join(
        draw_path(oval_path(x, y, 1.1, 1.1), shadow_tint(yellow.fill, 0.4), None)
        for x, y in ((62, 46), (72, 38), (54, 56), (76, 50), (64, 60), (46, 46), (84, 40))
    )
    return (
        _round_fruit(body, yellow, smooth_curve("20,30 34,17 48,14 36,22 26,34"), -4, -7)
        + pores
        + _leaf(8, 34, -38, 0.9)
    )


def strawberry(look: Look) -> str:
    """A red strawberry with seeds and a green cap."""
    red = Look(color="red")
    body = smooth_curve("44,18 62,16 78,22 85,36 79,56 66,78 54,93 44,98 34,93 22,78 9,56 3,36 10,22 26,16")
    rows = (
        (18, 44),
        (34, 42),
        (54, 42),
        (70, 44),
        (26, 58),
        (44, 56),
        (62, 58),
        (34, 72),
        (53, 72),
        (44, 86),
        (14, 34),
        (74, 34),
    )
    seeds = "".join(draw_path(oval_path(x, y, 1.9, 3), "#f9dc74", darker_color(red.fill, 0.35), 0.8) for x, y in rows)
    cap = smooth_curve("44,16! 56,9 72,12! 66,20 72,31! 58,27 52,37! 44,29 36,37! 30,27 16,31! 22,20 16,12! 32,9")
    stem = draw_path(limb_outline((44, 16, 2.4), (45, 9, 2.2), (50, 3, 2.2)), darker_color(LEAF_GREEN, 0.2))
    return _round_fruit(body, red, smooth_curve("12,36 18,27 22,28 17,38")) + seeds + stem + draw_path(cap, LEAF_GREEN)


def carrot(look: Look) -> str:
    """A carrot that lies with its leaves to the left."""
    fill = look.fill
    body = smooth_curve("38,26 44,13 56,11 78,22 98,38 112,51 114,56! 98,54 76,53 54,52 42,46 37,36")
    rings = draw_line(
        "M54 13 Q56 18 54 23 M68 51 Q66 46 68 41 M80 24 Q81 28 79 32 M88 52 Q86 49 88 45"
        " M60 34 Q63 38 61 43 M94 37 Q95 41 93 44",
        shadow_tint(fill, 0.42),
        1.8,
    )
    frond = smooth_curve("0,0! -5,-9 -14,-10 -15,-5! -24,-9 -31,-2 -24,2! -27,8 -14,11 -11,5! -5,9")
    leaves = "".join(draw_path(transformed_path(frond, 42, 33, angle, 1.1), LEAF_GREEN) for angle in (36, -36, 0))
    return (
        leaves
        + _round_fruit(body, look, smooth_curve("50,18 58,16 74,26 72,28 58,21"), 0, -6)
        + clip_to_paths(rings, body)
        + draw_line(body)
    )


def pumpkin(look: Look) -> str:
    """A ribbed pumpkin with a thick stem; cut, a wedge of it is missing and shows flesh and seeds."""
    fill = look.fill
    body = smooth_curve(
        "55,24 66,18 78,20 92,22 104,36 108,56 103,78 90,92 74,95 62,97 55,95"
        " 48,97 36,95 20,92 7,78 2,56 6,36 18,22 32,20 44,18"
    )
    ribs = draw_line(
        "M44 20 Q24 56 40 95 M66 20 Q86 56 70 95 M27 22 Q2 56 24 92 M83 22 Q108 56 86 92", crease_color(fill), 1.7
    )
    middle = draw_path(
        smooth_curve("55,24 64,22 72,40 73,64 66,92 55,95 44,92 37,64 38,40 46,22"), lighter_color(fill, 0.14), None
    )
    stem = draw_path(
        smooth_curve("47,25! 50,14 46,6! 52,3 60,4! 59,14 64,25! 56,28"),
        "#6f8d3c" if look.color != "green" else "#a58a56",
    )
    return (
        draw_surface(body, look, (2, 18, 108, 97))
        + shaded_crescent(body, shadow_tint(fill, 0.16), -5, -6)
        + middle
        + ribs
        + draw_line(body)
        + (clip_to_paths(_missing_pumpkin_wedge(look), body) + draw_line(body) if look.state == "cut" else "")
        + stem
    )


def _missing_pumpkin_wedge(look: Look) -> str:
    """The gap of a missing wedge: two cut faces that meet in the depth, with pulp and seeds."""
    flesh = "#fbd27f" if look.color != "green" else "#f6e3a0"
    rind = lighter_color(look.fill, 0.25) if look.color != "white" else "#d9cba4"
    left, right = "M55 24 L30 100 L55 84 Z", "M55 24 L82 100 L55 84 Z"
    pulp = draw_path("M55 38 L44 76 L55 71 Z", "#e8952f", None) + draw_path("M55 38 L67 76 L55 71 Z", "#d27f22", None)
    places = ((51, 56), (49, 68), (58, 58), (62, 70), (55, 64))
    seeds = "".join(draw_path(oval_path(x, y, 2, 3.2), "#fff6dc", "#8a5a1c", 0.9) for x, y in places)
    return (
        draw_path("M55 24 L30 100 H82 Z", darker_color(flesh, 0.5))
        + draw_path(left, flesh)
        + draw_path(right, darker_color(flesh, 0.12))
        + pulp
        + seeds
        + draw_line("M55 24 L31 98", rind, 2.6)
        + draw_line("M55 24 L81 98", rind, 2.6)
        + draw_line("M55 24 L29 100 M55 24 L83 100")
    )


def tomato(look: Look) -> str:
    """A squat tomato with a star of green leaves."""
    body = smooth_curve("52,22 68,16 86,22 98,38 100,56 92,76 74,89 52,92 30,89 12,76 4,56 6,38 18,22 36,16")
    star = smooth_curve("52,16! 59,15 74,7! 68,18 78,28! 64,25 58,38! 52,28 44,38! 40,26 26,29! 36,18 30,8! 45,15")
    stem = draw_path(limb_outline((52, 20, 2.6), (53, 11, 2.2), (57, 4, 2.6)), darker_color("#4f8f35", 0.15))
    green = "#2f6f33" if look.color == "green" else "#4f8f35"
    return (
        _round_fruit(body, look, smooth_curve("14,46 20,34 27,32 22,44 18,58 13,56"), -6, -6)
        + draw_path(star, green)
        + stem
    )


# ---- banana: 112 × 93

BANANA = smooth_curve(
    "7,33 13,30 19,34 24,49 38,62 58,67 78,60 92,45 97,27 95,15 100,9 106,11 106,19"
    " 109,37 104,61 88,81 64,91 40,88 20,73 9,51"
)
FLESH = smooth_curve("34,58! 32,40 38,20 47,6 55,3 60,9 61,24 64,40 72,58! 60,68 44,68")


def _whole_banana(look: Look) -> str:
    fill = look.fill
    tip = "#5a4423"
    ends = draw_path(smooth_curve("5,25 10,23 22,30 22,37 12,39 4,35"), tip, None) + draw_path(
        smooth_curve("90,4 110,4 110,17 92,15"), tip, None
    )
    edge = draw_line("M16 38 Q24 65 46 75 Q74 83 96 57 Q104 43 102 22", shadow_tint(fill, 0.45), 1.7)
    return (
        draw_surface(BANANA, look, path_bounds(BANANA))
        + shaded_crescent(BANANA, shadow_tint(fill, 0.18), -2, -9)
        + edge
        + clip_to_paths(ends, BANANA)
        + draw_line(BANANA)
    )


def _peeled_banana(look: Look) -> str:
    fill = look.fill
    cream = "#fbf1cf"
    inside = lighter_color(fill, 0.6)
    flesh = draw_path(FLESH, cream) + draw_line(
        "M42 50 Q42 32 49 16 M55 50 Q53 34 55 18", darker_color(cream, 0.14), 1.5
    )
    back = draw_path(smooth_curve("52,58! 66,42 84,38 97,46 104,60! 90,58 80,64 74,78"), inside)
    left = draw_surface(smooth_curve("44,60! 34,44 20,40 8,50 3,68! 14,62 22,66 28,78 40,86!"), look, (3, 40, 44, 86))
    right = draw_surface(
        smooth_curve("58,62! 70,50 84,50 92,60 93,78! 84,72 76,74 70,82 60,88!"), look, (58, 50, 93, 88), -0.06
    )
    base = draw_surface(
        smooth_curve("33,52! 43,62 52,66! 62,62 73,52! 76,70 70,84 60,91 48,91 37,84 31,70"), look, (31, 52, 76, 91)
    )
    seam = draw_line("M52 66 Q54 78 53 90 M36 60 Q38 74 46 88", shadow_tint(fill, 0.4), 1.4)
    return back + flesh + left + right + base + seam


def banana(look: Look) -> str:
    """A banana in its skin, or half peeled with the flesh showing."""
    return _peeled_banana(look) if look.state == "peeled" else _whole_banana(look)


SHAPES: dict[str, ClassDrawing] = {
    "apple": ClassDrawing(apple, 100, 100),
    "banana": ClassDrawing(banana, 112, 93),
    "pear": ClassDrawing(pear, 80, 100.4),
    "lemon": ClassDrawing(lemon, 106, 73),
    "strawberry": ClassDrawing(strawberry, 88, 99),
    "carrot": ClassDrawing(carrot, 116, 58.6),
    "pumpkin": ClassDrawing(pumpkin, 110, 98),
    "tomato": ClassDrawing(tomato, 104, 93),
}
