"""Random bits for every value of an image, in parts that fit the processor's cache; equal on every machine."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

CHUNK = 1 << 15  # values at a time, so that what lies between two steps stays in the cache

Part = tuple[slice, npt.NDArray[np.uint16], np.random.Generator]


def random_bits_in_parts(size: int, seed: int) -> Iterator[Part]:
    """Which values, sixteen bits for each of them, and a generator for those that need more."""
    source = np.random.SFC64(seed)
    bits = source.random_raw(-(-size // 4)).astype("<u8", copy=False).view("<u2")
    generator = np.random.Generator(source)
    for start in range(0, size, CHUNK):
        part = slice(start, min(start + CHUNK, size))
        yield part, bits[part], generator
