"""Duck, owl, parrot and penguin."""

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
    transformed_path,
    turned_and_moved_fragment,
    visible_box,
)
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Rect,
    darker_color,
    draw_line,
    draw_path,
    lighter_color,
)
from askance.stickers.art.water import draw_water

ORANGE = "#f09a2a"
GROUND = 98.4


def _mirror_box(box: Rect, axis: float) -> Rect:
    return 2 * axis - box[2], box[1], 2 * axis - box[0], box[3]


def _webbed_leg(top: tuple[float, float], foot: tuple[float, float], turn: float = 0.0) -> str:
    """A thin leg with a webbed foot that points right."""
    shank = f"M{top[0]} {top[1]} L{foot[0]} {foot[1] - 3}"
    web = transformed_path(smooth_curve("-4,-3! 1,-6 9,-1! 12,0! -3,0!"), *foot, turn)
    return draw_line(shank, OUTLINE, 5.4) + draw_path(web, ORANGE) + draw_line(shank, ORANGE, 2.6)


# ---- duck: 122 × 100

DUCK_BODY = smooth_curve("8,44! 18,54 36,53 56,51 72,48 86,56 87,70 76,82 56,87 34,83 18,70 11,58")
DUCK_NECK = limb_outline((74, 62, 13), (79, 46, 9), (81, 30, 9))
DUCK_HEAD = oval_path(83, 25, 13.5, 12.5)
DUCK_WING = smooth_curve("22,60! 38,55 56,56 67,64 63,74 48,78 32,74! 36,71 25,68! 30,65")
DUCK_BILL = smooth_curve("94,20! 101,23 111,24 113,28 107,31 95,31!")
GLIDER_BODY = smooth_curve("4,72! 20,67 44,64 66,66 76,74 68,84 46,88 22,82")
GLIDER_NECK = limb_outline((66, 75, 10), (80, 68, 7.5), (92, 62, 7.5))
GLIDER_WING = smooth_curve(
    "32,74! 24,58 12,42 10,24 16,18 23,28! 25,19 31,16 37,27! 39,21 46,22 50,35! 54,33 60,40 63,54 66,74!"
)
FAR_WING = smooth_curve("48,70! 46,50 47,28 53,14 58,14 61,24! 65,18 70,21 71,33! 76,30 79,36 76,52 74,70!")


def _duck_face(look: Look) -> str:
    return (
        draw_path(DUCK_BILL, ORANGE)
        + draw_line("M97 27.4 Q104 28.4 111 27", darker_color(ORANGE, 0.4), 1.1)
        + draw_eye(87, 21.5, 2.2, False, look.fill)
        + draw_path(oval_path(83, 29, 3.4, 2.2), shadow_tint(look.fill, 0.12), None)
    )


def _duck_upright(look: Look) -> str:
    wing = draw_path(DUCK_WING, shadow_tint(look.fill, 0.09)) + draw_line(
        "M34 64 Q46 67 58 64", crease_color(look.fill), 1.1
    )
    body = silhouette((DUCK_BODY, DUCK_NECK, DUCK_HEAD), look.fill) + shaded_crescent(
        DUCK_BODY, shadow_tint(look.fill, 0.14), 0, -4
    )
    neck = f'<path d="{DUCK_NECK}" fill="{look.fill}"/>'
    return body + neck + wing + _duck_face(look)


def _duck_flying(look: Look) -> str:
    fill = look.fill
    vanes = draw_line("M22 30 Q34 48 42 70 M33 28 Q42 48 50 70 M46 36 Q52 52 57 70", crease_color(fill), 1.1)
    return (
        draw_path(FAR_WING, shadow_tint(fill, 0.18))
        + silhouette((GLIDER_BODY, GLIDER_NECK, transformed_path(DUCK_HEAD, 11, 37)), fill)
        + shaded_crescent(GLIDER_BODY, shadow_tint(fill, 0.16), 0, -5)
        + draw_path(GLIDER_WING, shadow_tint(fill, 0.07))
        + vanes
        + turned_and_moved_fragment(_duck_face(look), 10, 37)
    )


def duck(look: Look) -> str:
    """A duck: standing, walking, swimming or flying."""
    if look.posture == "flying":
        return turned_and_moved_fragment(_duck_flying(look), -2, 10)
    if look.posture == "swimming":
        return turned_and_moved_fragment(_duck_upright(look), 0, 9) + draw_water(1, 121, 86)
    if look.posture == "walking":
        back, front = _webbed_leg((44, 80), (32, 93), 26), _webbed_leg((60, 80), (74, GROUND), 0)
        return back + front + turned_and_moved_fragment(_duck_upright(look), 2, 1, -3)
    return _webbed_leg((48, 80), (46, GROUND)) + _webbed_leg((60, 80), (61, GROUND)) + _duck_upright(look)


def _duck_wing_boxes(look: Look) -> dict[str, tuple[Rect, ...]]:
    if look.posture == "flying":
        near, far, body, neck = (transformed_path(d, -2, 10) for d in (GLIDER_WING, FAR_WING, GLIDER_BODY, GLIDER_NECK))
        return {"wing": (*path_boxes(near), visible_box(far, (near, body, neck)))}
    shift = {"swimming": (0.0, 9.0, 0.0), "walking": (2.0, 1.0, -3.0)}.get(look.posture or "", (0.0, 0.0, 0.0))
    return {"wing": path_boxes(transformed_path(DUCK_WING, *shift))}


# ---- owl: 120 × 100, seen from the front

OWL_BODY = smooth_curve("38,12! 46,19 60,17 74,19 82,12! 86,30 88,56 84,78 73,92 60,95 47,92 36,78 32,56 34,30")
OWL_WING = smooth_curve("36,40! 30,48 26,66 31,84 38,90! 44,78 45,60 41,46")
OWL_SPREAD = smooth_curve(
    "42,42! 28,27 12,21 3,27 3,35 10,39! 3,42 4,50 13,52! 8,56 11,63 20,63! 17,68 22,74 31,71! 36,76 44,76!"
)


def _owl_eye(x: float, look: Look) -> str:
    return (
        draw_path(oval_path(x, 34, 11.4, 11.4), lighter_color(look.fill, 0.55), crease_color(look.fill), 1)
        + draw_path(oval_path(x, 34, 7.4, 7.4), "#f6c22f", OUTLINE, 1.2)
        + draw_path(oval_path(x, 34, 4.2, 4.2), "#1d1d22", None)
        + draw_path(oval_path(x + 1.6, 32.2, 1.4, 1.4), "#ffffff", None)
    )


def _owl_body(look: Look) -> str:
    fill = look.fill
    belly = smooth_curve("60,48 72,54 76,68 70,84 60,89 50,84 44,68 48,54")
    rows = ((52, 62), (60, 62), (68, 62), (56, 70), (64, 70), (52, 78), (60, 78), (68, 78))
    chevrons = draw_line("".join(f"M{x - 3} {y - 2} l3 3.4 l3 -3.4 " for x, y in rows), shadow_tint(fill, 0.25), 1.5)
    brow = draw_path(smooth_curve("40,16! 50,24 60,28! 70,24 80,16! 76,24 60,33 44,24"), shadow_tint(fill, 0.3), None)
    beak = draw_path(smooth_curve("56,38! 60,36 64,38! 60,48!"), ORANGE)
    return (
        draw_path(OWL_BODY, fill)
        + draw_path(belly, lighter_color(fill, 0.24), None)
        + chevrons
        + _owl_eye(48, look)
        + _owl_eye(72, look)
        + brow
        + beak
    )


def _owl_feet() -> str:
    toes = [(x, dx) for x in (51, 69) for dx in (-4, 4, 0)]
    return "".join(draw_path(limb_outline((x, 93, 1.7), (x + dx, 96.6, 1.7)), ORANGE, OUTLINE, 1) for x, dx in toes)


def owl(look: Look) -> str:
    """An owl: standing, or flying with its wings spread."""
    fill = look.fill
    if look.posture == "flying":
        vanes = draw_line("M10 40 Q24 46 40 50 M10 52 Q24 56 40 58 M18 63 Q28 64 40 65", crease_color(fill), 1.1)
        wing = draw_path(OWL_SPREAD, shadow_tint(fill, 0.08)) + vanes
        return turned_and_moved_fragment(wing + mirrored_fragment(wing, 60) + _owl_body(look), 0, 3.4)
    wing = draw_path(OWL_WING, shadow_tint(fill, 0.1)) + draw_line(
        "M32 74 Q36 72 40 74 M31 66 Q36 63 42 66", crease_color(fill), 1.1
    )
    return _owl_body(look) + wing + mirrored_fragment(wing, 60) + _owl_feet()


def _owl_wing_boxes(look: Look) -> dict[str, tuple[Rect, ...]]:
    if look.posture == "flying":
        box = visible_box(transformed_path(OWL_SPREAD, 0, 3.4), (transformed_path(OWL_BODY, 0, 3.4),))
    else:
        (box,) = path_boxes(OWL_WING)
    return {"wing": (box, _mirror_box(box, 60))}


# ---- parrot: 120 × 100

PARROT_BODY = smooth_curve("60,12 73,6 85,13 86,28 83,46 76,66 64,80 52,82 46,70 48,50 52,28")
PARROT_TAIL = smooth_curve("50,68! 60,82 44,93 20,98 6,98! 18,90 8,90! 24,82 16,82! 36,76")
PARROT_WING = smooth_curve("53,36! 64,34 71,46 67,62 56,76 40,86! 43,78 35,79! 41,68 36,66! 46,54")
PARROT_UP = smooth_curve(
    "44,64! 28,50 14,32 11,14 16,8 24,19! 25,10 31,7 37,20! 39,12 46,12 50,26! 54,22 60,26 65,42 74,60!"
)
PARROT_FAR = smooth_curve("60,60! 62,40 66,20 73,9 78,9 80,19! 84,13 90,16 89,28! 94,26 97,32 92,46 86,62!")
PARROT_GLIDE = smooth_curve("28,68 46,58 70,54 84,58 88,68 80,78 60,82 40,80")
PARROT_CROWN = oval_path(88, 56, 14, 13)
PARROT_TRAIN = smooth_curve("40,66! 20,72 2,82! 16,82 6,91! 22,87 20,93! 44,80!")


def _parrot_head(look: Look) -> str:
    """Face patch, eye and the hooked bill, for a head about (74, 20)."""
    upper = smooth_curve("80,12! 90,12 97,20 96,34! 91,27 82,27!")
    lower = smooth_curve("82,26! 90,27 91,31 87,35 81,33!")
    return (
        draw_path(lower, "#3b3a40")
        + draw_path(upper, "#f0e6cf")
        + draw_path(smooth_curve("88,13 97,20 96,34! 92,26 89,20"), "#4a484e", None)
        + draw_line("M80 12 C90 11 98 19 96 34 Q92 27 82 27")
        + draw_path(smooth_curve("70,14 78,11 83,17 83,27 77,30 70,25"), "#fbf7ee", crease_color(look.fill), 0.8)
        + draw_eye(76.5, 19, 2.3, False, look.fill)
        + draw_line("M73 25 h5 M74 27.4 h5", darker_color("#fbf7ee", 0.3), 0.9)
    )


def parrot(look: Look) -> str:
    """A parrot: standing, or flying with its wings raised."""
    fill = look.fill
    dark, light = shadow_tint(fill, 0.14), lighter_color(fill, 0.3)
    if look.posture == "flying":
        vanes = draw_line("M24 24 Q38 44 50 58 M35 20 Q44 40 56 58 M48 26 Q54 42 62 58", crease_color(fill), 1.1)
        band = clip_to_paths(draw_path(smooth_curve("10,40 40,40 70,34 80,60 40,70"), light, None), PARROT_UP)
        return turned_and_moved_fragment(
            draw_path(PARROT_FAR, dark) + draw_path(PARROT_TRAIN, dark)
            + draw_line("M40 72 L10 84 M42 76 L16 89", crease_color(fill), 1)
            + silhouette((PARROT_GLIDE, PARROT_CROWN), fill)
            + shaded_crescent(PARROT_GLIDE, shadow_tint(fill, 0.16), 0, -5)
            + draw_path(PARROT_UP, dark) + band + draw_line(PARROT_UP) + vanes
            + turned_and_moved_fragment(_parrot_head(look), 14, 36),
            0, 5.6,
        )  # fmt: skip
    legs = "".join(draw_line(f"M{x} 78 V95", OUTLINE, 5) + draw_line(f"M{x} 78 V95", "#8b8780", 2.4) for x in (60, 69))
    toes = "".join(
        draw_path(limb_outline((x - 3, 96.6, 1.6), (x + 7, 96.6, 1.6)), "#8b8780", OUTLINE, 1.2) for x in (60, 69)
    )
    band = clip_to_paths(draw_path(smooth_curve("50,30 76,34 72,50 48,50"), light, None), PARROT_WING)
    return (
        draw_path(PARROT_TAIL, dark) + draw_line("M50 78 L20 94 M46 76 L22 86", crease_color(fill), 1.1) + legs + toes
        + draw_path(PARROT_BODY, fill)
        + shaded_crescent(PARROT_BODY, shadow_tint(fill, 0.16), -5, -3) + draw_line(PARROT_BODY)
        + draw_path(PARROT_WING, dark) + band + draw_line(PARROT_WING)
        + draw_line("M46 72 Q54 62 56 52 M50 76 Q60 66 63 54", crease_color(fill), 1.1)
        + _parrot_head(look)
    )  # fmt: skip


def _parrot_wing_boxes(look: Look) -> dict[str, tuple[Rect, ...]]:
    if look.posture != "flying":
        return {"wing": path_boxes(PARROT_WING)}
    near, far, body, head = (transformed_path(d, 0, 5.6) for d in (PARROT_UP, PARROT_FAR, PARROT_GLIDE, PARROT_CROWN))
    return {"wing": (*path_boxes(near), visible_box(far, (near, body, head)))}


# ---- penguin: 84 × 100

PENGUIN_COAT = "#2f333d"
PENGUIN_BODY = smooth_curve(
    "42,4 54,8 58,20 60,30 66,44 68,64 64,82 54,93 42,95 30,93 20,82 16,64 18,44 24,30 26,20 30,8"
)
FLIPPERS = {
    "standing": smooth_curve("20,40! 12,50 8,66 10,78! 17,72 22,62"),
    "walking": smooth_curve("20,38! 9,44 2,54 1,62! 10,60 21,54"),
}


def _penguin_foot(x: float, y: float) -> str:
    return draw_path(smooth_curve(f"{x - 10},{y}! {x - 8},{y - 5} {x},{y - 7} {x + 8},{y - 5} {x + 11},{y}!"), ORANGE)


def penguin(look: Look) -> str:
    """A penguin: standing, or waddling with its flippers out."""
    walking = look.posture == "walking"
    flipper = draw_path(FLIPPERS["walking" if walking else "standing"], PENGUIN_COAT)
    belly = smooth_curve("44,34 58,40 62,60 58,80 46,90 34,86 25,74 24,56 30,40")
    face = smooth_curve("44,13 50,10 56,14 57,24 52,32 44,34 36,32 31,24 32,14 38,10")
    bird = (
        flipper + mirrored_fragment(flipper, 42)
        + draw_path(PENGUIN_BODY, PENGUIN_COAT) + draw_path(belly, "#fbfaf5", None)
        + draw_path(face, "#fbfaf5", None) + shaded_crescent(belly, "#dcdfe3", -4, -3)
        + draw_path(smooth_curve("24,32 30,30 32,40 27,44"), "#f7c744", None)
        + draw_path(smooth_curve("60,32 54,30 54,40 58,44"), "#f7c744", None)
        + draw_eye(39, 19, 2, False, "#ffffff") + draw_eye(51, 19, 2, False, "#ffffff")
        + draw_path(smooth_curve("40,24! 46,21.5 52,24! 50,28 47,31! 43,28"), ORANGE)
        + draw_line("M41.5 25.2 Q46 27 50.8 25.2", darker_color(ORANGE, 0.5), 1)
    )  # fmt: skip
    if walking:
        return _penguin_foot(28, 92) + _penguin_foot(58, GROUND + 0.8) + turned_and_moved_fragment(bird, 8, -4, 7)
    return _penguin_foot(31, GROUND + 0.8) + _penguin_foot(53, GROUND + 0.8) + bird


SHAPES: dict[str, ClassDrawing] = {
    "duck": ClassDrawing(duck, 122, 100, parts=_duck_wing_boxes),
    "owl": ClassDrawing(owl, 120, 100, parts=_owl_wing_boxes),
    "parrot": ClassDrawing(parrot, 120, 100, parts=_parrot_wing_boxes),
    "penguin": ClassDrawing(penguin, 84, 100),
}
