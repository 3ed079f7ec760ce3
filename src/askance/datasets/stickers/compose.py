"""Scenes are composed: a place, its cast, and a spot for each, until the scene is full or nothing more fits."""

from askance.datasets.stickers import acts
from askance.datasets.stickers.acts import Act
from askance.datasets.stickers.composition import Composition
from askance.datasets.stickers.dice import Dice
from askance.datasets.stickers.ground import land_of
from askance.datasets.stickers.stage import Stage
from askance.datasets.stickers.traits import INDOORS

FEWEST = 3
PEOPLE_OUTDOORS = {0: 0.22, 1: 0.4, 2: 0.28, 3: 0.1}
PEOPLE_INDOORS = {0: 0.25, 1: 0.45, 2: 0.3}


def compose(place: str, weather: str | None, dice: Dice) -> Stage:
    """A stage with all its things."""
    scene = Composition(place, weather, dice, land_of(place), most=dice.number(4, 12))
    script = _room if place in INDOORS else _sea if place == "sea" else _outdoors
    for act in script(dice):
        act(scene)
    for _ in range(8):
        if len(scene.stage.layers) >= FEWEST:
            break
        (acts.water if place == "sea" else acts.sundries)(scene)
    return scene.stage


def _outdoors(dice: Dice) -> list[Act]:
    """What is large comes first, then people and crowds, then the rest in any order."""
    return [
        *[acts.sign] * dice.chance(0.25),
        *[acts.backdrop] * dice.number(0, 2),
        *[acts.furniture] * dice.chance(0.4),
        *[acts.container] * dice.chance(0.5),
        acts.contents,
        *[acts.person] * dice.weighted(PEOPLE_OUTDOORS),
        *[acts.crowd] * dice.chance(0.5),
        *dice.shuffled(
            [
                *[acts.vehicle] * dice.number(0, 2),
                *[acts.animal] * dice.number(0, 2),
                *[acts.sky] * dice.number(0, 2),
                *[acts.water] * dice.number(0, 2),
                *[acts.sundries] * dice.number(0, 3),
                *[acts.tabletop] * 2,
                acts.beneath,
            ]
        ),
    ]


def _room(dice: Dice) -> list[Act]:
    """Furniture comes first, then what is on it and who uses it, and the wall last."""
    return [
        acts.host,
        *[acts.furniture] * dice.number(1, 2),
        *[acts.container, acts.contents] * dice.chance(0.8),
        *[acts.person] * dice.weighted(PEOPLE_INDOORS),
        *[dice.weighted({acts.laden_table: 0.8, acts.crowd: 0.2})] * dice.chance(0.55),
        acts.beneath,
        *dice.shuffled(
            [
                *[acts.tabletop] * dice.number(3, 7),
                *[acts.animal] * dice.number(0, 1),
                *[acts.sundries] * dice.number(0, 2),
                *[acts.sky] * dice.chance(0.2),
                *[acts.contents] * dice.chance(0.5),
            ]
        ),
        *[acts.wall] * dice.number(0, 2),  # last: in free places only
    ]


def _sea(dice: Dice) -> list[Act]:
    """A crowd of one kind, and others."""
    return [
        *[acts.water_crowd] * dice.chance(0.6),
        *[acts.water] * dice.number(3, 6),
        *[acts.sky] * dice.number(0, 3),
    ]
