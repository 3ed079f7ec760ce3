"""The sliders of the Live view, and the edit steps that their positions stand for."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from askance.core import Step, UserError
from askance.edits import format_boxes, steps

Edits = tuple[Step, ...]
Size = tuple[int, int]  # width and height
SEED = 0  # of the noise: the same position shows the same image, so that its answer can be remembered


@dataclass(frozen=True, slots=True)
class Slider:
    """One slider: its range, its unit, and the edit of a position that is not 0; `size` is that of the whole image."""

    name: str
    label: str
    low: float
    high: float
    step: float
    unit: str
    edits: Callable[[float, Size], Edits]


def _crop_to_middle(share: float, size: Size) -> Edits:
    """Keep the middle of the image: `share` of its width and of its height is cut off."""
    width, height = size
    wide, high = max(1, round(width * (1 - share))), max(1, round(height * (1 - share)))
    x, y = (width - wide) // 2, (height - high) // 2
    return steps("crop", box=format_boxes([(x, y, x + wide, y + high)]))


# In the order in which the edits are applied: a camera is aimed and exposed, then its lens blurs and its sensor adds
# noise. A crop comes first, because its box is one of the whole image.
SLIDERS: tuple[Slider, ...] = (
    Slider("crop", "Crop", 0.0, 0.8, 0.02, "of each side", _crop_to_middle),
    Slider("rotate", "Rotate", -45.0, 45.0, 1.0, "°", lambda angle, _: steps("rotate", angle=angle)),
    Slider("brightness", "Brightness", -0.9, 0.9, 0.05, "", lambda change, _: steps("brightness", change=change)),
    Slider("blur", "Blur", 0.0, 12.0, 0.25, "px", lambda sigma, _: steps("blur", sigma=sigma)),
    Slider(
        "noise", "Noise", 0.0, 0.5, 0.01, "σ", lambda sigma, _: steps("gaussian_noise", variance=sigma**2, seed=SEED)
    ),
)
SLIDER_NAMES = tuple(slider.name for slider in SLIDERS)


def check_positions(positions: Mapping[str, float]) -> dict[str, float]:
    """The positions that are not 0, in the order of the sliders; UserError names a slider that is out of its range."""
    for name in positions:
        if name not in SLIDER_NAMES:
            raise UserError(f"slider {name[:40]!r}: the sliders are {', '.join(SLIDER_NAMES)}")
    found = {}
    for slider in SLIDERS:
        value = positions.get(slider.name, 0.0)
        if not (math.isfinite(value) and slider.low <= value <= slider.high):
            raise UserError(f"slider {slider.name}: {value:g} is not from {slider.low:g} to {slider.high:g}")
        if value:
            found[slider.name] = float(value)
    return found


def positions_of(edits: Edits) -> dict[str, float] | None:
    """The positions that show these edits; None where no position does. Noise has the strength, and another seed."""
    found: dict[str, float] = {}
    for step in edits:
        name, args = step.name, dict(step.args)
        values = [float(value or 0) for key, value in args.items() if key in ("angle", "change", "sigma", "variance")]
        if step.name == "gaussian_noise":
            name, values = "noise", [math.sqrt(value) for value in values]
        if name not in SLIDER_NAMES or name in found or len(values) != 1:
            return None
        found[name] = round(values[0], 4)
    try:
        return check_positions(found)
    except UserError:
        return None


def slider_edits(positions: Mapping[str, float], size: Size) -> Edits:
    """The edit steps of some positions for an image of this size; none where all sliders are at 0."""
    found = check_positions(positions)
    return tuple(step for slider in SLIDERS if slider.name in found for step in slider.edits(found[slider.name], size))
