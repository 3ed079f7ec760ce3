"""Containers: tableware for drinks and food here, carriers from their own file, all of them in `SHAPES`."""

from askance.stickers.art import carrying_containers
from askance.stickers.art.container_openings import empty_interior, front_rim, liquid_surface, rim_end_anchors
from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    darker_color,
    draw_line,
    draw_path,
    draw_surface,
    ellipse_path,
)
from askance.stickers.art.shading import draw_highlight, draw_shadow, filled_circle, outlined_stroke

DRINK = "#e39a3c"
CUP_RIM = (36.0, 30.0, 30.0, 9.0)  # center, half width, half height
BOWL_RIM = (50.0, 24.0, 46.0, 12.0)
VASE_RIM = (36.0, 46.0, 14.0, 4.6)


def _content_seen_through_glass(d: str, look: Look, ink: str) -> str:
    """What a glass wall shows of its content."""
    return draw_path(d, ink, None) if look.material == "glass" else ""


def _drinking_straw() -> str:
    stripes = draw_line("M42.6 25 l4 1.4 M45.4 17 l4 1.4 M48.2 9 l4 1.4", "#e2574c", 2)
    return outlined_stroke("M40 32 L50 4 L58 3", "#ffffff", 3.6, 1.3) + stripes


def cup(look: Look) -> str:
    """A mug with its handle on the right; `full` = a drink up to the rim, with a straw."""
    body = "M6 30 L9.6 78 Q10.4 87 20 87.2 H52 Q61.6 87 62.4 78 L66 30 A30 9 0 0 1 6 30 Z"
    drink = "M7 36 A29 9 0 0 0 65 36 L62 78 Q61 86 52 86.4 H20 Q11 86 10 78 Z"
    handle = look.fill if look.color == "black" else darker_color(look.fill, 0.12)
    full = look.state == "full"
    return (
        outlined_stroke("M69 43 Q83.6 41 82.6 55 Q81 70 67 71", handle, 6, 1.5)
        + empty_interior(look, *CUP_RIM)
        + (liquid_surface(36, 32, 27.4, 7.4, DRINK) + _drinking_straw() if full else "")
        + (_content_seen_through_glass(drink, look, DRINK) if full else "")
        + draw_surface(body, look, (6, 30, 66, 88))
        + draw_shadow("M54 37 Q62 34.6 66 30 L62.4 78 Q61.6 87 52 87.2 H44 Q52 80 54 37 Z", 0.15)
        + front_rim(look, *CUP_RIM)
    )


def bottle(look: Look) -> str:
    """A tall bottle; `full` = a cap on it and dark liquid up to the neck, `empty` = open, pale and clear."""
    belly = "V28 C23 37 33.4 40 33.4 52 V92 Q33.4 99 27 99.2 H9 Q2.6 99 2.6 92 V52 C2.6 40 13 37 13.4 28 Z"
    outline, inside = f"M13.4 9 H22.6 {belly}", f"M13.4 25 H22.6 {belly}"
    if look.state == "full":
        content = (
            draw_surface(inside, look, (2, 25, 34, 99), -0.36)
            + draw_path("M12.4 2.4 Q12.4 1.2 14 1.2 H22 Q23.6 1.2 23.6 2.4 V9.6 H12.4 Z", "#e8e2d0", width=1.4)
            + draw_line("M15.4 3.6 V8 M18 3.6 V8 M20.6 3.6 V8", "#a79f8a", 0.9)
        )
    else:
        content = (
            draw_highlight(inside, 0.42)
            + draw_path(ellipse_path(18, 93.4, 12.6, 3), "none", darker_color(look.fill, 0.2), 1.2)
            + draw_path(ellipse_path(18, 9, 4.6, 1.7), darker_color(look.fill, 0.6), width=1.2)
        )
    return (
        draw_surface(outline, look, (2, 9, 34, 99))
        + content
        + draw_path("M12.6 12.4 H23.4 V15.6 H12.6 Z", look.fill, width=1.2)
        + draw_highlight("M8 52 Q8 47 11.6 44 Q10.6 48 10.8 53 V88 Q9.6 90 8 88 Z", 0.7)
        + (_bottle_ribs(look) if look.material == "plastic" else "")
    )


def _bottle_ribs(look: Look) -> str:
    return draw_line("M3 60 Q18 64 33 60 M3 67 Q18 71 33 67 M3 74 Q18 78 33 74", darker_color(look.fill, 0.5), 1.4)


def _cereal_heap() -> str:
    heap = "M8 25 Q12 14 22 12 Q27 4 38 6 Q47 -1 57 5 Q68 2 74 11 Q88 13 92 25 Q70 35 50 35 Q28 35 8 25 Z"
    places = ((24, 17), (40, 11), (58, 11), (72, 19), (33, 24), (52, 20), (64, 27), (17, 25))
    grains = "".join(f"M{x} {y} q4 -4 8 0 " for x, y in places)
    return draw_path(heap, "#eebf5a") + draw_line(grains, "#b57f22", 1.8)


def bowl(look: Look) -> str:
    """A wide bowl; `full` = a heap of cereal over the rim."""
    body = "M4 24 A46 12 0 0 0 96 24 Q94 52 68 60 L66 64.2 H34 L32 60 Q6 52 4 24 Z"
    return (
        empty_interior(look, *BOWL_RIM)
        + (_cereal_heap() if look.state == "full" else "")
        + draw_surface(body, look, (4, 24, 96, 65))
        + draw_shadow("M78 33 Q90 30 96 24 Q94 52 68 60 L66 64.2 H52 Q76 56 78 33 Z", 0.15)
        + draw_highlight("M10 33 Q14 46 26 53 Q15 49 9 36 Z", 0.5)
        + front_rim(look, *BOWL_RIM)
    )


def _blossom(x: float, y: float, r: float, ink: str) -> str:
    petals = ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31))
    leaves = " ".join(ellipse_path(round(x + dx * r, 1), round(y + dy * r, 1), r * 0.72, r * 0.72) for dx, dy in petals)
    heart = filled_circle(x, y, r, ink, None) + filled_circle(x, y, r * 0.55, "#f4c63d", width=0.9)
    return draw_path(leaves, ink, width=1.2) + heart


def _bouquet() -> str:
    stems = "M36 54 Q35 36 34 18 M36 54 Q28 40 16 30 M36 54 Q44 42 56 28"
    leaves = "M34 42 Q24 44 20 37 Q29 33 34 42 Z M38 42 Q48 45 54 38 Q44 34 38 42 Z"
    return (
        outlined_stroke(stems, "#4f9a48", 1.4, 0.8)
        + draw_path(leaves, "#5fae55", width=1.1)
        + _blossom(15, 27, 6.4, "#f3a7c1")
        + _blossom(57, 25, 6.4, "#fbf3e2")
        + _blossom(35, 13, 7.2, "#e8897d")
    )


def vase(look: Look) -> str:
    """A bellied vase; `full` = flowers in it."""
    body = (
        "M22 46 A14 4.6 0 0 0 50 46 C48.6 56 47 58 53 66 Q64 78 58 94 Q54 104 49 109.2 H23 Q18 104 14 94"
        " Q8 78 19 66 C25 58 23.4 56 22 46 Z"
    )
    water = "M14 76 Q36 82 58 76 Q62 84 57.4 94 Q54 104 49 108.6 H23 Q18 104 14.6 94 Q10 84 14 76 Z"
    full = look.state == "full"
    return (
        empty_interior(look, *VASE_RIM)
        + (_bouquet() if full else "")
        + (_content_seen_through_glass(water, look, "#bfe2f3") if full else "")
        + draw_surface(body, look, (11, 46, 61, 110))
        + draw_shadow("M50 62 Q64 78 58 94 Q54 104 49 109.2 H40 Q56 92 50 62 Z", 0.15)
        + draw_highlight("M19 74 Q23 67 27 64 Q20 76 20 92 Q15 82 19 74 Z", 0.5)
        + draw_line("M24 60 Q36 64.6 48 60", darker_color(look.fill, 0.4), 1.4)
        + front_rim(look, *VASE_RIM)
    )


SHAPES: dict[str, ClassDrawing] = {
    "cup": ClassDrawing(cup, 88, 88),
    "bottle": ClassDrawing(bottle, 36, 100),
    "bowl": ClassDrawing(bowl, 100, 65, lambda look: rim_end_anchors(*BOWL_RIM)),
    "vase": ClassDrawing(vase, 72, 110, lambda look: rim_end_anchors(*VASE_RIM)),
    **carrying_containers.SHAPES,
}
