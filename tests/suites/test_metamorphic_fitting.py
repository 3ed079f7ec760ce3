"""Which questions go with which edits: an answer stays or turns only where every true observer's does."""

from random import Random

import pytest
from askance.suites.metamorphic.case_writer import make_pair_questions, make_single_questions
from askance.suites.metamorphic.class_rules import ClassRules
from askance.suites.metamorphic.donor_pool import DonorPool
from askance.suites.metamorphic.edit_effects import EditEffects
from askance.suites.metamorphic.image_variants import cut_variants, insert_variants, remove_variants
from askance.suites.metamorphic.object_clusters import ClusteredScene, merge_coarse_and_fine_scene
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.question_texts import QuestionTarget, SingleTarget, TargetPair
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames
from hand_scenes import scene, thing


@pytest.fixture(scope="module")
def overlapping_names():
    words = ontology()
    return OverlappingNames(words, RelatedNames(words.objects))


@pytest.fixture(scope="module")
def class_rules(overlapping_names):
    return ClassRules(overlapping_names.words, overlapping_names.relatives)


def asked_all(*targets):
    first, *second = targets
    if second:
        return list(make_pair_questions(TargetPair("object", first, *second, "both"), 0).questions_for_image_relations)
    return list(make_single_questions(SingleTarget("object", first, True), 0).questions_for_image_relations)


@pytest.fixture(scope="module")
def coarse(overlapping_names):
    """A boy with a cap flies a kite beside two cars; a dog sits alone."""
    boy = thing("b", "boy", (10, 60, 40, 120), attributes={"pose": ("standing",)})
    cap, kite = thing("c", "cap", (15, 55, 35, 65)), thing("k", "kite", (60, 5, 90, 30))
    red = thing("r", "car", (100, 100, 140, 130), attributes={"color": ("red",)})
    blue = thing("u", "car", (160, 100, 200, 130), attributes={"color": ("blue",)})
    dog = thing("d", "dog", (210, 140, 235, 170))
    links = [("b", "wearing", "c"), ("b", "flying", "k")]
    return ClusteredScene(scene(boy, cap, kite, red, blue, dog, links=links), overlapping_names)


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
    def test_what_a_removal_may_change_is_not_asked(self, coarse, overlapping_names, class_rules, gone, asked, stays):
        fits = EditEffects(
            asked_all(QuestionTarget(asked)), overlapping_names, class_rules
        ).questions_with_unchanged_answer(self.removals(coarse, gone))
        assert bool(fits) == stays

    def test_acts_are_not_asked_of_who_lost_what_they_act_on(self, coarse, overlapping_names, class_rules):
        asked = asked_all(QuestionTarget("boy", "standing", "pose"))
        assert not EditEffects(asked, overlapping_names, class_rules).questions_with_unchanged_answer(
            self.removals(coarse, "kite")
        )
        assert EditEffects(asked, overlapping_names, class_rules).questions_with_unchanged_answer(
            self.removals(coarse, "dog")
        )
        severed = {variant.forms: variant.tied for variant in cut_variants(coarse)}
        assert any("boy" in tied for tied in severed.values())

    def test_acts_that_need_another_are_not_counted_without_them(self, overlapping_names, class_rules):
        """Of two men who talk, the one that is left talks to nobody; nor does one that is pasted elsewhere."""
        men = [thing(id_, "man", box, attributes={"action": ("talking",), "pose": ("standing",)})
               for id_, box in (("a", (10, 60, 40, 120)), ("b", (60, 60, 90, 120)))]  # fmt: skip
        linked, free = (
            ClusteredScene(scene(*men, links=links), overlapping_names) for links in ([("a", "talking to", "b")], [])
        )
        talking, sitting = QuestionTarget("man", "talking", "action"), QuestionTarget("man", "sitting", "pose")
        asked = list(
            make_pair_questions(TargetPair("property", talking, sitting, "one"), 0).questions_for_image_relations
        )
        for coarse, is_asked in ((linked, False), (free, True)):
            pool = DonorPool()
            pool.add_donors("i", coarse)
            inserted = insert_variants("j", free, pool, 0, Random(0))
            assert len(inserted) == 1
            for variants in (self.removals(coarse, "man"), inserted):
                assert (
                    bool(EditEffects(asked, overlapping_names, class_rules).questions_with_answer_plus_one(variants))
                    == is_asked
                )

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
    def test_a_name_within_another_is_not_apart_from_it(self, overlapping_names, changed, asked):
        assert not overlapping_names.are_answers_independent(frozenset({changed}), asked)
        assert not overlapping_names.are_answers_independent(frozenset({asked}), changed)

    def test_one_fewer_is_asked_of_questions_that_count_it(self, coarse, overlapping_names, class_rules):
        asked = (
            asked_all(QuestionTarget("car"), QuestionTarget("dog"))
            + asked_all(QuestionTarget("dog"))
            + asked_all(QuestionTarget("kite"))
        )
        fits = EditEffects(asked, overlapping_names, class_rules).questions_with_answer_plus_one(
            self.removals(coarse, "dog")
        )
        assert [dict(one.tags)["question"] for one, _ in fits] == ["joint", "second", "swapped"]

    def test_a_property_is_counted_only_of_what_has_it(self, coarse, overlapping_names, class_rules):
        red, white = QuestionTarget("car", "red", "color"), QuestionTarget("car", "white", "color")
        asked = list(make_pair_questions(TargetPair("property", red, white, "one"), 0).questions_for_image_relations)
        fits = EditEffects(asked, overlapping_names, class_rules).questions_with_answer_plus_one(
            self.removals(coarse, "car")
        )
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
    def test_a_color_is_counted_only_of_what_has_no_other(self, overlapping_names, class_rules, attributes, is_asked):
        coarse = ClusteredScene(scene(thing("b", "bus", (10, 60, 60, 120), attributes=attributes)), overlapping_names)
        red, blue = QuestionTarget("bus", "red", "color"), QuestionTarget("bus", "blue", "color")
        asked = list(make_pair_questions(TargetPair("property", red, blue, "one"), 0).questions_for_image_relations)
        assert (
            bool(
                EditEffects(asked, overlapping_names, class_rules).questions_with_answer_plus_one(
                    self.removals(coarse, "bus")
                )
            )
            == is_asked
        )


@pytest.mark.parametrize(
    ("changed", "asked"), [("balcony", "window"), ("balcony", "door"), ("shelf", "book"), ("plate", "fork")]
)
def test_what_is_usually_in_or_behind_it_is_known(overlapping_names, changed, asked):
    assert overlapping_names.is_usually_behind(frozenset({changed}), asked)
    assert not overlapping_names.is_usually_behind(frozenset({changed}), "giraffe")


def test_windows_are_not_counted_where_a_balcony_is_removed(overlapping_names, class_rules):
    things = [thing("b", "balcony", (0, 0, 40, 40)), thing("w", "lamp", (60, 60, 90, 90))]
    variants = remove_variants(ClusteredScene(scene(*things), overlapping_names), "remove")

    def changed(*names):
        asked = asked_all(*map(QuestionTarget, names))
        return {
            dict(variant.tags)["changed"]
            for _, variant in EditEffects(asked, overlapping_names, class_rules).questions_with_unchanged_answer(
                variants
            )
        }

    assert changed("kite") == {"balcony", "lamp"}
    assert changed("window") == changed("door") == {"lamp"}


class TestOtherNames:
    """A pillow that another annotator calls a bag: bags may not stay as many, nor pillows become one fewer."""

    @staticmethod
    def coarse(overlapping_names, also=("bag",)):
        pillow = thing("p", "pillow", (10, 60, 40, 120), also=also)
        lamp = thing("l", "lamp", (60, 60, 90, 120))
        return ClusteredScene(scene(pillow, lamp, thing("d", "dog", (110, 60, 140, 120))), overlapping_names)

    def variants(self, coarse, name):
        pool = DonorPool()
        pool.add_donors("i", coarse)
        made = [*remove_variants(coarse, "remove"), *insert_variants("j", coarse, pool, 0, Random(0))]
        return [variant for variant in made if variant.thing.name == name]

    def test_what_is_also_called_so_is_not_asked(self, overlapping_names, class_rules):
        coarse = self.coarse(overlapping_names)
        found = self.variants(coarse, "pillow")
        assert {variant.change for variant in found} == {"remove", "insert"}
        for asked, stays in (("bag", False), ("backpack", False), ("dog", True)):
            fits = EditEffects(
                asked_all(QuestionTarget(asked)), overlapping_names, class_rules
            ).questions_with_unchanged_answer(found)
            assert bool(fits) == stays

    def test_what_is_disputed_does_not_count_as_one(self, overlapping_names, class_rules):
        for also, is_counted in (((), True), (("bag",), False), (("pillows",), True), (("cushion",), False)):
            asked = asked_all(QuestionTarget("pillow"), QuestionTarget("dog"))
            fits = EditEffects(asked, overlapping_names, class_rules).questions_with_answer_plus_one(
                self.variants(self.coarse(overlapping_names, also), "pillow")
            )
            assert {variant.change for _, variant in fits} == ({"remove", "insert"} if is_counted else set())

    def test_a_part_protects_by_all_its_names(self, overlapping_names):
        part = thing("q", "knob", (12, 62, 20, 70), part_of="p", also=("handle",))
        coarse = ClusteredScene(scene(thing("p", "drawer", (10, 60, 40, 120)), part), overlapping_names)
        assert not coarse.may_be_counted("handle")
        assert coarse.clusters[0].names == {"drawer", "knob", "handle"}

    def test_a_coarse_object_has_the_other_names_of_the_fine_one(self, overlapping_names):
        box = (10, 60, 40, 120)
        rough = scene(thing("c", "handbag", box))
        fine = scene(thing("f", "purse", box, also=("pillow",)))
        assert merge_coarse_and_fine_scene(rough, fine, overlapping_names).things[0].also == ("pillow",)
