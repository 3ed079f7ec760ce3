"""Horse, cow, sheep and pig."""

from functools import partial
from math import cos, hypot, pi, sin

from askance.stickers.art.color_tints import crease_color, draw_eye, shadow_tint
from askance.stickers.art.curves import clip_to_paths, limb_outline, oval_path, path_bounds, smooth_curve
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Point,
    darker_color,
    draw_line,
    draw_path,
    lighter_color,
    mix_colors,
)
from askance.stickers.art.quadruped import (
    PosedAnimal,
    SpeciesDrawing,
    SpeciesProportions,
    draw_animal,
    grass_tuft,
    pet_food_heap,
    visible_tail_boxes,
)

HORSE = SpeciesProportions(
    torso="21,48 28,38 44,40 62,41 76,36 86,42 88,52 80,62 62,62 46,60 32,62 22,58",
    shoulder=(79, 53), hip=(31, 50), leg=(9.5, 4.4, 2.9), neck=(79, 47, 11.5), nape=6.5,
    heads={
        "standing": (94, 20, 44), "walking": (95, 21, 44), "running": (94, 25, 36), "eating": (100, 70, 66),
        "sleeping": (97, 66, 50),
    },
    tails={
        "standing": "26,42 17,41 10,50 9,64 4,80 13,78 18,68 19,56 26,52",
        "running": "25,40 15,36 6,40 3,50 9,50 14,48 24,50",
        "sleeping": "26,80 16,76 8,82 4,96 14,98 22,96 28,90",
    },
    skull="-8,-2 -3,-9 7,-9 18,-6 26,-4 28,3 24,8 16,7 9,9 0,10 -7,7",
    hoof="#4a3b33", lift=1, step=0.9, reach=0.66,
)  # fmt: skip


def _mane_path(pose: PosedAnimal, frame: SpeciesProportions, wide: float) -> str:
    """A mane: a strip on the back of the neck, from between the ears to the withers."""
    hx, hy, _ = pose.head
    x0, y0, x1, y1 = _neck_root(pose, frame)
    size = hypot(hx - x0, hy - y0)
    nx, ny = (hy - y0) / size, -(hx - x0) / size
    high, low = frame.nape, frame.neck[2]
    return limb_outline(
        (hx - nx * 1 + (hx - x0) / size * 7, hy - ny + (hy - y0) / size * 7, wide * 0.6),
        (hx + nx * high * 0.8, hy + ny * high * 0.8, wide),
        ((hx + x0) / 2 + nx * (high + low) * 0.45, (hy + y0) / 2 + ny * (high + low) * 0.45, wide * 1.15),
        (x1 + nx * low * 0.75, y1 + ny * low * 0.75, wide * 0.6),
    )


def _neck_root(pose: PosedAnimal, frame: SpeciesProportions) -> tuple[float, float, float, float]:
    """Where the neck begins and where its mane ends, in this posture."""
    x, y, root = frame.neck
    if pose.asleep:
        y = frame.ground - root
    return x, y, x - 1, y


def _horse_hair_color(look: Look) -> str:
    return shadow_tint(look.fill, 0.5)


def _horse_mane(look: Look, pose: PosedAnimal) -> str:
    return draw_path(_mane_path(pose, HORSE, 3.6), _horse_hair_color(look))


def _horse_tail(look: Look, pose: PosedAnimal) -> str:
    return draw_path(pose.tail, _horse_hair_color(look))


def _horse_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    return (
        draw_path(smooth_curve("20,-5.4 26,-4 28,3 24,7.8 18,7"), mix_colors(fill, "#a58f86", 0.45), None)
        + draw_path(smooth_curve("-5,-7! -5,-15 -1,-18! 3,-14 4,-8!"), fill)
        + draw_path(smooth_curve("1,-9! 7,-9 8,-6 2,-5 -2,-6"), _horse_hair_color(look), None)
        + draw_path(oval_path(24.5, -0.5, 1, 1.4), crease_color(fill), None)
        + draw_line("M25.5 5.6 Q22 6 19 4", crease_color(fill), 1.1)
        + draw_eye(8.5, -2.6, 2.1, asleep, fill)
    )


def _saddle_anchor(look: Look) -> dict[str, Point]:
    lift = HORSE.lift if look.posture == "running" else 0
    return {"saddle": (54, 41 - lift)}


COW = SpeciesProportions(
    torso="17,48 22,38 42,39 62,40 78,36 88,42 90,54 84,68 64,71 42,70 26,68 18,60",
    shoulder=(79, 60), hip=(29, 57), leg=(9.5, 5, 3.6), neck=(82, 50, 13), nape=9,
    heads={
        "standing": (96, 34, 16), "walking": (97, 35, 16), "running": (96, 38, 12), "eating": (97, 74, 46),
        "sleeping": (95, 78, 10),
    },
    tails={
        "standing": "22,44! 13,45 9,56 10,70 5,80 10,88 15,79 13,68 13,57 16,50 23,50!",
        "running": "22,42! 14,36 8,40 5,52 3,60 9,60 10,52 11,44 15,43 22,49!",
        "sleeping": "22,76! 11,78 8,88 5,96 12,98 16,92 13,88 15,83 23,84!",
    },
    skull="-9,-4 -5,-10 5,-10 13,-6 20,-1 22,7 16,12 8,10 2,10 -6,7",
    hoof="#4d443f", reach=0.68,
)  # fmt: skip
MUZZLE = "#eab4a4"


def _cow_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    horn = "#efe3c4"
    return (
        draw_path(smooth_curve("14,-4! 20,-1 22.5,6 19,11.5 13,11.8 10,6!"), MUZZLE, OUTLINE, 1.2)
        + draw_path(oval_path(18.5, 3.4, 1.1, 1.5), darker_color(MUZZLE, 0.5), None)
        + draw_line("M20 9.4 Q16 10 13.5 7.6", darker_color(MUZZLE, 0.5), 1.1)
        + draw_path(smooth_curve("-1,-9! 0,-16 6,-20! 7,-14 5,-9!"), horn)
        + draw_path(smooth_curve("-4,-7! -13,-11 -19,-7 -15,-2 -6,-3!"), shadow_tint(fill, 0.25))
        + draw_eye(6, -3.6, 2.1, asleep, fill)
    )


def _cow_horn_behind_head(look: Look, asleep: bool) -> str:
    return draw_path(smooth_curve("4,-8! 7,-16 13,-18! 12,-12 9,-7!"), "#d9cba8")


def _cow_udder_and_spots(look: Look, pose: PosedAnimal) -> str:
    fill = look.fill
    patch = lighter_color(fill, 0.5) if fill != "#f7f7f4" else "#c9c2b8"
    drop = 27.4 if pose.asleep else 0
    spots = (
        smooth_curve(f"30,{34 + drop} 46,{32 + drop} 52,{44 + drop} 44,{56 + drop} 34,{52 + drop} 28,{42 + drop}"),
        smooth_curve(f"62,{58 + drop} 70,{50 + drop} 78,{54 + drop} 76,{66 + drop} 66,{76 + drop} 58,{70 + drop}"),
        smooth_curve(f"76,{32 + drop} 88,{36 + drop} 84,{46 + drop} 76,{44 + drop}"),
    )
    udder = (
        "" if pose.asleep else draw_path(smooth_curve("41,69! 41,76 43,80 46,77 49,78 51,81 54,77 55,69!"), "#f0a9b0")
    )
    return udder + clip_to_paths("".join(draw_path(d, patch, None) for d in spots), pose.torso)


def _cow_tail(look: Look, pose: PosedAnimal) -> str:
    x0, y0, x1, y1 = path_bounds(pose.tail)
    tuft = draw_path(oval_path((x0 + x1) / 2, y1, x1 - x0, (y1 - y0) * 0.28), shadow_tint(look.fill, 0.5), None)
    return draw_path(pose.tail, look.fill) + clip_to_paths(tuft, pose.tail)


def _fleece_outline_points(x: float, y: float, rx: float, ry: float, count: int) -> str:
    """Points of a woolly outline: a bulge between each two corners."""
    words = []
    for i in range(2 * count):
        angle = pi * i / count
        out = 1.13 if i % 2 else 1.0
        words.append(f"{x + rx * out * cos(angle):.1f},{y + ry * out * sin(angle):.1f}" + ("" if i % 2 else "!"))
    return " ".join(words)


SHEEP = SpeciesProportions(
    torso=_fleece_outline_points(52, 54, 34, 23, 13),
    shoulder=(74, 66), hip=(34, 66), leg=(6, 4, 3.4), neck=(78, 48, 10), nape=8,
    heads={
        "standing": (92, 38, 18), "walking": (93, 39, 18), "running": (96, 42, 10), "eating": (93, 78, 44),
        "sleeping": (93, 82, 10),
    },
    tails={
        "standing": "20,44 12,43 7,50 9,60 17,60 22,54",
        "sleeping": "20,78 12,76 7,82 9,92 17,92 22,86",
    },
    hoof="#2f2a28",
)  # fmt: skip


def _sheep_skin_color(look: Look) -> str:
    """The bare skin of a sheep: dark on light wool, light on dark wool."""
    return "#d9c2a7" if look.color in ("black", "brown") else "#4b4543"


def _sheep_head(look: Look, asleep: bool) -> str:
    face = _sheep_skin_color(look)
    return (
        draw_path(smooth_curve("-4,-5! -13,-9 -18,-4 -13,1 -5,0!"), shadow_tint(face))
        + draw_path(smooth_curve("-8,-2 -5,-10 4,-11 12,-6 19,0 20,6 14,9 4,10 -6,7"), face)
        + draw_path(smooth_curve(_fleece_outline_points(-2, -9, 8, 5.5, 7)), look.fill)
        + draw_path(oval_path(17.5, 2.2, 1, 1.3), crease_color(face), None)
        + draw_line("M18.6 6.4 Q15 7 12.8 5", crease_color(face), 1.1)
        + draw_eye(7, -2, 2.1, asleep, face)
    )


def _wool_locks(look: Look, pose: PosedAnimal) -> str:
    """Locks of wool."""
    x0, y0, x1, y1 = path_bounds(pose.torso)
    wide, high = x1 - x0, y1 - y0
    spots = ((0.24, 0.34), (0.44, 0.22), (0.66, 0.32), (0.34, 0.58), (0.56, 0.54), (0.76, 0.6), (0.2, 0.66), (0.5, 0.8))
    curls = "".join(f"M{x0 + u * wide - 4:.1f} {y0 + v * high:.1f} q1 5 4 4 t4 -4 " for u, v in spots)
    return draw_line(curls, shadow_tint(look.fill, 0.28), 1.5)


PIG = SpeciesProportions(
    torso="17,60 23,46 42,40 66,41 83,47 90,60 86,76 66,84 42,84 24,79 17,70",
    shoulder=(77, 74), hip=(33, 73), leg=(8.5, 5.6, 4.4), neck=(82, 60, 14), nape=12,
    heads={"standing": (90, 54, 4), "walking": (91, 54, 4), "eating": (90, 74, 30), "sleeping": (92, 82, 2)},
    tails={"standing": "20,56 12,54 8,60 14,62", "sleeping": "20,72 12,70 8,76 14,78"},
    hoof="#5b4340",
)  # fmt: skip


def _pig_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    snout = lighter_color(fill, 0.22)
    return (
        draw_path(smooth_curve("-15,1 -12,-10 -1,-15 9,-11 14,-5 21,-5! 22,6! 15,7 8,13 -4,15 -13,10"), fill)
        + draw_path(oval_path(22, 0.5, 4.4, 7), snout)
        + draw_path(oval_path(21.2, -1.6, 0.9, 1.6), crease_color(snout), None)
        + draw_path(oval_path(23.6, -1.2, 0.8, 1.6), crease_color(snout), None)
        + draw_line("M14.5 8 Q12 10.5 7.5 9", crease_color(fill), 1.3)
        + draw_path(smooth_curve("1,-13! 9,-22 15,-20! 13,-13 9,-9!"), shadow_tint(fill, 0.15))
        + draw_path(smooth_curve("-11,-11! -8,-22 -2,-24! 3,-16 2,-10 -4,-9"), shadow_tint(fill, 0.22))
        + draw_eye(7.5, -2.5, 2, asleep, fill)
        + draw_path(oval_path(4, 5, 3.2, 2.2), mix_colors(fill, "#ff6f91", 0.35), None)
    )  # fmt: skip


def _pig_tail(look: Look, pose: PosedAnimal) -> str:
    low = 11.4 if pose.asleep else 0
    curl = f"M20 {56 + low} C10 {60 + low} 6 {52 + low} 11 {50 + low} C16 {49 + low} 15 {58 + low} 5 {55 + low}"
    return draw_line(curl, OUTLINE, 5) + draw_line(curl, look.fill, 2.2)


_HORSE = SpeciesDrawing(HORSE, _horse_head, mane=_horse_mane, tail=_horse_tail, meal=grass_tuft(105.5))
_COW = SpeciesDrawing(
    COW, _cow_head, behind=_cow_horn_behind_head, marks=_cow_udder_and_spots, tail=_cow_tail, meal=grass_tuft(105.5)
)
_SHEEP = SpeciesDrawing(SHEEP, _sheep_head, marks=_wool_locks, limbs=_sheep_skin_color, meal=grass_tuft(105.5))
_PIG = SpeciesDrawing(PIG, _pig_head, tail=_pig_tail, meal=pet_food_heap(107))

SHAPES: dict[str, ClassDrawing] = {
    "horse": ClassDrawing(
        partial(draw_animal, species=_HORSE), 120, 100, anchors=_saddle_anchor, parts=partial(visible_tail_boxes, HORSE)
    ),
    "cow": ClassDrawing(partial(draw_animal, species=_COW), 120, 100, parts=partial(visible_tail_boxes, COW)),
    "sheep": ClassDrawing(partial(draw_animal, species=_SHEEP), 120, 100),
    "pig": ClassDrawing(partial(draw_animal, species=_PIG), 120, 100),
}
