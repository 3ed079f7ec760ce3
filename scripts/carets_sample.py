"""Prints a sample of what carets asks of GQA, Visual Genome and made scenes, below each scene, for reading.

Usage: python -m scripts.carets_sample SEED [PAIRS]; data: ../shared/data or the folder in ASKANCE_TEST_DATA.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from random import Random

from askance.core import Case, Dataset, ImageData, Item, Scene
from askance.datasets import open_dataset
from askance.suites import open_suite
from benchmarks.made_scenes import gqa_scenes, untidy_scenes

FOLDER = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[2] / "shared/data"))
MADE, READ = 400, 80  # made scenes for the statistics, and those of them whose questions are read
Line = tuple[str, str, str]  # image, question, what is to be known of it


def sources(seed: int) -> dict[str, tuple[Dataset, float]]:
    """The data sets with their shares of the sample: half real, half made, most of that untidy."""
    return {
        "gqa": (open_dataset(f"gqa:{FOLDER}/gqa"), 0.25),
        "visual_genome": (open_dataset(f"visual_genome:{FOLDER}/visual_genome"), 0.25),
        "made": (gqa_scenes(MADE, FOLDER / "vocabulary", f"made-{seed}"), 0.2),
        "untidy": (untidy_scenes(MADE, FOLDER / "vocabulary", f"untidy-{seed}"), 0.3),
    }


def taken_in_turn(cases: Iterable[Case], rng: Random) -> Iterator[Case]:
    """Cases of each test and type in turn, so that a short sample has all."""
    cells: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        cells[kind_of(case)].append(case)
    mixed = [rng.sample(cell, len(cell)) for _, cell in sorted(cells.items())]
    return (case for turn in zip_longest(*mixed) for case in turn if case is not None)


def kind_of(case: Case) -> tuple[str, str]:
    """Its test and its type of question."""
    tags = dict(case.tags)
    return tags["test"], tags["type"]


def line_of(case: Case) -> Line:
    """A pair in one line: what is asked first, what is asked then, and the answers."""
    (first, second), ((one,), (other,)) = (
        (query.stimulus for _, query in case.asks),
        (truth for _, truth in case.expected),
    )
    told = f"[{'/'.join(kind_of(case))}]"
    if first.question == second.question:
        return first.image or "", first.question, f"{told} {one} (then with the background hidden)"
    return first.image or "", f"{first.question} — {second.question}", f"{told} {one} — {other}"


def sample(data: Dataset, among: Dataset, wanted: int, seed: int) -> dict[tuple[str, str], str]:
    """Distinct pairs about the images of one data set, made among those of all: (image, questions) → answers."""
    rng = Random(f"sample:{seed}")
    images = sorted(data.images())
    read = set(images if len(images) < READ else rng.sample(images, READ))
    cases = [case for part in open_suite("carets").rounds(among, None, seed) for case in part]
    found: dict[tuple[str, str], str] = {}
    for case in taken_in_turn((case for case in cases if line_of(case)[0] in read), rng):
        if len(found) >= wanted:
            break
        image, questions, known = line_of(case)
        found.setdefault((image, questions), known)
    return found


def described(scene: Scene) -> str:
    """A scene in two lines: its things with what is said of them, and its relations."""
    names = {thing.id: " / ".join((thing.name, *thing.also)) for thing in scene.things}
    said = {
        thing.id: " ".join(value for values in thing.attributes.values() for value in values) for thing in scene.things
    }
    things = "; ".join(f"{name} ({said[id_]})" if said[id_] else name for id_, name in names.items())
    linked: dict[str, list[str]] = defaultdict(list)
    for link in scene.links:
        linked[link.subject].append(f"{link.name} {names[link.object]}")
    links = "; ".join(f"{names[id_]}: {', '.join(dict.fromkeys(found))}" for id_, found in linked.items())
    return f"  {things}\n  {links}"


class Joined:
    """Several data sets as one, so that a few real scenes are asked with the statistics of many."""

    name = fingerprint = "joined"

    def __init__(self, parts: Iterable[Dataset]):
        self._owner = {image: part for part in parts for image in part.images()}

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """All images."""
        yield from self._owner

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """No questions."""
        yield from ()

    def scene(self, image: str) -> Scene | None:
        """The scene of its own data set."""
        return self._owner[image].scene(image)

    def load_image(self, image: str) -> ImageData:
        """The picture of its own data set."""
        return self._owner[image].load_image(image)


def main(seed: int, wanted: int = 500) -> None:
    """Print the sample, numbered."""
    number = 0
    parts = sources(seed)
    among = Joined(data for data, _ in parts.values())
    for name, (data, share) in parts.items():
        found = sample(data, among, round(wanted * share), seed)
        for image in sorted({image for image, _ in found}):
            scene = data.scene(image)
            print(f"\n== {name} {scene.id if scene else image}\n{described(scene) if scene else ''}")
            for (where, question), known in found.items():
                if where == image:
                    number += 1
                    print(f"{number:4d}  {question}  {known}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
