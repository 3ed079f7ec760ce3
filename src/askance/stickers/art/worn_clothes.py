"""Clothes on a person: every garment follows the wearer's skeleton, on the wearer's canvas."""

from collections.abc import Callable

from askance.stickers.art.body_outlines import (
    arm_outline,
    box_around_points,
    fill_path_template,
    rounded_polygon,
    skirt_corners,
    torso_coordinates,
    torso_outline,
)
from askance.stickers.art.drawing_primitives import (
    Look,
    Rect,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
    lighter_color,
)
from askance.stickers.art.garment_colors import SHADE, hat_band_color, seam_color
from askance.stickers.art.human_skeleton import BUILDS, POSES, SIDES, joint_positions, point_at_distance
from askance.stickers.art.worn_backpack import draw_worn_backpack


def draw_worn_garment(name: str, look: Look, wearer: str) -> str:
    """The garment on its wearer in the look's posture, to be drawn over the person (who is not sleeping)."""
    return _WORN[name](look, wearer, look.posture or "standing")


def _upper_body_box(who: str, posture: str, below: float) -> Rect:
    build, place = BUILDS[who], torso_coordinates(who, posture)
    return box_around_points(
        [place(sign * (build.shoulder + 2), down) for sign in (-1, 1) for down in (-2, build.torso + below)]
    )


def _sleeve(look: Look, who: str, posture: str, side: str, ease: float, reach: float) -> str:
    at = joint_positions(who, posture)
    parts = ("shoulder", "elbow") if reach < 1 else ("shoulder", "elbow", "wrist")
    x0, y0, x1, y1 = box_around_points([at[f"{side}_{part}"] for part in parts], BUILDS[who].arm_radii[0] + ease)
    tall = BUILDS[who].torso if look.pattern else y1 - y0  # the marks are as large as those of the torso
    return draw_surface(arm_outline(who, posture, side, ease, reach), look, (x0, y0, x1, max(y1, y0 + tall)), SHADE)


def _garment_with_sleeves(look: Look, who: str, posture: str, body: str, ease: float, reach: float) -> str:
    """The body of a garment between its far and its near sleeve (frontal: both behind it)."""
    left, right = (_sleeve(look, who, posture, side, ease, reach) for side in SIDES)
    return right + body + left if POSES[posture].turn else right + left + body


def _worn_shirt(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], torso_coordinates(who, posture)
    body = draw_surface(torso_outline(who, posture, 1.2, 3.5), look, _upper_body_box(who, posture, 4))
    wide, deep = build.neck[0] + 1, build.torso
    flaps = [
        [(sign * wide, -3.2), (sign * (wide + 3.6), 1), (sign * (wide + 0.6), 7.4), (0, 3.4), (sign * (wide - 2), -1)]
        for sign in (-1, 1)
    ]
    throat = fill_path_template("M{} L{} L{} Z", [place(*at) for at in ((-wide, -1), (0, 4), (wide, -1))])
    collar = "".join(
        draw_path(
            fill_path_template("M{} L{} L{} L{} L{} Z", [place(*at) for at in flap]),
            lighter_color(look.fill, 0.25),
            width=1.2,
        )
        for flap in flaps
    )
    placket = draw_line(fill_path_template("M{} L{}", (place(0, 4), place(0, deep + 3))), seam_color(look), 1.1)
    buttons = "".join(
        draw_path(ellipse_path(*place(1.6, deep * share), 0.9, 0.9), "#fafaf7", seam_color(look), 0.5)
        for share in (0.3, 0.5, 0.7, 0.9)
    )
    front = body + placket + buttons + draw_path(throat, darker_color(look.fill, 0.35), None) + collar
    return _garment_with_sleeves(look, who, posture, front, 1.3, 0.49 if posture == "riding" else 0.36)


def _worn_jacket(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], torso_coordinates(who, posture)
    wide, deep, area = build.shoulder + 2, build.torso, _upper_body_box(who, posture, 8)
    panels = lapels = ""
    for sign in (-1, 1):
        corners = (
            (build.neck[0] + 0.4, -3), (wide * 0.54, 0), (wide * 0.78, 2), (wide, 4), (wide, deep * 0.25),
            (wide * 0.95, deep * 0.42), (build.waist + 2.6, deep * 0.6), (build.hip + 2.6, deep + 7),
            (wide * 0.42, deep + 9), (wide * 0.24, deep * 0.6), (wide * 0.3, deep * 0.3),
        )  # fmt: skip
        at = [place(sign * x, y) for x, y in corners]
        panels += draw_surface(fill_path_template("M{} Q{} {} Q{} {} C{} {} {} L{} Q{} {} Z", at), look, area)
        pocket = [(wide * 0.5, deep * 0.8), (wide * 0.8, deep * 0.77)]
        panels += draw_line(
            fill_path_template("M{} L{}", [place(sign * x, y) for x, y in pocket]), seam_color(look), 1.5
        )
        lapel = (
            (build.neck[0] - 0.6, -4), (wide * 0.56, 2), (wide * 0.62, deep * 0.2),
            (wide * 0.48, deep * 0.22), (wide * 0.26, deep * 0.52), (wide * 0.16, deep * 0.2),
        )  # fmt: skip
        flap = fill_path_template("M{} L{} L{} L{} L{} L{} Z", [place(sign * x, y) for x, y in lapel])
        lapels += draw_path(flap, lighter_color(look.fill, 0.2), width=1.3)
    cuffs = "".join(_sleeve_cuff(look, who, posture, side) for side in SIDES)
    return _garment_with_sleeves(look, who, posture, panels + lapels, 1.8, 1.0) + cuffs


def _sleeve_cuff(look: Look, who: str, posture: str, side: str) -> str:
    """A seam across the end of a long sleeve."""
    at, radius = joint_positions(who, posture), BUILDS[who].arm_radii[2] + 1.2
    (x0, y0), (x1, y1) = at[f"{side}_elbow"], at[f"{side}_wrist"]
    x, y, angle = x0 + (x1 - x0) * 0.88, y0 + (y1 - y0) * 0.88, getattr(POSES[posture], f"{side}_arm")[1]
    return draw_line(
        fill_path_template(
            "M{} L{}", (point_at_distance((x, y), angle + 90, radius), point_at_distance((x, y), angle - 90, radius))
        ),
        seam_color(look),
        1.2,
    )


def _worn_skirt(look: Look, who: str, posture: str) -> str:
    corners = skirt_corners(who, posture)
    build, place = BUILDS[who], torso_coordinates(who, posture)
    top, wide = build.torso * 0.67, build.waist + 1.4
    band = [place(x, y) for x, y in ((-wide, top - 2), (-wide - 0.6, top + 3), (wide + 0.6, top + 3), (wide, top - 2))]
    belt = fill_path_template("M{} L{} L{} L{} Z", band)
    return (
        draw_surface(rounded_polygon(corners, 3), look, box_around_points(corners))
        + _skirt_pleats(look, who, posture)
        + draw_path(belt, darker_color(look.fill, 0.18), width=1.4)
    )


def _skirt_pleats(look: Look, who: str, posture: str) -> str:
    """Folds running from the waist towards the knees."""
    at, place, build = joint_positions(who, posture), torso_coordinates(who, posture), BUILDS[who]
    folds = ""
    for sign, (x1, y1) in zip((-1, 1), sorted(at[f"{side}_knee"] for side in SIDES), strict=True):
        x0, y0 = place(sign * build.waist * 0.45, build.torso * 0.9)
        start, end = (x0 + (x1 - x0) * 0.35, y0 + (y1 - y0) * 0.35), (x0 + (x1 - x0) * 0.9, y0 + (y1 - y0) * 0.9)
        folds += fill_path_template("M{} L{} ", (start, end))
    return draw_line(folds, seam_color(look), 1.3)


def _worn_dress(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], torso_coordinates(who, posture)
    corners, area = skirt_corners(who, posture, 1.0, 12.0), _upper_body_box(who, posture, -build.torso * 0.3)
    wide, long, strap = build.shoulder + 0.8, build.torso, build.neck[0] + 2.6
    left = [
        (0, 7.4), (-strap * 0.9, 7.4), (-strap, -0.4),
        (-wide * 0.6, 0.8), (-wide * 0.8, 2.4), (-wide, 4.4), (-wide, long * 0.25),
        (-wide * 0.95, long * 0.42), (-build.waist - 0.8, long * 0.5), (-build.waist - 0.6, long * 0.7),
    ]  # fmt: skip
    template = "M{} Q{} {} Q{} {} Q{} {} C{} {} {} L{} C{} {} {} Q{} {} Q{} {} Q{} {} Z"
    bodice = fill_path_template(template, [place(x, y) for x, y in left] + [place(-x, y) for x, y in reversed(left)])
    sash = [place(x * (build.waist + 1.2), long * y) for x, y in ((-1, 0.63), (-1, 0.71), (1, 0.71), (1, 0.63))]
    skirt = draw_surface(rounded_polygon(corners, 3), look, box_around_points(corners)) + _skirt_pleats(
        look, who, posture
    )
    belt = draw_path(fill_path_template("M{} L{} L{} L{} Z", sash), darker_color(look.fill, 0.2), width=1.3)
    reach = 0.49 if posture == "riding" else 0.22
    return _garment_with_sleeves(look, who, posture, skirt + draw_surface(bodice, look, area) + belt, 1.2, reach)


def _worn_scarf(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], torso_coordinates(who, posture)
    wide, high = build.neck[0] + 5.4, build.neck[1]
    long = build.torso * 0.62
    end = ((1, 1), (wide * 0.9, 1), (wide * 0.8, long * 0.5), (wide * 0.95, long), (wide * 0.1, long + 1))
    loop = (
        (-wide, -high * 0.6), (-wide * 0.4, 1), (wide * 0.4, 1), (wide, -high * 0.7), (wide + 2.4, 3),
        (wide * 0.6, 8), (0, 8), (-wide * 0.7, 8), (-wide - 2.2, 4),
    )  # fmt: skip
    knot = ((1, 2), (wide, 0), (wide * 0.95, 6), (wide * 0.5, 11), (1, 7))
    tail, ring, tied = ([place(x, y) for x, y in outline] for outline in (end, loop, knot))
    teeth = [(wide * share, long + 0.4) for share in (0.2, 0.42, 0.64, 0.86)]
    fringe = "".join(fill_path_template("M{} L{} ", (place(x, y), place(x, y + 3.4))) for x, y in teeth)
    return (
        draw_line(fringe, width=2.6)
        + draw_line(fringe, look.fill, 1.2)
        + draw_surface(fill_path_template("M{} L{} Q{} {} L{} Z", tail), look, box_around_points(tail, 1))
        + draw_surface(fill_path_template("M{} C{} {} {} Q{} {} L{} Q{} {} Z", ring), look, box_around_points(ring, 1))
        + draw_path(fill_path_template("M{} Q{} {} Q{} {} Z", tied), darker_color(look.fill, 0.1))
    )


def _worn_tie(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], torso_coordinates(who, posture)
    wide, long = build.neck[0] * 0.55 + 1.2, build.torso * 0.74
    knot = [place(*at) for at in ((-wide, 0.4), (wide, 0.4), (wide * 0.55, 6), (-wide * 0.55, 6))]
    half = [(wide * 0.5, 6), (wide * 1.35, long - 5)]
    blade = [place(-x, y) for x, y in half] + [place(0, long)] + [place(x, y) for x, y in reversed(half)]
    return draw_surface(rounded_polygon(blade, 0.6), look, box_around_points(blade)) + draw_surface(
        rounded_polygon(knot, 1), look, box_around_points(knot), SHADE
    )


def _worn_hat(look: Look, who: str, posture: str) -> str:
    (x, y), (wide, high) = joint_positions(who, posture)["head"], BUILDS[who].head
    rim, top, half = -high * 0.5, -high - 5.8, wide + 2.8
    crown = (
        f"M{-half} {rim} C{-half} {top + 5} {-half * 0.8} {top} {-half * 0.4} {top + 0.4}"
        f" Q0.5 {top + 2.4} {half * 0.4} {top + 0.2} C{half * 0.85} {top} {half} {top + 5} {half} {rim}"
        f" Q0 {rim + 3} {-half} {rim} Z"
    )
    band = f"M{-half} {rim - 4} Q0 {rim - 1} {half} {rim - 4} V{rim + 0.4} Q0 {rim + 3.4} {-half} {rim + 0.4} Z"
    brim = (
        f"M{-half - 7.6} {rim + 0.6} C{-half - 3} {rim - 2.6} {-half} {rim - 1} {-half} {rim - 0.4}"
        f" Q0 {rim + 2.8} {half} {rim - 0.4} C{half} {rim - 1} {half + 4} {rim - 2} {half + 8.4} {rim + 1.2}"
        f" C{half + 3} {rim + 6.6} {-half - 3} {rim + 6.6} {-half - 7.6} {rim + 0.6} Z"
    )
    lean = POSES[posture].lean * 0.6
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({lean:.1f})">'
        + draw_surface(crown, look, (-half, top, half, rim + 3))
        + draw_path(band, hat_band_color(look), width=1.2)
        + draw_surface(brim, look, (-half - 8, rim - 3, half + 9, rim + 6), SHADE)
        + "</g>"
    )


_WORN: dict[str, Callable[[Look, str, str], str]] = {
    "hat": _worn_hat,
    "shirt": _worn_shirt,
    "dress": _worn_dress,
    "jacket": _worn_jacket,
    "scarf": _worn_scarf,
    "tie": _worn_tie,
    "skirt": _worn_skirt,
    "backpack": draw_worn_backpack,
}
