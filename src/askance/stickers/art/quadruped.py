"""The skeleton that the four-legged animals share: legs, torso, neck and head by posture."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from askance.stickers.art.color_tints import crease_color, shadow_tint
from askance.stickers.art.curves import (  # fmt: skip
    Joint,
    clip_to_paths,
    define_shared_paths,
    limb_outline,
    outline_around_uses,
    oval_path,
    path_bounds,
    silhouette,
    smooth_curve,
    transformed_path,
    turned_and_moved_fragment,
    visible_box,
)
from askance.stickers.art.drawing_primitives import OUTLINE, Look, Point, Rect, darker_color, draw_line, draw_path

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
class SpeciesProportions:
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
class PosedAnimal:
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


def _foot_path(frame: SpeciesProportions, before: Point, at: Point) -> str:
    """A hoof in line with the leg, or a paw put forward."""
    r = frame.leg[2]
    if frame.hoof is None:
        return oval_path(at[0] + r * 0.6, at[1] - r * 0.95, r * 1.65, r * 0.95)
    dx, dy = at[0] - before[0], at[1] - before[1]
    size = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = (0.0, 1.0) if at[1] > frame.ground - 0.5 else (dx / size, dy / size)  # on the ground it stands flat
    long, wide = r * 1.7, r * 1.3
    top = (at[0] - ux * long, at[1] - uy * long)
    corners = (
        (top[0] + uy * r, top[1] - ux * r), (at[0] + uy * wide, at[1] - ux * wide),
        (at[0] - uy * wide, at[1] + ux * wide), (top[0] - uy * r, top[1] + ux * r),
    )  # fmt: skip
    return smooth_curve(" ".join(f"{x:.1f},{y:.1f}!" for x, y in corners))


def _leg_and_foot_paths(
    frame: SpeciesProportions, top: Point, leg: Leg, hind: bool, thin: float = 1.0, swing: float = 1.0
) -> tuple[str, str]:
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
    shaft = limb_outline((*top, widths[0]), (kx, ky, widths[1]), (ax, min(ay, sole - 1), widths[2]), end)
    return shaft, _foot_path(frame, (ax, ay), (fx, fy))


def _skull_path(frame: SpeciesProportions, head: Spot) -> str:
    return transformed_path(smooth_curve(frame.skull), *head) if frame.skull else ""


def _tail_path(frame: SpeciesProportions, posture: str) -> str:
    return smooth_curve(frame.tails.get(posture, frame.tails["standing"]))


def _upright_pose(frame: SpeciesProportions, posture: str) -> PosedAnimal:
    """Standing, walking, running, eating: the four legs of a stride."""
    stride = STRIDES.get(posture, STRIDES["standing"])
    up = frame.lift if posture == "running" else 0.0
    swing = {"walking": frame.step, "running": frame.reach}.get(posture, 1.0)
    tops = (frame.shoulder, frame.shoulder, frame.hip, frame.hip)
    legs = [_leg_and_foot_paths(frame, (x, y - up), leg, i > 1, 0.92 if i % 2 else 1.0, swing)
            for i, ((x, y), leg) in enumerate(zip(tops, stride, strict=True))]  # fmt: skip
    head = frame.heads.get(posture, frame.heads["standing"])
    x, y, root = frame.neck
    return PosedAnimal(
        transformed_path(smooth_curve(frame.torso), 0, -up),
        (legs[0][0], legs[2][0]), (legs[1][0], legs[3][0]), (legs[0][1], legs[2][1]), (legs[1][1], legs[3][1]),
        limb_outline((x, y - up, root), (head[0], head[1], frame.nape)),
        _skull_path(frame, head), _tail_path(frame, posture), head, False,
    )  # fmt: skip


def _lying_pose(frame: SpeciesProportions) -> PosedAnimal:
    """Asleep: the torso on the ground, the legs folded, the head down."""
    torso = smooth_curve(frame.torso)
    drop = frame.ground - path_bounds(torso)[3]
    thigh, knee, ankle = frame.leg
    sole = frame.ground - ankle - 0.5
    front, hind = frame.shoulder[0], frame.hip[0]
    haunch = oval_path(hind + thigh * 0.3, frame.ground - thigh * 1.5, thigh * 1.7, thigh * 1.5)
    toes = hind + thigh * 2.4
    shin = limb_outline((hind + thigh * 0.6, sole, ankle), (toes, sole, ankle))
    feet: tuple[str, ...] = ()
    if frame.hoof:  # the front legs are tucked back under the chest
        back = front - thigh * 1.6
        fore = limb_outline((front + 4, frame.ground - knee, knee), (front - 5, sole, ankle), (back, sole, ankle))
        feet = (
            _foot_path(frame, (front, sole), (back - ankle, sole)),
            _foot_path(frame, (hind, sole), (toes + ankle, sole)),
        )
    else:
        fore = limb_outline(
            (front - thigh, frame.ground - knee, knee), (front, sole, ankle), (front + thigh * 2, sole, ankle)
        )
    head = frame.heads["sleeping"]
    x, y, root = frame.neck
    return PosedAnimal(
        transformed_path(torso, 0, drop), (haunch,), (), feet, (),
        limb_outline((x, min(y + drop, frame.ground - root), root), (head[0], head[1], frame.nape)),
        _skull_path(frame, head), _tail_path(frame, "sleeping"), head, True, (fore, shin),
    )  # fmt: skip


def _sitting_pose(frame: SpeciesProportions) -> PosedAnimal:
    """On its haunches, the front legs upright."""
    thigh, _, ankle = frame.leg
    rump, *_, chest, nape = frame.seated
    top = (chest[0] + chest[2] * 0.35, chest[1])
    near, foot = _leg_and_foot_paths(frame, top, STRIDES["standing"][0], False)
    far, far_foot = _leg_and_foot_paths(frame, (top[0] + ankle * 1.6, top[1]), STRIDES["standing"][0], False, 0.92)
    haunch = oval_path(rump[0] + thigh * 0.5, frame.ground - thigh * 1.6 - 0.2, thigh * 1.7, thigh * 1.6)
    toe = (rump[0] + thigh * 2.1, frame.ground)
    shin = limb_outline(
        (rump[0] + thigh, frame.ground - ankle * 1.25, ankle), (toe[0], frame.ground - ankle * 1.25, ankle)
    )
    head = frame.heads["sitting"]
    return PosedAnimal(
        limb_outline(*frame.seated), (near, haunch, shin), (far,), (foot, _foot_path(frame, (0, 0), toe)), (far_foot,),
        limb_outline(nape, (head[0], head[1], frame.nape)), _skull_path(frame, head),
        _tail_path(frame, "sitting"), head, False,
    )  # fmt: skip


@cache
def pose_animal(frame: SpeciesProportions, posture: str | None) -> PosedAnimal:
    """The pieces of an animal in a posture."""
    if posture == "sleeping":
        return _lying_pose(frame)
    if posture == "sitting":
        return _sitting_pose(frame)
    return _upright_pose(frame, posture or "standing")


def visible_tail_boxes(frame: SpeciesProportions, look: Look) -> dict[str, tuple[Rect, ...]]:
    """The box of the tail, as far as it can be seen."""
    pose = pose_animal(frame, look.posture)
    front = (pose.torso, pose.neck, *pose.near, *pose.near_feet, *pose.far, *pose.far_feet)
    return {"tail": (visible_box(pose.tail, front),)}


def grass_tuft(x: float, ground: float = GROUND, size: float = 1.0) -> str:
    """A tuft to graze on."""
    blades = "-9,0! -12,-8! -5,-3! -5,-12! -1,-4! 2,-14! 4,-4! 9,-11! 8,-3! 13,-7! 10,0!"
    return draw_path(
        transformed_path(smooth_curve(blades), x, ground + 0.6, 0, size), GRASS, darker_color(GRASS, 0.4), 1.2
    )


def pet_food_heap(x: float, ground: float = GROUND) -> str:
    """A little heap of food on the ground."""
    bits = ((-6, -2.5), (-1, -5.5), (1, -1.5), (5, -4), (7.5, -1.5))
    return draw_path(
        transformed_path(smooth_curve("-12,0.6! -7,-6 0,-8.5 7,-6 12,0.6!"), x, ground), "#b5793f"
    ) + "".join(draw_path(oval_path(x + dx, ground + dy, 1.5, 1.2), "#7d4d22", None) for dx, dy in bits)


Feature = Callable[[Look, bool], str]


def _draw_nothing(look: Look, asleep: bool) -> str:
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class SpeciesDrawing:
    """A frame and what makes it unmistakable: the head's features, what is behind it, marks on the coat, food."""

    frame: SpeciesProportions
    head: Feature
    behind: Feature = _draw_nothing  # parts of the head behind the neck, e.g. the far ear
    mane: Callable[[Look, PosedAnimal], str] = field(default=lambda look, pose: "")
    marks: Callable[[Look, PosedAnimal], str] = field(default=lambda look, pose: "")
    tail: Callable[[Look, PosedAnimal], str] = field(default=lambda look, pose: draw_path(pose.tail, look.fill))
    limbs: Callable[[Look], str] | None = None  # the color of legs that differ from the coat
    meal: str = ""


def draw_animal(look: Look, species: SpeciesDrawing) -> str:
    """The whole animal: tail, far legs, the body in one outline, marks, mane, head."""
    frame = species.frame
    pose = pose_animal(frame, look.posture)
    limbs = species.limbs(look) if species.limbs else look.fill
    paws = frame.hoof is None
    return "".join((
        species.tail(look, pose),
        silhouette([*pose.far, *(pose.far_feet if paws else ())], shadow_tint(limbs)) if pose.far else "",
        "" if paws else _hooves(pose.far_feet, darker_color(frame.hoof or "", 0.2)),
        turned_and_moved_fragment(species.behind(look, pose.asleep), *pose.head),
        _draw_body(look.fill, limbs, pose, paws, species.limbs is not None),
        species.marks(look, pose),
        "" if species.limbs else _haunch_fold(pose, look.fill),
        "".join(draw_path(d, limbs) for d in pose.folded),
        "" if paws else _hooves(pose.near_feet, frame.hoof or ""),
        species.mane(look, pose),
        turned_and_moved_fragment(species.head(look, pose.asleep), *pose.head),
        species.meal if look.posture == "eating" else "",
    ))  # fmt: skip


def _draw_body(fill: str, limbs: str, pose: PosedAnimal, paws: bool, apart: bool) -> str:
    """Torso, neck, skull and near legs in one outline, the belly in shadow; legs of another color stand behind."""
    legs = [*pose.near, *(pose.near_feet if paws else ())]
    define_torso, torso = define_shared_paths(pose.torso)
    define_rest, rest = define_shared_paths(*(d for d in (pose.neck, pose.skull, *(() if apart else legs)) if d))
    belly = f'{torso} fill="{shadow_tint(fill, 0.14)}"/>' + clip_to_paths(
        f'{torso} fill="{fill}" transform="translate(0 -5)"/>', pose.torso
    )
    behind = silhouette(legs, limbs) if apart else ""
    return behind + define_torso + define_rest + outline_around_uses(torso, rest) + belly + f'{rest} fill="{fill}"/>'


def _hooves(feet: Iterable[str], fill: str) -> str:
    return "".join(draw_path(d, fill, OUTLINE, 1.2) for d in feet)


def _haunch_fold(pose: PosedAnimal, fill: str) -> str:
    """The fold in front of a haunch that lies or sits on the ground."""
    if not pose.asleep and len(pose.near) < 3:
        return ""
    x0, y0, x1, y1 = path_bounds(pose.near[0 if pose.asleep else 1])
    wide, high = x1 - x0, y1 - y0
    start = f"M{x0 + wide * 0.32:.1f} {y0 + high * 0.06:.1f}"
    bend = f"q{wide * 0.66:.1f} {-high * 0.06:.1f} {wide * 0.6:.1f} {high * 0.6:.1f}"
    return draw_line(start + bend, crease_color(fill), 1.3)
