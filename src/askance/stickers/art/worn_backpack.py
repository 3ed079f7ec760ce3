"""A backpack on a person: straps over the chest, the bag beside the back."""

from zlib import crc32

from askance.stickers.art.body_outlines import (
    Place,
    arm_outline,
    box_around_points,
    fill_path_template,
    rounded_polygon,
    torso_coordinates,
    torso_outline,
)
from askance.stickers.art.drawing_primitives import Look, Point, draw_line, draw_path, draw_surface, rectangle_path
from askance.stickers.art.garment_colors import BUCKLE, SHADE
from askance.stickers.art.human_skeleton import BUILDS


def draw_worn_backpack(look: Look, who: str, posture: str) -> str:
    """Straps over the chest and the bag beside the back, behind the near arm and the torso."""
    build, place = BUILDS[who], torso_coordinates(who, posture)
    scale = (build.torso / 46) ** 0.7
    narrow = place(1, 0)[0] - place(0, 0)[0]
    inner, outer = -build.shoulder + 3, -build.shoulder - 25 * scale / max(0.6, narrow)
    return _hide_behind_torso_and_arm(
        who, posture, _backpack_bag(look, place, (inner, outer), build.torso)
    ) + _backpack_straps(look, who, posture)


def _backpack_bag(look: Look, place: Place, sides: tuple[float, float], long: float) -> str:
    inner, outer = sides

    def at(across: float, down: float) -> Point:
        return place(outer + (inner - outer) * across, long * down)

    def box(top: float, bottom: float, near: float, far: float) -> list[Point]:
        return [at(near, top), at(far, top), at(far, bottom), at(near, bottom)]

    body, pocket, flap = box(0.02, 0.92, 1, 0.08), box(0.54, 0.86, 0.9, -0.06), box(0, 0.34, 1, 0)
    loop, zipper = [at(0.7, 0.02), at(0.7, -0.1), at(0.4, -0.1), at(0.4, 0.02)], [at(0.04, 0.62), at(0.8, 0.62)]
    return (
        draw_line(fill_path_template("M{} C{} {} {}", loop), width=2.4)
        + draw_surface(rounded_polygon(body, 7), look, box_around_points(body))
        + draw_surface(rounded_polygon(pocket, 4), look, box_around_points(pocket), SHADE)
        + draw_line(fill_path_template("M{} L{}", zipper), BUCKLE, 1.3)
        + draw_surface(rounded_polygon(flap, 6), look, box_around_points(flap), SHADE)
    )


def _hide_behind_torso_and_arm(who: str, posture: str, drawing: str) -> str:
    """The drawing without what the torso and the near arm (perhaps in a sleeve) hide."""
    hiders = (
        torso_outline(who, posture, 1.6),
        arm_outline(who, posture, "left", 0.8, 2),
        arm_outline(who, posture, "left", 1.7, 0.36),
    )
    for hider in hiders:
        clip = f"h{crc32(hider.encode()):x}"
        hole = f'<clipPath id="{clip}"><path d="M-20 -20 H180 V180 H-20 Z {hider}"/></clipPath>'
        drawing = f'{hole}<g clip-path="url(#{clip})">{drawing}</g>'
    return drawing


def _backpack_straps(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], torso_coordinates(who, posture)
    wide, long = build.shoulder, build.torso
    straps = ""
    for sign in (-1, 1):
        x, half = sign * wide * 0.62, wide * 0.11 + 0.6
        edge = [
            (x - half, 0.6), (x - half - sign * 1.5, long * 0.3), (x + sign * wide * 0.12 - half, long * 0.6),
            (x + sign * wide * 0.12 + half, long * 0.6), (x + half - sign * 1.5, long * 0.3), (x + half, 0.6),
        ]  # fmt: skip
        at = [place(*point) for point in edge]
        straps += draw_surface(fill_path_template("M{} Q{} {} L{} Q{} {} Z", at), look, box_around_points(at, 1), SHADE)
        straps += draw_path(
            rectangle_path(*box_around_points([place(x - sign * 0.6, long * 0.36)], half + 0.4), 0.6), BUCKLE, width=0.9
        )
    return straps
