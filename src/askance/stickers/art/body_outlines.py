"""Outlines that follow a body: limbs and sleeves as tubes, torsos in the frame of the spine, and hulls for skirts."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import hypot

from askance.stickers.art.drawing_primitives import Point, Rect
from askance.stickers.art.human_skeleton import (
    BUILDS,
    POSES,
    SIDES,
    joint_positions,
    point_at_distance,
    torso_width_share,
)

Place = Callable[[float, float], Point]  # (across, down) from the neck, along the spine → canvas


def fill_path_template(template: str, points: Sequence[Point]) -> str:
    """Path data: the template's `{}` filled with the points in turn."""
    return template.format(*(f"{x:.1f} {y:.1f}" for x, y in points))


def tube_outline(points: Sequence[Point], radii: Sequence[float]) -> str:
    """Path data of a limb through the points, as thick as the radii say, with round ends; runs counter-clockwise."""
    normals = []
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0) or 1.0
        normals.append((-(y1 - y0) / length, (x1 - x0) / length))
    there = _tube_side(points, radii, normals)
    back = _tube_side(points[::-1], radii[::-1], [(-x, -y) for x, y in normals[::-1]])
    first, last = radii[0], radii[-1]
    return f"M{there} A{last:.1f} {last:.1f} 0 0 0 {back} A{first:.1f} {first:.1f} 0 0 0 {there.split(' L')[0]} Z"


def _tube_side(points: Sequence[Point], radii: Sequence[float], normals: Sequence[Point]) -> str:
    """One side of a tube: straight pieces, a sharp corner inside a bend and an arc outside it."""
    steps = [_offset_point_text(points[0], normals[0], radii[0])]
    for at, radius, one, other in zip(points[1:-1], radii[1:-1], normals, normals[1:], strict=False):
        inside = one[0] * other[1] - one[1] * other[0] > 0
        if inside:
            share = radius / max(0.45, 1 + one[0] * other[0] + one[1] * other[1])
            steps.append(_offset_point_text(at, (one[0] + other[0], one[1] + other[1]), share))
        else:
            start, end = _offset_point_text(at, one, radius), _offset_point_text(at, other, radius)
            steps.append(start if start == end else f"{start} A{radius:.1f} {radius:.1f} 0 0 0 {end}")
    steps.append(_offset_point_text(points[-1], normals[-1], radii[-1]))
    return " L".join(steps)


def _offset_point_text(at: Point, normal: Point, radius: float) -> str:
    return f"{at[0] + normal[0] * radius:.1f} {at[1] + normal[1] * radius:.1f}"


def rounded_polygon(points: Sequence[Point], radius: float) -> str:
    """Path data of a closed polygon with soft corners."""
    pieces = []
    for (x0, y0), (x1, y1), (x2, y2) in zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True):
        one, other = hypot(x0 - x1, y0 - y1) or 1.0, hypot(x2 - x1, y2 - y1) or 1.0
        a, b = min(0.5, radius / one), min(0.5, radius / other)
        start, end = (x1 + (x0 - x1) * a, y1 + (y0 - y1) * a), (x1 + (x2 - x1) * b, y1 + (y2 - y1) * b)
        pieces.append(fill_path_template("{} Q{} {}", (start, (x1, y1), end)))
    return "M" + " L".join(pieces) + " Z"


def convex_hull(points: Sequence[Point]) -> list[Point]:
    """The convex hull of the points, in order around it."""

    def chain(ordered: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in ordered:
            while len(kept) > 1 and _is_not_a_left_turn(kept[-2], kept[-1], (x, y)):
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    ordered = sorted(set(points))
    return chain(ordered) + chain(ordered[::-1])


def _is_not_a_left_turn(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0


def box_around_points(points: Sequence[Point], margin: float = 0.0) -> Rect:
    """The box around the points, widened by the margin."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


@cache
def torso_coordinates(who: str, posture: str) -> Place:
    """The frame of a torso: (across, down) from the neck to the canvas, narrowed and leaning as the posture is."""
    neck, lean, narrow = joint_positions(who, posture)["neck"], POSES[posture].lean, torso_width_share(posture)

    def place(across: float, down: float) -> Point:
        return point_at_distance(point_at_distance(neck, -lean, down), 90 - lean, across * narrow)

    return place


@cache
def torso_outline(who: str, posture: str, ease: float = 0.0, below: float = 3.0) -> str:
    """Path data of the torso from the neck to `below` the pelvis, `ease` wider than the body; counter-clockwise."""
    build, place = BUILDS[who], torso_coordinates(who, posture)
    long, wide = build.torso, build.shoulder + ease
    share = min(1.0, (0.34 * long + below) / (0.34 * long))  # how far it goes on from the waist to the hips
    hip = build.waist + (build.hip - build.waist) * share + ease
    left = [
        (-build.neck[0] - 0.6, -1.0),
        (-wide * 0.52, 0.6), (-wide * 0.76, 2.6),
        (-wide, 4.4), (-wide, long * 0.25),
        (-wide * 0.95, long * 0.4), (-build.waist - ease, long * 0.5), (-build.waist - ease, long * 0.66),
        (-build.waist - ease, long * (0.66 + 0.14 * share)), (-hip, long * (0.66 + 0.2 * share)), (-hip, long + below),
    ]  # fmt: skip
    right = [(-x, y) for x, y in reversed(left)]
    template = "M{} Q{} {} Q{} {} C{} {} {} C{} {} {} L{} C{} {} {} C{} {} {} Q{} {} Q{} {} Z"
    return fill_path_template(template, [place(x, y) for x, y in left + right])


@cache
def arm_outline(who: str, posture: str, side: str, ease: float = 0.0, reach: float = 1.0) -> str:
    """Path data of an arm (or a sleeve: `ease` wider, `reach` 0.5 to the elbow, 1 to the wrist, 2 with the hand)."""
    at, radii = joint_positions(who, posture), [radius + ease for radius in BUILDS[who].arm_radii]
    names = [f"{side}_{part}" for part in ("shoulder", "elbow", "wrist", "hand")]
    if reach > 1:
        return tube_outline([at[name] for name in names], radii)
    if reach == 1:
        return tube_outline([at[name] for name in names[:3]], radii[:3])
    share = reach / 0.5
    (x0, y0), (x1, y1) = at[names[0]], at[names[1]]
    return tube_outline([(x0, y0), (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)], (radii[0], radii[1] + 0.5))


@cache
def trouser_leg_outline(who: str, posture: str, side: str) -> str:
    """Path data of a trouser leg, which ends a little above the ankle."""
    hip, knee, (x, y) = (joint_positions(who, posture)[f"{side}_{part}"] for part in ("hip", "knee", "foot"))
    return tube_outline((hip, knee, (x + (knee[0] - x) * 0.1, y + (knee[1] - y) * 0.1)), BUILDS[who].leg_radii)


@cache
def skirt_corners(who: str, posture: str, length: float = 0.95, flare: float = 6.0) -> tuple[Point, ...]:
    """The corners of a skirt from the waist over the hips to `length` of the thighs."""
    build, at, place = BUILDS[who], joint_positions(who, posture), torso_coordinates(who, posture)
    points = [place(sign * (build.waist + 1), build.torso * 0.68) for sign in (-1, 1)]
    points += [place(sign * (build.hip + 1.5), build.torso * share) for sign in (-1, 1) for share in (0.88, 1.04)]
    points += [place(sign * (build.hip + 1.5), build.torso + 5.5) for sign in (-1, 1)]
    for side in SIDES:
        (x0, y0), (x1, y1) = at[f"{side}_hip"], at[f"{side}_knee"]
        angle = getattr(POSES[posture], f"{side}_leg")[0]
        end = (x0 + (x1 - x0) * length, y0 + (y1 - y0) * length)
        wide = build.leg_radii[1] + flare * max(0.2, 1 - abs(angle) / 75)
        points += [point_at_distance(end, angle + 90, wide), point_at_distance(end, angle - 90, wide)]
        points += [point_at_distance((x0, y0), angle + turn, build.leg_radii[0] + 1.2) for turn in (-90, -135, 180)]
    return tuple(convex_hull(points))
