"""A stroke font of our own (A–Z, 0–9): the renderer has no text, and signs must be read by people and by OCR."""

from functools import cache

from askance.stickers.art.drawing_primitives import Rect, draw_line

# glyph → (width, strokes) on a grid six units high, y down; only M, L, Q and C, so that every number pair is a point
GLYPHS: dict[str, tuple[float, str]] = {
    "A": (4.4, "M0 6 L2.2 0 L4.4 6 M0.8 4 L3.6 4"),
    "B": (3.8, "M0 0 L0 6 L2 6 C4.4 6 4.4 2.9 2 2.9 L0 2.9 M2 2.9 C4 2.9 4 0 2 0 L0 0"),
    "C": (4, "M4 1.2 C3.4 0.3 2.8 0 2.1 0 C0.8 0 0 1.2 0 3 C0 4.8 0.8 6 2.1 6 C2.8 6 3.4 5.7 4 4.8"),
    "D": (4, "M0 0 L0 6 L1.6 6 C3.3 6 4 4.8 4 3 C4 1.2 3.3 0 1.6 0 L0 0"),
    "E": (3.4, "M3.4 0 L0 0 L0 6 L3.4 6 M0 2.9 L2.8 2.9"),
    "F": (3.4, "M3.4 0 L0 0 L0 6 M0 3 L2.8 3"),
    "G": (4.2, "M4 1.2 C3.4 0.3 2.8 0 2.1 0 C0.8 0 0 1.2 0 3 C0 4.8 0.8 6 2.1 6 C3.5 6 4.2 5 4.2 3.4 L2.4 3.4"),
    "H": (4, "M0 0 L0 6 M4 0 L4 6 M0 2.9 L4 2.9"),
    "I": (0, "M0 0 L0 6"),
    "J": (3, "M3 0 L3 4.2 C3 5.4 2.4 6 1.5 6 C0.6 6 0 5.4 0 4.4"),
    "K": (4, "M0 0 L0 6 M3.9 0 L0 3.6 M1.4 2.5 L4 6"),
    "L": (3.2, "M0 0 L0 6 L3.2 6"),
    "M": (5, "M0 6 L0 0 L2.5 4 L5 0 L5 6"),
    "N": (4.2, "M0 6 L0 0 L4.2 6 L4.2 0"),
    "O": (4.4, "M2.2 0 C0.8 0 0 1.2 0 3 C0 4.8 0.8 6 2.2 6 C3.6 6 4.4 4.8 4.4 3 C4.4 1.2 3.6 0 2.2 0"),
    "P": (3.8, "M0 6 L0 0 L2 0 C4.4 0 4.4 3.4 2 3.4 L0 3.4"),
    "Q": (4.4, "M2.2 0 C0.8 0 0 1.2 0 3 C0 4.8 0.8 6 2.2 6 C3.6 6 4.4 4.8 4.4 3"
        " C4.4 1.2 3.6 0 2.2 0 M2.8 4.4 L4.6 6.4"),
    "R": (4, "M0 6 L0 0 L2 0 C4.4 0 4.4 3.3 2 3.3 L0 3.3 M2 3.3 L4 6"),
    "S": (3.8, "M3.7 1.1 C3.2 0.3 2.6 0 1.9 0 C0.8 0 0.1 0.6 0.1 1.5 C0.1 3.4 3.8 2.5 3.8 4.5"
        " C3.8 5.4 3 6 1.9 6 C1 6 0.4 5.6 0 4.8"),
    "T": (4.2, "M0 0 L4.2 0 M2.1 0 L2.1 6"),
    "U": (4, "M0 0 L0 3.8 C0 5.2 0.8 6 2 6 C3.2 6 4 5.2 4 3.8 L4 0"),
    "V": (4.4, "M0 0 L2.2 6 L4.4 0"),
    "W": (5.8, "M0 0 L1.4 6 L2.9 1.4 L4.4 6 L5.8 0"),
    "X": (4.2, "M0 0 L4.2 6 M4.2 0 L0 6"),
    "Y": (4.2, "M0 0 L2.1 3 L4.2 0 M2.1 3 L2.1 6"),
    "Z": (4, "M0 0 L4 0 L0 6 L4 6"),
    "0": (3.8, "M1.9 0 C0.7 0 0 1.2 0 3 C0 4.8 0.7 6 1.9 6 C3.1 6 3.8 4.8 3.8 3 C3.8 1.2 3.1 0 1.9 0 M1 4.4 L2.8 1.6"),
    "1": (2.8, "M0 1.3 L1.6 0 L1.6 6 M0.2 6 L2.8 6"),
    "2": (3.8, "M0 1.5 C0.2 0.5 0.9 0 1.9 0 C3 0 3.7 0.7 3.7 1.7 C3.7 3.1 1.2 4.2 0 6 L3.8 6"),
    "3": (3.7, "M0.1 1 C0.5 0.3 1 0 1.8 0 C4 0 4 2.8 1.6 2.8 C4.4 2.8 4.2 6 1.8 6 C1 6 0.4 5.6 0 4.9"),
    "4": (4, "M3 6 L3 0 L0 4.2 L4 4.2"),
    "5": (3.7, "M3.4 0 L0.5 0 L0.2 2.8 C0.8 2.3 1.3 2.2 1.9 2.2 C4.2 2.2 4.3 6 1.8 6 C1 6 0.4 5.7 0 5"),
    "6": (3.8, "M3.3 0.6 C2.9 0.2 2.5 0 2.1 0 C0.8 0 0 1.4 0 3.8 C0 5.2 0.8 6 1.9 6"
        " C4.4 6 4.4 2.5 1.9 2.5 C0.8 2.5 0 3.2 0 4"),
    "7": (3.8, "M0 0 L3.8 0 L1.4 6"),
    "8": (3.8, "M1.9 2.8 C-0.2 2.8 -0.2 0 1.9 0 C4 0 4 2.8 1.9 2.8 C-0.6 2.8 -0.6 6 1.9 6 C4.4 6 4.4 2.8 1.9 2.8"),
    "9": (3.8, "M0.5 5.4 C0.9 5.8 1.3 6 1.7 6 C3 6 3.8 4.6 3.8 2.2 C3.8 0.8 3 0 1.9 0"
        " C-0.6 0 -0.6 3.5 1.9 3.5 C3 3.5 3.8 2.8 3.8 2"),
    " ": (2, ""),
}  # fmt: skip
HEIGHT = 6.0
GAP = 2.2
STROKE = 1.3  # thickness in grid units
SLIMMEST = 0.62  # a glyph may be squeezed to this share of its width


def _moved_and_scaled_strokes(strokes: str, x: float, y: float, scale_x: float, scale_y: float) -> str:
    """The strokes moved and scaled point by point, so that their thickness stays even."""
    moved = []
    across = True
    for token in strokes.split():
        command, number = (token[0], token[1:]) if token[0].isalpha() else ("", token)
        place = x + float(number) * scale_x if across else y + float(number) * scale_y
        moved.append(f"{command}{place:.2f}")
        across = not across
    return " ".join(moved)


@cache
def draw_letters(text: str, area: Rect, ink: str) -> str:
    """Capital letters and digits with thick round strokes, as large as fits, in the middle of the box."""
    x0, y0, x1, y1 = area
    glyphs = [GLYPHS[letter] for letter in text.upper() if letter in GLYPHS]
    if not glyphs:
        return ""
    advance = sum(width for width, _ in glyphs) + GAP * (len(glyphs) - 1)
    scale_x = (x1 - x0) / (advance + STROKE)
    scale_y = min((y1 - y0) / (HEIGHT + STROKE), scale_x / SLIMMEST)
    scale_x = min(scale_x, scale_y)
    x = (x0 + x1 - advance * scale_x) / 2
    y = (y0 + y1 - HEIGHT * scale_y) / 2
    strokes = []
    for width, glyph in glyphs:
        strokes.append(_moved_and_scaled_strokes(glyph, x, y, scale_x, scale_y))
        x += (width + GAP) * scale_x
    return draw_line(" ".join(strokes), ink, round(STROKE * scale_x, 2))
