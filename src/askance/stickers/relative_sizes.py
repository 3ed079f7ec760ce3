"""Small and large: only where another object of the class stands beside it and is plainly larger or smaller."""

from collections.abc import Mapping, Sequence

from askance.stickers.sprites import PEOPLE
from askance.stickers.visibility_map import Layer

TIMES = 1.5  # how much higher the larger one is drawn
ALIKE = 1.12  # things that differ by less are of one size
SAME_DEPTH = 26  # base lines closer than this are about as far away


def size_word_by_id(layers: Sequence[Layer]) -> Mapping[str, str]:
    """The size of every object that has one, by id."""
    found: dict[str, str] = {}
    for layer in layers:
        rivals = [other for other in layers if other.name == layer.name and other is not layer]
        worn = any(one.wearer is not None for one in (layer, *rivals))
        size = None if worn or layer.name in PEOPLE else _size_word(layer, rivals)
        if size:
            found[layer.id] = size
    return found


def _size_word(layer: Layer, rivals: Sequence[Layer]) -> str | None:
    """Small if every other is as small or much higher, and one much higher is about as far away; large likewise."""
    near = [abs(other.base - layer.base) <= SAME_DEPTH for other in rivals]
    higher = [other.sprite.mask.shape[0] / max(1, layer.sprite.mask.shape[0]) for other in rivals]
    for size, times in (("small", higher), ("large", [1 / share for share in higher])):
        clear = all(share >= TIMES or 1 / ALIKE < share < ALIKE for share in times)
        if clear and any(share >= TIMES and beside for share, beside in zip(times, near, strict=True)):
            return size
    return None
