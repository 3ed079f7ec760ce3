"""Scenes of GQA's density, made from the statistics of its real slices: per scene 15 objects and 45 relations."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from askance.core import Item, Link, Picture, Scene, Thing, Unreadable

WIDTH, HEIGHT = 500, 333
OBJECTS = (6, 24)  # the real slices have 6, 12, 20 and 21
ATTRIBUTES, LINKS = 0.9, 3.0  # an object, on average
SPATIAL = ("left of", "right of")


class MadeScenes:
    """A data set without pictures; names, attributes and predicates are GQA's, names as frequent as in Zipf's law."""

    name = "made"

    def __init__(self, count: int, vocabulary: Path):
        self.count = count
        self.fingerprint = f"made-{count}"
        self.attributes: dict[str, list[str]] = json.loads((vocabulary / "gqa_obj2attribute.json").read_text())
        self.names = sorted(self.attributes)
        Random(0).shuffle(self.names)
        self.weights = [1 / (place + 20) for place in range(len(self.names))]
        predicates = json.loads((vocabulary / "gqa_predicates.json").read_text())
        self.predicates = [name for name in predicates if not name.startswith("to the")][:40]

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The images' names."""
        yield from (f"made:{number}" for number in range(min(self.count, limit or self.count)))

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """No questions."""
        yield from ()

    def scene(self, image: str) -> Scene:
        """A scene that depends on its name alone."""
        dice = Random(image)
        things = []
        for number, name in enumerate(dice.choices(self.names, self.weights, k=dice.randint(*OBJECTS))):
            x, y = dice.randrange(WIDTH - 40), dice.randrange(HEIGHT - 40)
            box = (x, y, min(WIDTH, x + dice.randrange(20, 260)), min(HEIGHT, y + dice.randrange(20, 200)))
            known = self.attributes[name]
            values = dice.sample(known, min(len(known), int(dice.random() < ATTRIBUTES)))
            things.append(Thing(str(number), name, box, {"": tuple(values)}))
        links = []
        for thing in things:
            for other in dice.sample(things, min(len(things), round(LINKS))):
                kind = dice.choice(SPATIAL) if dice.random() < 0.8 else dice.choice(self.predicates)
                links += [Link(thing.id, kind, other.id)] if other is not thing else []
        return Scene(image, WIDTH, HEIGHT, tuple(things), tuple(links))

    def picture(self, image: str) -> Picture:
        """None are made."""
        raise Unreadable(f"{image}: scenes are made without pictures")
