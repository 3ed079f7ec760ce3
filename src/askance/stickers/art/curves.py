"""Smooth curves: closed outlines through points, limbs with thickness, and the exact boxes of both.

Path data made here is absolute and uses only M, C and Z with points written `x,y`, so that it can be
moved and measured.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, hypot, pi, sin
from zlib import crc32

import numpy as np
import numpy.typing as npt
from askance.stickers.art.drawing_primitives import OUTLINE, Point, Rect

Joint = tuple[float, float, float]  # x, y, radius
_PAIR = re.compile(r"(-?[\d.]+),(-?[\d.]+)")
_REACH = 0.38  # length of a Bézier handle as a share of its chord: round for four points on a circle
_ROUND = 0.5523  # the same for a quarter of an ellipse, as a share of its radius


def _format_number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _format_point(x: float, y: float) -> str:
    return f"{_format_number(x)},{_format_number(y)}"


def _smooth_path(points: Sequence[Point], corners: frozenset[int], closed: bool) -> str:
    count = len(points)
    ways: list[Point] = []
    for i in range(count):
        (ax, ay), (bx, by) = points[(i - 1) % count], points[(i + 1) % count]
        size = hypot(bx - ax, by - ay)
        sharp = i in corners or size == 0 or (not closed and i in (0, count - 1))
        ways.append((0.0, 0.0) if sharp else ((bx - ax) / size, (by - ay) / size))
    parts = [f"M{_format_point(*points[0])}"]
    for i in range(count if closed else count - 1):
        j = (i + 1) % count
        (ax, ay), (bx, by) = points[i], points[j]
        reach = _REACH * hypot(bx - ax, by - ay)
        first = _format_point(ax + ways[i][0] * reach, ay + ways[i][1] * reach)
        second = _format_point(bx - ways[j][0] * reach, by - ways[j][1] * reach)
        parts.append(f"C{first} {second} {_format_point(bx, by)}")
    return " ".join([*parts, "Z"] if closed else parts)


@cache
def smooth_curve(points: str, closed: bool = True) -> str:
    """Path data of a smooth curve through `x,y` points; a point that ends in `!` is a corner."""
    words = points.split()
    corners = frozenset(i for i, word in enumerate(words) if word.endswith("!"))
    places = [word.rstrip("!").split(",") for word in words]
    return _smooth_path([(float(x), float(y)) for x, y in places], corners, closed)


@cache
def oval_path(x: float, y: float, rx: float, ry: float) -> str:
    """Path data of an ellipse that can be moved and measured."""
    a, b = rx * _ROUND, ry * _ROUND
    return (
        f"M{_format_point(x - rx, y)} "
        f"C{_format_point(x - rx, y - b)} {_format_point(x - a, y - ry)} {_format_point(x, y - ry)}"
        f" C{_format_point(x + a, y - ry)} {_format_point(x + rx, y - b)} {_format_point(x + rx, y)}"
        f" C{_format_point(x + rx, y + b)} {_format_point(x + a, y + ry)} {_format_point(x, y + ry)}"
        f" C{_format_point(x - a, y + ry)} {_format_point(x - rx, y + b)} {_format_point(x - rx, y)} Z"
    )


@cache
def limb_outline(*joints: Joint) -> str:
    """Path data of a limb with round ends along joints that each have a radius."""
    left: list[Point] = []
    right: list[Point] = []
    ends: list[Point] = []
    last = len(joints) - 1
    for i, (x, y, r) in enumerate(joints):
        (ax, ay, _), (bx, by, _) = joints[max(0, i - 1)], joints[min(last, i + 1)]
        size = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / size, (by - ay) / size
        left.append((x + uy * r, y - ux * r))
        right.append((x - uy * r, y + ux * r))
        if i in (0, last):
            sign = 1 if i else -1
            ends.append((x + sign * ux * r, y + sign * uy * r))
    return _smooth_path([ends[0], *left, ends[1], *reversed(right)], frozenset(), True)


@cache
def transformed_path(d: str, x: float, y: float, angle: float = 0.0, scale: float = 1.0) -> str:
    """The same path scaled and turned clockwise by `angle` degrees about the origin, then shifted by x, y."""
    c, s = scale * cos(angle * pi / 180), scale * sin(angle * pi / 180)

    def place(match: re.Match[str]) -> str:
        px, py = float(match[1]), float(match[2])
        return _format_point(x + c * px - s * py, y + s * px + c * py)

    return _PAIR.sub(place, d)


@cache
def _points_along_path(d: str) -> tuple[Point, ...]:
    """Points along a path made by this module, close to each other."""
    points = [(float(x), float(y)) for x, y in _PAIR.findall(d)]
    found = points[:1]
    for i in range(0, len(points) - 3, 3):
        for step in range(1, 13):
            t = step / 12
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            near = list(zip(weights, points[i : i + 4], strict=True))
            found.append((sum(w * p[0] for w, p in near), sum(w * p[1] for w, p in near)))
    return tuple(found)


def _box_around_points(points: Iterable[Point]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@cache
def path_bounds(d: str) -> Rect:
    """The box of a path made by this module."""
    return _box_around_points(_points_along_path(d))


def _points_inside_path(points: npt.NDArray[np.float64], d: str) -> npt.NDArray[np.bool_]:
    """Which points lie within a closed path: a ray to the left crosses it an odd number of times."""
    x, y = points[:, :1], points[:, 1:]
    ax, ay = np.array(_points_along_path(d)).T
    bx, by = np.roll(ax, -1), np.roll(ay, -1)
    rise = np.where(by == ay, 1.0, by - ay)
    crossed = ((ay > y) != (by > y)) & (ax + (y - ay) * (bx - ax) / rise < x)
    inside: npt.NDArray[np.bool_] = crossed.sum(axis=1) % 2 == 1
    return inside


@cache
def visible_box(d: str, covers: tuple[str, ...], margin: float = 0.8) -> Rect:
    """The box of what a path shows outside the paths in front of it, with its outline."""
    x0, y0, x1, y1 = path_bounds(d)
    steps = range(1, 12)
    grid = np.array([(x0 + (x1 - x0) * i / 12, y0 + (y1 - y0) * j / 12) for i in steps for j in steps])
    points = np.concatenate([np.array(_points_along_path(d)), grid[_points_inside_path(grid, d)]])
    free = np.ones(len(points), np.bool_)
    for cover in covers:
        free &= ~_points_inside_path(points, cover)
    shown = points[free] if free.any() else np.array(_points_along_path(d))
    x0, y0, x1, y1 = (*map(float, shown.min(axis=0)), *map(float, shown.max(axis=0)))
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin


def path_boxes(*paths: str, margin: float = 0.8) -> tuple[Rect, ...]:
    """The box of each path, with its outline."""
    return tuple((x0 - margin, y0 - margin, x1 + margin, y1 + margin) for x0, y0, x1, y1 in map(path_bounds, paths))


@cache
def define_shared_paths(*paths: str) -> tuple[str, str]:
    """A definition of paths that are drawn more than once, and the `use` (without its end) that draws them."""
    name = f"u{crc32(' '.join(paths).encode()):x}"
    shapes = "".join(f'<path d="{d}"/>' for d in paths)
    return f'<defs><g id="{name}">{shapes}</g></defs>', f'<use href="#{name}"'


def outline_around_uses(*uses: str, width: float = 1.6) -> str:
    """One outline around everything that the uses draw."""
    drawn = "".join(use + "/>" for use in uses)
    return f'<g fill="{OUTLINE}" stroke="{OUTLINE}" stroke-width="{2 * width}" stroke-linejoin="round">{drawn}</g>'


def silhouette(parts: Iterable[str], fill: str, width: float = 1.6) -> str:
    """Overlapping paths as one body: an outline around all of them and none between."""
    definition, use = define_shared_paths(*parts)
    return definition + outline_around_uses(use, width=width) + f'{use} fill="{fill}"/>'


@cache
def _clip_id_and_paths(*paths: str) -> tuple[int, str]:
    return crc32(" ".join(paths).encode()), "".join(f'<path d="{d}"/>' for d in paths)


def clip_to_paths(fragment: str, *paths: str) -> str:
    """A fragment that shows only inside the union of the paths."""
    seed, shapes = _clip_id_and_paths(*paths)
    name = f"k{crc32(fragment.encode(), seed):x}"
    return f'<clipPath id="{name}">{shapes}</clipPath><g clip-path="url(#{name})">{fragment}</g>'


def shaded_crescent(d: str, fill: str, dx: float, dy: float) -> str:
    """The sickle of a path that a copy shifted by dx, dy leaves free: its shaded side."""
    return clip_to_paths(f'<path d="{d} {transformed_path(d, dx, dy)}" fill="{fill}" fill-rule="evenodd"/>', d)


def turned_and_moved_fragment(fragment: str, x: float, y: float, angle: float = 0.0) -> str:
    """A fragment turned clockwise about its origin and put at x, y."""
    turn = f"translate({_format_number(x)} {_format_number(y)}) rotate({_format_number(angle)})"
    return f'<g transform="{turn}">{fragment}</g>'


def mirrored_fragment(fragment: str, axis: float) -> str:
    """A fragment seen in a mirror that stands at x = axis; its clips get names of their own."""
    twin = fragment.replace('id="k', 'id="m').replace("url(#k", "url(#m")
    return f'<g transform="translate({_format_number(2 * axis)} 0) scale(-1 1)">{twin}</g>'
