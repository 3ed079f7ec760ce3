"""A backpack on a person: straps over the chest, the bag beside the back."""

from zlib import crc32

from askance.stickers.art.cloth import BUCKLE, SHADE
from askance.stickers.art.contours import Place, bounds, limb, rounded, spine, torso, trace
from askance.stickers.art.kit import Look, Point, line, path, rect, surface
from askance.stickers.art.skeleton import BUILDS


def worn_backpack(look: Look, who: str, posture: str) -> str:
    """Straps over the chest and the bag beside the back, behind the near arm and the torso."""
    build, place = BUILDS[who], spine(who, posture)
    scale = (build.torso / 46) ** 0.7
    narrow = place(1, 0)[0] - place(0, 0)[0]
    inner, outer = -build.shoulder + 3, -build.shoulder - 25 * scale / max(0.6, narrow)
    return _behind(who, posture, _bag(look, place, (inner, outer), build.torso)) + _straps(look, who, posture)


def _bag(look: Look, place: Place, sides: tuple[float, float], long: float) -> str:
    inner, outer = sides

    def at(across: float, down: float) -> Point:
        return place(outer + (inner - outer) * across, long * down)

    def box(top: float, bottom: float, near: float, far: float) -> list[Point]:
        return [at(near, top), at(far, top), at(far, bottom), at(near, bottom)]

    body, pocket, flap = box(0.02, 0.92, 1, 0.08), box(0.54, 0.86, 0.9, -0.06), box(0, 0.34, 1, 0)
    loop, zipper = [at(0.7, 0.02), at(0.7, -0.1), at(0.4, -0.1), at(0.4, 0.02)], [at(0.04, 0.62), at(0.8, 0.62)]
    return (
        line(trace("M{} C{} {} {}", loop), width=2.4)
        + surface(rounded(body, 7), look, bounds(body))
        + surface(rounded(pocket, 4), look, bounds(pocket), SHADE)
        + line(trace("M{} L{}", zipper), BUCKLE, 1.3)
        + surface(rounded(flap, 6), look, bounds(flap), SHADE)
    )


def _behind(who: str, posture: str, drawing: str) -> str:
    """The drawing without what the torso and the near arm (perhaps in a sleeve) hide."""
    hiders = (
        torso(who, posture, 1.6),
        limb(who, posture, "left", 0.8, 2),
        limb(who, posture, "left", 1.7, 0.36),
    )
    for hider in hiders:
        clip = f"h{crc32(hider.encode()):x}"
        hole = f'<clipPath id="{clip}"><path d="M-20 -20 H180 V180 H-20 Z {hider}"/></clipPath>'
        drawing = f'{hole}<g clip-path="url(#{clip})">{drawing}</g>'
    return drawing


def _straps(look: Look, who: str, posture: str) -> str:
    build, place = BUILDS[who], spine(who, posture)
    wide, long = build.shoulder, build.torso
    straps = ""
    for sign in (-1, 1):
        x, half = sign * wide * 0.62, wide * 0.11 + 0.6
        edge = [
            (x - half, 0.6), (x - half - sign * 1.5, long * 0.3), (x + sign * wide * 0.12 - half, long * 0.6),
            (x + sign * wide * 0.12 + half, long * 0.6), (x + half - sign * 1.5, long * 0.3), (x + half, 0.6),
        ]  # fmt: skip
        at = [place(*point) for point in edge]
        straps += surface(trace("M{} Q{} {} L{} Q{} {} Z", at), look, bounds(at, 1), SHADE)
        straps += path(rect(*bounds([place(x - sign * 0.6, long * 0.36)], half + 0.4), 0.6), BUCKLE, width=0.9)
    return straps
