"""The judge by the scene: relevance, identity of facts, correctness."""

from random import Random

import pytest
from askance.core import Scene, SceneObject, SceneRelation
from askance.inverse.belief_types import belief_type
from askance.inverse.scene_judge import judge_by_scene
from askance.models.true_answers import true_answers
from askance.wording.understand import understand


def thing(id_, name, **attributes):
    return SceneObject(id_, name, (0, 0, 9, 9), {category: (value,) for category, value in attributes.items()})


# a closed kitchen: a red car, a striped cup left of a table on which an apple lies, a man with a hat, a zebra
KITCHEN = Scene(
    "kitchen", 10, 10,
    (
        thing("c", "car", color="red"), thing("u", "cup", color="blue", pattern="striped"), thing("t", "table"),
        thing("a", "apple", color="red"), thing("m", "man", pose="standing"), thing("h", "hat"), thing("z", "zebra"),
    ),
    (
        SceneRelation("u", "left of", "t"), SceneRelation("a", "on", "t"), SceneRelation("m", "wearing", "h"),
    ),
    place="kitchen", unclear=("window",), closed=True,
)  # fmt: skip
STREET = Scene("street", 10, 10, (thing("c", "car", color="red"), thing("d", "dog")), place="street")  # open


@pytest.mark.parametrize(
    ("question", "relevant"),
    [
        ("Is there a dog?", True), ("Is there no dog?", True), ("How many dogs are there?", True),
        ("Are there more dogs than cats?", True), ("Is there a dog or a cat?", True),
        ("Is the dog red?", False), ("Is the dog not red?", False), ("What color is the dog?", False),
        ("Is the car red or blue?", True), ("Is the blue car open?", False), ("Is the car green or blue?", True),
        ("Is the cup on the bed?", False), ("Is there a cup on the bed?", False),
        ("Is there a dog on the table?", True),
        ("Is the man wearing a dress?", True), ("Is there a man wearing a dress?", True),
        ("Who is wearing the dress?", False), ("What is the man holding?", False), ("What is on the table?", True),
        ("How many wheels does the bicycle have?", False), ("Are the car and the dog the same color?", False),
        ("What pattern does the car have?", False), ("What pattern does the cup have?", True),
        ("What is the weather like?", False), ("Where is this?", True), ("Is the window open?", None),
        ("Is there a window?", True),
    ],
)  # fmt: skip
def test_a_question_is_relevant_if_what_it_takes_for_granted_is_there(question, relevant):
    assert judge_by_scene(question, "yes", KITCHEN).relevant is relevant


@pytest.mark.parametrize(
    ("question", "answer", "correct"),
    [
        ("What is on the table?", "apple", True), ("What is on the table?", "fruit", True),
        ("What is on the table?", "dog", False), ("How many dogs are there?", "none", True),
        ("How many cars are there?", "one", True), ("Is the car red?", "red", False),
        ("Is the car green or blue?", "blue", False), ("Is there a window?", "no", None),
        ("How many windows are there?", "0", None), ("Is the zebra white?", "no", None),
        ("Is there a dog or a window?", "yes", None), ("Is there a car or a window?", "no", False),
        ("Is there no car and no window?", "yes", False), ("What is the table made of?", "wood", None),
    ],
)  # fmt: skip
def test_answers_in_a_closed_scene(question, answer, correct):
    assert judge_by_scene(question, answer, KITCHEN).correct is correct


@pytest.mark.parametrize(
    ("question", "answer", "relevant", "correct"),
    [
        ("Is there a dog?", "yes", True, True), ("Is there a cat?", "no", True, None),
        ("What color is the car?", "red", True, True), ("What color is the car?", "blue", True, False),
        ("What color is the dog?", "brown", True, None), ("What color is the cat?", "brown", None, None),
        ("How many cars are there?", "1", True, None), ("Is the animal a cat or a dog?", "cat", True, False),
        ("What is to the left of the car?", "dog", None, None), ("Is this indoors?", "yes", True, False),
    ],
)  # fmt: skip
def test_an_open_scene_does_not_deny_what_nobody_listed(question, answer, relevant, correct):
    found = judge_by_scene(question, answer, STREET)
    assert (found.relevant, found.correct) == (relevant, correct)


@pytest.mark.parametrize(
    ("question", "answer", "reference", "same"),
    [
        ("Can you see a car?", "yes", "Is there a car?", True), ("Is there no car?", "no", "Is there a car?", True),
        ("Is the table to the right of the cup?", "yes", "Is the cup to the left of the table?", True),
        ("Is the car not red?", "no", "Is the car red?", True),
        ("What color is the car?", "red", "Is the car red?", True),
        ("Is the car red or blue?", "red", "What is the color of the car?", True),
        ("Is there an apple on the table?", "yes", "What is on the table?", True),
        ("Are there fewer zebras than cars?", "no", "Are there more cars than zebras?", True),
        ("Is there a dog?", "no", "How many dogs are there?", True),
        ("Is there a car?", "yes", "Is the car red?", False), ("Is there a cup?", "yes", "Is there a car?", False),
        ("Is there a car?", "no", "Is there a car?", False),
        ("What color is the car?", "dog", "Is there a car?", False),
    ],
)  # fmt: skip
def test_the_same_fact(question, answer, reference, same):
    found = judge_by_scene(question, answer, KITCHEN, [reference])
    assert found.same_fact is same
    assert found.correct or not same
    assert judge_by_scene(question, answer, KITCHEN).same_fact is False


def test_two_cars_are_not_one():
    """Of a red and a blue car it is true that "the car" is red, and that it is not red: two facts."""
    two = Scene("two", 10, 10, (thing("1", "car", color="red"), thing("2", "car", color="blue")), closed=True)
    assert judge_by_scene("Is the car not red?", "yes", two, ["Is the car red?"]) == judge_by_scene(
        "Is the car not red?", "yes", two
    )


def test_what_is_not_understood_is_not_judged():
    assert belief_type(judge_by_scene("Colorless green ideas?", "yes", KITCHEN)) is None


def test_annotated_beliefs_are_rephrases_and_no_wrong_belief_states_an_annotated_fact(annotated_scenes):
    rng = Random(0)
    answers = [item.answers[0] for _, items in annotated_scenes for item in items]
    for scene, items in annotated_scenes:
        references = [item.question for item in items]
        for item in items:
            truth = max(set(item.answers), key=item.answers.count)
            assert belief_type(judge_by_scene(item.question, truth, scene, references)) == "rephrase"
            guess = judge_by_scene(item.question, rng.choice(answers), scene, references)
            assert guess.correct or not guess.same_fact


def test_true_answers_are_never_adversarial(annotated_scenes):
    rng = Random(1)
    questions = [item.question for _, items in annotated_scenes for item in items]
    for scene, _ in annotated_scenes:
        for question in rng.sample(questions, 60):
            answer = true_answers(understand(question), scene)[0]
            assert belief_type(judge_by_scene(question, answer, scene)) != "adversarial"
