"""Horse, cow, sheep and pig."""

from functools import partial
from math import cos, hypot, pi, sin

from askance.stickers.art.curves import bounds, clipped, curve, limb, oval
from askance.stickers.art.kit import OUTLINE, Look, Point, Shape, darker, lighter, line, mix, path
from askance.stickers.art.quadruped import Frame, Pose, Species, drawn, grass, kibble, tail_boxes
from askance.stickers.art.tints import crease, eye, shade

HORSE = Frame(
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


def _along_neck(pose: Pose, frame: Frame, wide: float) -> str:
    """A mane: a strip on the back of the neck, from between the ears to the withers."""
    hx, hy, _ = pose.head
    x0, y0, x1, y1 = _root(pose, frame)
    size = hypot(hx - x0, hy - y0)
    nx, ny = (hy - y0) / size, -(hx - x0) / size
    high, low = frame.nape, frame.neck[2]
    return limb(
        (hx - nx * 1 + (hx - x0) / size * 7, hy - ny + (hy - y0) / size * 7, wide * 0.6),
        (hx + nx * high * 0.8, hy + ny * high * 0.8, wide),
        ((hx + x0) / 2 + nx * (high + low) * 0.45, (hy + y0) / 2 + ny * (high + low) * 0.45, wide * 1.15),
        (x1 + nx * low * 0.75, y1 + ny * low * 0.75, wide * 0.6),
    )


def _root(pose: Pose, frame: Frame) -> tuple[float, float, float, float]:
    """Where the neck begins and where its mane ends, in this posture."""
    x, y, root = frame.neck
    if pose.asleep:
        y = frame.ground - root
    return x, y, x - 1, y


def _hair(look: Look) -> str:
    return shade(look.fill, 0.5)


def _horse_mane(look: Look, pose: Pose) -> str:
    return path(_along_neck(pose, HORSE, 3.6), _hair(look))


def _horse_tail(look: Look, pose: Pose) -> str:
    return path(pose.tail, _hair(look))


def _horse_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    return (
        path(curve("20,-5.4 26,-4 28,3 24,7.8 18,7"), mix(fill, "#a58f86", 0.45), None)
        + path(curve("-5,-7! -5,-15 -1,-18! 3,-14 4,-8!"), fill)
        + path(curve("1,-9! 7,-9 8,-6 2,-5 -2,-6"), _hair(look), None)
        + path(oval(24.5, -0.5, 1, 1.4), crease(fill), None)
        + line("M25.5 5.6 Q22 6 19 4", crease(fill), 1.1)
        + eye(8.5, -2.6, 2.1, asleep, fill)
    )


def _saddle(look: Look) -> dict[str, Point]:
    lift = HORSE.lift if look.posture == "running" else 0
    return {"saddle": (54, 41 - lift)}


COW = Frame(
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
        path(curve("14,-4! 20,-1 22.5,6 19,11.5 13,11.8 10,6!"), MUZZLE, OUTLINE, 1.2)
        + path(oval(18.5, 3.4, 1.1, 1.5), darker(MUZZLE, 0.5), None)
        + line("M20 9.4 Q16 10 13.5 7.6", darker(MUZZLE, 0.5), 1.1)
        + path(curve("-1,-9! 0,-16 6,-20! 7,-14 5,-9!"), horn)
        + path(curve("-4,-7! -13,-11 -19,-7 -15,-2 -6,-3!"), shade(fill, 0.25))
        + eye(6, -3.6, 2.1, asleep, fill)
    )


def _cow_behind(look: Look, asleep: bool) -> str:
    return path(curve("4,-8! 7,-16 13,-18! 12,-12 9,-7!"), "#d9cba8")


def _cow_marks(look: Look, pose: Pose) -> str:
    fill = look.fill
    patch = lighter(fill, 0.5) if fill != "#f7f7f4" else "#c9c2b8"
    drop = 27.4 if pose.asleep else 0
    spots = (
        curve(f"30,{34 + drop} 46,{32 + drop} 52,{44 + drop} 44,{56 + drop} 34,{52 + drop} 28,{42 + drop}"),
        curve(f"62,{58 + drop} 70,{50 + drop} 78,{54 + drop} 76,{66 + drop} 66,{76 + drop} 58,{70 + drop}"),
        curve(f"76,{32 + drop} 88,{36 + drop} 84,{46 + drop} 76,{44 + drop}"),
    )
    udder = "" if pose.asleep else path(curve("41,69! 41,76 43,80 46,77 49,78 51,81 54,77 55,69!"), "#f0a9b0")
    return udder + clipped("".join(path(d, patch, None) for d in spots), pose.torso)


def _cow_tail(look: Look, pose: Pose) -> str:
    x0, y0, x1, y1 = bounds(pose.tail)
    tuft = path(oval((x0 + x1) / 2, y1, x1 - x0, (y1 - y0) * 0.28), shade(look.fill, 0.5), None)
    return path(pose.tail, look.fill) + clipped(tuft, pose.tail)


def _fleece(x: float, y: float, rx: float, ry: float, count: int) -> str:
    """Points of a woolly outline: a bulge between each two corners."""
    words = []
    for i in range(2 * count):
        angle = pi * i / count
        out = 1.13 if i % 2 else 1.0
        words.append(f"{x + rx * out * cos(angle):.1f},{y + ry * out * sin(angle):.1f}" + ("" if i % 2 else "!"))
    return " ".join(words)


SHEEP = Frame(
    torso=_fleece(52, 54, 34, 23, 13),
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


def _face(look: Look) -> str:
    """The bare skin of a sheep: dark on light wool, light on dark wool."""
    return "#d9c2a7" if look.color in ("black", "brown") else "#4b4543"


def _sheep_head(look: Look, asleep: bool) -> str:
    face = _face(look)
    return (
        path(curve("-4,-5! -13,-9 -18,-4 -13,1 -5,0!"), shade(face))
        + path(curve("-8,-2 -5,-10 4,-11 12,-6 19,0 20,6 14,9 4,10 -6,7"), face)
        + path(curve(_fleece(-2, -9, 8, 5.5, 7)), look.fill)
        + path(oval(17.5, 2.2, 1, 1.3), crease(face), None)
        + line("M18.6 6.4 Q15 7 12.8 5", crease(face), 1.1)
        + eye(7, -2, 2.1, asleep, face)
    )


def _curls(look: Look, pose: Pose) -> str:
    """Locks of wool."""
    x0, y0, x1, y1 = bounds(pose.torso)
    wide, high = x1 - x0, y1 - y0
    spots = ((0.24, 0.34), (0.44, 0.22), (0.66, 0.32), (0.34, 0.58), (0.56, 0.54), (0.76, 0.6), (0.2, 0.66), (0.5, 0.8))
    curls = "".join(f"M{x0 + u * wide - 4:.1f} {y0 + v * high:.1f} q1 5 4 4 t4 -4 " for u, v in spots)
    return line(curls, shade(look.fill, 0.28), 1.5)


PIG = Frame(
    torso="17,60 23,46 42,40 66,41 83,47 90,60 86,76 66,84 42,84 24,79 17,70",
    shoulder=(77, 74), hip=(33, 73), leg=(8.5, 5.6, 4.4), neck=(82, 60, 14), nape=12,
    heads={"standing": (90, 54, 4), "walking": (91, 54, 4), "eating": (90, 74, 30), "sleeping": (92, 82, 2)},
    tails={"standing": "20,56 12,54 8,60 14,62", "sleeping": "20,72 12,70 8,76 14,78"},
    hoof="#5b4340",
)  # fmt: skip


def _pig_head(look: Look, asleep: bool) -> str:
    fill = look.fill
    snout = lighter(fill, 0.22)
    return (
        path(curve("-15,1 -12,-10 -1,-15 9,-11 14,-5 21,-5! 22,6! 15,7 8,13 -4,15 -13,10"), fill)
        + path(oval(22, 0.5, 4.4, 7), snout)
        + path(oval(21.2, -1.6, 0.9, 1.6), crease(snout), None) + path(oval(23.6, -1.2, 0.8, 1.6), crease(snout), None)
        + line("M14.5 8 Q12 10.5 7.5 9", crease(fill), 1.3)
        + path(curve("1,-13! 9,-22 15,-20! 13,-13 9,-9!"), shade(fill, 0.15))
        + path(curve("-11,-11! -8,-22 -2,-24! 3,-16 2,-10 -4,-9"), shade(fill, 0.22))
        + eye(7.5, -2.5, 2, asleep, fill)
        + path(oval(4, 5, 3.2, 2.2), mix(fill, "#ff6f91", 0.35), None)
    )  # fmt: skip


def _pig_tail(look: Look, pose: Pose) -> str:
    low = 11.4 if pose.asleep else 0
    curl = f"M20 {56 + low} C10 {60 + low} 6 {52 + low} 11 {50 + low} C16 {49 + low} 15 {58 + low} 5 {55 + low}"
    return line(curl, OUTLINE, 5) + line(curl, look.fill, 2.2)


_HORSE = Species(HORSE, _horse_head, mane=_horse_mane, tail=_horse_tail, meal=grass(105.5))
_COW = Species(COW, _cow_head, behind=_cow_behind, marks=_cow_marks, tail=_cow_tail, meal=grass(105.5))
_SHEEP = Species(SHEEP, _sheep_head, marks=_curls, limbs=_face, meal=grass(105.5))
_PIG = Species(PIG, _pig_head, tail=_pig_tail, meal=kibble(107))

SHAPES: dict[str, Shape] = {
    "horse": Shape(partial(drawn, species=_HORSE), 120, 100, anchors=_saddle, parts=partial(tail_boxes, HORSE)),
    "cow": Shape(partial(drawn, species=_COW), 120, 100, parts=partial(tail_boxes, COW)),
    "sheep": Shape(partial(drawn, species=_SHEEP), 120, 100),
    "pig": Shape(partial(drawn, species=_PIG), 120, 100),
}
