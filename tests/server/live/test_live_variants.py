"""Variants of a typed question: their meaning is what the test needs, so that a truthful model passes every one."""

from collections import Counter

import pytest
from askance.core import Answer, ModelInput, Query, Stimulus
from askance.datasets import open_dataset
from askance.models import open_model
from askance.server.live.live_answers import LiveAnswer, LiveQuestion
from askance.server.live.live_images import LiveImages
from askance.server.live.live_session import Live
from askance.server.live.loaded_models import open_models
from askance.server.live.question_tests import judge_variants
from askance.server.live.question_variants import NOT_UNDERSTOOD, question_variants

DATA = open_dataset("stickers")


def texts(question, test):
    return [variant.question for variant in question_variants(question).variants if variant.test == test]


@pytest.mark.parametrize(
    ("question", "test", "wanted"),
    [
        ("Is there a red dog on the table?", "rephrase", "Can you see a red dog on the table?"),
        ("Is there a dog and a cat?", "rephrase", "Do you see both a dog and a cat?"),
        ("What color is the car?", "rephrase", "What is the color of the car?"),
        ("How many dogs are there?", "rephrase", "What is the number of dogs?"),
        ("Are the dogs brown?", "rephrase", "Do the dogs appear to be brown?"),
        ("Are there any zebras in the image?", "negation", "Are there no zebras in the image?"),
        ("Is the man wearing a hat?", "negation", "Is the man not wearing a hat?"),
        ("Is there no dog in the picture?", "negation", "Is there a dog in the picture?"),
        ("Is it sunny?", "negation", "Is it not sunny?"),
        ("Is there neither a dog nor a cat?", "negation", "Is there either a dog or a cat?"),
        ("Is the car red or blue?", "order", "Is the car blue or red?"),
        ("Is the apple red, green or yellow?", "order", "Is the apple yellow, green or red?"),
        ("Is the apple red, green, or yellow?", "order", "Is the apple yellow, green or red?"),
        ("Is the animal a cat or an elephant?", "order", "Is the animal an elephant or a cat?"),
        ("Is there a dog and an orange cat?", "order", "Is there an orange cat and a dog?"),
        ("Are there as many dogs as cats?", "order", "Are there as many cats as dogs?"),
    ],
)
def test_variants_of_typed_questions(question, test, wanted):
    assert wanted in texts(question, test)


@pytest.mark.parametrize(
    "question", ["Is every dog brown?", "Is neither dog black?", "Isn't there a dog?", "Is the dog house white?"]
)
def test_a_question_that_the_grammar_reads_loosely_has_no_variants_of_its_meaning(question):
    found = question_variants(question)
    assert [each for each in found.variants if each.test != "sears"] == []
    assert NOT_UNDERSTOOD in {each.reason for each in found.missing}


def test_a_question_for_several_is_not_reworded_as_one_for_one():
    assert texts("Are there people?", "rephrase")
    assert not any(" person " in text for text in texts("Are there people?", "rephrase"))
    assert "Is there a person in the picture?" in texts("Are there any people?", "rephrase")


def test_sears_variants_follow_the_rules_of_the_suite():
    pytest.importorskip("spacy")
    found = [each for each in question_variants("What color is the car?").variants if each.test == "sears"]
    assert {each.rule: each.question for each in found} == {
        "what-noun": "Which color is the car?",
        "colour": "What colour is the car?",
    }
    assert {each.relation for each in found} == {"unchanged"}


def test_tests_that_are_not_possible_have_a_reason():
    found = question_variants("What sport do they play?")
    reasons = {each.test: each.reason for each in found.missing}
    assert reasons["rephrase"] == reasons["negation"] == reasons["order"] == NOT_UNDERSTOOD
    reasons = {each.test: each.reason for each in question_variants("How many dogs are there?").missing}
    assert reasons["negation"] == "only a yes/no question can be negated"
    assert "no options" in reasons["order"]


@pytest.mark.parametrize(
    "question", ["<script>alert(1)</script>?", "{obj}", "%s {0} {the}", "'; drop table x; --", "a" * 900, "or or or?"]
)
def test_hostile_questions_have_no_variants_and_raise_nothing(question):
    assert [each for each in question_variants(question).variants if each.test != "sears"] == []


@pytest.mark.parametrize("count", [80, pytest.param(400, marks=pytest.mark.slow)])
def test_the_oracle_satisfies_every_variant_of_every_question_of_the_built_in_world(count):
    oracle, seen = open_model("oracle"), Counter()
    for item in DATA.items(count, 3):
        about = question_variants(item.question)
        questions = [item.question, *(each.question for each in about.variants)]
        scene = DATA.scene(item.image)
        answers = oracle.answer([ModelInput(Query(Stimulus(item.image, q)), scene=scene) for q in questions])
        asked = LiveQuestion(item.image, item.question)
        test = judge_variants(asked, (), about, [LiveAnswer("oracle", answer, 0.0) for answer in answers])
        for each in test.tested:
            assert each.verdict.holds is True, (item.question, each)
            seen[each.variant.test] += 1
    assert seen["rephrase"] > 2.2 * count, seen
    assert seen["negation"] > 0.37 * count, seen
    assert seen["order"] > 0.12 * count, seen


@pytest.fixture(scope="module")
def live():
    images = LiveImages(lambda name: DATA)
    names = ["oracle", *(f"defective:{fault}" for fault in dict.fromkeys(FAULTS.values()))]
    return Live(open_models(names, images, print), images)


FAULTS = {
    "rephrase": "paraphrase-sensitive",
    "negation": "ignores-negation",
    "order": "order-sensitive",
    "sears": "paraphrase-sensitive",
}


@pytest.mark.parametrize("test", FAULTS)
def test_the_fault_that_a_test_is_made_for_breaks_it(live, test):
    holds = Counter()
    for item in DATA.items(60, 0):
        asked = LiveQuestion(item.image, item.question)
        if not any(each.test == test for each in live.variants(asked).variants):
            continue
        result = live.test(f"defective:{FAULTS[test]}", "me", asked).result(30)
        holds.update(each.verdict.holds for each in result.tested if each.variant.test == test)
    assert holds[False] > 0, holds


def test_a_variant_that_is_not_fair_for_the_image_is_left_out_with_the_reason(live):
    image = next(image for image in DATA.images(50) if "zebra" not in {each.name for each in DATA.scene(image).things})
    asked = LiveQuestion(image, "Is the zebra brown?")
    found = live.variants(asked)
    assert [each for each in found.variants if each.test == "negation"] == []
    assert any("assumes that the image shows the zebra" in each.reason for each in found.missing)
    assert [each for each in question_variants(asked.question).variants if each.test == "negation"]


def test_a_failed_answer_leaves_the_verdict_undecided():
    about = question_variants("Is there a dog?")
    yes, failed = LiveAnswer("m", Answer(text="yes"), 0.1), LiveAnswer("m", Answer("failed", reason="oh"), 0.1)
    test = judge_variants(LiveQuestion("i", "Is there a dog?"), (), about, [yes, *[failed] * len(about.variants)])
    assert {each.verdict.holds for each in test.tested} == {None}
    assert test.tested[0].verdict.reason == "failed: oh"
