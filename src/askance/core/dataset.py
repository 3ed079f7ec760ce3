"""What a data set offers: items (questions with answers), scenes, pictures."""

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

import msgspec
from askance.core.case import Pairs
from askance.core.picture import Picture
from askance.core.scene import Scene


class Item(msgspec.Struct, frozen=True):
    """One question about one image, with the answers people gave."""

    id: str
    image: str
    question: str
    answers: tuple[str, ...]
    tags: Pairs = ()
    options: tuple[str, ...] = ()  # what a multiple-choice question offers, in the order of its letters


class Dataset(Protocol):
    """Images are named by content: another picture under the same file name has another image name."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]: ...

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]: ...

    def scene(self, image: str) -> Scene | None: ...

    def picture(self, image: str) -> Picture: ...


@runtime_checkable
class Noted(Protocol):
    """A data set that has something to say before a run, one line each, such as images that are there twice."""

    def notes(self) -> list[str]: ...
