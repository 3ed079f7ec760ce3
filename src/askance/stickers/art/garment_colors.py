"""What all garments share: the colors of seams, bands and buckles."""

from askance.stickers.art.drawing_primitives import Look, darker_color, lighter_color

BUCKLE = "#c9ccd1"
SHADE = -0.07  # a darker part; any darker and the marks of a pattern on yellow would change their ink


def seam_color(look: Look) -> str:
    """A seam that shows on the garment's own color."""
    return lighter_color(look.fill, 0.35) if look.color == "black" else darker_color(look.fill, 0.32)


def hat_band_color(look: Look) -> str:
    """The color of a hat band: neutral, and apart from the hat's own."""
    return "#f3f0e8" if look.color in ("black", "brown", "purple", "blue") else "#3b3a40"
