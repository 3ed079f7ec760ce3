"""The skeleton of the four kinds of people: builds, postures as angles, and the joints that follow from both.

Left and right are the viewer's. The figure faces right, so in turned postures the left limbs are the near ones.
Angles are degrees from straight down, positive towards the right; the canvas is 160 × 160 with the ground at y = 160.
"""

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin

from askance.stickers.art.drawing_primitives import Point

SIZE = 160.0
GROUND = 160.0
SIDES = ("left", "right")


@dataclass(frozen=True, slots=True)
class BodyMeasures:
    """The measures of one kind of person; `shoulder`, `waist`, `hip` and `neck` are half widths, limbs have radii."""

    head: tuple[float, float]  # half width, half height
    neck: tuple[float, float]  # half width, length below the chin
    shoulder: float
    waist: float
    hip: float
    torso: float
    arm: tuple[float, float]  # lengths: upper arm, forearm with hand
    leg: tuple[float, float]  # lengths: thigh, shin
    arm_radii: tuple[float, float, float, float]  # shoulder, elbow, wrist, hand
    leg_radii: tuple[float, float, float]  # hip, knee, ankle
    foot: tuple[float, float]  # length from ankle to toe, height of the ankle


@dataclass(frozen=True, slots=True)
class PostureAngles:
    """Angles of one posture: arms are (upper, fore), legs (thigh, shin, toe); `turn` 0 = frontal, 1 = in profile."""

    left_arm: tuple[float, float]
    right_arm: tuple[float, float]
    left_leg: tuple[float, float, float]
    right_leg: tuple[float, float, float]
    lean: float = 0.0
    turn: float = 0.0
    lift: float = 0.0


BUILDS: dict[str, BodyMeasures] = {
    "man": BodyMeasures(
        head=(12.5, 14.5), neck=(5.4, 5), shoulder=19.5, waist=13.5, hip=13, torso=46, arm=(22, 25), leg=(34, 32.5),
        arm_radii=(5.8, 4.8, 3.6, 4.2), leg_radii=(8.2, 6.8, 5.2), foot=(10, 5),
    ),
    "woman": BodyMeasures(
        head=(12, 14), neck=(3.8, 5.5), shoulder=14.6, waist=9.4, hip=13, torso=43, arm=(20.5, 23), leg=(33, 31.5),
        arm_radii=(4.3, 3.6, 2.8, 3.5), leg_radii=(8, 5.8, 4.2), foot=(8.5, 5),
    ),
    "boy": BodyMeasures(
        head=(14.5, 15), neck=(3.6, 2.5), shoulder=12.2, waist=9.8, hip=9.8, torso=29, arm=(14, 16.5), leg=(20.5, 19),
        arm_radii=(4, 3.5, 3, 3.6), leg_radii=(6, 5.2, 4.4), foot=(8, 4.5),
    ),
    "girl": BodyMeasures(
        head=(14.5, 15), neck=(3.2, 2.5), shoulder=11, waist=8.8, hip=9.6, torso=28, arm=(14, 16), leg=(20.5, 19.5),
        arm_radii=(3.6, 3.2, 2.7, 3.4), leg_radii=(5.8, 4.8, 3.8), foot=(7.5, 4.5),
    ),
}  # fmt: skip

POSES: dict[str, PostureAngles] = {
    "standing": PostureAngles((-17, -9), (17, 9), (-5, -3, -90), (5, 3, 90)),
    "waving": PostureAngles((-17, -9), (106, 155), (-5, -3, -90), (5, 3, 90)),
    "sitting": PostureAngles((-24, -4), (24, 62), (76, 2, 90), (80, 8, 90), lean=-2, turn=0.55),
    "kneeling": PostureAngles((-20, -2), (34, 52), (-4, -99, -66), (84, 2, 90), lean=3, turn=0.5),
    "walking": PostureAngles((-34, -20), (34, 58), (27, 10, 96), (-18, -40, 64), lean=3, turn=0.55),
    "running": PostureAngles((-64, 12), (52, 124), (79, -24, 76), (-26, -60, 34), lean=13, turn=0.6),
    "jumping": PostureAngles((-116, -144), (116, 144), (-54, 28, -60), (54, -28, 60), lift=13),
    "riding": PostureAngles((52, 76), (50, 84), (48, -10, 92), (68, -2, 92), lean=9, turn=0.6),
}
POSTURES = (*POSES, "sleeping")


def point_at_distance(start: Point, angle: float, length: float) -> Point:
    """The point `length` away from the start in the direction of the angle."""
    turn = radians(angle)
    return start[0] + length * sin(turn), start[1] + length * cos(turn)


def torso_width_share(posture: str) -> float:
    """How much of its frontal width a torso shows in this posture."""
    return 1 - 0.5 * POSES[posture].turn


def sole_angle(posture: str, side: str) -> float:
    """The angle at which the sole of a foot faces; seen from the front, the left foot points to the left."""
    pose = POSES[posture]
    mirrored = side == "left" and not pose.turn
    toe = pose.left_leg[2] if side == "left" else pose.right_leg[2]
    return toe + 90 if mirrored else toe - 90


@cache
def joint_positions(who: str, posture: str) -> dict[str, Point]:
    """Where everything of a person is: neck, pelvis, head (centre), head_radii, and for both sides
    shoulder, elbow, wrist, hand, hip, knee, foot (ankle) and toe."""
    if posture == "sleeping":
        return _lay_down(joint_positions(who, "standing"))
    build, pose = BUILDS[who], POSES[posture]
    neck, narrow = (0.0, 0.0), torso_width_share(posture)
    pelvis = point_at_distance(neck, -pose.lean, build.torso)
    found = {
        "neck": neck,
        "pelvis": pelvis,
        "head": point_at_distance(neck, 180 - pose.lean, build.neck[1] + build.head[1]),
    }
    for side, sign in (("left", -1), ("right", 1)):
        arm, leg = getattr(pose, f"{side}_arm"), getattr(pose, f"{side}_leg")
        start = point_at_distance(
            point_at_distance(neck, -pose.lean, build.arm_radii[0] + 2.2),
            90 - pose.lean,
            sign * (build.shoulder - build.arm_radii[0]) * narrow,
        )
        elbow = point_at_distance(start, arm[0], build.arm[0])
        hip = point_at_distance(pelvis, 90 - pose.lean, sign * (build.hip * narrow - build.leg_radii[0] + 1))
        knee = point_at_distance(hip, leg[0], build.leg[0])
        foot = point_at_distance(knee, leg[1], build.leg[1])
        found |= {
            f"{side}_shoulder": start,
            f"{side}_elbow": elbow,
            f"{side}_wrist": point_at_distance(elbow, arm[1], build.arm[1] * 0.78),
            f"{side}_hand": point_at_distance(elbow, arm[1], build.arm[1]),
            f"{side}_hip": hip,
            f"{side}_knee": knee,
            f"{side}_foot": foot,
            f"{side}_toe": point_at_distance(
                point_at_distance(foot, leg[2], build.foot[0] + 1.5), sole_angle(posture, side), build.foot[1]
            ),
        }
    return _move_to_ground(found, build, pose.lift) | {"head_radii": build.head}


def _move_to_ground(found: dict[str, Point], build: BodyMeasures, lift: float) -> dict[str, Point]:
    """The same figure moved onto the ground line and centred."""
    bearing = [found[f"{side}_{part}"] for side in SIDES for part in ("hip", "knee", "foot")] + [found["neck"]]
    depths = (("knee", build.leg_radii[1]), ("foot", build.foot[1]), ("toe", 1.0))
    lowest = max(found[f"{side}_{part}"][1] + below for side in SIDES for part, below in depths) + 0.8  # the outline
    dx = SIZE / 2 - (min(x for x, _ in bearing) + max(x for x, _ in bearing)) / 2
    dy = GROUND - lift - lowest
    return {name: (x + dx, y + dy) for name, (x, y) in found.items()}


def _lay_down(found: dict[str, Point]) -> dict[str, Point]:
    """A standing figure laid down along the ground, its head to the left."""
    middle = (found["head"][1] - found["head_radii"][1] + GROUND) / 2
    flat = {name: (SIZE / 2 + (y - middle) * 0.9, GROUND - 15 + (x - SIZE / 2) * 0.3) for name, (x, y) in found.items()}
    raised = (flat["head"][0], GROUND - found["head_radii"][0] - 7)  # on a cushion
    return flat | {"head": raised, "head_radii": found["head_radii"]}
