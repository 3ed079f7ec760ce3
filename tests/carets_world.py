"""Worlds to generate carets on: a small made one that invites every mistake, GQA's vocabulary, and the stickers."""

import os
from functools import cache
from pathlib import Path
from typing import Any

from askance.core import Case, Scene
from askance.stickers.dataset import Stickers
from askance.suites import SUITES
from askance.suites.carets.question_pool import Pool, gather_questions
from askance.suites.carets.suite import scene_facts
from askance.suites.carets.yes_no_questions import OriginalQuestion
from benchmarks.made_scenes import MadeScenes, gqa_scenes

REAL_DATA = os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parent.parent.parent / "shared" / "data")
VOCABULARY = Path(REAL_DATA) / "vocabulary"
COLORS = "red blue green white black gray silver tan beige brown gold yellow orange pink purple cream"
PEOPLE = "young old happy sad standing sitting walking running jumping riding lying smiling tall short blond"
# names that annotators confuse, parts beside wholes, classes beside members, mass nouns, plurals; one line a look
TRAPS = {
    COLORS: "car truck van tire wheel windshield bus bicycle motorcycle train boat shirt t-shirt jacket coat pants"
    " jeans shorts shoe boot sock hat cap helmet cup mug glass bottle jar vase bag backpack purse suitcase umbrella"
    " kite couch sofa chair stool bench pillow lamp flower wall door sign collar sleeve glasses sunglasses frisbee"
    " clothing",
    PEOPLE: "man woman boy girl child person player skier guy lady people baby",
    "brown black white gray standing sitting lying walking running eating sleeping large small wet dry young old":
    "dog cat horse cow sheep elephant zebra giraffe bird bear animal puppy kitten duck",
    "wood wooden metal plastic glass round square large small long short clean dirty empty full open closed brown":
    "table desk shelf cabinet drawer box plate bowl fork knife spoon pan counter window basket refrigerator oven",
    "green red yellow ripe unripe cooked raw fresh sliced whole leafy leafless tall small":
    "apple banana orange tomato carrot broccoli tree bush plant grass leaf branch pizza sandwich cake bread cheese"
    " hot_dog salad fruit vegetable food",
    "on off black silver large small flat":
    "television laptop computer monitor keyboard mouse phone clock camera screen",
    "cloudy clear blue white deep shallow snowy wet dry paved": "sky water snow sand road street sidewalk field cloud",
    "dark light long short brown blond": "hair hand arm leg head face eye ear tail nose mouth",
}  # fmt: skip
PREDICATES = ["on", "under", "behind", "holding", "wearing", "riding", "near", "above", "in front of", "next to"]


def traps(count: int = 400) -> MadeScenes:
    """The small world of traps."""
    looks = {name.replace("_", " "): values.split() for values, names in TRAPS.items() for name in names.split()}
    return MadeScenes("traps", count, looks, PREDICATES)


def vocabulary(count: int = 400) -> MadeScenes | None:
    """A world of GQA's names with the attributes that they have there; None where its vocabulary is absent."""
    return gqa_scenes(count, VOCABULARY, "vocabulary") if VOCABULARY.is_dir() else None


def world(name: str, count: int = 400) -> Any:
    """One of the worlds by name; None where it is absent."""
    return {"stickers": Stickers, "traps": lambda: traps(count), "vocabulary": lambda: vocabulary(count)}[name]()


@cache
def scenes_of(name: str, count: int, seed: int = 0) -> dict[str, Scene]:
    """The scenes of a world, by image."""
    data = world(name, count)
    return {image: data.scene(image) for image in data.images(count, seed)} if data is not None else {}


@cache
def cases_of(name: str, limit: int = 2000, seed: int = 0) -> tuple[Case, ...] | None:
    """The pairs of a world; None where it is absent."""
    data = world(name)
    return None if data is None else tuple(next(SUITES["carets"].rounds(data, limit, seed)))


@cache
def pool_of(name: str, count: int, seed: int = 0) -> Pool | None:
    """The originals of a world before any are chosen; None where it is absent."""
    data = world(name, count)
    if data is None:
        return None
    scenes, counts = scene_facts(data, count, seed)
    return gather_questions(scenes.values(), counts, seed)


def originals_of(pool: Pool) -> list[OriginalQuestion]:
    """All originals of a pool."""
    return [original for made in pool.values() for original in made]
