"""The skeleton that the four-legged animals share: legs, torso, neck and head by posture."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from askance.stickers.art.curves import (  # fmt: skip
    Joint,
    bounds,
    clipped,
    curve,
    limb,
    moved,
    oval,
    placed,
    rim,
    seen,
    shared,
    silhouette,
)
from askance.stickers.art.kit import OUTLINE, Look, Point, Rect, darker, line, path
from askance.stickers.art.tints import crease, shade

GROUND = 98.4  # the soles; the outline reaches the lower edge
GRASS = "#5da33a"
Spot = tuple[float, float, float]  # x, y, angle of the head's origin
Leg = tuple[Point, Point, Point]  # knee, ankle and foot from the hip, in leg lengths

# near front, far front, near hind, far hind
STRIDES: dict[str, tuple[Leg, Leg, Leg, Leg]] = {
    "standing": (
        ((0.02, 0.48), (0.0, 0.82), (0.0, 1.0)),
        ((0.18, 0.48), (0.2, 0.82), (0.2, 1.0)),
        ((0.08, 0.36), (-0.12, 0.66), (-0.08, 1.0)),
        ((0.3, 0.36), (0.12, 0.66), (0.16, 1.0)),
    ),
    "walking": (
        ((0.2, 0.45), (0.4, 0.8), (0.5, 1.0)),
        ((0.08, 0.46), (-0.24, 0.66), (-0.46, 0.84)),
        ((-0.08, 0.4), (-0.46, 0.7), (-0.52, 1.0)),
        ((0.26, 0.36), (0.28, 0.7), (0.44, 1.0)),
    ),
    "running": (
        ((0.4, 0.28), (0.72, 0.46), (0.88, 0.6)),
        ((0.44, 0.38), (0.44, 0.68), (0.24, 0.82)),
        ((-0.16, 0.4), (-0.58, 0.56), (-0.8, 0.76)),
        ((0.0, 0.44), (-0.38, 0.7), (-0.52, 1.0)),
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The proportions of a species: the standing torso, where legs and neck begin, and where the head is by posture."""

    torso: str
    shoulder: Point
    hip: Point
    leg: tuple[float, float, float]  # radius at the top, the knee, the ankle
    neck: Joint
    nape: float  # radius of the neck at the head
    heads: Mapping[str, Spot]
    tails: Mapping[str, str]
    skull: str = ""  # outline of a head that runs into the neck, about the head's origin
    hoof: str | None = None  # color of the hooves; None: paws
    hock: float = 1.0  # how much the hind leg bends back
    ground: float = GROUND
    seated: tuple[Joint, ...] = ()  # the sitting torso from rump to nape
    lift: float = 0.0  # how far a run raises the torso
    step: float = 1.0  # how far the legs swing in a walk
    reach: float = 1.0  # and how far in a run


@dataclass(frozen=True, slots=True)
class Pose:
    """One animal in one posture: the paths of its pieces."""

    torso: str
    near: tuple[str, ...]
    far: tuple[str, ...]
    near_feet: tuple[str, ...]
    far_feet: tuple[str, ...]
    neck: str
    skull: str
    tail: str
    head: Spot
    asleep: bool
    folded: tuple[str, ...] = ()  # legs drawn in front of a lying body


def _foot(frame: Frame, before: Point, at: Point) -> str:
    """A hoof in line with the leg, or a paw put forward."""
    r = frame.leg[2]
    if frame.hoof is None:
        return oval(at[0] + r * 0.6, at[1] - r * 0.95, r * 1.65, r * 0.95)
    dx, dy = at[0] - before[0], at[1] - before[1]
    size = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = (0.0, 1.0) if at[1] > frame.ground - 0.5 else (dx / size, dy / size)  # on the ground it stands flat
    long, wide = r * 1.7, r * 1.3
    top = (at[0] - ux * long, at[1] - uy * long)
    corners = (
        (top[0] + uy * r, top[1] - ux * r), (at[0] + uy * wide, at[1] - ux * wide),
        (at[0] - uy * wide, at[1] + ux * wide), (top[0] - uy * r, top[1] + ux * r),
    )  # fmt: skip
    return curve(" ".join(f"{x:.1f},{y:.1f}!" for x, y in corners))


def _leg(frame: Frame, top: Point, leg: Leg, hind: bool, thin: float = 1.0, swing: float = 1.0) -> tuple[str, str]:
    """The path of one leg and of its foot."""
    long = frame.ground - top[1]
    thigh, knee, ankle = frame.leg
    bend = frame.hock if hind else 1.0
    spots = [
        (top[0] + dx * long * swing * (bend if i < 2 else 1), top[1] + dy * long) for i, (dx, dy) in enumerate(leg)
    ]
    (kx, ky), (ax, ay), (fx, fy) = spots
    sole = fy - (ankle if frame.hoof is None else 0.0)
    widths = (thigh * thin * (1.0 if hind else 0.85), knee * thin, ankle * thin)
    end = (fx, sole - (ankle if frame.hoof else 0.0), widths[2])
    shaft = limb((*top, widths[0]), (kx, ky, widths[1]), (ax, min(ay, sole - 1), widths[2]), end)
    return shaft, _foot(frame, (ax, ay), (fx, fy))


def _skull(frame: Frame, head: Spot) -> str:
    return moved(curve(frame.skull), *head) if frame.skull else ""


def _tail(frame: Frame, posture: str) -> str:
    return curve(frame.tails.get(posture, frame.tails["standing"]))


def _upright(frame: Frame, posture: str) -> Pose:
    """Standing, walking, running, eating: the four legs of a stride."""
    stride = STRIDES.get(posture, STRIDES["standing"])
    up = frame.lift if posture == "running" else 0.0
    swing = {"walking": frame.step, "running": frame.reach}.get(posture, 1.0)
    tops = (frame.shoulder, frame.shoulder, frame.hip, frame.hip)
    legs = [_leg(frame, (x, y - up), leg, i > 1, 0.92 if i % 2 else 1.0, swing)
            for i, ((x, y), leg) in enumerate(zip(tops, stride, strict=True))]  # fmt: skip
    head = frame.heads.get(posture, frame.heads["standing"])
    x, y, root = frame.neck
    return Pose(
        moved(curve(frame.torso), 0, -up),
        (legs[0][0], legs[2][0]), (legs[1][0], legs[3][0]), (legs[0][1], legs[2][1]), (legs[1][1], legs[3][1]),
        limb((x, y - up, root), (head[0], head[1], frame.nape)),
        _skull(frame, head), _tail(frame, posture), head, False,
    )  # fmt: skip


def _lying(frame: Frame) -> Pose:
    """Asleep: the torso on the ground, the legs folded, the head down."""
    torso = curve(frame.torso)
    drop = frame.ground - bounds(torso)[3]
    thigh, knee, ankle = frame.leg
    sole = frame.ground - ankle - 0.5
    front, hind = frame.shoulder[0], frame.hip[0]
    haunch = oval(hind + thigh * 0.3, frame.ground - thigh * 1.5, thigh * 1.7, thigh * 1.5)
    toes = hind + thigh * 2.4
    shin = limb((hind + thigh * 0.6, sole, ankle), (toes, sole, ankle))
    feet: tuple[str, ...] = ()
    if frame.hoof:  # the front legs are tucked back under the chest
        back = front - thigh * 1.6
        fore = limb((front + 4, frame.ground - knee, knee), (front - 5, sole, ankle), (back, sole, ankle))
        feet = (_foot(frame, (front, sole), (back - ankle, sole)), _foot(frame, (hind, sole), (toes + ankle, sole)))
    else:
        fore = limb((front - thigh, frame.ground - knee, knee), (front, sole, ankle), (front + thigh * 2, sole, ankle))
    head = frame.heads["sleeping"]
    x, y, root = frame.neck
    return Pose(
        moved(torso, 0, drop), (haunch,), (), feet, (),
        limb((x, min(y + drop, frame.ground - root), root), (head[0], head[1], frame.nape)),
        _skull(frame, head), _tail(frame, "sleeping"), head, True, (fore, shin),
    )  # fmt: skip


def _sitting(frame: Frame) -> Pose:
    """On its haunches, the front legs upright."""
    thigh, _, ankle = frame.leg
    rump, *_, chest, nape = frame.seated
    top = (chest[0] + chest[2] * 0.35, chest[1])
    near, foot = _leg(frame, top, STRIDES["standing"][0], False)
    far, far_foot = _leg(frame, (top[0] + ankle * 1.6, top[1]), STRIDES["standing"][0], False, 0.92)
    haunch = oval(rump[0] + thigh * 0.5, frame.ground - thigh * 1.6 - 0.2, thigh * 1.7, thigh * 1.6)
    toe = (rump[0] + thigh * 2.1, frame.ground)
    shin = limb((rump[0] + thigh, frame.ground - ankle * 1.25, ankle), (toe[0], frame.ground - ankle * 1.25, ankle))
    head = frame.heads["sitting"]
    return Pose(
        limb(*frame.seated), (near, haunch, shin), (far,), (foot, _foot(frame, (0, 0), toe)), (far_foot,),
        limb(nape, (head[0], head[1], frame.nape)), _skull(frame, head), _tail(frame, "sitting"), head, False,
    )  # fmt: skip


@cache
def posed(frame: Frame, posture: str | None) -> Pose:
    """The pieces of an animal in a posture."""
    if posture == "sleeping":
        return _lying(frame)
    if posture == "sitting":
        return _sitting(frame)
    return _upright(frame, posture or "standing")


def tail_boxes(frame: Frame, look: Look) -> dict[str, tuple[Rect, ...]]:
    """The box of the tail, as far as it can be seen."""
    pose = posed(frame, look.posture)
    front = (pose.torso, pose.neck, *pose.near, *pose.near_feet, *pose.far, *pose.far_feet)
    return {"tail": (seen(pose.tail, front),)}


def grass(x: float, ground: float = GROUND, size: float = 1.0) -> str:
    """A tuft to graze on."""
    blades = "-9,0! -12,-8! -5,-3! -5,-12! -1,-4! 2,-14! 4,-4! 9,-11! 8,-3! 13,-7! 10,0!"
    return path(moved(curve(blades), x, ground + 0.6, 0, size), GRASS, darker(GRASS, 0.4), 1.2)


def kibble(x: float, ground: float = GROUND) -> str:
    """A little heap of food on the ground."""
    bits = ((-6, -2.5), (-1, -5.5), (1, -1.5), (5, -4), (7.5, -1.5))
    return path(moved(curve("-12,0.6! -7,-6 0,-8.5 7,-6 12,0.6!"), x, ground), "#b5793f") + "".join(
        path(oval(x + dx, ground + dy, 1.5, 1.2), "#7d4d22", None) for dx, dy in bits
    )


Feature = Callable[[Look, bool], str]


def _nothing(look: Look, asleep: bool) -> str:
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Species:
    """A frame and what makes it unmistakable: the head's features, what is behind it, marks on the coat, food."""

    frame: Frame
    head: Feature
    behind: Feature = _nothing  # parts of the head behind the neck, e.g. the far ear
    mane: Callable[[Look, Pose], str] = field(default=lambda look, pose: "")
    marks: Callable[[Look, Pose], str] = field(default=lambda look, pose: "")
    tail: Callable[[Look, Pose], str] = field(default=lambda look, pose: path(pose.tail, look.fill))
    limbs: Callable[[Look], str] | None = None  # the color of legs that differ from the coat
    meal: str = ""


def drawn(look: Look, species: Species) -> str:
    """The whole animal: tail, far legs, the body in one outline, marks, mane, head."""
    frame = species.frame
    pose = posed(frame, look.posture)
    limbs = species.limbs(look) if species.limbs else look.fill
    paws = frame.hoof is None
    return "".join((
        species.tail(look, pose),
        silhouette([*pose.far, *(pose.far_feet if paws else ())], shade(limbs)) if pose.far else "",
        "" if paws else _hooves(pose.far_feet, darker(frame.hoof or "", 0.2)),
        placed(species.behind(look, pose.asleep), *pose.head),
        _body(look.fill, limbs, pose, paws, species.limbs is not None),
        species.marks(look, pose),
        "" if species.limbs else _fold(pose, look.fill),
        "".join(path(d, limbs) for d in pose.folded),
        "" if paws else _hooves(pose.near_feet, frame.hoof or ""),
        species.mane(look, pose),
        placed(species.head(look, pose.asleep), *pose.head),
        species.meal if look.posture == "eating" else "",
    ))  # fmt: skip


def _body(fill: str, limbs: str, pose: Pose, paws: bool, apart: bool) -> str:
    """Torso, neck, skull and near legs in one outline, the belly in shadow; legs of another color stand behind."""
    legs = [*pose.near, *(pose.near_feet if paws else ())]
    define_torso, torso = shared(pose.torso)
    define_rest, rest = shared(*(d for d in (pose.neck, pose.skull, *(() if apart else legs)) if d))
    belly = f'{torso} fill="{shade(fill, 0.14)}"/>' + clipped(
        f'{torso} fill="{fill}" transform="translate(0 -5)"/>', pose.torso
    )
    behind = silhouette(legs, limbs) if apart else ""
    return behind + define_torso + define_rest + rim(torso, rest) + belly + f'{rest} fill="{fill}"/>'


def _hooves(feet: Iterable[str], fill: str) -> str:
    return "".join(path(d, fill, OUTLINE, 1.2) for d in feet)


def _fold(pose: Pose, fill: str) -> str:
    """The fold in front of a haunch that lies or sits on the ground."""
    if not pose.asleep and len(pose.near) < 3:
        return ""
    x0, y0, x1, y1 = bounds(pose.near[0 if pose.asleep else 1])
    wide, high = x1 - x0, y1 - y0
    start = f"M{x0 + wide * 0.32:.1f} {y0 + high * 0.06:.1f}"
    bend = f"q{wide * 0.66:.1f} {-high * 0.06:.1f} {wide * 0.6:.1f} {high * 0.6:.1f}"
    return line(start + bend, crease(fill), 1.3)
