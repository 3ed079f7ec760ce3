"""COCO's outlines as masks: polygons, run lengths plain and packed; each mask is made when it is asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt
from askance.core import Box
from askance.core.image import Mask
from askance.datasets.reading.record_checks import Coordinate, Point

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MORE, SIGN, PAYLOAD = 0x20, 0x10, 0x1F  # of a packed character, after 48 was taken off
FIRST, LAST = 48, 111  # the characters "0" to "o"


class RunLengths(msgspec.Struct, frozen=True):
    """Lengths of runs of 0s and 1s in turn, beginning with 0s, down the columns; packed into text or a plain list."""

    size: tuple[Coordinate, Coordinate]  # height, width
    counts: str | tuple[Coordinate, ...]


Outline = RunLengths | tuple[tuple[Point, ...], ...]  # polygons x, y, x, y, …


class LazyMasks(Mapping[str, Mask]):
    """Masks by thing, each made by `make` when it is first looked at."""

    def __init__(self, things: Iterable[str], make: Callable[[str], Mask]):
        self._made: dict[str, Mask | None] = dict.fromkeys(things)
        self._make = make

    def __getitem__(self, thing: str) -> Mask:
        mask = self._made[thing]
        if mask is None:
            mask = self._made[thing] = self._make(thing)
        return mask

    def __contains__(self, thing: object) -> bool:
        return thing in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def outline_to_mask(outline: Outline, box: Box, width: int, height: int) -> Mask:
    """The mask in a box of a picture of this size; ValueError says what is wrong with the outline."""
    if not isinstance(outline, RunLengths):
        return polygons_to_mask(outline, box)
    if outline.size != (height, width):
        raise ValueError(f"size is {list(outline.size)}, but the picture has height {height} and width {width}")
    x0, y0, x1, y1 = box
    return run_lengths_to_mask(outline)[y0:y1, x0:x1]


def polygons_to_mask(polygons: Sequence[Sequence[float]], box: Box) -> Mask:
    """The pixels of a box whose centres lie in any of the polygons."""
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.bool_)
    for number, polygon in enumerate(polygons):
        if len(polygon) % 2:
            raise ValueError(f"polygon {number} has {len(polygon)} values, an odd number")
        points = np.asarray(polygon, np.float64).reshape(-1, 2) - (x0, y0)
        mask |= _fill_polygon_even_odd(points[:, 0], points[:, 1], *mask.shape)
    return mask


def _fill_polygon_even_odd(xs: Floats, ys: Floats, height: int, width: int) -> Mask:
    """Even-odd rule at pixel centres: going down a column, every edge that is passed flips inside and outside."""
    left, right = np.stack([xs, ys]), np.stack([np.roll(xs, -1), np.roll(ys, -1)])
    ends = np.ceil(np.sort([left[0], right[0]], axis=0) - 0.5).clip(0, width).astype(np.int64)
    counts = ends[1] - ends[0]  # columns that each edge passes
    edge = np.repeat(np.arange(len(xs)), counts)
    column = np.arange(len(edge)) + np.repeat(ends[0] - (np.cumsum(counts) - counts), counts)
    run, rise = (right - left)[:, edge]
    height_at = left[1, edge] + (column + 0.5 - left[0, edge]) * rise / run  # run is not 0 where a column is passed
    row = np.ceil(height_at - 0.5).clip(0, height).astype(np.int64)
    flips = np.zeros((height + 1, width), np.uint8)
    np.bitwise_xor.at(flips, (row, column), 1)
    inside: Mask = np.bitwise_xor.accumulate(flips[:-1], axis=0).astype(np.bool_)
    return inside


def run_lengths_to_mask(runs: RunLengths) -> Mask:
    """The mask of a whole picture from its run lengths."""
    counts = decode_coco_rle_text(runs.counts) if isinstance(runs.counts, str) else np.asarray(runs.counts, np.int64)
    height, width = runs.size
    if (counts < 0).any():
        raise ValueError(f"counts has a negative run, {counts.min()}")
    if counts.sum() != height * width:
        raise ValueError(f"counts sum to {counts.sum()}, not to {height} × {width} = {height * width}")
    values = np.arange(len(counts)) % 2 == 1
    mask: Mask = np.repeat(values, counts).reshape(width, height).T
    return mask


def decode_coco_rle_text(text: str) -> Ints:
    """Run lengths from COCO's text: signed, 5 bits a character, low bits first; from the fourth on as a difference."""
    if not text.isascii():
        raise ValueError("counts holds a character that is not ASCII")
    codes = np.frombuffer(text.encode(), np.uint8).astype(np.int64)
    if not len(codes):
        return np.zeros(0, np.int64)
    if codes.min() < FIRST or codes.max() > LAST:
        raise ValueError(f"counts holds characters outside {chr(FIRST)!r} to {chr(LAST)!r}")
    codes -= FIRST
    is_last = (codes & MORE) == 0
    if not is_last[-1]:
        raise ValueError("counts breaks off in the middle of a number")
    stops = np.flatnonzero(is_last)
    starts = np.concatenate([[0], stops[:-1] + 1])
    place = np.arange(len(codes)) - np.repeat(starts, stops - starts + 1)
    if place.max() > 11:
        raise ValueError("counts holds a number of more than 60 bits")
    numbers = np.add.reduceat((codes & PAYLOAD) << (5 * place), starts)
    numbers -= np.where(codes[stops] & SIGN, np.int64(1) << (5 * (place[stops] + 1)), 0)
    numbers[1::2] = np.cumsum(numbers[1::2])
    numbers[2::2] = np.cumsum(numbers[2::2])
    return numbers
