"""Explanations of cases: the facts behind a pair, and the family of a metamorphic case."""

from collections.abc import Iterator

import pytest
from askance.core import Case, Query, Scene, SceneObject, SceneRelation, Step, Stimulus
from askance.core.case_explanation import ExplanationLine, SuiteWithExplanations
from askance.datasets import open_dataset
from askance.suites import SUITES
from askance.suites.carets.explain_pair import explain_pair
from askance.suites.metamorphic.family_tree import family_tree

SCENE = Scene(
    "image",
    480,
    360,
    (
        SceneObject("1", "turtle", (10, 20, 60, 70), {"color": ("green",)}),
        SceneObject("2", "boat", (100, 20, 160, 70), {"color": ("brown",)}),
    ),
    (SceneRelation("1", "left of", "2"),),
)
PLAIN = '{"name":"%s","attributes":%s,"relation":%s}'


def texts(lines: tuple[ExplanationLine, ...]) -> Iterator[str]:
    for line in lines:
        yield line.text
        yield from texts(line.below)


def pair(slots: str, test: str = "negation", **tags: str) -> Case:
    asks = {role: Query(Stimulus("image", f"{role}?")) for role in ("original", "perturbed")}
    expected = {"original": ("yes",), "perturbed": ("no",)}
    about = {"test": test, "slots": slots, **tags}
    return Case.of("carets", "one", asks, "opposite", expected=expected, tags=about)


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        (("turtle", "[]", "null"), "1 object that fits “turtle”: turtle (green) at x 10–60, y 20–70"),
        (("turtle", '["green"]', "null"), "1 object that fits “green turtle”"),
        (("vehicle", "[]", "null"), "1 object that fits “vehicle”: boat (brown)"),
        (("turtle", '["brown"]', "null"), "no object that fits “brown turtle”. It contains turtle (green)"),
        (("cat", "[]", "null"), "no object that fits “cat”."),
        (
            ("turtle", "[]", '["left of",{"name":"boat","attributes":[]}]'),
            "1 object that fits “turtle (left of the boat)”",
        ),
        (
            ("boat", "[]", '["right of",{"name":"turtle","attributes":[]}]'),
            "1 object that fits “boat (right of the turtle)”",
        ),
        (
            ("boat", "[]", '["left of",{"name":"turtle","attributes":[]}]'),
            "no object that fits “boat (left of the turtle)”",
        ),
    ],
)
def test_the_facts_of_a_pair_come_from_the_scene_graph(phrase, said):
    slots = '{"obj":' + PLAIN % phrase + "}"
    first, second = explain_pair(pair(slots), SCENE)
    assert said in first.below[0].text
    assert (first.role, second.role) == ("original", "perturbed")
    assert "“yes”" in first.text
    assert "negation" in second.text


def test_a_pair_says_how_its_question_was_changed():
    slots = '{"obj":' + PLAIN % ("boat", "[]", "null") + ',"other":' + PLAIN % ("vehicle", "[]", "null") + "}"
    assert "“boat” is a kind of “vehicle”" in explain_pair(pair(slots, "ontological"), SCENE)[1].text
    antonym = pair("{}", "antonym", antonym="black", attribute="white")
    assert "“black” is the opposite of “white”" in explain_pair(antonym, None)[1].text


def test_a_published_pair_without_slots_or_scene_is_explained_by_its_answers():
    (only,) = explain_pair(pair("not JSON", "unheard of"), None)
    assert (only.text, only.below) == ("The true answer to the first question is “yes”.", ())


def test_the_family_has_the_whole_on_top_and_its_parts_below():
    asks = {
        "whole": Query(Stimulus("image", "How many turtles and boats?")),
        "part-a": Query(Stimulus("image", "How many turtles?")),
        "part-b": Query(Stimulus("image", "How many boats?")),
    }
    rule, tree = family_tree(Case.of("metamorphic", "one", asks, "sum"), SCENE)
    assert "sum" in rule.text
    assert (tree.role, [line.role for line in tree.below]) == ("whole", ["part-a", "part-b"])
    assert tree.below[0].text == "“How many turtles?”"


def test_an_edited_image_is_below_the_original_one():
    edits = (Step.of("crop", box="0,0,240,360"),)
    asks = {"more": Query(Stimulus("image", "How many?", edits)), "less": Query(Stimulus("image", "How many?"))}
    _, tree = family_tree(Case.of("metamorphic", "one", asks, "plus_one"), SCENE)
    assert tree.role == "less"
    assert tree.below[0].role == "more"
    assert "How many" not in tree.below[0].text


@pytest.mark.parametrize("name", [name for name, suite in SUITES.items() if isinstance(suite, SuiteWithExplanations)])
def test_every_case_can_be_explained(name):
    data = open_dataset("stickers")
    rounds = SUITES[name].rounds(data, 40, 1)
    for case in next(rounds):
        roles = [role for role, _ in case.asks]
        for scene in (None, data.scene(case.asks[0][1].stimulus.image or "")):
            lines = SUITES[name].explain_case(case, scene)
            assert all(texts(lines))
            assert all(line.role in ("", *roles) for line in lines)
            assert any(line.role for line in lines)


def test_the_facts_agree_with_the_true_answers():
    """A question whether there is an object is answered with yes exactly if the scene graph contains one that fits."""
    data = open_dataset("stickers")
    checked = 0
    for case in next(SUITES["carets"].rounds(data, 300, 3)):
        tags = dict(case.tags)
        if tags["type"] != "Q1":
            continue
        facts = explain_pair(case, data.scene(case.asks[0][1].stimulus.image or ""))[0].below
        assert facts[0].text.startswith("The scene graph contains no object") == (tags["answer"] == "no"), case.name
        checked += 1
    assert checked > 20
