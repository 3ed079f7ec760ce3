"""Referring phrases mean one object: by its name, an attribute, a relation, or both; never by one of two colors."""

from collections import Counter
from random import Random

import pytest
from askance.core import Scene, SceneObject, SceneRelation
from askance.suites.carets.choice_questions import (
    action_choice_question,
    attribute_choice_question,
    object_choice_question,
)
from askance.suites.carets.cooccurrence import Cooccurrence
from askance.suites.carets.question_pairs import PERTURBATIONS, make_visual_pairs
from askance.suites.carets.scene_facts import SceneFacts
from askance.suites.carets.scene_sampling import SceneSampler
from askance.suites.carets.yes_no_questions import attribute_question, ontological_question
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames
from askance.wording.templates import NounPhrase

from carets_world import cases_of

WORDS = ontology()
RELATIVES = RelatedNames(WORDS.objects)
LEFT, MIDDLE, RIGHT, TOP = (0, 0, 90, 90), (100, 0, 190, 90), (200, 0, 290, 90), (0, 100, 290, 190)


def facts(things: list[SceneObject], *links: tuple[str, str, str], complete: bool = False) -> SceneFacts:
    linked = tuple(SceneRelation(*link) for link in links)
    return SceneFacts(
        "x", Scene("x", 300, 300, tuple(things), linked, complete=complete, closed=complete), WORDS, RELATIVES
    )


def drawing(scene: SceneFacts, seed: int = 0) -> SceneSampler:
    """A drawing whose statistics know some false choices."""
    others = "dog cat cow sheep bottle jar box vase cup chair table bench"
    values = (
        "red",
        "blue",
        "green",
        "white",
        "open",
        "closed",
        "standing",
        "sitting",
        "lying",
        "plastic",
        "ceramic",
        "metal",
    )
    more = [SceneObject(name, name, LEFT, {"": values}) for name in others.split()]
    counts = Cooccurrence(WORDS, RELATIVES)
    counts.count_scenes([scene, facts(more)])
    return SceneSampler(scene, counts, Random(seed))


def worded(phrase: NounPhrase, *before: str) -> tuple[str, ...]:
    return (*before, *phrase.attributes, phrase.name)


def drawn(maker, scene: SceneFacts) -> Counter[str]:
    """How the subject is said in a hundred originals: attributes, name, relation."""
    said = Counter[str]()
    for seed in range(100):
        made = maker(drawing(scene, seed), True)
        if made is not None:
            phrase = made.slots["obj"]
            said[
                " ".join(
                    (*worded(phrase), *(worded(phrase.relation[1], phrase.relation[0]) if phrase.relation else ()))
                )
            ] += 1
    return said


def cups(*looks: tuple[str, ...]) -> list[SceneObject]:
    placed = zip(looks, (LEFT, RIGHT), strict=False)
    return [SceneObject(str(at), "cup", box, {"": look}) for at, (look, box) in enumerate(placed)]


def test_an_attribute_tells_two_of_a_name_apart() -> None:
    said = drawn(attribute_choice_question, facts(cups(("red", "plastic"), ("blue", "ceramic"))))
    assert set(said) <= {"red cup", "blue cup", "plastic cup", "ceramic cup"}
    assert said.total() > 50


def test_no_attribute_is_used_that_the_other_may_have_too() -> None:
    assert not drawn(attribute_choice_question, facts(cups(("red", "plastic"), ())))


def test_an_attribute_is_sometimes_said_where_the_name_is_enough() -> None:
    said = drawn(attribute_choice_question, facts(cups(("red", "plastic"))))
    assert set(said) == {"cup", "red cup", "plastic cup"}
    assert 5 <= said.total() - said["cup"] <= 50


def test_what_is_asked_for_is_not_told() -> None:
    for seed in range(60):
        made = attribute_choice_question(drawing(facts(cups(("red", "plastic"))), seed))
        if made is not None:
            categories = {WORDS.category(value) for value in made.slots["obj"].attributes}
            assert made.tags["class"] not in categories


@pytest.mark.parametrize("complete", [False, True])
def test_a_relation_tells_two_of_a_name_apart_where_the_other_surely_lacks_it(complete: bool) -> None:
    things = [*cups(("red",), ("red",)), SceneObject("box", "box", MIDDLE)]
    scene = facts(things, ("0", "left of", "box"), ("1", "right of", "box"), complete=complete)
    assert set(drawn(attribute_choice_question, scene)) == {"cup left of box", "cup right of box"}


def test_an_annotated_relation_alone_does_not_rule_the_other_out() -> None:
    things = [*cups(("red",), ("red",)), SceneObject("table", "table", TOP)]
    assert not drawn(attribute_choice_question, facts(things, ("0", "on", "table")))  # the other may be on it, too
    assert set(drawn(attribute_choice_question, facts(things, ("0", "on", "table"), complete=True))) == {"cup on table"}


def test_an_anchor_is_singled_out_by_an_attribute_where_it_must_be() -> None:
    things = [
        SceneObject("cup", "cup", MIDDLE, {"": ("red",)}),
        SceneObject("a", "chair", LEFT, {"": ("white",)}),
        SceneObject("b", "chair", RIGHT, {"": ("green",)}),
    ]
    said = drawn(attribute_choice_question, facts(things, ("cup", "right of", "a")))
    assert set(said) == {"cup", "cup right of white chair"}


def test_a_thing_of_two_colors_is_neither_for_a_choice() -> None:
    bottle = SceneObject("1", "bottle", LEFT, {"": ("black", "white")})
    scene = facts([bottle, SceneObject("2", "table", TOP)])
    for seed in range(50):
        assert object_choice_question(drawing(scene, seed)) is None
        assert drawing(scene, seed).phrase_for_present(scene.askable_objects[0]).attributes == ()
    assert drawn(object_choice_question, facts([SceneObject("1", "bottle", LEFT, {"": ("black",)})]))
    floral = facts([SceneObject("1", "vase", LEFT, {"": ("black", "floral")})])
    assert set(drawn(object_choice_question, floral)) == {"floral container"}


def test_other_names_of_an_object_make_a_reference_ambiguous() -> None:
    cup = SceneObject("1", "cup", LEFT, {"": ("red",)})
    assert drawn(attribute_choice_question, facts([cup, SceneObject("2", "thing", RIGHT)]))
    assert not drawn(attribute_choice_question, facts([cup, SceneObject("2", "thing", RIGHT, also=("mug",))]))


def test_questions_of_attributes_and_actions_use_references_too() -> None:
    doors = [
        SceneObject("1", "door", LEFT, {"": ("open", "red")}),
        SceneObject("2", "door", RIGHT, {"": ("closed", "blue")}),
    ]
    assert set(drawn(attribute_question, facts(doors))) == {"red door", "blue door"}
    dogs = [
        SceneObject("1", "dog", LEFT, {"": ("sitting", "brown")}),
        SceneObject("2", "dog", RIGHT, {"": ("standing", "black")}),
    ]
    assert set(drawn(action_choice_question, facts(dogs))) == {"brown dog", "black dog"}


def test_the_ontological_test_keeps_the_relation_of_both_halves() -> None:
    things = [SceneObject("1", "dog", LEFT), SceneObject("2", "bench", MIDDLE)]
    found = 0
    for seed in range(60):
        made = ontological_question(drawing(facts(things, ("1", "left of", "2")), seed), True)
        if made is not None and made.relational:
            found += 1
            assert made.slots["obj"].relation == made.slots["other"].relation != None  # noqa: E711
            assert len(made.keep) == 2
    assert found >= 5


def test_the_worlds_use_attributes_and_relations_in_all_types() -> None:
    """Shares of referring phrases with an attribute, and with a relation, on the built-in world."""
    seen, with_attribute, related = Counter[str](), Counter[str](), Counter[str]()
    for case in cases_of("stickers", 2000):
        tags = dict(case.tags)
        if tags["test"] == "visual" or tags["type"] in ("Q2", "Q3", "Q5"):
            continue
        kind = "ontological" if tags["test"] == "ontological" else tags["type"]
        seen[kind] += 1
        related[kind] += tags["relational"] == "yes"
        with_attribute[kind] += '"attributes":[]' not in tags["slots"].partition('"relation"')[0]
    assert set(seen) == {"Q1", "Q4", "Q6", "Q7", "ontological"}
    for kind, count in seen.items():
        assert related[kind] >= 0.05 * count, kind
        assert with_attribute[kind] >= 0.05 * count, kind


def test_the_five_visual_perturbations_of_an_original_share_one_wording() -> None:
    cases = [case for case in cases_of("stickers", 2000) if dict(case.tags)["test"] == "visual"]
    assert len(cases) % len(PERTURBATIONS) == 0
    for start in range(0, len(cases), len(PERTURBATIONS)):
        five = cases[start : start + len(PERTURBATIONS)]
        assert len({dict(case.asks)["original"] for case in five}) == 1
        assert len({dict(case.asks)["perturbed"] for case in five}) == 5
    calls = {query for case in cases for _, query in case.asks}
    assert len(calls) <= 1.2 * len(cases)


def test_the_originals_of_rephrase_use_all_wordings() -> None:
    cases = [dict(case.tags) for case in cases_of("stickers", 2000) if dict(case.tags)["test"] == "rephrase"]
    assert len({tags["template"] for tags in cases}) > 60
    assert all(tags["template"] != tags["other_template"] for tags in cases)


def test_visual_gives_one_side_and_five_edits() -> None:
    made = attribute_choice_question(drawing(facts(cups(("red", "plastic")))))
    assert made is not None
    sides = make_visual_pairs(made, made.keep, "1,2,3", Random(0))
    assert tuple(sides) == PERTURBATIONS
    assert len({plain.template.id for pair in sides.values() for plain in pair}) == 1


@pytest.mark.parametrize(
    "more", ["red and white", "multicolored", "multi-colored", "multi colored", "rainbow", "red/white", "two-tone"]
)
def test_a_compound_color_hides_the_single_one(more: str) -> None:
    bus = SceneObject("1", "bus", LEFT, {"": ("white", more)})
    scene = facts([bus, SceneObject("2", "table", TOP)])
    for seed in range(50):
        assert attribute_choice_question(drawing(scene, seed)) is None
        assert object_choice_question(drawing(scene, seed)) is None
        assert "white" not in drawing(scene, seed).phrase_for_present(scene.askable_objects[0]).attributes
    named = facts([SceneObject("1", "bus", LEFT, {"color": ("white", more)})])
    assert "color" in named.usable[0].mixed


@pytest.mark.parametrize("more", ["red and white", "striped", "multicolored"])
def test_a_candidate_of_several_colors_may_have_any_of_them(more: str) -> None:
    red, other = SceneObject("1", "bus", LEFT, {"": ("red",)}), SceneObject("2", "bus", RIGHT, {"": ("white", more)})
    scene = facts([red, other])
    assert not scene.is_only_match(scene.usable[0], "bus", ("red",))  # the other is perhaps a red bus too
    plain = facts([red, SceneObject("2", "bus", RIGHT, {"": ("white",)})])
    assert plain.is_only_match(plain.usable[0], "bus", ("red",))
