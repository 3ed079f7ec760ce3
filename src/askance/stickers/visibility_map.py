"""The visibility map: which object is visible at each pixel, updated as objects are placed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from askance.core.scene import Box
from askance.stickers.art.drawing_primitives import Look
from askance.stickers.sprites import CanvasFrame, Sprite

WIDTH, HEIGHT = 480, 360
CLEAR = 0.56  # the least visible share of a thing that may be asked about
FREE = 0.78  # the share that is tried first
READABLE = 0.97  # the least visible share of what is written on
FAINT = (0.3, 0.42)  # the visible share of a thing that is meant to be hidden


@dataclass(frozen=True, slots=True)
class Layer:
    """One object as it is drawn: its sprite with the corner at (x, y), and what it hangs on."""

    id: str
    name: str
    look: Look
    sprite: Sprite
    frame: CanvasFrame
    x: int
    y: int
    z: int
    base: float  # the line of the picture on which it (or what carries it) stands
    support: str  # ground, water, sky, wall, or the id of what carries it
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ties: tuple[tuple[str, str], ...] = ()  # (relation, id of the other thing)
    wearer: str | None = None
    own: int = 0  # solid pixels of the thing with what it wears, nothing hidden
    hidden: bool = False  # meant to be mostly hidden
    shade: bool = False  # casts a shadow on the ground


def painting_order(base: float, storey: int, first: int, forward: int = 0) -> int:
    """The order of painting: by depth, then under (0), on the ground (1) or on something (2), then nearer (0 to 10).

    `first` tells layers apart; each leaves room for what it wears, holds or contains.
    """
    return round(base) * 100_000 + storey * 30_000 + forward * 2_000 + first * 100 + 1


Region = tuple[slice, slice]
EVERYWHERE: Region = (slice(0, HEIGHT), slice(0, WIDTH))


class VisibilityMap:
    """The layers placed so far, with the z of the layer seen at every pixel; worn objects are part of their wearer."""

    def __init__(self) -> None:
        self.layers: list[Layer] = []
        self._z: npt.NDArray[np.int32] = np.zeros((HEIGHT, WIDTH), np.int32)  # 0 = background
        self._seen: list[int] = []  # visible solid pixels by layer; of a person with what it wears

    def try_to_place(self, layers: Sequence[Layer], least: float = CLEAR, dx: int = 0) -> bool:
        """Put layers on the stage together, moved by dx, if they and all that was there before are visible enough."""
        if not self._may_be_visible_enough(layers[0], dx, least):
            return False
        moved = [_move_layer(layer, dx) for layer in layers]
        region = _region_covered_by_layers(moved)
        if region is None:
            return False
        before = self._z[region]
        after = before.copy()
        for layer in moved:
            mask, within = _mask_inside_region(layer, region)
            np.maximum(after[within], mask * np.int32(layer.z), out=after[within])
        placed = [*self.layers, *moved]
        front = max(layer.z for layer in moved)  # what is nearer than all that is new loses nothing
        change = [
            _change_in_visible_pixels(layer, region, before, after) if layer.z <= front else 0 for layer in placed
        ]
        seen = _recount_visible_pixels(self._seen, placed, change)
        for at, (layer, count) in enumerate(zip(placed, seen, strict=True)):
            changed = at >= len(self._seen) or count != self._seen[at]
            if changed and not _is_visible_as_intended(layer, count, least):
                return False
        self._z[region] = after
        self.layers, self._seen = placed, seen
        return True

    def _may_be_visible_enough(self, layer: Layer, dx: int, least: float) -> bool:
        """A quick check whether enough of an object would be visible."""
        if layer.hidden:
            return True
        mask, within = _mask_inside_region(layer, EVERYWHERE, dx)
        seen = int(np.count_nonzero(mask & (self._z[within] < layer.z)))
        return seen >= 0.9 * least * layer.sprite.area

    def visible_share(self, at: int) -> float:
        """The share of a layer's own pixels that is seen."""
        return self._seen[at] / max(1, self.layers[at].own)

    def visible_box_and_mask(self, at: int) -> tuple[Box, npt.NDArray[np.bool_]]:
        """The tight box of a layer's visible pixels, and the mask inside it; a person's mask has what it wears."""
        layer = self.layers[at]
        group = [layer, *(other for other in self.layers if other.wearer == layer.id)]
        region = _region_covered_by_layers(group)
        assert region is not None
        shown = self._z[region] == layer.z
        for other in group[1:]:
            shown |= self._z[region] == other.z
        rows, columns = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
        top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
        x, y = region[1].start, region[0].start
        return (x + left, y + top, x + right, y + bottom), shown[top:bottom, left:right].copy()


def count_solid_pixels(layers: Sequence[Layer]) -> int:
    """The solid pixels of several sprites together."""
    left, top = min(layer.x for layer in layers), min(layer.y for layer in layers)
    right = max(layer.x + layer.sprite.mask.shape[1] for layer in layers)
    bottom = max(layer.y + layer.sprite.mask.shape[0] for layer in layers)
    union = np.zeros((bottom - top, right - left), np.bool_)
    for layer in layers:
        high, wide = layer.sprite.mask.shape
        union[layer.y - top : layer.y - top + high, layer.x - left : layer.x - left + wide] |= layer.sprite.mask
    return int(union.sum())


def _change_in_visible_pixels(
    layer: Layer, region: Region, before: npt.NDArray[np.int32], after: npt.NDArray[np.int32]
) -> int:
    """How many more pixels of a layer are seen in a region after than before."""
    rows, columns = region
    if layer.x >= columns.stop or layer.y >= rows.stop:
        return 0
    if layer.x + layer.sprite.mask.shape[1] <= columns.start or layer.y + layer.sprite.mask.shape[0] <= rows.start:
        return 0
    _, within = _mask_inside_region(layer, region)
    now = int(np.count_nonzero(after[within] == layer.z))
    return now - int(np.count_nonzero(before[within] == layer.z))


def _recount_visible_pixels(before: list[int], layers: Sequence[Layer], change: list[int]) -> list[int]:
    """The visible pixels of every layer after a change."""
    seen = [count + more for count, more in zip(before + [0] * (len(layers) - len(before)), change, strict=True)]
    index = {layer.id: at for at, layer in enumerate(layers)}
    for layer, more in zip(layers, change, strict=True):
        if layer.wearer is not None:
            seen[index[layer.wearer]] += more
    return seen


def _is_visible_as_intended(layer: Layer, seen: int, least: float) -> bool:
    share = seen / max(1, layer.own)
    return share >= (READABLE if layer.look.text else least) or (layer.hidden and FAINT[0] <= share <= FAINT[1])


def _move_layer(layer: Layer, dx: int) -> Layer:
    if not dx:
        return layer
    # Spelled out: dataclasses.replace takes five times as long, and this is tried dozens of times a scene.
    return Layer(
        layer.id, layer.name, layer.look, layer.sprite, layer.frame.moved_by(dx, 0), layer.x + dx, layer.y, layer.z,
        layer.base, layer.support, layer.attributes, layer.ties, layer.wearer, layer.own, layer.hidden, layer.shade,
    )  # fmt: skip


def _region_covered_by_layers(layers: Sequence[Layer]) -> Region | None:
    """The part of the image that the layers cover."""
    left, top = min(layer.x for layer in layers), min(layer.y for layer in layers)
    right = max(layer.x + layer.sprite.mask.shape[1] for layer in layers)
    bottom = max(layer.y + layer.sprite.mask.shape[0] for layer in layers)
    left, top, right, bottom = max(0, left), max(0, top), min(WIDTH, right), min(HEIGHT, bottom)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def _mask_inside_region(layer: Layer, region: Region, dx: int = 0) -> tuple[npt.NDArray[np.bool_], Region]:
    """The part of a layer's mask, moved by dx, inside a region, and where it lies there."""
    top, bottom, left, right = region[0].start, region[0].stop, region[1].start, region[1].stop
    high, wide = layer.sprite.mask.shape
    y0, y1 = max(layer.y, top), min(layer.y + high, bottom)
    x = layer.x + dx
    x0, x1 = max(x, left), min(x + wide, right)
    if y0 >= y1 or x0 >= x1:
        return layer.sprite.mask[:0, :0], (slice(0, 0), slice(0, 0))
    mask = layer.sprite.mask[y0 - layer.y : y1 - layer.y, x0 - x : x1 - x]
    return mask, (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
