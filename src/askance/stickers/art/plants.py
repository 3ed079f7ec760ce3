"""Tree, flower, bush and cactus."""

from askance.stickers.art.color_tints import crease_color, shadow_tint
from askance.stickers.art.curves import (
    Joint,
    clip_to_paths,
    limb_outline,
    oval_path,
    shaded_crescent,
    silhouette,
    smooth_curve,
    transformed_path,
)
from askance.stickers.art.drawing_primitives import (
    OUTLINE,
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    lighter_color,
    mix_colors,
)

BARK = "#7a5233"
LEAVES = ("#3f9142", "#5aa845", "#2f7d4a", "#6c9c36")
STEM = "#3f8a3a"

# ---- tree: 110 × 150

CROWN = smooth_curve(
    "55,4 68,8 74,15! 86,15 94,24 94,34! 104,40 107,54 101,64! 103,76 95,87 84,88! 77,97 65,98 57,92!"
    " 47,100 34,97 28,88! 15,89 6,79 9,66! 3,56 5,42 16,35! 15,23 24,14 37,15! 42,7"
)
TRUNK = smooth_curve("43,149.2! 48,140 49.5,112 50,84! 60,84! 60.5,112 62,140 67,149.2!")
BRANCHES: tuple[tuple[Joint, ...], ...] = (
    ((55, 92, 5.2), (54, 62, 3.8), (57, 34, 2.4), (55, 8, 1)),
    ((54, 104, 4.2), (40, 82, 3.2), (24, 68, 2.2), (8, 62, 0.9)),
    ((56, 98, 4.2), (70, 78, 3.2), (88, 66, 2.2), (103, 62, 0.9)),
    ((55, 76, 3.6), (42, 56, 2.6), (34, 36, 1.8), (30, 18, 0.8)),
    ((56, 68, 3.4), (68, 50, 2.4), (76, 34, 1.6), (82, 16, 0.8)),
    ((33, 75, 2.4), (24, 60, 1.6), (14, 44, 0.8)),
    ((79, 72, 2.4), (88, 54, 1.6), (98, 42, 0.8)),
    ((38, 47, 2), (28, 44, 1.4), (20, 34, 0.7)),
    ((72, 42, 1.8), (82, 38, 1.3), (90, 28, 0.7)),
    ((56, 44, 2), (48, 32, 1.4), (44, 18, 0.7)),
    ((57, 30, 1.8), (63, 20, 1.2), (66, 9, 0.7)),
    ((90, 65, 1.6), (98, 70, 1.1), (105, 76, 0.6)),
    ((22, 67, 1.6), (14, 72, 1.1), (6, 78, 0.6)),
)
TIERS = (
    "55,58! 72,84 88,104 104,124! 90,121 80,128! 68,124 55,131! 42,124 30,128! 20,121 6,124! 22,104 38,84",
    "55,30! 68,54 80,70 93,88! 82,86 72,93! 64,89 55,95! 46,89 38,93! 28,86 17,88! 30,70 42,54",
    "55,3! 64,22 73,37 83,52! 74,51 66,57! 60,53 55,58! 50,53 44,57! 36,51 27,52! 37,37 46,22",
)
TWIGS: tuple[tuple[float, float], ...] = ((118, 40), (102, 36), (86, 31), (70, 26), (54, 20), (39, 14), (25, 9))


def _tree_trunk() -> str:
    grain = draw_line(
        "M52 146 Q53 132 51 120 M58 148 Q57 134 58 116 M55 132 Q56 124 55 112", darker_color(BARK, 0.35), 1.2
    )
    return draw_path(TRUNK, BARK) + clip_to_paths(grain, TRUNK)


def _round_tree(look: Look) -> str:
    if look.state == "leafless":
        wood = [transformed_path(TRUNK, 0, -0.8), *(limb_outline(*branch) for branch in BRANCHES)]
        grain = draw_line(
            "M52 146 Q53 132 51 112 M58 148 Q57 134 58 110 M55 134 Q56 122 55 100", darker_color(BARK, 0.35), 1.2
        )
        return silhouette(wood, BARK, 1.3) + grain
    green = LEAVES[look.variant // 2 % len(LEAVES)]
    tufts = draw_line(
        "M30 40 q5 7 11 1 M58 26 q5 7 11 1 M74 52 q5 7 11 1 M44 62 q5 7 11 1"
        " M22 66 q5 7 11 1 M64 80 q5 7 11 1 M38 82 q4 6 9 1",
        darker_color(green, 0.3),
        1.8,
    )
    light = draw_path(smooth_curve("24,30 40,18 60,14 74,24 66,36 46,38 28,46"), lighter_color(green, 0.16), None)
    return (
        _tree_trunk()
        + draw_path(CROWN, green)
        + clip_to_paths(light, CROWN)
        + shaded_crescent(CROWN, darker_color(green, 0.16), -5, -9)
        + tufts
        + draw_line(CROWN)
    )


def _bare_conifer_branch(y: float, reach: float) -> str:
    """A bare branch of a conifer, out to `reach` from the trunk."""
    up = abs(reach)
    return limb_outline((55, y, 2.4), (55 + reach * 0.6, y - up * 0.2, 1.6), (55 + reach, y - up * 0.55, 0.8))


def _conifer(look: Look) -> str:
    if look.state == "leafless":
        trunk = smooth_curve("45,148! 49.5,138 51,90 54,8 56,8 59,90 60.5,138 65,148!")
        twigs = [_bare_conifer_branch(y, side * reach) for y, reach in TWIGS for side in (-1, 1)]
        return silhouette([trunk, *twigs], BARK, 1.3)
    green = mix_colors(LEAVES[look.variant // 2 % len(LEAVES)], "#1f5f45", 0.55)
    tiers = ""
    for points in TIERS:
        tier = smooth_curve(points)
        tiers += draw_path(tier, green) + shaded_crescent(tier, darker_color(green, 0.2), -3, -5) + draw_line(tier)
    return _tree_trunk() + tiers


def tree(look: Look) -> str:
    """A tree with a round crown or a conifer; leafless it is bare branches."""
    return _conifer(look) if look.variant % 2 else _round_tree(look)


# ---- flower: 76 × 100


def _petals(x: float, y: float, count: int, petal: str, fill: str) -> str:
    return "".join(draw_path(transformed_path(petal, x, y, 360 * i / count), fill) for i in range(count))


def _daisy(look: Look) -> str:
    petal = smooth_curve("0,-7! -7,-15 -7,-25 0,-29 7,-25 7,-15")
    center = "#8a5a20" if look.color in ("yellow", "orange") else "#f7c531"
    dots = "".join(
        draw_path(oval_path(38 + dx, 32 + dy, 1, 1), darker_color(center, 0.3), None)
        for dx, dy in ((-3, -3), (3, -2), (0, 2), (-4, 3), (4, 4))
    )
    return _petals(38, 32, 8, petal, look.fill) + draw_path(oval_path(38, 32, 9.5, 9.5), center) + dots


def _tulip(look: Look) -> str:
    fill = look.fill
    cup = smooth_curve(
        "14,12! 21,16 26,22! 30,12 38,4! 46,12 50,22! 55,16 62,12! 66,32 62,48 50,57 38,59 26,57 14,48 10,32"
    )
    folds = draw_line("M26 22 Q22 40 32 56 M50 22 Q54 40 44 56", crease_color(fill), 1.5)
    middle = draw_path(smooth_curve("38,6! 46,14 51,28 48,46 38,57 28,46 25,28 30,14"), shadow_tint(fill, 0.08), None)
    return draw_path(cup, fill) + middle + folds + draw_line(cup)


def _blossom(look: Look) -> str:
    petal = smooth_curve("0,-4! -13,-12 -15,-24 -8,-29 0,-25! 8,-29 15,-24 13,-12")
    inner = draw_path(oval_path(38, 32, 11, 11), shadow_tint(look.fill, 0.25), None)
    center = "#8a5a20" if look.color in ("yellow", "orange") else "#f7c531"
    return _petals(38, 32, 5, petal, look.fill) + inner + draw_path(oval_path(38, 32, 6.5, 6.5), center)


def flower(look: Look) -> str:
    """One flower on its stem: a daisy, a tulip or a blossom."""
    stem = "M38 56 Q36 78 38 96"
    leaves = draw_path(smooth_curve("38,95! 30,92 22,83 19,74! 30,77 37,85"), STEM) + draw_path(
        smooth_curve("38,91! 45,89 54,81 57,71! 46,74 39,82"), STEM
    )
    bloom = (_daisy, _tulip, _blossom)[look.variant % 3](look)
    return draw_line(stem, OUTLINE, 6) + draw_line(stem, STEM, 3) + leaves + bloom


# ---- bush: 112 × 80

BUSH = smooth_curve(
    "16,78! 6,72 2,60 10,50! 6,38 15,28 26,30! 28,16 40,9 51,15! 60,3 76,5 81,18! 93,17 101,27 97,38!"
    " 108,44 111,60 102,70! 101,75 96,78!"
)


def bush(look: Look) -> str:
    """A shrub with twigs at its foot."""
    fill = look.fill
    wood = "M40 76 L44 62 M56 76 V60 M72 76 L67 62"
    twigs = draw_line(wood, OUTLINE, 4.6) + draw_line(wood, BARK, 2)
    leaf = smooth_curve("0,0! -4,-5 -3,-10 0,-13! 3,-10 4,-5")
    spots = (
        (22, 50, -30), (34, 38, -15), (50, 34, 10), (66, 26, -8), (80, 36, 20), (92, 52, 30), (44, 58, -20),
        (62, 52, 6), (78, 62, 20), (24, 68, -25), (56, 74, 5), (90, 72, 24), (40, 24, -20),
    )  # fmt: skip
    leaves = "".join(
        draw_path(
            transformed_path(leaf, x, y, angle), shadow_tint(fill, 0.26) if i % 3 else lighter_color(fill, 0.3), None
        )
        for i, (x, y, angle) in enumerate(spots)
    )
    return (
        draw_path(BUSH, fill)
        + shaded_crescent(BUSH, shadow_tint(fill, 0.16), -4, -7)
        + clip_to_paths(leaves, BUSH)
        + draw_line(BUSH)
        + twigs
    )


# ---- cactus: 84 × 100

CACTUS_STEM = limb_outline((42, 110, 13), (42, 60, 13), (42, 16, 12))
CACTUS_ARMS = (
    limb_outline((42, 62, 7), (26, 61, 7), (17, 54, 7), (14, 44, 7), (14, 36, 6.6)),
    limb_outline((42, 74, 7), (58, 73, 7), (67, 66, 7), (70, 54, 7), (70, 42, 6.6)),
)


def cactus(look: Look) -> str:
    """A cactus with two arms, ribs and spines."""
    fill = look.fill
    ground = "M0 0 H84 V99.2 H0 Z"
    ribs = draw_line("M36 96 V14 M42 96 V8 M48 96 V14 M15 38 V46 M70 44 V56", shadow_tint(fill, 0.28), 1.5)
    rows = [(x, y) for y in range(16, 96, 11) for x in (33, 39, 45, 51)] + [
        (11, 42),
        (17, 50),
        (66, 50),
        (73, 58),
        (12, 56),
        (72, 66),
    ]
    spines = draw_line("".join(f"M{x - 1.6} {y - 2} l1.6 2 l1.6 -2 " for x, y in rows), lighter_color(fill, 0.75), 1)
    bloom = "" if look.variant % 2 else _petals(42, 9, 5, smooth_curve("0,0! -4,-3 -3,-6 0,-7 3,-6 4,-3"), "#ef7fb4")
    body = silhouette((CACTUS_STEM, *CACTUS_ARMS), fill) + clip_to_paths(
        draw_path("M47 0 H60 V100 H47 Z", shadow_tint(fill, 0.14), None), CACTUS_STEM
    )
    base = draw_path(smooth_curve("18,99.2! 26,94 42,92 58,94 66,99.2!"), "#d9bd86")
    return clip_to_paths(body, ground) + ribs + spines + bloom + base


SHAPES: dict[str, ClassDrawing] = {
    "tree": ClassDrawing(tree, 110, 150),
    "flower": ClassDrawing(flower, 76, 100),
    "bush": ClassDrawing(bush, 112.5, 79),
    "cactus": ClassDrawing(cactus, 84, 100),
}
