"""A small sample of the built-in world has many images: one question per image and pass, in blocks of 600 images."""

from collections import Counter
from itertools import islice

import askance.stickers.dataset as world
import numpy as np
import pytest
from askance.stickers.build_scene import build_scene
from askance.stickers.compressed_image import compress_image
from askance.stickers.dataset import Stickers
from askance.stickers.image_passes import BLOCK, in_image_passes
from askance.stickers.question_groups import GroupedStickers
from askance.stickers.render_scene import render_scene


def questions_of(image, count=12):
    return [f"{image}/{number}" for number in range(count)]


def names(count):
    return [f"{number:04d}" for number in range(count)]


def test_pass_j_asks_question_i_plus_j_of_image_i_in_blocks():
    found = list(in_image_passes(names(1300), questions_of))
    assert len(found) == len(set(found)) == 1300 * 12
    for block, start in enumerate((0, 600, 1200)):
        images = range(start, min(1300, start + BLOCK))
        for turn in range(12):
            expected = [f"{i:04d}/{(i + turn) % 12}" for i in images]
            at = block * 600 * 12 + turn * len(images)
            assert found[at : at + len(images)] == expected


@pytest.mark.parametrize("limit", [1, 90, 599, 600, 601, 7200])
def test_a_sample_has_as_many_images_as_a_block_allows(limit):
    found = islice(in_image_passes(names(2000), questions_of), limit)
    assert len({name.partition("/")[0] for name in found}) == min(limit, 600)


def test_images_may_have_fewer_questions_or_none():
    counts = {"a": 1, "b": 3, "c": 0, "d": 2}
    found = list(in_image_passes(counts, lambda image: questions_of(image, counts[image])))
    assert found == ["a/0", "b/1", "d/1", "b/2", "d/0", "b/0"]
    assert list(in_image_passes((), questions_of)) == []


def test_an_image_is_opened_when_its_first_question_is_due():
    opened = []

    def read(image):
        opened.append(image)
        return questions_of(image)

    source = iter(names(10_000))
    found = in_image_passes(source, read)
    assert next(found) == "0000/0"
    assert opened == ["0000"]
    assert len(list(islice(found, 7199))) == 7199
    assert len(opened) == 600  # the whole first block, each once
    assert next(source) == "0600"  # names of one block are read ahead, and no more


def test_items_are_one_per_image_nested_and_seeded():
    items = list(Stickers().items(limit=60, seed=3))
    assert [item.image for item in items] == list(Stickers().images(limit=60, seed=3))
    assert list(Stickers().items(limit=25, seed=3)) == items[:25]
    assert items != list(Stickers().items(limit=60, seed=4))
    assert [int(item.id.rpartition("-")[2]) for item in items] == [i % 12 for i in range(60)]


def test_the_first_item_draws_one_scene(monkeypatch):
    built = []
    monkeypatch.setattr(world, "build_scene", lambda *place: built.append(place) or build_scene(*place))
    for cached in (world._cached_drawing, world._cached_scene, world._cached_image):
        cached.cache_clear()
    data = Stickers("train")
    item = next(data.items())
    assert len(built) == 1
    data.load_image(item.image)
    data.scene(item.image)
    list(data.items(limit=1))
    assert len(built) == 1


def test_groups_are_one_per_image_and_their_relations_take_turns():
    groups = list(GroupedStickers().question_groups(limit=90))
    images = [items[0].image for items in groups]
    assert len(set(images)) == len(images)
    relations = Counter(items[0].member.relation for items in groups)
    assert max(relations.values()) - min(relations.values()) <= 2
    assert sum(map(len, groups)) <= 90
    assert groups == list(GroupedStickers().question_groups(limit=200))[: len(groups)]


def test_a_kept_image_is_the_one_that_was_drawn():
    for index in range(5):
        drawn = render_scene(build_scene("test", index))
        kept = compress_image(drawn)
        restored = kept.restore()
        assert np.array_equal(drawn.pixels, restored.pixels)
        assert restored.scene == drawn.scene
        assert restored.masks.keys() == drawn.masks.keys()
        assert all(np.array_equal(drawn.masks[name], mask) for name, mask in restored.masks.items())
        assert all(mask.dtype == np.bool_ for mask in restored.masks.values())
        assert kept.nbytes < 120_000
