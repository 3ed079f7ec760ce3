"""Which questions go with which edits: an answer stays or turns only where every true observer's does."""

from random import Random

import pytest
from askance.suites.metamorphic.cases import asked_pair, asked_single
from askance.suites.metamorphic.class_rules import ClassRules
from askance.suites.metamorphic.donors import Pool
from askance.suites.metamorphic.edit_effects import EditEffects
from askance.suites.metamorphic.image_variants import cut_variants, insert_variants, remove_variants
from askance.suites.metamorphic.object_clusters import ClusteredScene, merge_annotations
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.questions import Pair, Single, Target
from askance.wording.ontology import ontology
from askance.wording.ontology.relatives import Relatives
from hand_scenes import scene, thing


@pytest.fixture(scope="module")
def kinship():
    words = ontology()
    return OverlappingNames(words, Relatives(words.objects))


@pytest.fixture(scope="module")
def sorts(kinship):
    return ClassRules(kinship.words, kinship.relatives)


def asked_all(*targets):
    first, *second = targets
    if second:
        return list(asked_pair(Pair("object", first, *second, "both"), 0).all)
    return list(asked_single(Single("object", first, True), 0).all)


@pytest.fixture(scope="module")
def coarse(kinship):
    """A boy with a cap flies a kite beside two cars; a dog sits alone."""
    boy = thing("b", "boy", (10, 60, 40, 120), attributes={"pose": ("standing",)})
    cap, kite = thing("c", "cap", (15, 55, 35, 65)), thing("k", "kite", (60, 5, 90, 30))
    red = thing("r", "car", (100, 100, 140, 130), attributes={"color": ("red",)})
    blue = thing("u", "car", (160, 100, 200, 130), attributes={"color": ("blue",)})
    dog = thing("d", "dog", (210, 140, 235, 170))
    links = [("b", "wearing", "c"), ("b", "flying", "k")]
    return ClusteredScene(scene(boy, cap, kite, red, blue, dog, links=links), kinship)


class TestFitting:
    @staticmethod
    def removals(coarse, name):
        return [variant for variant in remove_variants(coarse, "remove") if variant.thing.name == name]

    @pytest.mark.parametrize(
        ("gone", "asked", "stays"),
        [
            ("dog", "car", True),
            ("dog", "dog", False),
            ("dog", "puppy", False),
            ("dog", "animal", False),
            ("car", "wheel", False),
            ("boy", "hat", False),
            ("boy", "backpack", False),
            ("boy", "phone", False),
            ("boy", "child", False),
            ("boy", "dog", True),
        ],
    )
    def test_what_a_removal_may_change_is_not_asked(self, coarse, kinship, sorts, gone, asked, stays):
        fits = EditEffects(asked_all(Target(asked)), kinship, sorts).same(self.removals(coarse, gone))
        assert bool(fits) == stays

    def test_acts_are_not_asked_of_who_lost_what_they_act_on(self, coarse, kinship, sorts):
        asked = asked_all(Target("boy", "standing", "pose"))
        assert not EditEffects(asked, kinship, sorts).same(self.removals(coarse, "kite"))
        assert EditEffects(asked, kinship, sorts).same(self.removals(coarse, "dog"))
        severed = {variant.forms: variant.tied for variant in cut_variants(coarse)}
        assert any("boy" in tied for tied in severed.values())

    def test_acts_that_need_another_are_not_counted_without_them(self, kinship, sorts):
        """Of two men who talk, the one that is left talks to nobody; nor does one that is pasted elsewhere."""
        men = [thing(id_, "man", box, attributes={"action": ("talking",), "pose": ("standing",)})
               for id_, box in (("a", (10, 60, 40, 120)), ("b", (60, 60, 90, 120)))]  # fmt: skip
        linked, free = (ClusteredScene(scene(*men, links=links), kinship) for links in ([("a", "talking to", "b")], []))
        talking, sitting = Target("man", "talking", "action"), Target("man", "sitting", "pose")
        asked = list(asked_pair(Pair("property", talking, sitting, "one"), 0).all)
        for coarse, is_asked in ((linked, False), (free, True)):
            pool = Pool()
            pool.add("i", coarse)
            inserted = insert_variants("j", free, pool, 0, Random(0))
            assert len(inserted) == 1
            for variants in (self.removals(coarse, "man"), inserted):
                assert bool(EditEffects(asked, kinship, sorts).plus(variants)) == is_asked

    @pytest.mark.parametrize(
        ("changed", "asked"),
        [
            ("street lamp", "lamp"),
            ("lamp post", "lamp"),
            ("wine bottle", "wine"),
            ("parked cars", "car"),
            ("lamp-post", "lamp"),
            ("surf-board", "surfboard"),
            ("pizza-slice", "pizza"),
        ],
    )
    def test_a_name_within_another_is_not_apart_from_it(self, kinship, changed, asked):
        assert not kinship.apart(frozenset({changed}), asked)
        assert not kinship.apart(frozenset({asked}), changed)

    def test_one_fewer_is_asked_of_questions_that_count_it(self, coarse, kinship, sorts):
        asked = asked_all(Target("car"), Target("dog")) + asked_all(Target("dog")) + asked_all(Target("kite"))
        fits = EditEffects(asked, kinship, sorts).plus(self.removals(coarse, "dog"))
        assert [dict(one.tags)["question"] for one, _ in fits] == ["joint", "second", "swapped"]

    def test_a_property_is_counted_only_of_what_has_it(self, coarse, kinship, sorts):
        red, white = Target("car", "red", "color"), Target("car", "white", "color")
        asked = list(asked_pair(Pair("property", red, white, "one"), 0).all)
        fits = EditEffects(asked, kinship, sorts).plus(self.removals(coarse, "car"))
        told = [(variant.forms, dict(one.tags)["question"]) for one, variant in fits]
        assert [question for _, question in told] == ["joint", "first", "swapped"]
        assert len({forms for forms, _ in told}) == 1

    @pytest.mark.parametrize(
        ("attributes", "is_asked"),
        [
            ({"color": ("red",)}, True),
            ({"color": ("red", "white")}, False),
            ({"color": ("red",), "pattern": ("striped",)}, False),
            ({"": ("red", "red and white")}, False),
        ],
    )
    def test_a_color_is_counted_only_of_what_has_no_other(self, kinship, sorts, attributes, is_asked):
        coarse = ClusteredScene(scene(thing("b", "bus", (10, 60, 60, 120), attributes=attributes)), kinship)
        red, blue = Target("bus", "red", "color"), Target("bus", "blue", "color")
        asked = list(asked_pair(Pair("property", red, blue, "one"), 0).all)
        assert bool(EditEffects(asked, kinship, sorts).plus(self.removals(coarse, "bus"))) == is_asked


@pytest.mark.parametrize(
    ("changed", "asked"), [("balcony", "window"), ("balcony", "door"), ("shelf", "book"), ("plate", "fork")]
)
def test_what_is_usually_in_or_behind_it_is_known(kinship, changed, asked):
    assert kinship.is_behind(frozenset({changed}), asked)
    assert not kinship.is_behind(frozenset({changed}), "giraffe")


def test_windows_are_not_counted_where_a_balcony_is_removed(kinship, sorts):
    things = [thing("b", "balcony", (0, 0, 40, 40)), thing("w", "lamp", (60, 60, 90, 90))]
    variants = remove_variants(ClusteredScene(scene(*things), kinship), "remove")

    def changed(*names):
        asked = asked_all(*map(Target, names))
        return {dict(variant.tags)["changed"] for _, variant in EditEffects(asked, kinship, sorts).same(variants)}

    assert changed("kite") == {"balcony", "lamp"}
    assert changed("window") == changed("door") == {"lamp"}


class TestOtherNames:
    """A pillow that another annotator calls a bag: bags may not stay as many, nor pillows become one fewer."""

    @staticmethod
    def coarse(kinship, also=("bag",)):
        pillow = thing("p", "pillow", (10, 60, 40, 120), also=also)
        lamp = thing("l", "lamp", (60, 60, 90, 120))
        return ClusteredScene(scene(pillow, lamp, thing("d", "dog", (110, 60, 140, 120))), kinship)

    def variants(self, coarse, name):
        pool = Pool()
        pool.add("i", coarse)
        made = [*remove_variants(coarse, "remove"), *insert_variants("j", coarse, pool, 0, Random(0))]
        return [variant for variant in made if variant.thing.name == name]

    def test_what_is_also_called_so_is_not_asked(self, kinship, sorts):
        coarse = self.coarse(kinship)
        found = self.variants(coarse, "pillow")
        assert {variant.change for variant in found} == {"remove", "insert"}
        for asked, stays in (("bag", False), ("backpack", False), ("dog", True)):
            fits = EditEffects(asked_all(Target(asked)), kinship, sorts).same(found)
            assert bool(fits) == stays

    def test_what_is_disputed_does_not_count_as_one(self, kinship, sorts):
        for also, is_counted in (((), True), (("bag",), False), (("pillows",), True), (("cushion",), False)):
            asked = asked_all(Target("pillow"), Target("dog"))
            fits = EditEffects(asked, kinship, sorts).plus(self.variants(self.coarse(kinship, also), "pillow"))
            assert {variant.change for _, variant in fits} == ({"remove", "insert"} if is_counted else set())

    def test_a_part_protects_by_all_its_names(self, kinship):
        part = thing("q", "knob", (12, 62, 20, 70), part_of="p", also=("handle",))
        coarse = ClusteredScene(scene(thing("p", "drawer", (10, 60, 40, 120)), part), kinship)
        assert not coarse.may_ask("handle")
        assert coarse.clumps[0].names == {"drawer", "knob", "handle"}

    def test_a_coarse_object_has_the_other_names_of_the_fine_one(self, kinship):
        box = (10, 60, 40, 120)
        rough = scene(thing("c", "handbag", box))
        fine = scene(thing("f", "purse", box, also=("pillow",)))
        assert merge_annotations(rough, fine, kinship).things[0].also == ("pillow",)
