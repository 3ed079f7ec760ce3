"""Bear, elephant, giraffe, zebra and lion."""

from functools import cache, partial

from askance.stickers.art.color_tints import crease_color, draw_eye, shadow_tint
from askance.stickers.art.curves import (
    clip_to_paths,
    limb_outline,
    oval_path,
    path_bounds,
    path_boxes,
    smooth_curve,
    transformed_path,
)
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    Point,
    Rect,
    darker_color,
    draw_line,
    draw_path,
    lighter_color,
)
from askance.stickers.art.quadruped import (
    PosedAnimal,
    SpeciesDrawing,
    SpeciesProportions,
    draw_animal,
    grass_tuft,
    pose_animal,
    visible_tail_boxes,
)

NOSE = "#33292b"

BEAR = SpeciesProportions(
    torso="16,58 20,44 38,36 58,38 76,31 90,40 93,56 86,74 64,78 42,78 24,76 16,68",
    shoulder=(80, 64), hip=(30, 64), leg=(12.5, 8.5, 6.6), neck=(82, 50, 15), nape=12, hock=0.4, step=0.8,
    heads={"standing": (95, 42, 0), "walking": (96, 46, 0), "sleeping": (94, 80, 0), "sitting": (70, 23, 0)},
    tails={
        "standing": "20,50 13,48 10,54 14,60 20,60",
        "sleeping": "20,72 13,70 10,76 14,82 20,82",
        "sitting": "28,88 20,86 16,92 22,97 30,97",
    },
    seated=((44, 74, 21), (52, 62, 20), (62, 50, 17), (67, 36, 13)),
)  # fmt: skip


def _bear_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    muzzle = lighter_color(fill, 0.45) if look.color != "white" else "#e6dfd0"
    ears = "".join(
        draw_path(oval_path(x, -13, 5.6, 5.6), fill)
        + draw_path(oval_path(x, -12.6, 2.8, 2.8), shadow_tint(fill, 0.35), None)
        for x in (-10, 12)
    )
    return (
        ears
        + draw_path(smooth_curve("-17,0 -14,-11 -4,-17 6,-17 16,-11 19,0 16,9 8,15 0,16 -10,13"), fill)
        + draw_path(oval_path(5, 6.5, 9.5, 7.5), muzzle, crease_color(fill), 0.8)
        + draw_path(smooth_curve("1,1.5 5,0.6 9.4,1.5 8,5 5,6.6 2.4,5"), NOSE)
        + draw_line("M5 6.4 V9 M0.6 9.6 Q3 11.6 5 9 Q7.4 11.6 9.6 9.6", NOSE, 1.2)
        + draw_eye(-3.5, -3.5, 2, asleep, fill)
        + draw_eye(12, -3.5, 2, asleep, fill)
    )


ELEPHANT = SpeciesProportions(
    torso="14,54 16,36 32,23 56,22 74,26 84,40 82,62 70,74 46,76 26,74 15,66",
    shoulder=(71, 58), hip=(28, 56), leg=(13, 9, 8), neck=(76, 42, 17), nape=15, hock=0.25, step=0.62,
    heads={"standing": (85, 36, 0), "walking": (85, 36, 0)},
    tails={
        "standing": "17,40! 9,46 7,58 4,66 7,72 12,67 11,58 13,50 18,47!",
    },
    skull="-13,4 -12,-10 -2,-17 9,-15 16,-6 17,6 12,16 0,18 -9,14",
)  # fmt: skip
ELEPHANT_EAR = smooth_curve("-5,-12 -17,-17 -27,-9 -28,6 -22,18 -13,23 -7,16 -3,4")
TRUNKS = {
    "standing": limb_outline((9, 0, 9.5), (18, 12, 7.2), (20, 28, 5.6), (19, 42, 4.6), (24, 50, 4), (29, 47, 3.6)),
    "walking": limb_outline((9, 0, 9.5), (19, 10, 7.2), (23, 25, 5.6), (22, 38, 4.6), (26, 46, 4), (29, 40, 3.6)),
}


def _elephant_head(look: Look, asleep: bool) -> str:
    fill, ink = look.fill, crease_color(look.fill)
    trunk = TRUNKS.get(look.posture or "", TRUNKS["standing"])
    wrinkles = draw_line("M17 20 q4 1.6 7.4 0 M16.6 27 q4 1.6 7.6 0 M15.8 34 q4 1.6 7.4 0", shadow_tint(fill, 0.3), 1.2)
    return (
        draw_path(trunk, fill)
        + draw_path(oval_path(2, -1, 12, 14), fill, None)
        + clip_to_paths(wrinkles, trunk)
        + draw_path(smooth_curve("9,13! 13,21 21,25 27,24! 21,20 16,12!"), "#f6efdc")
        + draw_path(ELEPHANT_EAR, shadow_tint(fill, 0.1))
        + draw_line("M-9 -8 Q-20 -8 -21 4 Q-20 12 -14 17", ink, 1.1)
        + draw_eye(7, -4, 2.1, asleep, fill)
    )


def _elephant_toenails(look: Look, pose: PosedAnimal) -> str:
    """Toenails."""
    nails = ""
    for foot in pose.near_feet:
        x0, _, x1, _ = path_bounds(foot)
        nails += "".join(
            draw_path(
                oval_path(x0 + (x1 - x0) * u, 96.4, 1.9, 2), lighter_color(look.fill, 0.6), crease_color(look.fill), 0.7
            )
            for u in (0.62, 0.78, 0.92)
        )
    return nails


def _elephant_ear_boxes(look: Look) -> dict[str, tuple[Rect, ...]]:
    return {"ear": path_boxes(transformed_path(ELEPHANT_EAR, *pose_animal(ELEPHANT, look.posture).head))}


def _elephant_saddle_anchor(look: Look) -> dict[str, Point]:
    return {"saddle": (45, 22)}


GIRAFFE_SPOT = "#a8672c"
GIRAFFE = SpeciesProportions(
    torso="14,98 18,87 36,84 54,78 66,76 74,84 74,98 66,106 48,107 30,106 18,106",
    shoulder=(66, 95), hip=(24, 96), leg=(8, 4, 2.9), neck=(66, 90, 10.5), nape=5, ground=158.4, step=0.5,
    heads={"standing": (86, 22, 24), "walking": (88, 24, 24), "eating": (80, 36, -6)},
    tails={"standing": "19,92! 11,96 9,108 6,120 9,127 13,120 12,108 14,100 20,98!"},
    skull="-6,-1 -3,-7 5,-7 13,-4 20,-2 22,3 18,6 10,5 2,7 -4,5",
    hoof="#5d4530",
)  # fmt: skip
_BLOTCHES = (
    "M20,88 L28,86 L30,94 L24,98 L18,95 Z M32,85 L42,83 L44,92 L36,96 L32,92 Z M46,81 L55,78 L58,87 L50,93 L46,89 Z"
    " M58,77 L67,76 L69,84 L62,88 Z M25,100 L33,97 L38,104 L30,108 L24,106 Z M40,97 L49,95 L52,103 L45,108 L40,104 Z"
    " M54,95 L62,91 L67,98 L60,104 L54,102 Z M70,87 L75,88 L75,98 L69,95 Z"
)
_SPOT = "M-1,-0.8 L0.2,-1 L1,-0.3 L0.8,0.8 L-0.5,1 Z"


@cache
def _giraffe_spots(pose: PosedAnimal) -> str:
    x, y, _ = GIRAFFE.neck
    hx, hy, _ = pose.head
    spots = [_BLOTCHES]
    for i, share in enumerate((0.2, 0.33, 0.46, 0.58, 0.69, 0.8, 0.9)):
        side = (2.8 - share) * (1 if i % 2 else -1)
        spots.append(
            transformed_path(_SPOT, x + (hx - x) * share + side, y + (hy - y) * share, 20.0 * i, 5.4 - share * 2.8)
        )
    for leg in pose.near:
        x0, y0, x1, _ = path_bounds(leg)
        spots.append(oval_path((x0 + x1) / 2, y0 + 18, 3.2, 4))
    return clip_to_paths(draw_path(" ".join(spots), GIRAFFE_SPOT, None), pose.torso, pose.neck, *pose.near)


def _giraffe_marks(look: Look, pose: PosedAnimal) -> str:
    return _giraffe_spots(pose)


def _giraffe_head(look: Look, asleep: bool) -> str:
    horns = draw_line("M-1 -6 L-3 -14 M4 -7 L4 -15", OUTLINE, 4.6) + draw_line(
        "M-1 -5 L-3 -13 M4 -5 L4 -14", look.fill, 2
    )
    knobs = draw_path(oval_path(-3, -14.5, 2.4, 2), GIRAFFE_SPOT, OUTLINE, 1) + draw_path(
        oval_path(4, -15.5, 2.4, 2), GIRAFFE_SPOT, OUTLINE, 1
    )
    leaves = "" if look.posture != "eating" else _leaves_in_mouth()
    return (
        horns + knobs
        + draw_path(smooth_curve("-4,-3! -11,-7 -17,-5 -13,0 -5,1!"), look.fill)
        + draw_path(smooth_curve("15,-3 20,-2 22,3 18,5.8 13,5"), lighter_color(look.fill, 0.4), None)
        + draw_path(oval_path(19, 0.4, 0.8, 1.1), NOSE, None)
        + draw_line("M20.5 4 Q17 4.6 14.5 3", NOSE, 1)
        + draw_eye(5, -2, 1.8, asleep, look.fill)
        + leaves
    )  # fmt: skip


def _leaves_in_mouth() -> str:
    """Leaves in the mouth."""
    green = "#4f9a3a"
    leaf = smooth_curve("0,0! 3,-4 9,-3 12,0! 8,3 3,3")
    stem = draw_line("M14 5 Q20 6 26 3", darker_color(green, 0.4), 1.6)
    places = ((17, 5, 70), (20, 5, -70), (21, 5, 40), (23, 4, -35), (25, 3.5, 8))
    return stem + "".join(
        draw_path(transformed_path(leaf, x, y, a), green, darker_color(green, 0.5), 1.1) for x, y, a in places
    )


def _mane_strip(frame: SpeciesProportions, wide: float, fill: str, look: Look, pose: PosedAnimal) -> str:
    """A short upright mane along the back of the neck."""
    x, y, root = frame.neck
    hx, hy, _ = pose.head
    size = ((hx - x) ** 2 + (hy - y) ** 2) ** 0.5
    nx, ny = (hy - y) / size, -(hx - x) / size
    strip = limb_outline(
        (hx + nx * frame.nape, hy + ny * frame.nape, wide),
        ((hx + x) / 2 + nx * (frame.nape + root) / 2, (hy + y) / 2 + ny * (frame.nape + root) / 2, wide * 1.1),
        (x + nx * root * 0.95 - (x - hx) * 0.1, y + ny * root * 0.95 - (y - hy) * 0.1, wide * 0.7),
    )
    return draw_path(strip, fill)


ZEBRA = SpeciesProportions(
    torso="20,50 27,40 44,42 62,42 76,38 86,44 88,54 80,65 62,66 46,65 32,66 22,60",
    shoulder=(79, 55), hip=(31, 53), leg=(9.5, 4.4, 3), neck=(79, 49, 12), nape=7,
    heads={"standing": (95, 24, 40), "walking": (96, 25, 40), "running": (95, 28, 36), "eating": (100, 72, 66)},
    tails={
        "standing": "24,45! 15,47 11,58 11,70 7,80 11,86 16,79 14,69 15,59 18,53 25,52!",
        "running": "24,43! 14,39 6,44 2,54 6,58 11,52 16,47 25,50!",
    },
    skull="-8,-2 -3,-9 7,-9 17,-6 24,-4 26,3 22,8 15,7 8,9 0,10 -7,7",
    hoof="#33302f", lift=1, step=0.9, reach=0.68,
)  # fmt: skip
STRIPE = "#26262b"
_BODY_STRIPES = (
    "M22 42 Q30 50 22 62", "M30 38 Q40 50 30 70", "M40 38 Q46 50 40 66", "M49 38 Q53 52 49 68", "M58 38 Q61 52 58 68",
    "M67 38 Q69 52 67 68", "M76 36 Q77 50 75 66", "M84 40 Q85 52 82 66",
)  # fmt: skip


@cache
def _zebra_stripes(pose: PosedAnimal) -> str:
    x, y, _ = ZEBRA.neck
    hx, hy, _ = pose.head
    nx, ny = -(hy - y), hx - x
    neck = "".join(
        f"M{x + (hx - x) * t - nx * 0.4:.1f} {y + (hy - y) * t - ny * 0.4:.1f} l{nx * 0.8:.1f} {ny * 0.8:.1f} "
        for t in (0.25, 0.45, 0.65, 0.85)
    )
    body = clip_to_paths(draw_line(" ".join(_BODY_STRIPES) + neck, STRIPE, 3.4), pose.torso, pose.neck)
    return body + "".join(clip_to_paths(draw_line(_leg_stripes(leg), STRIPE, 2.4), leg) for leg in pose.near)


def _zebra_marks(look: Look, pose: PosedAnimal) -> str:
    return _zebra_stripes(pose)


def _leg_stripes(leg: str) -> str:
    """Bands across the lower half of a leg."""
    x0, y0, x1, y1 = path_bounds(leg)
    return "".join(f"M{x0} {y0 + (y1 - y0) * t:.1f} H{x1} " for t in (0.46, 0.58, 0.7, 0.82))


def _zebra_tail(look: Look, pose: PosedAnimal) -> str:
    x0, y0, x1, y1 = path_bounds(pose.tail)
    return draw_path(pose.tail, look.fill) + clip_to_paths(
        draw_path(oval_path((x0 + x1) / 2, y1, 9, (y1 - y0) * 0.36), STRIPE, None), pose.tail
    )


def _zebra_head(look: Look, asleep: bool) -> str:
    stripes = draw_line(
        "M12 -8 Q14 -3 11 2 M16.5 -6 Q18 -2 15.5 3 M1 -4 Q3 2 1 9 M-4 -3 Q-1 3 -5 8 M6 4 Q8 6 6.4 9", STRIPE, 1.9
    )
    return (
        stripes
        + draw_path(smooth_curve("19,-5.4 24,-4 26,3 22,8 18,7.4 17,1"), "#3a3738", None)
        + draw_path(oval_path(23, 0, 0.9, 1.2), "#8d8583", None)
        + draw_path(smooth_curve("-5,-7! -5,-15 -1,-18! 3,-14 4,-8!"), look.fill)
        + draw_eye(7, -2.6, 2, asleep, look.fill)
    )


LION_MANE = "#8f5320"
LION = SpeciesProportions(
    torso="20,56 25,45 42,43 62,44 78,40 88,48 88,60 80,70 62,70 46,68 32,70 22,66",
    shoulder=(78, 60), hip=(32, 58), leg=(10.5, 5.6, 4.6), neck=(80, 52, 13), nape=10,
    heads={"standing": (91, 42, 0), "walking": (92, 43, 0), "sleeping": (93, 73.4, 0), "sitting": (70, 30, 0)},
    tails={
        "standing": "24,50! 13,50 7,40 8,27 5,19 10,14 14,20 12,28 12,38 17,45 25,45!",
        "walking": "24,50! 13,50 7,40 8,27 5,19 10,14 14,20 12,28 12,38 17,45 25,45!",
        "sleeping": "24,90! 13,91 8,86 4,92 7,98 12,97 20,97 28,97!",
        "sitting": "36,94! 22,94 14,86 12,76 7,72 8,64 14,66 16,74 20,82 36,87!",
    },
    seated=((40, 79.8, 17), (50, 66, 15), (61, 53, 13), (67, 42, 11)),
)  # fmt: skip


def _lion_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    mane = smooth_curve(
        "-2,-25 7,-23! 14,-21 17,-13! 24,-9 22,0! 25,7 18,12! 16,20 7,19! 0,25 -6,19!"
        " -15,20 -16,11! -24,6 -20,-2! -24,-11 -16,-13! -14,-22 -6,-21!"
    )
    ears = "".join(
        draw_path(oval_path(x, -13, 4.4, 4.4), fill) + draw_path(oval_path(x, -12.6, 2, 2), LION_MANE, None)
        for x in (-9, 11)
    )
    return (
        draw_path(mane, LION_MANE) + ears
        + draw_path(smooth_curve("-12,0 -10,-9 -3,-13 5,-13 12,-9 14,0 11,8 5,14 -3,14 -9,8"), fill)
        + draw_path(oval_path(1.5, 7.5, 7.2, 5.6), lighter_color(fill, 0.5), None)
        + draw_path(smooth_curve("-2.6,1.6! 1.4,0.8 5.6,1.6! 3.4,5 1.5,6 -0.4,5"), NOSE)
        + draw_line("M1.5 6 V8.4 M-2.8 8.8 Q-0.4 10.8 1.5 8.4 Q3.6 10.8 5.8 8.8", NOSE, 1.2)
        + draw_eye(-4.6, -2.8, 1.9, asleep, fill) + draw_eye(8, -2.8, 1.9, asleep, fill)
    )  # fmt: skip


def _lion_tail(look: Look, pose: PosedAnimal) -> str:
    x0, y0, _, _ = path_bounds(pose.tail)
    tuft = oval_path(x0 + 4, y0 + (4 if not pose.asleep else 8), 8, 6 if not pose.asleep else 9)
    return draw_path(pose.tail, look.fill) + clip_to_paths(draw_path(tuft, LION_MANE, None), pose.tail)


def _draw_in_natural_color(color: str, species: SpeciesDrawing, look: Look) -> str:
    """An animal whose color is no attribute, in its natural one."""
    return draw_animal(Look(color=color, posture=look.posture, variant=look.variant), species)


_BEAR = SpeciesDrawing(BEAR, _bear_head)
_ELEPHANT = SpeciesDrawing(ELEPHANT, _elephant_head, marks=_elephant_toenails)
_GIRAFFE = SpeciesDrawing(
    GIRAFFE, _giraffe_head, marks=_giraffe_marks, mane=partial(_mane_strip, GIRAFFE, 1.8, GIRAFFE_SPOT)
)
_ZEBRA = SpeciesDrawing(
    ZEBRA,
    _zebra_head,
    marks=_zebra_marks,
    mane=partial(_mane_strip, ZEBRA, 3, STRIPE),
    tail=_zebra_tail,
    meal=grass_tuft(105.5),
)
_LION = SpeciesDrawing(LION, _lion_head, tail=_lion_tail)

SHAPES: dict[str, ClassDrawing] = {
    "bear": ClassDrawing(partial(draw_animal, species=_BEAR), 120, 100),
    "elephant": ClassDrawing(
        partial(draw_animal, species=_ELEPHANT), 120, 100, anchors=_elephant_saddle_anchor, parts=_elephant_ear_boxes
    ),
    "giraffe": ClassDrawing(partial(_draw_in_natural_color, "tan", _GIRAFFE), 120, 160),
    "zebra": ClassDrawing(partial(_draw_in_natural_color, "white", _ZEBRA), 120, 100),
    "lion": ClassDrawing(
        partial(_draw_in_natural_color, "tan", _LION), 120, 100, parts=partial(visible_tail_boxes, LION)
    ),
}
