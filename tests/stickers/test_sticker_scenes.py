"""Scenes of the built-in world: the same everywhere, and their graph agrees with their pixels."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from askance.core.dataset import KnowsImageSizes
from askance.stickers.art import drawings_by_class
from askance.stickers.build_scene import BuiltScene, build_scene
from askance.stickers.class_traits import COLORS, MATERIAL_COLORS, MATERIALS, PATTERNS, PLACES, TRAITS
from askance.stickers.dataset import Stickers
from askance.stickers.render_scene import render_scene
from askance.wording.world_nouns import GROUPS, NOUNS, PARTS

DIGEST = """
import hashlib
from askance.stickers.render_scene import render_scene
from askance.stickers.build_scene import build_scene
state = hashlib.blake2b(digest_size=8)
for index in range(5):
    state.update(render_scene(build_scene("val", index)).pixels.tobytes())
print(state.hexdigest())
"""
OPPOSITES = {"left of": "right of", "above": "below", "behind": "in front of", "next to": "next to"}


@pytest.fixture(scope="module")
def scenes() -> list[BuiltScene]:
    return [build_scene("test", index) for index in range(80)]


def test_the_same_pixels_in_another_process() -> None:
    ran = subprocess.run([sys.executable, "-c", DIGEST], capture_output=True, text=True, check=True)
    state = hashlib.blake2b(digest_size=8)
    for index in reversed(range(5)):  # the order of building does not matter
        build_scene("val", index)
    for index in range(5):
        state.update(render_scene(build_scene("val", index)).pixels.tobytes())
    assert ran.stdout.strip() == state.hexdigest()


def test_the_world_is_rich_enough() -> None:
    assert set(drawings_by_class()) >= set(TRAITS) == set(NOUNS)
    assert len(TRAITS) >= 70
    assert len(GROUPS) >= 14
    assert (len(COLORS), len(MATERIALS), len(PATTERNS), len(PLACES)) == (12, 5, 5, 11)


def test_scenes_have_a_fair_number_of_things(scenes: list[BuiltScene]) -> None:
    counts = [sum(thing.part_of is None for thing in built.scene.things) for built in scenes]
    assert min(counts) >= 3
    assert max(counts) <= 14
    assert np.mean(counts) > 6


def test_things_are_what_their_traits_allow(scenes: list[BuiltScene]) -> None:
    for built in scenes:
        for thing in built.scene.things:
            assert thing.name in (PARTS if thing.part_of else NOUNS)
            traits = TRAITS.get(thing.name)
            if traits:
                assert thing.value("color") in (*traits.colors, None)
                assert thing.value("material") in (*traits.materials, None)
                assert thing.value("pattern") in (*traits.patterns, None)
                assert thing.value("state") in (*traits.states, None)


def test_masks_agree_with_boxes_and_pixels(scenes: list[BuiltScene]) -> None:
    for built in scenes[:25]:
        picture = render_scene(built)
        assert picture.pixels.shape == (360, 480, 3)
        assert picture.pixels.dtype == np.uint8
        for thing in built.scene.things:
            x0, y0, x1, y1 = thing.box
            assert 0 <= x0 < x1 <= 480
            assert 0 <= y0 < y1 <= 360
            mask = picture.masks[thing.id]
            assert mask.shape == (y1 - y0, x1 - x0)
            if thing.part_of is None:
                assert mask.any(axis=0)[[0, -1]].all()
                assert mask.any(axis=1)[[0, -1]].all()


def test_masks_of_separate_things_do_not_overlap(scenes: list[BuiltScene]) -> None:
    for built in scenes[:25]:
        worn = {link.object for link in built.scene.links if link.name == "wearing"}
        owners = np.zeros((360, 480), np.int32)
        for thing in built.scene.things:
            if thing.part_of is None and thing.id not in worn:
                x0, y0, x1, y1 = thing.box
                owners[y0:y1, x0:x1] += built.masks[thing.id]
        assert owners.max() == 1


def test_opaque_pixels_of_the_topmost_sprite_are_in_the_picture(scenes: list[BuiltScene]) -> None:
    for built in scenes[:25]:
        pixels = render_scene(built).pixels
        top = built.layers[-1]
        sprite = top.sprite
        for y, x in np.argwhere(sprite.mask & (sprite.rgba[:, :, 3] == 255))[::97]:
            if 0 <= top.y + y < 360 and 0 <= top.x + x < 480:
                assert (pixels[top.y + y, top.x + x] == sprite.rgba[y, x, :3]).all()


def test_nearly_all_things_are_well_visible(scenes: list[BuiltScene]) -> None:
    shares = [thing.visible for built in scenes for thing in built.scene.things if thing.part_of is None]
    assert all(share >= 0.55 or 0.3 <= share < 0.45 for share in shares)
    assert 0 < np.mean(np.array(shares) < 0.5) < 0.08


def test_at_most_one_thing_is_meant_to_be_hidden(scenes: list[BuiltScene]) -> None:
    assert max(sum(layer.hidden for layer in built.layers) for built in scenes) == 1


def test_materials_have_colors_that_show_them(scenes: list[BuiltScene]) -> None:
    shown = set()
    for built in scenes:
        for thing in built.scene.things:
            material = thing.value("material")
            if material:
                shown.add(material)
                assert thing.value("color") in MATERIAL_COLORS[material]
    assert shown == set(MATERIALS)


def test_patterns_are_large_enough_to_see(scenes: list[BuiltScene]) -> None:
    for built in scenes:
        for layer in built.layers:
            if "pattern" in layer.attributes:
                assert min(layer.sprite.mask.shape) >= 38
            assert layer.look.pattern == layer.attributes.get("pattern", (None,))[0]


def test_small_and_large_things_have_something_to_compare_with() -> None:
    sized = 0
    for index in range(100):
        built = build_scene("val", index)
        height = {layer.id: layer.sprite.mask.shape[0] for layer in built.layers}
        for thing in built.scene.things:
            alike = [height[other.id] for other in built.scene.things if other.name == thing.name and not other.part_of]
            if thing.value("size"):
                sized += 1
                mine = height[thing.id]
                assert max(alike) >= 1.5 * mine if thing.value("size") == "small" else mine >= 1.5 * min(alike)
    assert sized > 5


def _links(scenes: list[BuiltScene]) -> Iterator[tuple[BuiltScene, set[tuple[str, str, str]]]]:
    for built in scenes:
        yield built, {(link.subject, link.name, link.object) for link in built.scene.links}


def test_spatial_links_have_their_opposites(scenes: list[BuiltScene]) -> None:
    names = OPPOSITES | {opposite: name for name, opposite in OPPOSITES.items()}
    for _, links in _links(scenes):
        for subject, name, target in links:
            assert subject != target
            if name in names:
                assert (target, names[name], subject) in links
                assert name == "next to" or (target, name, subject) not in links


def test_left_is_left(scenes: list[BuiltScene]) -> None:
    for built, links in _links(scenes):
        things = built.scene.objects_by_id()
        for subject, name, target in links:
            one, other = things[subject].box, things[target].box
            if name == "left of":
                assert one[0] + one[2] < other[0] + other[2]
            if name == "above":
                assert one[1] + one[3] < other[1] + other[3]
            if name in ("above", "below", "behind", "in front of"):
                narrower = min(one[2] - one[0], other[2] - other[0])
                assert min(one[2], other[2]) - max(one[0], other[0]) >= 0.3 * narrower


def test_people_are_dressed_and_worn_things_have_no_place_of_their_own(scenes: list[BuiltScene]) -> None:
    for built, links in _links(scenes):
        worn = {target for _, name, target in links if name == "wearing"}
        things = built.scene.objects_by_id()
        for thing in built.scene.things:
            mine = {things[target].name for subject, name, target in links if (subject, name) == (thing.id, "wearing")}
            if "person" in (NOUNS[thing.name].groups if thing.name in NOUNS else ()):
                tops = mine & {"shirt", "jacket", "dress"}
                assert len(tops) == (0 if thing.value("action") == "sleeping" else 1)
            if thing.id in worn:
                assert not [link for link in links if link[0] == thing.id]


def test_legs_under_dresses_and_skirts_are_bare(scenes: list[BuiltScene]) -> None:
    for built in scenes:
        for layer in built.layers:
            worn = {other.name for other in built.layers if other.wearer == layer.id}
            assert (layer.look.state == "bare") == bool(worn & {"dress", "skirt"})
            colors = [other.look.color for other in built.layers if other.wearer == layer.id]
            names = [other.name for other in built.layers if other.wearer == layer.id]
            for at, name in enumerate(names):
                assert name not in ("tie", "scarf") or colors[at] != colors[at - 1]


def test_layers_are_painted_from_back_to_front(scenes: list[BuiltScene]) -> None:
    for built in scenes:
        assert all(one.z < other.z for one, other in pairwise(built.layers))


def test_the_size_of_an_image_is_known_before_it_is_drawn():
    data = Stickers("val")
    (image,) = data.images(1)
    scene = data.scene(image)
    assert isinstance(data, KnowsImageSizes)
    assert data.image_size(image) == (scene.width, scene.height)
