"""Scenes of GQA's density, made from the statistics of its real slices: per scene 15 objects and 45 relations."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random

import msgspec
from askance.core import ImageData, Item, Scene, SceneObject, SceneRelation, UnreadableImage
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

WIDTH, HEIGHT = 500, 333
OBJECTS = (6, 24)  # the real slices have 6, 12, 20 and 21
ATTRIBUTES = (0, 1, 1, 1, 2)  # an object
LINKS = 3  # an object
SPATIAL, SPATIAL_SHARE = ("left of", "right of"), 0.8
LEAST = 16  # pixels a side: some are too small to be asked about


class MadeScenes:
    """A data set without pictures; names are as frequent as in Zipf's law, and a scene depends on its name alone."""

    def __init__(self, name: str, count: int, looks: Mapping[str, Sequence[str]], predicates: Sequence[str]):
        self.name, self.count, self.looks, self.predicates = name, count, looks, predicates
        self.fingerprint = f"{name}-{count}"
        self.names = sorted(looks)
        Random(0).shuffle(self.names)
        self.weights = [1 / (place + 20) for place in range(len(self.names))]

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The images' names."""
        yield from (f"{self.name}:{number}" for number in range(min(self.count, limit or self.count)))

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """No questions."""
        yield from ()

    def scene(self, image: str) -> Scene:
        """Things with attributes that their names can have, and relations among them."""
        dice = Random(image)
        things = []
        for number, name in enumerate(dice.choices(self.names, self.weights, k=dice.randint(*OBJECTS))):
            x, y = dice.randrange(WIDTH - 40), dice.randrange(HEIGHT - 40)
            box = (x, y, min(WIDTH, x + dice.randrange(LEAST, 260)), min(HEIGHT, y + dice.randrange(LEAST, 200)))
            values = dice.sample(self.looks[name], min(len(self.looks[name]), dice.choice(ATTRIBUTES)))
            things.append(SceneObject(str(number), name, box, {"": tuple(values)} if values else {}))
        links = []
        for thing in things:
            for other in dice.sample(things, min(len(things), LINKS)):
                kind = dice.choice(SPATIAL if dice.random() < SPATIAL_SHARE else self.predicates)
                links += [SceneRelation(thing.id, kind, other.id)] if other is not thing else []
        return Scene(image, WIDTH, HEIGHT, tuple(things), tuple(links))

    def load_image(self, image: str) -> ImageData:
        """None are made."""
        raise UnreadableImage(f"{image}: scenes are made without pictures")


def gqa_scenes(count: int, vocabulary: Path, name: str = "made") -> MadeScenes:
    """Scenes of GQA's names, of the attributes that they have there, and of its commonest predicates."""
    looks = json.loads((vocabulary / "gqa_obj2attribute.json").read_text())
    predicates = json.loads((vocabulary / "gqa_predicates.json").read_text())
    return MadeScenes(name, count, looks, [each for each in predicates if not each.startswith("to the")][:40])


class UntidyScenes(MadeScenes):
    """The same with what real annotation has: objects with two names or two colors, and images with few objects."""

    SPARSE, TWO_NAMES, TWO_COLORS = 0.25, 0.3, 0.3  # shares of scenes, of objects, and of colored objects

    @cached_property
    def _relatives(self) -> RelatedNames:
        return RelatedNames(ontology().objects)

    def scene(self, image: str) -> Scene:
        """A made scene, with names and colors doubled and some scenes thinned out."""
        scene, rng = super().scene(image), Random(f"untidy:{image}")
        things = scene.things[: rng.randint(1, 5)] if rng.random() < self.SPARSE else scene.things
        kept = {thing.id for thing in things}
        links = tuple(link for link in scene.links if {link.subject, link.object} <= kept)
        return msgspec.structs.replace(scene, things=tuple(self._doubled(thing, rng) for thing in things), links=links)

    def _doubled(self, thing: SceneObject, rng: Random) -> SceneObject:
        words = ontology()
        others = sorted(self._relatives.related_to(thing.name) & set(self.looks) - {thing.name})
        also = (rng.choice(others),) if others and rng.random() < self.TWO_NAMES else ()
        values = thing.attributes.get("", ())
        colors = [value for value in self.looks[thing.name] if words.category(value) == "color" and value not in values]
        if colors and rng.random() < self.TWO_COLORS:
            values = (*values, *rng.sample(colors, min(2, len(colors))))
        return msgspec.structs.replace(thing, also=also, attributes={"": values} if values else {})


def untidy_scenes(count: int, vocabulary: Path, name: str = "untidy") -> UntidyScenes:
    """Scenes of GQA's names with two-name objects, two-color objects and sparse annotation."""
    made = gqa_scenes(count, vocabulary, name)
    return UntidyScenes(name, count, made.looks, made.predicates)
