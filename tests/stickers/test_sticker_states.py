"""States of the built-in world: pairs of plain opposites that are drawn apart and told only where they can be seen."""

from functools import cache

import numpy as np
import pytest
from askance.core.scene import SceneObject
from askance.stickers.art.drawing_primitives import Look
from askance.stickers.build_scene import IN_ONE_SPOT, SPOT_SEEN, build_scene
from askance.stickers.class_traits import TRAITS
from askance.stickers.distinguishable_values import is_clearly_false_of
from askance.stickers.rasterise_svg import svg_document
from askance.stickers.sprites import canvas_frame_of_class, drawings_by_class, pixels_per_canvas_unit, rasterise_svg
from askance.wording.ontology import ontology
from askance.wording.world_attributes import ANTONYMS

STATED = [name for name, traits in TRAITS.items() if traits.states]
LEAST = 0.04  # of the pixels of a drawing differ between its two states
COMMON = ("open", "empty", "on", "leafy", "clean", "intact", "whole", "lit", "peeled")


@cache
def built() -> tuple[tuple[SceneObject, ...], ...]:
    return tuple(build_scene("train", index).scene.things for index in range(250))


@pytest.mark.parametrize("name", STATED)
def test_the_states_of_a_class_are_opposites_that_exclude_each_other(name: str) -> None:
    one, other = TRAITS[name].states
    assert ANTONYMS[one] == other
    assert other in ontology().antonyms(one, name)
    assert ontology().excludes(one, other, "attribute", name).excludes


def pixels(name: str, color: str, state: str) -> np.ndarray:
    """A class in one color and state at its usual size."""
    frame, shape = canvas_frame_of_class(name, pixels_per_canvas_unit(name, 1.0), False), drawings_by_class()[name]
    drawing, box = shape.draw(Look(color, state=state)), (0, 0, shape.width, shape.height)
    return rasterise_svg(svg_document(drawing, box, frame.width, frame.height), frame.width, frame.height).astype(int)


@pytest.mark.parametrize("name", STATED)
def test_both_states_are_drawn_apart_in_every_color(name: str) -> None:
    for color in TRAITS[name].colors or ("gray",):
        one, other = (pixels(name, color, state) for state in TRAITS[name].states)
        differs = np.abs(one - other).max(axis=2) > 60
        inked = (one[:, :, 3] > 60) | (other[:, :, 3] > 60)
        assert differs.sum() / inked.sum() >= LEAST, color


def test_every_pair_of_opposites_is_met() -> None:
    met = {thing.value("state") for things in built() for thing in things}
    assert {*COMMON, *(ANTONYMS[state] for state in COMMON)} <= met


def test_a_state_in_one_spot_is_told_only_where_the_spot_is_seen() -> None:
    spots = [thing for things in built() for thing in things if thing.value("state") in IN_ONE_SPOT]
    assert len(spots) > 40
    assert min(thing.visible for thing in spots) >= SPOT_SEEN
    covered = [thing for things in built() for thing in things if thing.name == "fence" and thing.visible < SPOT_SEEN]
    assert covered
    assert not any(thing.value("state") for thing in covered)


def test_nobody_is_asked_whether_mud_is_the_color_of_a_thing() -> None:
    def car(state: str) -> SceneObject:
        return SceneObject("t0", "car", (0, 0, 50, 50), {"color": ("red",), "state": (state,)})

    assert is_clearly_false_of(car("clean"), "brown")
    assert not is_clearly_false_of(car("dirty"), "brown")
    assert is_clearly_false_of(car("dirty"), "blue")
