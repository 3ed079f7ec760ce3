"""Masks over long columns: Arrow does in half the time what NumPy needs an index of eight bytes per row for."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Numbers = npt.NDArray[Any]  # of unsigned integers
Mask = npt.NDArray[np.bool_]
FEW = 6
NARROW = np.dtype(np.uint16)


def lookup(wanted: Mask, ids: Numbers) -> Mask:
    """Which ids are wanted; a few ids are compared one by one, which takes a tenth of the time of a look-up.

    `wanted` must have a place for every id: `check_ids` says so once, when a column is loaded.
    """
    if np.count_nonzero(wanted) > FEW:
        mask, places = pa.array(wanted.view(np.uint8)), pa.array(np.ascontiguousarray(ids))
        taken = pc.take(mask, places, boundscheck=False)
        return np.asarray(taken.to_numpy().view(np.bool_))
    found = np.zeros(len(ids), dtype=bool)
    for each in np.flatnonzero(wanted):
        found |= ids == each.astype(ids.dtype)
    return found


def check_ids(ids: Numbers, size: int) -> Numbers:
    """The ids, all below `size`; an index with others is damaged."""
    if len(ids) and int(ids.max()) >= size:
        raise ValueError(f"an index has the id {int(ids.max())} where there are {size}")
    return ids


def narrowed(ids: Numbers, size: int) -> tuple[Numbers, Numbers | None]:
    """Ids below `size` as places of two bytes in the list of those that occur; (ids, None): not narrower."""
    if ids.dtype.itemsize <= NARROW.itemsize:
        return ids, None
    occurs = np.zeros(size, dtype=bool)
    occurs[ids] = True
    listed = np.flatnonzero(occurs).astype(ids.dtype)
    if len(listed) > np.iinfo(NARROW).max + 1:
        return ids, None
    places = np.zeros(size, dtype=NARROW)
    places[listed] = np.arange(len(listed), dtype=NARROW)
    return places[ids], listed


def pick(values: Numbers, is_picked: Mask) -> Numbers:
    """`values[is_picked]`, in a third of the time where many are picked here and there."""
    bits = pa.py_buffer(np.packbits(is_picked, bitorder="little"))
    mask = pa.Array.from_buffers(pa.bool_(), len(is_picked), [None, bits])
    return np.asarray(pc.filter(pa.array(np.ascontiguousarray(values)), mask).to_numpy())
