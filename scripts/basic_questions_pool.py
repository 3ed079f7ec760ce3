"""Writes the pool of basic questions for the built-in world: the first 20,000 distinct questions of stickers:train.

Drawing them takes a minute, so the package has them; a test tells when the world has changed and this must run again.
Run: python scripts/basic_questions_pool.py
"""

from collections.abc import Iterator
from itertools import islice

from askance.core import Item
from askance.datasets import open_dataset
from askance.ranking.question_pool import normalised_text
from askance.stickers.generate_items import generate_items
from askance.suites.basic_questions.question_pools import STICKERS_FILE

COUNT = 20_000
LABEL = "question"


def questions() -> Iterator[str]:
    """The distinct questions in the order of the split's scenes."""
    seen: set[str] = set()
    for item in items_scene_by_scene():
        key = normalised_text(item.question)
        if key not in seen:
            seen.add(key)
            yield item.question


def items_scene_by_scene() -> Iterator[Item]:
    """All questions about the first image, then all about the second."""
    data = open_dataset("stickers:train")
    for image in data.images():
        _, split, index, _ = image.split(":")
        scene = data.scene(image)
        assert scene is not None
        yield from generate_items(scene, image, split, int(index))


if __name__ == "__main__":
    STICKERS_FILE.write_text("\n".join([LABEL, *islice(questions(), COUNT)]) + "\n")
