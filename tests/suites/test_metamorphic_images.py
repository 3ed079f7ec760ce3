"""Edits of metamorphic tests: nothing is cut, covered or touched that must not be."""

from collections import Counter
from random import Random

import pytest
from askance.datasets import open_dataset
from askance.edits import edit_scene
from askance.suites.metamorphic import Metamorphic
from askance.suites.metamorphic.base_lines import base_lines_of_clusters, supporting_clusters
from askance.suites.metamorphic.donor_pool import LARGEST, DonorPool
from askance.suites.metamorphic.free_space import FreeSpace
from askance.suites.metamorphic.image_variants import (
    cut_variants,
    find_box_for_donor,
    insert_variants,
    pieces_that_split_no_box,
    remove_variants,
)
from askance.suites.metamorphic.object_clusters import ClusteredScene, boxes_overlap, clustered_scene
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.relation_quotas import SIZES
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames
from hand_scenes import HEIGHT, WIDTH, scene, thing
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def overlapping_names():
    words = ontology()
    return OverlappingNames(words, RelatedNames(words.objects))


@pytest.fixture(scope="module")
def stickers():
    return open_dataset("stickers")


@pytest.fixture(scope="module")
def views(stickers, overlapping_names):
    return {image: clustered_scene(stickers, image, overlapping_names) for image in stickers.images(60, 5)}


@pytest.fixture(scope="module")
def pool(views):
    made = DonorPool()
    for image, coarse in views.items():
        made.add_donors(image, coarse)
    return made


@pytest.fixture(scope="module")
def cases(stickers):
    return list(next(Metamorphic().rounds(stickers, 600, 2)))


@st.composite
def boxes(draw, least=1, width=WIDTH, height=HEIGHT):
    x0, y0 = draw(st.integers(0, width - least - 1)), draw(st.integers(0, height - least - 1))
    x1, y1 = draw(st.integers(x0 + least, min(width, x0 + 90))), draw(st.integers(y0 + least, min(height, y0 + 90)))
    return x0, y0, x1, y1


@st.composite
def scenes(draw):
    found = draw(st.lists(st.tuples(boxes(), st.booleans()), min_size=1, max_size=9))
    return scene(*(thing(str(n), "dog", box, visible=1.0 if seen else 0.2) for n, (box, seen) in enumerate(found)))


class TestClumps:
    def test_parts_and_what_is_worn_go_with_their_whole(self, overlapping_names):
        man, hat = thing("m", "man", (50, 50, 80, 120)), thing("h", "hat", (55, 40, 75, 52))
        band, leg = thing("b", "band", (55, 48, 75, 50), part_of="h"), thing("l", "leg", (50, 90, 60, 122), part_of="m")
        dog = thing("d", "dog", (150, 100, 190, 130))
        coarse = ClusteredScene(scene(hat, man, band, leg, dog, links=[("m", "wearing", "h")]), overlapping_names)
        found = {cluster.head.id: cluster for cluster in coarse.clusters}
        assert {id_: {member.id for member in cluster.members} for id_, cluster in found.items()} == {
            "m": {"m", "h", "b", "l"},
            "d": {"d"},
        }
        assert found["m"].box == (50, 40, 80, 122)
        assert coarse.may_be_counted("dog")
        assert coarse.may_be_counted("man")
        assert not any(coarse.may_be_counted(name) for name in ("hat", "leg", "cap"))

    def test_a_circle_of_wearers_is_one_clump(self, overlapping_names):
        one, other = thing("a", "scarf", (0, 0, 9, 9)), thing("b", "coat", (4, 4, 20, 20))
        links = [("a", "wearing", "b"), ("b", "wearing", "a")]
        (cluster,) = ClusteredScene(scene(one, other, links=links), overlapping_names).clusters
        assert cluster.box == (0, 0, 20, 20)

    def test_hidden_things_are_no_objects_but_in_the_way(self, overlapping_names):
        shown, hidden = thing("a", "dog", (0, 0, 40, 40)), thing("b", "cat", (30, 30, 60, 60), visible=0.3)
        coarse = ClusteredScene(scene(shown, hidden), overlapping_names)
        assert [cluster.head.id for cluster in coarse.seen] == ["a"]
        assert remove_variants(coarse, "remove") == []

    def test_the_coarse_source_of_a_data_set_goes_before_its_scene_and_takes_its_attributes(self, overlapping_names):
        class Both:
            def scene(self, image):
                car = thing("f", "car", (11, 11, 50, 50), attributes={"color": ("red",)})
                return scene(car, thing("r", "road", (0, 0, 240, 180)))

            def coarse_scene(self, image):
                return scene(thing("c", "car", (10, 10, 50, 50)), thing("d", "car", (100, 10, 150, 50)))

            def crowd_regions(self, image):
                return [(200, 0, 240, 180)]

        coarse = clustered_scene(Both(), "i", overlapping_names)
        assert [cluster.head.attributes for cluster in coarse.clusters] == [{"color": ("red",)}, {}]
        assert (200, 0, 240, 180) in coarse.boxes
        assert len(coarse.fine.things) == 2
        assert coarse.fine.things[1].name == "road"

    def test_coarse_things_have_to_do_with_what_their_fine_ones_have_to_do_with(self, overlapping_names):
        class Both:
            def scene(self, image):
                boy, kite = thing("b", "boy", (10, 60, 41, 120)), thing("k", "kite", (60, 5, 91, 30))
                links = [("b", "flying", "k"), ("b", "on", "g"), ("b", "left of", "k")]
                return scene(boy, kite, thing("g", "grass", (0, 100, 240, 180)), links=links)

            def coarse_scene(self, image):
                return scene(thing("p", "person", (10, 60, 40, 120)), thing("q", "kite", (60, 5, 90, 30)))

        coarse = clustered_scene(Both(), "i", overlapping_names)
        assert coarse.tied_head_ids == {"p": {"q"}, "q": {"p"}}
        assert {variant.thing.name: variant.tied for variant in remove_variants(coarse, "remove")} == {
            "person": {"kite"},
            "kite": {"person"},
        }


class TestCut:
    @settings(max_examples=150)
    @given(scenes(), st.sampled_from("xy"))
    def test_no_box_is_split_and_the_pieces_tile_the_picture(self, overlapping_names, made, axis):
        coarse = ClusteredScene(made, overlapping_names)
        pieces = pieces_that_split_no_box(coarse, axis)
        low = "xy".index(axis)
        ends = [piece[low + 2] for piece in pieces]
        assert [piece[low] for piece in pieces] == [0, *ends[:-1]][: len(pieces)]
        if pieces:
            assert ends[-1] == (WIDTH, HEIGHT)[low]
        for piece in pieces:
            inside = [cluster for cluster in coarse.clusters if boxes_overlap(cluster.box, piece)]
            assert all(piece[low] <= one.box[low] and one.box[low + 2] <= piece[low + 2] for one in inside)
            assert len(pieces) == 1 or any(cluster.is_seen for cluster in inside)

    def test_pieces_add_up_on_stickers(self, views):
        looked = 0
        for coarse in views.values():
            whole = Counter(cluster.head.id for cluster in coarse.seen)
            for variant in cut_variants(coarse):
                assert len(variant.forms) > 1
                found = Counter[str]()
                for form in variant.forms:
                    piece = edit_scene(coarse.scene, form)
                    found.update(one.id for one in piece.things if one.id in whole and one.visible >= 0.5)
                assert found == whole
                looked += 1
        assert looked > 30


class TestInsert:
    @settings(max_examples=150)
    @given(
        st.lists(boxes(), max_size=9), st.integers(1, 90), st.integers(1, 90), st.integers(0, HEIGHT), st.integers(0, 9)
    )
    def test_a_place_is_inside_and_touches_nothing(self, taken, width, height, base, seed):
        corner = FreeSpace(WIDTH, HEIGHT, taken).find_free_box(width, height, [base], Random(seed))
        most = max(4, height / 3)  # pixels from its base
        if corner is None:
            assert taken or width > WIDTH or height > HEIGHT or base < height - most + 1 or base > HEIGHT - 4
            return
        x, y = corner
        assert abs(y + height - base) <= most
        assert x + width <= WIDTH
        assert y + height <= HEIGHT
        assert not any(boxes_overlap((x - 1, y - 1, x + width + 1, y + height + 1), box) for box in taken)

    def test_what_is_inserted_is_inside_apart_and_of_the_size_of_its_class(self, stickers, views, pool):
        looked = 0
        for image, coarse in views.items():
            for variant in insert_variants(image, coarse, pool, 0, Random(1)):
                edited = edit_scene(coarse.scene, variant.forms[0], stickers.scene)
                old = {one.id: one for one in coarse.scene.things}
                new = [one for one in edited.things if one.id not in old]
                assert {one.name for one in new} == variant.names
                assert all(old[one.id] == one for one in edited.things if one.id in old)
                for one in new:
                    x0, y0, x1, y1 = one.box
                    assert x0 >= 0 and y0 >= 0 and x1 <= edited.width and y1 <= edited.height  # noqa: PT018
                    assert one.part_of or one.visible == pytest.approx(1, abs=0.01)
                    assert not any(boxes_overlap((x0 - 1, y0 - 1, x1 + 1, y1 + 1), box) for box in coarse.boxes)
                sizes = [max(c.head.box[2] - c.head.box[0], c.head.box[3] - c.head.box[1]) for c in coarse.seen
                         if c.head.name == variant.thing.name]  # fmt: skip
                head = new[0].box
                assert max(head[2] - head[0], head[3] - head[1]) <= max(sizes)
                looked += 1
        assert looked > 150

    def test_donors_are_the_largest_that_stand_free(self, overlapping_names):
        pool = DonorPool()
        for number in range(50):
            side = 20 + number
            free = thing("a", "dog", (10, 10, 10 + side, 10 + side))
            edge = thing("b", "dog", (140, 0, 230, 90))
            pool.add_donors(f"i{number}", ClusteredScene(scene(free, edge), overlapping_names))
            lapped = thing("c", "cat", (5, 5, 30, 30)), thing("d", "cat", (20, 20, 60, 60))
            pool.add_donors(f"j{number}", ClusteredScene(scene(*lapped), overlapping_names))
        donors = pool.donors_of_class("dog", 0)
        assert {donor.head.id for donor in donors} == {"a"}
        assert {donor.image for donor in donors} == {f"i{number}" for number in range(40, 50)}
        assert pool.donors_of_class("cat", 0) == []
        assert pool.donors_of_class("cow", 0) == []

    def test_memory_is_bounded(self, overlapping_names):
        pool = DonorPool()
        for number in range(3 * LARGEST):
            pool.add_donors(f"i{number}", ClusteredScene(scene(thing("a", "dog", (10, 10, 40, 40))), overlapping_names))
        assert pool.size == LARGEST

    def test_nothing_is_enlarged_beyond_twice_its_size(self, overlapping_names):
        pool = DonorPool()
        pool.add_donors("i", ClusteredScene(scene(thing("a", "dog", (10, 10, 30, 26))), overlapping_names))
        (donor,) = pool.donors_of_class("dog", 0)
        here = ClusteredScene(scene(thing("a", "dog", (0, 0, 100, 100))), overlapping_names)
        x0, y0, x1, y1 = find_box_for_donor(
            donor, list(here.seen), [100], FreeSpace(WIDTH, HEIGHT, here.boxes), Random(0)
        )
        assert (x1 - x0, y1 - y0) == (40, 32)

    def test_what_is_borne_stands_where_its_bearer_stands(self, overlapping_names):
        doll, desk = thing("d", "doll", (20, 40, 40, 70)), thing("k", "desk", (10, 68, 90, 150))
        boy, ball = thing("b", "boy", (120, 60, 150, 160)), thing("l", "ball", (148, 90, 160, 102))
        kite = thing("t", "kite", (200, 5, 220, 30))
        links = [("d", "on", "k"), ("b", "holding", "l"), ("k", "left of", "b"), ("d", "behind", "k")]
        coarse = ClusteredScene(scene(doll, desk, boy, ball, kite, links=links), overlapping_names)
        assert base_lines_of_clusters(coarse.clusters, supporting_clusters(coarse)) == [150, 150, 160, 160, 30]

    def test_a_circle_of_bearers_ends(self, overlapping_names):
        one, other = thing("a", "box", (0, 0, 20, 20)), thing("b", "box", (10, 10, 40, 40))
        coarse = ClusteredScene(scene(one, other, links=[("a", "on", "b"), ("b", "in", "a")]), overlapping_names)
        assert base_lines_of_clusters(coarse.clusters, supporting_clusters(coarse)) == [40, 40]

    def test_nothing_hangs_in_the_air_where_there_is_no_room_on_the_ground(self, overlapping_names):
        pool = DonorPool()
        pool.add_donors("i", ClusteredScene(scene(thing("a", "tent", (10, 10, 90, 70))), overlapping_names))
        tent, lake = thing("t", "tent", (0, 118, 80, 178)), thing("l", "lake", (0, 90, WIDTH, 180))
        assert insert_variants("j", ClusteredScene(scene(tent, lake), overlapping_names), pool, 0, Random(0)) == []
        (variant,) = insert_variants("j", ClusteredScene(scene(tent), overlapping_names), pool, 0, Random(0))
        assert int(dict(variant.forms[0][0].args)["box"].split(",")[3]) >= 178 - 20

    def test_data_without_masks_has_no_insertions(self, stickers):
        class Boxes:
            name, masks, fingerprint = "boxes", False, "boxes"
            images, scene = stickers.images, stickers.scene

        made = Counter(case.group.split("/")[0] for case in next(Metamorphic().rounds(Boxes(), 300, 0)))
        assert sum(made.values()) == 300
        assert set(made) == set(SIZES) - {"insert", "insert+"}


class TestRemove:
    def test_what_is_removed_overlapped_nothing_and_is_gone(self, views):
        looked = 0
        for coarse in views.values():
            for variant in remove_variants(coarse, "remove"):
                edited = edit_scene(coarse.scene, variant.forms[0])
                gone = {one.id: one for one in coarse.scene.things} | {one.id: None for one in edited.things}
                names = {one.name for one in gone.values() if one is not None}
                assert names == variant.names
                left = {one.id: one for one in edited.things}
                assert all(left[one.id] == one for one in coarse.scene.things if one.id in left)
                looked += 1
        assert looked > 60

    def test_the_inpainting_suite_differs_in_the_fill_alone(self, stickers, cases):
        other = list(next(Metamorphic("metamorphic_inpaint", "remove_inpaint").rounds(stickers, 600, 2)))
        assert [case.name for case in other] == [case.name for case in cases]
        fills = {step.name for case in other for _, query in case.asks for step in query.stimulus.edits}
        assert fills == {"crop", "insert", "remove_inpaint"}
