"""The order of questions in which a small sample has many images: one question per image, then the next of each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from typing import TypeVar

BLOCK = 600  # images; the next block begins when every question about these has been given
T = TypeVar("T")


def in_image_passes(
    images: Iterable[str], questions_of: Callable[[str], Sequence[T]], block: int = BLOCK
) -> Iterator[T]:
    """Pass j over a block gives question (i + j) mod k of image i, of its k questions; the first N need min(N, block)
    images.

    An image is opened when its first question is due, and memory holds the questions of one block.
    """
    images = iter(images)
    start = 0
    while some := list(islice(images, block)):
        asked: list[Sequence[T]] = []
        for turn in count():
            is_done = True
            for place, image in enumerate(some):
                if turn == 0:
                    asked.append(questions_of(image))
                questions = asked[place]
                if turn < len(questions):
                    is_done = False
                    yield questions[(start + place + turn) % len(questions)]
            if is_done:
                break
        start += len(some)
