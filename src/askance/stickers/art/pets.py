"""Dog, cat and rabbit."""

from functools import partial

from askance.stickers.art.color_tints import crease_color, draw_eye, shadow_tint
from askance.stickers.art.curves import oval_path, path_boxes, smooth_curve, transformed_path, visible_box
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Rect,
    draw_line,
    draw_path,
    lighter_color,
)
from askance.stickers.art.quadruped import (
    SpeciesDrawing,
    SpeciesProportions,
    draw_animal,
    grass_tuft,
    pet_food_heap,
    pose_animal,
    visible_tail_boxes,
)

NOSE = "#33292b"
PINK = "#ee9fae"

DOG = SpeciesProportions(
    torso="27,52 34,45 54,47 72,43 84,45 88,56 82,70 64,70 50,65 38,67 28,63",
    shoulder=(77, 60), hip=(37, 57), leg=(9.5, 5.2, 3.8), neck=(77, 55, 12), nape=8.5,
    heads={
        "standing": (88, 33, 0), "running": (92, 34, 6), "eating": (94, 80, 32),
        "sleeping": (94, 85, 6), "sitting": (72, 25, 0),
    },
    tails={
        "standing": "33,53 24,46 18,36 9,30 11,36 13,48 24,58",
        "eating": "33,53 24,46 18,36 9,30 11,36 13,48 24,58",
        "running": "33,48 20,42 10,40 2,34 3,41 10,49 28,56",
        "sleeping": "34,84 22,84 12,90 4,89 4,96 14,97.4 34,96.6",
        "sitting": "36,88 26,90 18,84 10,74 9,84 17,95 34,96.6",
    },
    skull="-11,-2 -7,-11 2,-14 9,-10 13,-4 21,-2 24,2 22,8 14,10 6,11 -6,10",
    seated=((38, 80.8, 16), (48, 66, 14), (61, 52, 12.5), (68, 40, 9)),
    lift=2, reach=0.8,
)  # fmt: skip


def _dog_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    ear = smooth_curve("-3,-12 -10,-9 -14,2 -13,11 -7,13 -2,6 1,-6")
    return (
        draw_path(smooth_curve("13,-3 22,-1 23.5,3 21.5,7.5 14,9.5 9,6"), lighter_color(fill, 0.35), None)
        + draw_line("M21.5 7.2 Q16 8.6 11.5 5.6", crease_color(fill), 1.3)
        + draw_path(smooth_curve("19.5,-3 24,-2.5 25,0.5 22,2.5 19.5,0"), NOSE)
        + draw_path(ear, shadow_tint(fill, 0.32))
        + draw_eye(7, -4, 2.1, asleep, fill)
    )


CAT = SpeciesProportions(
    torso="30,56 38,48 56,50 74,47 84,50 87,60 80,72 62,72 46,71 34,69 29,64",
    shoulder=(77, 63), hip=(39, 61), leg=(9, 4.6, 3.5), neck=(78, 58, 10), nape=8,
    heads={
        "standing": (89, 40, 0), "running": (97, 42, 0), "eating": (92, 82, 10),
        "sleeping": (88, 82, 0), "sitting": (66, 30, 0),
    },
    tails={
        "standing": "34,62 20,56 14,42 17,26 12,14 6,18 9,28 6,44 12,62 30,72",
        "eating": "34,62 20,56 14,42 17,26 12,14 6,18 9,28 6,44 12,62 30,72",
        "running": "35,60 24,50 14,48 6,38 1,40 6,54 18,60 32,66",
        "sleeping": "30,84 20,84 12,90 18,97.6 40,97.8 62,97.6 63,92 46,92 30,92 26,90",
        "sitting": "40,88 28,86 20,76 20,62 13,58 10,66 12,82 22,95 40,98",
    },
    seated=((40, 82, 15), (48, 68, 13), (58, 54, 11), (64, 42, 9)),
    lift=2, reach=0.88,
)  # fmt: skip


def _cat_head(look: Look, asleep: bool) -> str:
    fill, ink = look.fill, crease_color(look.fill)
    face = smooth_curve("-14,-20! -6,-12.5 0,-13.5 7,-12.5 15,-20! 15.5,-7 17.5,2 12,9.5 1,13 -10,9.5 -16,2 -14.5,-7")
    insides = draw_path(smooth_curve("-12.5,-16! -7,-10.5! -12.5,-7!"), PINK, None) + draw_path(
        smooth_curve("13.5,-16! 8,-10.5! 13.5,-7!"), PINK, None
    )
    stripes = draw_line("M1 -12 V-8 M-2.6 -11.6 l0.4 3 M4.6 -11.6 l-0.4 3", ink, 1.5)
    whiskers = draw_line("M9 5 l11 -2 M9 7 l11 2 M-6 5 l-11 -2 M-6 7 l-11 2", ink, 0.8)
    muzzle = draw_path(oval_path(2, 6, 7, 4.6), lighter_color(fill, 0.45), None) + draw_line(
        "M2 4.5 V7 M-2 8 Q0.5 9.5 2 7 Q3.5 9.5 6 8", ink, 1.1
    )
    eyes = "".join(_cat_eye(x, asleep, look) for x in (-5.5, 8.5))
    return (
        draw_path(face, fill)
        + insides
        + stripes
        + muzzle
        + draw_path(smooth_curve("0,3! 4,3! 2,5.4!"), PINK, OUTLINE, 0.7)
        + whiskers
        + eyes
    )


def _cat_eye(x: float, asleep: bool, look: Look) -> str:
    if asleep:
        return draw_eye(x, 0, 1.9, True, look.fill)
    return draw_path(oval_path(x, -1, 3, 3.3), "#b9dc6a", OUTLINE, 0.7) + draw_path(
        oval_path(x + 0.3, -1, 1.2, 2.7), "#1d1d22", None
    )


RABBIT = SpeciesProportions(
    torso="25,70 31,55 47,48 64,51 76,58 80,69 76,80 58,82 40,84 27,80",
    shoulder=(72, 72), hip=(40, 70), leg=(12, 4.6, 3.4), neck=(71, 63, 11), nape=9,
    heads={"standing": (82, 52, 0), "running": (93, 56, 10), "eating": (88, 80, 24), "sitting": (66, 47, 0)},
    tails={
        "standing": "30,70 22,66 15,71 15,79 22,83 30,80",
        "running": "30,66 20,60 13,65 13,73 20,77 30,76",
        "sitting": "32,84 24,80 17,85 18,93 25,96 34,94",
    },
    skull="-11,0 -8,-9 1,-12 10,-8 15,-2 17,4 13,9 4,11 -7,9",
    seated=((42, 81, 15.5), (47, 72, 14), (57, 63, 12), (63, 54, 9)),
    lift=3,
)  # fmt: skip
NEAR_EAR = smooth_curve("-5,-8! -12,-20 -15,-36 -10,-43 -4,-38 -1,-24 1,-10!")
FAR_EAR = smooth_curve("0,-8! 0,-22 3,-36 9,-41 12,-34 9,-20 6,-9!")
EAR_TURN = {"running": -38.0}


def _rabbit_far_ear(look: Look, asleep: bool) -> str:
    return draw_path(transformed_path(FAR_EAR, 0, 0, EAR_TURN.get(look.posture or "", 0)), shadow_tint(look.fill))


def _rabbit_head(look: Look, asleep: bool) -> str:
    fill, ink = look.fill, crease_color(look.fill)
    turn = EAR_TURN.get(look.posture or "", 0)
    inner = smooth_curve("-4,-13! -9,-22 -11,-34 -9,-38 -6,-34 -3,-22!")
    return (
        draw_path(transformed_path(NEAR_EAR, 0, 0, turn), fill)
        + draw_path(transformed_path(inner, 0, 0, turn), PINK, None)
        + draw_path(oval_path(10, 5, 5.5, 4.2), lighter_color(fill, 0.4), None)
        + draw_path(oval_path(5, 6, 3, 2), PINK, None)
        + draw_path(smooth_curve("14,0.5! 18,2.2 15.5,4.4"), "#d9708a", OUTLINE, 0.8)
        + draw_line("M15.4 4.6 Q14.5 7.5 11.5 7.4", ink, 1.1)
        + draw_line("M11 5 l-9 -1 M11 6.5 l-9 2", ink, 0.7)
        + draw_eye(5, -3, 2.3, asleep, fill)
    )


def _rabbit_tail(look: Look, pose: object) -> str:
    return draw_path(
        smooth_curve(RABBIT.tails.get(look.posture or "", RABBIT.tails["standing"])), lighter_color(look.fill, 0.55)
    )


def _rabbit_ear_boxes(look: Look) -> dict[str, tuple[Rect, ...]]:
    x, y, angle = pose_animal(RABBIT, look.posture).head
    turn = EAR_TURN.get(look.posture or "", 0)
    near, far = (transformed_path(ear, x, y, angle + turn) for ear in (NEAR_EAR, FAR_EAR))
    return {"ear": (*path_boxes(near), visible_box(far, (near, pose_animal(RABBIT, look.posture).skull)))}


_DOG = SpeciesDrawing(DOG, _dog_head, meal=pet_food_heap(106))
_CAT = SpeciesDrawing(CAT, _cat_head, meal=pet_food_heap(106))
_RABBIT = SpeciesDrawing(RABBIT, _rabbit_head, behind=_rabbit_far_ear, tail=_rabbit_tail, meal=grass_tuft(105))

SHAPES: dict[str, ClassDrawing] = {
    "dog": ClassDrawing(partial(draw_animal, species=_DOG), 120, 100, parts=partial(visible_tail_boxes, DOG)),
    "cat": ClassDrawing(partial(draw_animal, species=_CAT), 120, 100, parts=partial(visible_tail_boxes, CAT)),
    "rabbit": ClassDrawing(partial(draw_animal, species=_RABBIT), 120, 100, parts=_rabbit_ear_boxes),
}
