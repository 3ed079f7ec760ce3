"""Clothes on a person: every garment follows the wearer's skeleton, on the wearer's canvas."""

from collections.abc import Callable

from askance.stickers.art.cloth import SHADE, ribbon, seam
from askance.stickers.art.contours import bounds, limb, rounded, skirting, spine, torso, trace
from askance.stickers.art.kit import Look, Rect, darker, ellipse, lighter, line, path, surface
from askance.stickers.art.skeleton import BUILDS, POSES, SIDES, along, joints
from askance.stickers.art.worn_backpack import worn_backpack


def worn(name: str, look: Look, wearer: str) -> str:
    """The garment on its wearer in the look's posture, to be drawn over the person (who is not sleeping)."""
    return _WORN[name](look, wearer, look.posture or "standing")


def _upper_area(who: str, posture: str, below: float) -> Rect:
    build, place = BUILDS[who], spine(who, posture)
    return bounds([place(sign * (build.shoulder + 2), down) for sign in (-1, 1) for down in (-2, build.torso + below)])


def _sleeve(look: Look, who: str, posture: str, side: str, ease: float, reach: float) -> str:
    at = joints(who, posture)
    parts = ("shoulder", "elbow") if reach < 1 else ("shoulder", "elbow", "wrist")
    x0, y0, x1, y1 = bounds([at[f"{side}_{part}"] for part in parts], BUILDS[who].arm_radii[0] + ease)
    tall = BUILDS[who].torso if look.pattern else y1 - y0  # the marks are as large as those of the torso
    return surface(limb(who, posture, side, ease, reach), look, (x0, y0, x1, max(y1, y0 + tall)), SHADE)


def _with_sleeves(look: Look, who: str, posture: str, body: str, ease: float, reach: float) -> str:
    """The body of a garment between its far and its near sleeve (frontal: both behind it)."""
    left, right = (_sleeve(look, who, posture, side, ease, reach) for side in SIDES)
    return right + body + left if POSES[posture].turn else right + left + body


def _shirt(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], spine(who, posture)
    body = surface(torso(who, posture, 1.2, 3.5), look, _upper_area(who, posture, 4))
    wide, deep = build.neck[0] + 1, build.torso
    flaps = [
        [(sign * wide, -3.2), (sign * (wide + 3.6), 1), (sign * (wide + 0.6), 7.4), (0, 3.4), (sign * (wide - 2), -1)]
        for sign in (-1, 1)
    ]
    throat = trace("M{} L{} L{} Z", [place(*at) for at in ((-wide, -1), (0, 4), (wide, -1))])
    collar = "".join(
        path(trace("M{} L{} L{} L{} L{} Z", [place(*at) for at in flap]), lighter(look.fill, 0.25), width=1.2)
        for flap in flaps
    )
    placket = line(trace("M{} L{}", (place(0, 4), place(0, deep + 3))), seam(look), 1.1)
    buttons = "".join(
        path(ellipse(*place(1.6, deep * share), 0.9, 0.9), "#fafaf7", seam(look), 0.5) for share in (0.3, 0.5, 0.7, 0.9)
    )
    front = body + placket + buttons + path(throat, darker(look.fill, 0.35), None) + collar
    return _with_sleeves(look, who, posture, front, 1.3, 0.49 if posture == "riding" else 0.36)


def _jacket(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], spine(who, posture)
    wide, deep, area = build.shoulder + 2, build.torso, _upper_area(who, posture, 8)
    panels = lapels = ""
    for sign in (-1, 1):
        corners = (
            (build.neck[0] + 0.4, -3), (wide * 0.54, 0), (wide * 0.78, 2), (wide, 4), (wide, deep * 0.25),
            (wide * 0.95, deep * 0.42), (build.waist + 2.6, deep * 0.6), (build.hip + 2.6, deep + 7),
            (wide * 0.42, deep + 9), (wide * 0.24, deep * 0.6), (wide * 0.3, deep * 0.3),
        )  # fmt: skip
        at = [place(sign * x, y) for x, y in corners]
        panels += surface(trace("M{} Q{} {} Q{} {} C{} {} {} L{} Q{} {} Z", at), look, area)
        pocket = [(wide * 0.5, deep * 0.8), (wide * 0.8, deep * 0.77)]
        panels += line(trace("M{} L{}", [place(sign * x, y) for x, y in pocket]), seam(look), 1.5)
        lapel = (
            (build.neck[0] - 0.6, -4), (wide * 0.56, 2), (wide * 0.62, deep * 0.2),
            (wide * 0.48, deep * 0.22), (wide * 0.26, deep * 0.52), (wide * 0.16, deep * 0.2),
        )  # fmt: skip
        flap = trace("M{} L{} L{} L{} L{} L{} Z", [place(sign * x, y) for x, y in lapel])
        lapels += path(flap, lighter(look.fill, 0.2), width=1.3)
    cuffs = "".join(_cuff(look, who, posture, side) for side in SIDES)
    return _with_sleeves(look, who, posture, panels + lapels, 1.8, 1.0) + cuffs


def _cuff(look: Look, who: str, posture: str, side: str) -> str:
    """A seam across the end of a long sleeve."""
    at, radius = joints(who, posture), BUILDS[who].arm_radii[2] + 1.2
    (x0, y0), (x1, y1) = at[f"{side}_elbow"], at[f"{side}_wrist"]
    x, y, angle = x0 + (x1 - x0) * 0.88, y0 + (y1 - y0) * 0.88, getattr(POSES[posture], f"{side}_arm")[1]
    return line(
        trace("M{} L{}", (along((x, y), angle + 90, radius), along((x, y), angle - 90, radius))), seam(look), 1.2
    )


def _skirt(look: Look, who: str, posture: str) -> str:
    corners = skirting(who, posture)
    build, place = BUILDS[who], spine(who, posture)
    top, wide = build.torso * 0.67, build.waist + 1.4
    band = [place(x, y) for x, y in ((-wide, top - 2), (-wide - 0.6, top + 3), (wide + 0.6, top + 3), (wide, top - 2))]
    belt = trace("M{} L{} L{} L{} Z", band)
    return (
        surface(rounded(corners, 3), look, bounds(corners))
        + _pleats(look, who, posture)
        + path(belt, darker(look.fill, 0.18), width=1.4)
    )


def _pleats(look: Look, who: str, posture: str) -> str:
    """Folds running from the waist towards the knees."""
    at, place, build = joints(who, posture), spine(who, posture), BUILDS[who]
    folds = ""
    for sign, (x1, y1) in zip((-1, 1), sorted(at[f"{side}_knee"] for side in SIDES), strict=True):
        x0, y0 = place(sign * build.waist * 0.45, build.torso * 0.9)
        start, end = (x0 + (x1 - x0) * 0.35, y0 + (y1 - y0) * 0.35), (x0 + (x1 - x0) * 0.9, y0 + (y1 - y0) * 0.9)
        folds += trace("M{} L{} ", (start, end))
    return line(folds, seam(look), 1.3)


def _dress(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], spine(who, posture)
    corners, area = skirting(who, posture, 1.0, 12.0), _upper_area(who, posture, -build.torso * 0.3)
    wide, long, strap = build.shoulder + 0.8, build.torso, build.neck[0] + 2.6
    left = [
        (0, 7.4), (-strap * 0.9, 7.4), (-strap, -0.4),
        (-wide * 0.6, 0.8), (-wide * 0.8, 2.4), (-wide, 4.4), (-wide, long * 0.25),
        (-wide * 0.95, long * 0.42), (-build.waist - 0.8, long * 0.5), (-build.waist - 0.6, long * 0.7),
    ]  # fmt: skip
    template = "M{} Q{} {} Q{} {} Q{} {} C{} {} {} L{} C{} {} {} Q{} {} Q{} {} Q{} {} Z"
    bodice = trace(template, [place(x, y) for x, y in left] + [place(-x, y) for x, y in reversed(left)])
    sash = [place(x * (build.waist + 1.2), long * y) for x, y in ((-1, 0.63), (-1, 0.71), (1, 0.71), (1, 0.63))]
    skirt = surface(rounded(corners, 3), look, bounds(corners)) + _pleats(look, who, posture)
    belt = path(trace("M{} L{} L{} L{} Z", sash), darker(look.fill, 0.2), width=1.3)
    reach = 0.49 if posture == "riding" else 0.22
    return _with_sleeves(look, who, posture, skirt + surface(bodice, look, area) + belt, 1.2, reach)


def _scarf(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], spine(who, posture)
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
    fringe = "".join(trace("M{} L{} ", (place(x, y), place(x, y + 3.4))) for x, y in teeth)
    return (
        line(fringe, width=2.6)
        + line(fringe, look.fill, 1.2)
        + surface(trace("M{} L{} Q{} {} L{} Z", tail), look, bounds(tail, 1))
        + surface(trace("M{} C{} {} {} Q{} {} L{} Q{} {} Z", ring), look, bounds(ring, 1))
        + path(trace("M{} Q{} {} Q{} {} Z", tied), darker(look.fill, 0.1))
    )


def _tie(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], spine(who, posture)
    wide, long = build.neck[0] * 0.55 + 1.2, build.torso * 0.74
    knot = [place(*at) for at in ((-wide, 0.4), (wide, 0.4), (wide * 0.55, 6), (-wide * 0.55, 6))]
    half = [(wide * 0.5, 6), (wide * 1.35, long - 5)]
    blade = [place(-x, y) for x, y in half] + [place(0, long)] + [place(x, y) for x, y in reversed(half)]
    return surface(rounded(blade, 0.6), look, bounds(blade)) + surface(rounded(knot, 1), look, bounds(knot), SHADE)


def _hat(look: Look, who: str, posture: str) -> str:
    (x, y), (wide, high) = joints(who, posture)["head"], BUILDS[who].head
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
        + surface(crown, look, (-half, top, half, rim + 3))
        + path(band, ribbon(look), width=1.2)
        + surface(brim, look, (-half - 8, rim - 3, half + 9, rim + 6), SHADE)
        + "</g>"
    )


_WORN: dict[str, Callable[[Look, str, str], str]] = {
    "hat": _hat,
    "shirt": _shirt,
    "dress": _dress,
    "jacket": _jacket,
    "scarf": _scarf,
    "tie": _tie,
    "skirt": _skirt,
    "backpack": worn_backpack,
}
