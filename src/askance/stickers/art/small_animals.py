"""Fish, turtle and butterfly, and the birds."""

from askance.stickers.art import birds
from askance.stickers.art.curves import boxes, clipped, crescent, curve, limb, mirrored, oval, seen, silhouette
from askance.stickers.art.kit import OUTLINE, Look, Rect, Shape, lighter, line, mix, path, surface
from askance.stickers.art.tints import crease, eye, shade
from askance.stickers.art.water import water

# ---- fish: 100 × 66

FISH_BODY = curve("18,32 30,18 48,10 68,11 84,20 94,33 84,45 68,52 48,53 30,46")


def fish(look: Look) -> str:
    """A fish that swims with its belly in the water."""
    fill = look.fill
    fin = shade(fill, 0.12)
    tail = curve("24,32! 14,22 3,12! 7,24 6,32 7,40 3,53! 14,43")
    fins = (
        path(tail, fin)
        + path(curve("36,16! 44,3 58,2 68,5! 66,9 70,13!"), fin)
        + path(curve("44,50! 46,58 54,61! 58,56 60,51!"), fin)
    )
    rays = line("M20 30 L8 20 M20 33 H9 M20 35 L8 45 M48 8 L50 13 M56 6 L58 12", crease(fill), 1)
    face = clipped(path(curve("74,4 100,4 100,60 74,60 79,44 80,32 79,20"), lighter(fill, 0.25), None), FISH_BODY)
    return (
        fins + rays + surface(FISH_BODY, look, (18, 10, 94, 53)) + face + line(FISH_BODY)
        + line("M76 19 Q81 32 76 45", crease(fill), 1.4)
        + path(curve("58,32! 48,30 43,36! 48,38 46,42! 54,42 60,37"), fin, OUTLINE, 1.2)
        + eye(84, 26, 3, False, fill) + line("M93 36 Q88 39 85 37", OUTLINE, 1.4)
        + water(1, 99, 54, 65.2)
    )  # fmt: skip


# ---- turtle: 116 × 76

SHELL = curve("14,54! 18,34 34,16 54,10 74,16 89,34 94,54! 54,60")


def _skin(look: Look) -> str:
    return mix(look.fill, "#cfd98a" if look.color == "green" else "#e3c48f", 0.45)


def _turtle_shell(look: Look) -> str:
    rim = curve("9,54 30,52 54,53 78,52 99,54 96,61 76,63 54,64 32,63 12,61")
    scutes = line(
        "M36 52 L32 34 L44 24 L64 24 L76 34 L72 52 M44 24 L40 14 M64 24 L68 14 M32 34 L20 32 M76 34 L88 32",
        shade(look.fill, 0.35),
        1.8,
    )
    return (
        surface(SHELL, look, (14, 10, 94, 60))
        + clipped(path("M33 34 L44 25 H64 L75 34 L71 51 H37 Z", lighter(look.fill, 0.12), None) + scutes, SHELL)
        + line(SHELL) + path(rim, shade(look.fill, 0.1))
    )  # fmt: skip


def _turtle_head(look: Look) -> str:
    skin = _skin(look)
    return (
        silhouette((limb((86, 54, 7), (98, 42, 6.5)), curve("92,34 98,27 107,28 113,35 112,43 104,47 95,46")), skin)
        + eye(105, 35, 2.1, False, skin) + line("M112.4 40.4 Q108 42.6 104.6 40.6", crease(skin), 1.2)
    )  # fmt: skip


def turtle(look: Look) -> str:
    """A turtle: walking, or swimming with its legs in the water."""
    skin = _skin(look)
    tail = path(curve("16,54! 8,57 2,63! 12,64 20,62!"), skin)
    if look.posture == "swimming":
        flipper = path(curve("78,58! 90,60 104,68 108,74! 92,74 74,68"), skin)
        return tail + _turtle_head(look) + flipper + _turtle_shell(look) + water(1, 115, 62, 75.2)
    far = limb((34, 58, 6.5), (42, 69, 5)), limb((70, 58, 6.5), (66, 69, 5))
    near = limb((24, 58, 8), (18, 69, 5.4)), limb((80, 58, 8), (89, 69, 5.4))
    return tail + silhouette(far, shade(skin)) + _turtle_head(look) + silhouette(near, skin) + _turtle_shell(look)


# ---- butterfly: 100 × 84

UPPER_WING = curve("52,40! 56,22 70,6 88,3 97,12 94,30 80,43 60,46")
LOWER_WING = curve("52,42! 68,44 84,50 88,62 80,76 68,82 58,70 52,54!")


def _wing_pair(look: Look) -> str:
    fill = look.fill
    light = lighter(fill, 0.5)
    edge = shade(fill, 0.45)
    return (
        path(LOWER_WING, fill) + crescent(LOWER_WING, edge, -5, -4) + line(LOWER_WING)
        + path(oval(68, 59, 6, 6.5), light, None) + path(oval(68, 59, 2.8, 3), edge, None)
        + path(UPPER_WING, fill) + crescent(UPPER_WING, edge, -6, 5) + line(UPPER_WING)
        + path(oval(78, 24, 7, 6.5), light, None) + path(oval(64, 34, 4.4, 4), light, None)
        + "".join(path(oval(x, y, 1.5, 1.5), "#ffffff", None) for x, y in ((92.6, 13), (92.4, 21), (84, 64), (78, 73)))
    )  # fmt: skip


def butterfly(look: Look) -> str:
    """A butterfly with its wings spread."""
    half = _wing_pair(look)
    feelers = line("M49 26 Q46 14 38 9 M51 26 Q54 14 62 9", OUTLINE, 1.5) + path(
        oval(38, 9, 2, 2) + oval(62, 9, 2, 2), OUTLINE, None
    )
    body = path(limb((50, 36, 4), (50, 50, 3.4), (50, 66, 2)), "#4a4048") + path(oval(50, 29, 4.6, 4.6), "#4a4048")
    eyes = path(oval(48.2, 28, 1.1, 1.3) + oval(51.8, 28, 1.1, 1.3), "#ffffff", None)
    return (
        mirrored(half, 50)
        + half
        + feelers
        + body
        + line("M46.8 44 h6.4 M47 50 h6 M47.4 56 h5.2", "#8a7c86", 1.1)
        + eyes
    )


def _butterfly_parts(look: Look) -> dict[str, tuple[Rect, ...]]:
    right = (*boxes(UPPER_WING), seen(LOWER_WING, (UPPER_WING,)))
    return {"wing": right + tuple((100 - x1, y0, 100 - x0, y1) for x0, y0, x1, y1 in right)}


SHAPES: dict[str, Shape] = {
    **birds.SHAPES,
    "fish": Shape(fish, 100, 66),
    "turtle": Shape(turtle, 116, 76),
    "butterfly": Shape(butterfly, 100, 84, parts=_butterfly_parts),
}
