"""Seeded random generator: the only source of randomness in the built-in world; equal on every machine."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from askance.core.digest import digest_value

T = TypeVar("T")


class Rng:
    """A random stream with a name; the same names give the same stream in every process."""

    def __init__(self, *names: str | int):
        seed = int.from_bytes(digest_value(["stickers", *names]), "big")
        self._next = np.random.Generator(np.random.PCG64(seed)).random

    def uniform(self) -> float:
        """A number in [0, 1)."""
        return self._next()

    def true_with_probability(self, share: float) -> bool:
        """True with probability `share`."""
        return self._next() < share

    def uniform_between(self, low: float, high: float) -> float:
        """A number in [low, high)."""
        return low + (high - low) * self._next()

    def random_integer(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._next() * (high - low + 1))

    def choose_one(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        return options[int(self._next() * len(options))]

    def choose_weighted(self, options: Mapping[T, float]) -> T:
        """One of the options, each as likely as its weight says."""
        left = self._next() * sum(options.values())
        for option, weight in options.items():
            left -= weight
            if left < 0:
                return option
        return next(reversed(list(options)))

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a random order."""
        mixed = list(options)
        for last in range(len(mixed) - 1, 0, -1):
            other = int(self._next() * (last + 1))
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
