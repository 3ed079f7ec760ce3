"""Fish, turtle and butterfly, and the birds."""

from askance.stickers.art import birds
from askance.stickers.art.color_tints import crease_color, draw_eye, shadow_tint
from askance.stickers.art.curves import (
    clip_to_paths,
    limb_outline,
    mirrored_fragment,
    oval_path,
    path_boxes,
    shaded_crescent,
    silhouette,
    smooth_curve,
    visible_box,
)
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Rect,
    draw_line,
    draw_path,
    draw_surface,
    lighter_color,
    mix_colors,
)
from askance.stickers.art.water import draw_water

# ---- fish: 100 × 66

FISH_BODY = smooth_curve("18,32 30,18 48,10 68,11 84,20 94,33 84,45 68,52 48,53 30,46")


def fish(look: Look) -> str:
    """A fish that swims with its belly in the water."""
    fill = look.fill
    fin = shadow_tint(fill, 0.12)
    tail = smooth_curve("24,32! 14,22 3,12! 7,24 6,32 7,40 3,53! 14,43")
    fins = (
        draw_path(tail, fin)
        + draw_path(smooth_curve("36,16! 44,3 58,2 68,5! 66,9 70,13!"), fin)
        + draw_path(smooth_curve("44,50! 46,58 54,61! 58,56 60,51!"), fin)
    )
    rays = draw_line("M20 30 L8 20 M20 33 H9 M20 35 L8 45 M48 8 L50 13 M56 6 L58 12", crease_color(fill), 1)
    face = clip_to_paths(
        draw_path(smooth_curve("74,4 100,4 100,60 74,60 79,44 80,32 79,20"), lighter_color(fill, 0.25), None), FISH_BODY
    )
    return (
        fins + rays + draw_surface(FISH_BODY, look, (18, 10, 94, 53)) + face + draw_line(FISH_BODY)
        + draw_line("M76 19 Q81 32 76 45", crease_color(fill), 1.4)
        + draw_path(smooth_curve("58,32! 48,30 43,36! 48,38 46,42! 54,42 60,37"), fin, OUTLINE, 1.2)
        + draw_eye(84, 26, 3, False, fill) + draw_line("M93 36 Q88 39 85 37", OUTLINE, 1.4)
        + draw_water(1, 99, 54, 65.2)
    )  # fmt: skip


# ---- turtle: 116 × 76

SHELL = smooth_curve("14,54! 18,34 34,16 54,10 74,16 89,34 94,54! 54,60")


def _turtle_skin_color(look: Look) -> str:
    return mix_colors(look.fill, "#cfd98a" if look.color == "green" else "#e3c48f", 0.45)


def _turtle_shell(look: Look) -> str:
    rim = smooth_curve("9,54 30,52 54,53 78,52 99,54 96,61 76,63 54,64 32,63 12,61")
    scutes = draw_line(
        "M36 52 L32 34 L44 24 L64 24 L76 34 L72 52 M44 24 L40 14 M64 24 L68 14 M32 34 L20 32 M76 34 L88 32",
        shadow_tint(look.fill, 0.35),
        1.8,
    )
    return (
        draw_surface(SHELL, look, (14, 10, 94, 60))
        + clip_to_paths(
            draw_path("M33 34 L44 25 H64 L75 34 L71 51 H37 Z", lighter_color(look.fill, 0.12), None) + scutes, SHELL)
        + draw_line(SHELL) + draw_path(rim, shadow_tint(look.fill, 0.1))
    )  # fmt: skip


def _turtle_head(look: Look) -> str:
    skin = _turtle_skin_color(look)
    return (
        silhouette((limb_outline((86, 54, 7), (98, 42, 6.5)),
                    smooth_curve("92,34 98,27 107,28 113,35 112,43 104,47 95,46")), skin)
        + draw_eye(105, 35, 2.1, False, skin) + draw_line("M112.4 40.4 Q108 42.6 104.6 40.6", crease_color(skin), 1.2)
    )  # fmt: skip


def turtle(look: Look) -> str:
    """A turtle: walking, or swimming with its legs in the water."""
    skin = _turtle_skin_color(look)
    tail = draw_path(smooth_curve("16,54! 8,57 2,63! 12,64 20,62!"), skin)
    if look.posture == "swimming":
        flipper = draw_path(smooth_curve("78,58! 90,60 104,68 108,74! 92,74 74,68"), skin)
        return tail + _turtle_head(look) + flipper + _turtle_shell(look) + draw_water(1, 115, 62, 75.2)
    far = limb_outline((34, 58, 6.5), (42, 69, 5)), limb_outline((70, 58, 6.5), (66, 69, 5))
    near = limb_outline((24, 58, 8), (18, 69, 5.4)), limb_outline((80, 58, 8), (89, 69, 5.4))
    return tail + silhouette(far, shadow_tint(skin)) + _turtle_head(look) + silhouette(near, skin) + _turtle_shell(look)


# ---- butterfly: 100 × 84

UPPER_WING = smooth_curve("52,40! 56,22 70,6 88,3 97,12 94,30 80,43 60,46")
LOWER_WING = smooth_curve("52,42! 68,44 84,50 88,62 80,76 68,82 58,70 52,54!")


def _butterfly_wing_pair(look: Look) -> str:
    fill = look.fill
    light = lighter_color(fill, 0.5)
    edge = shadow_tint(fill, 0.45)
    return (
        draw_path(LOWER_WING, fill) + shaded_crescent(LOWER_WING, edge, -5, -4) + draw_line(LOWER_WING)
        + draw_path(oval_path(68, 59, 6, 6.5), light, None) + draw_path(oval_path(68, 59, 2.8, 3), edge, None)
        + draw_path(UPPER_WING, fill) + shaded_crescent(UPPER_WING, edge, -6, 5) + draw_line(UPPER_WING)
        + draw_path(oval_path(78, 24, 7, 6.5), light, None) + draw_path(oval_path(64, 34, 4.4, 4), light, None)
        + "".join(draw_path(oval_path(x, y, 1.5, 1.5), "#ffffff", None)
                  for x, y in ((92.6, 13), (92.4, 21), (84, 64), (78, 73)))
    )  # fmt: skip


def butterfly(look: Look) -> str:
    """A butterfly with its wings spread."""
    half = _butterfly_wing_pair(look)
    feelers = draw_line("M49 26 Q46 14 38 9 M51 26 Q54 14 62 9", OUTLINE, 1.5) + draw_path(
        oval_path(38, 9, 2, 2) + oval_path(62, 9, 2, 2), OUTLINE, None
    )
    body = draw_path(limb_outline((50, 36, 4), (50, 50, 3.4), (50, 66, 2)), "#4a4048") + draw_path(
        oval_path(50, 29, 4.6, 4.6), "#4a4048"
    )
    eyes = draw_path(oval_path(48.2, 28, 1.1, 1.3) + oval_path(51.8, 28, 1.1, 1.3), "#ffffff", None)
    return (
        mirrored_fragment(half, 50)
        + half
        + feelers
        + body
        + draw_line("M46.8 44 h6.4 M47 50 h6 M47.4 56 h5.2", "#8a7c86", 1.1)
        + eyes
    )


def _butterfly_wing_boxes(look: Look) -> dict[str, tuple[Rect, ...]]:
    right = (*path_boxes(UPPER_WING), visible_box(LOWER_WING, (UPPER_WING,)))
    return {"wing": right + tuple((100 - x1, y0, 100 - x0, y1) for x0, y0, x1, y1 in right)}


SHAPES: dict[str, ClassDrawing] = {
    **birds.SHAPES,
    "fish": ClassDrawing(fish, 100, 66),
    "turtle": ClassDrawing(turtle, 116, 76),
    "butterfly": ClassDrawing(butterfly, 100, 84, parts=_butterfly_wing_boxes),
}
