"""Samples of records that come from as many images as possible, because intervals count images."""

from collections.abc import Iterable
from math import gcd

import numpy as np
import numpy.typing as npt

MOST = 15_000  # questions taken where no limit is given, as in the published tool
IN_A_ROW = 12  # records of an image that are taken in file order
ImageNumbers = npt.NDArray[np.int32]  # of each record: the number of its image


def number_images(keys: Iterable[str]) -> tuple[list[str], ImageNumbers]:
    """The distinct keys in file order, and for each record the position of its key among them."""
    known: dict[str, int] = {}
    numbers = np.fromiter((known.setdefault(key, len(known)) for key in keys), np.int32)
    return list(known), numbers


def sample_by_image(images: ImageNumbers, limit: int | None, seed: int) -> list[int]:
    """A seeded sample of record numbers; the sample of a smaller limit is its beginning.

    Pass j over all images gives record (start + i + j) mod k of image i, of its k records, and of more than 12
    records (start + i + j * step) mod k; `start` is random. The images come in the order in which a random order of
    the records first names them, so that one with more records is likely to come earlier. If the limit includes every
    record, they are given in file order.
    """
    if limit is None or limit >= len(images):
        return list(range(len(images)))
    rng = np.random.Generator(np.random.PCG64(seed))
    rank = _random_ranks(images, rng)[images].astype(np.int64)
    place, size = _places_within_image(images)
    start = rng.integers(size.max())
    turn = (place - rank - start) * _inverse_steps(size)[images] % size[images]
    key = turn * len(images) + rank  # pass by pass, within a pass image by image
    first = np.argpartition(key, limit)[:limit]
    chosen: list[int] = first[np.argsort(key[first])].tolist()
    return chosen


def sample_questions(images: ImageNumbers, limit: int | None, seed: int) -> list[int]:
    """As `sample_by_image`, with 15,000 records where no limit is given."""
    return sample_by_image(images, MOST if limit is None else limit, seed)


def _random_ranks(images: ImageNumbers, rng: np.random.Generator) -> ImageNumbers:
    """For each image its position in the sample's order of images."""
    shuffled = images[rng.permutation(len(images))]
    _, first = np.unique(shuffled, return_index=True)  # image → where it is first named
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    return rank


def _places_within_image(images: ImageNumbers) -> tuple[ImageNumbers, ImageNumbers]:
    """For each record its position among those of its image; for each image the number of its records."""
    size = np.bincount(images).astype(np.int32)
    start = np.cumsum(size) - size
    order = np.argsort(images, kind="stable")
    place = np.empty(len(images), np.int32)
    place[order] = np.arange(len(images)) - start[images[order]]
    return place, size


def _inverse_steps(sizes: ImageNumbers) -> npt.NDArray[np.int64]:
    """For each number of records k the inverse, modulo k, of the step from one pass to the next."""
    inverse = {size: pow(_step_between_passes(size), -1, size) for size in np.unique(sizes).tolist()}
    return np.array([inverse[size] for size in sizes.tolist()], np.int64)


def _step_between_passes(size: int) -> int:
    """1 for up to 12 records; of more, a golden section, so that a few passes do not take neighbours in the file."""
    if size <= IN_A_ROW:
        return 1
    golden = round(size * 0.618)
    return next(step for step in range(golden, 0, -1) if gcd(step, size) == 1)
