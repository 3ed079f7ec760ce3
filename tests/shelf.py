"""A world for metamorphic cases: things in a row that touch nothing, and models that see the scene."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from askance.core import Answer, Card, Case, ImageData, Item, ModelInput, Query, Scene, SceneObject, Stimulus
from askance.edits import format_boxes, steps
from askance.metrics import metamorphic_metrics

NAMES = ("dog", "cat", "car", "kite", "cup", "dog", "tree", "boat", "duck", "chair")
WIDE = 400


@dataclass
class Shelf:
    """So many pictures of ten things, each 20 pixels wide and 40 apart."""

    count: int = 4
    name: str = "shelf"
    fingerprint: str = "shelf-1"

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        return iter(())

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        yield from (f"shelf-{number}" for number in range(self.count))

    def scene(self, image: str) -> Scene:
        things = tuple(SceneObject(f"t{place}", name, _box(place)) for place, name in enumerate(NAMES))
        return Scene(image, WIDE, 60, things)

    def load_image(self, image: str) -> ImageData:
        pixels = np.full((60, WIDE, 3), 90, dtype=np.uint8)
        for place in range(len(NAMES)):
            pixels[20:40, 40 * place + 10 : 40 * place + 30] = 10 * place
        return ImageData(pixels, self.scene(image))


def _box(place: int) -> tuple[int, int, int, int]:
    return 40 * place + 10, 20, 40 * place + 30, 40


def partition(image: str, one: str = "dogs", other: str = "cats") -> Case:
    """How many of two things there are, together and apart."""
    texts = {"whole": f"{one} and {other}", "part-a": one, "part-b": other}
    asks = {role: Query(Stimulus(image, f"How many {text} are there?")) for role, text in texts.items()}
    tags = {"case": "both", "class": one, "other": other, "kind": "object"}
    name = f"partition-{image}-{one}-{other}"
    return Case.of("metamorphic", name, asks, "sum", group="partition/object", reads="number", tags=tags)


def cut(image: str) -> Case:
    """The dogs of five pieces."""
    text = "How many dogs are there?"
    asks = {"whole": Query(Stimulus(image, text))}
    for place in range(5):
        edits = steps("crop", box=format_boxes([(80 * place, 0, 80 * place + 80, 60)]))
        asks[f"part-{place}"] = Query(Stimulus(image, text, edits))
    return Case.of("metamorphic", f"cut-{image}", asks, "sum", group="cut/partition", reads="number")


@dataclass
class Shelved:
    """The suite `metamorphic` on shelves: two partitions and a cut of each picture."""

    card: Card = field(
        default_factory=lambda: Card(
            "metamorphic", 1, "", "", "", "", "", (("dominant_answer", ""), ("error", "")), ("error",)
        )
    )

    def rounds(self, data, limit, seed):
        images = list(data.images())
        yield [make(image) for image in images for make in (partition, cut)] + [
            partition(image, "cups", "kites") for image in images
        ]

    def metrics(self, verdicts):
        return metamorphic_metrics(verdicts)


@dataclass
class Seeing:
    """Counts what the scene shows, changed by what is seen there; remembers how much it was asked."""

    name: str = "seeing"
    change: Callable[[int, set[str]], object] = lambda count, seen: count
    asked: int = 0
    supports: frozenset[str] = frozenset({"text", "draws"})
    needs: frozenset[str] = frozenset({"scene"})

    @property
    def fingerprint(self) -> str:
        return f"{self.name}-1"

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        self.asked += len(shown)
        return [Answer(text=str(self._count(one))) for one in shown]

    def _count(self, one: ModelInput) -> object:
        assert one.scene is not None
        names = [thing.name for thing in one.scene.things if thing.visible >= 0.5]
        count = sum(f"{name}s" in one.query.stimulus.question for name in names)
        return self.change(count, set(names))
