"""Contradictions: the rules by example, and that no flagged pair is true together in any scene."""

import time
from random import Random

import numpy as np
import pytest
from askance.inverse.belief import Belief
from askance.inverse.contradiction_rules import RULES
from askance.inverse.contradictions import find_contradictions
from askance.inverse.scene_judge import answer_truth
from askance.models.scene_logic import SceneLogic
from askance.stickers.dataset import Stickers
from askance.wording.understand import understand
from random_worlds import random_answer, random_question, random_scene

EXAMPLES = {
    "negation": [("Is there a dog?", "yes", "Is there no dog?", "yes"),
                 ("Is it sunny?", "no", "Is it not sunny?", "no")],
    "paraphrase": [
        ("Is the cup to the left of the table?", "yes", "Is the table to the right of the cup?", "no"),
        ("Are the car and the truck the same color?", "yes", "Is the truck the same color as the car?", "no"),
        ("Are there both a dog and a cat?", "no", "Do you see both a cat and a dog?", "yes"),
    ],
    "choice": [("Is the car red or blue?", "red", "Is the car red?", "no")],
    "hypernym": [
        ("Is there a dog?", "yes", "Is there an animal?", "no"),
        ("How many dogs are there?", "2", "How many animals are there?", "1"),
        ("What is on the table?", "apple", "Is there a fruit on the table?", "no"),
    ],
    "narrower": [("Is there a red car?", "yes", "Are there any cars?", "no")],
    "exclusive-value": [("Is the car not red?", "no", "Is the car blue?", "yes")],
    "missing-object": [
        ("Is the cup on the table?", "yes", "Is there a table?", "no"),
        ("What color is the car?", "red", "Is there no car?", "yes"),
        ("Are the sofa and the cat the same color?", "yes", "Can you see a sofa?", "no"),
        ("Are the sofa and the cat the same color?", "yes", "Is there no cat?", "yes"),
    ],
    "part-without-whole": [("How many wheels does the bicycle have?", "2", "Is there a bicycle?", "no")],
    "count-and-existence": [("How many dogs are there?", "0", "Is there a dog?", "yes")],
    "two-counts": [
        ("How many dogs are there?", "2", "What is the number of dogs?", "three"),
        ("Are there exactly two dogs?", "no", "How many dogs are there?", "2"),
        ("How many wheels does the car have?", "2", "How many wheels can you see on the car?", "1"),
    ],
    "sum": [("How many dogs and cats are there?", "1", "How many dogs are there?", "2")],
    "and-or": [
        ("Is there a dog or a cat?", "no", "Is there a dog?", "yes"),
        ("Is there a dog or a cat?", "yes", "Is there an animal?", "no"),
    ],
    "comparison": [
        ("Are there more dogs than cats?", "yes", "Are there fewer dogs than cats?", "yes"),
        ("Are there more dogs than cats?", "yes", "Are there as many dogs as cats?", "yes"),
        ("Are there more dogs than cats?", "yes", "How many dogs are there?", "0"),
    ],
    "surroundings": [
        ("Is this indoors or outdoors?", "indoors", "Where is this?", "beach"),
        ("Where is this?", "kitchen", "Where was this picture taken?", "street"),
    ],
}  # fmt: skip
CONSISTENT = [
    ("Is the zebra red?", "no", "Is the zebra not red?", "no"), ("Is the car red?", "yes", "Is the car blue?", "yes"),
    ("What color is the car?", "red", "What color is the car?", "blue"),
    ("Is there a dog?", "no", "Is there an animal?", "yes"),
    ("Where is this?", "beach", "What place is shown?", "sea"),
    ("Is the man wearing a hat?", "no", "Is there a hat?", "no"),
    ("How many dogs are there?", "2", "How many red dogs are there?", "0"),
    ("Is there a dog?", "yes", "Is there a dog?", "maybe"),
    ("Are there more dogs than cats?", "no", "Are there fewer dogs than cats?", "no"),
    ("Are the car and the truck the same color?", "no", "Are the car and the truck not the same color?", "no"),
    ("Is this a kitchen?", "no", "Is this indoors?", "yes"), ("Colorless green ideas?", "yes", "Is there a dog?", "no"),
    ("How many wheels does the car have?", "0", "Is there a car?", "no"),
    ("How many wheels does the car have?", "2", "How many wheels does the red car have?", "1"),
    # of two cars, "the car" may be the other one
    ("Are there any blue cars?", "yes", "Is the car not red?", "no"),
    ("Is there a red car?", "yes", "Is the car red?", "no"),
    ("How many red cars are there?", "1", "Is the car red?", "no"),
    ("Is there a cup on the table?", "yes", "Is the cup on the table?", "no"),
    ("Is the open box not tan?", "yes", "Is the box open?", "no"),
    ("Is the dog white?", "yes", "Is the animal white?", "no"),
]  # fmt: skip


def beliefs(*parts):
    return [Belief(question, answer) for question, answer in zip(parts[::2], parts[1::2], strict=True)]


def test_every_rule_has_an_example():
    assert set(EXAMPLES) == set(RULES)


@pytest.mark.parametrize(("rule", "pair"), [(rule, pair) for rule, pairs in EXAMPLES.items() for pair in pairs])
def test_rules(rule, pair):
    (found,) = find_contradictions(beliefs(*pair))
    assert found.rule == rule
    assert (found.first.question, found.second.question) == pair[::2]
    assert found.why.endswith(RULES[rule])


@pytest.mark.parametrize("pair", CONSISTENT)
def test_pairs_that_can_both_be_true(pair):
    assert find_contradictions(beliefs(*pair)) == []


def test_every_belief_of_two_opposed_groups_is_in_a_contradiction():
    yes = ["Is there a dog?", "Can you see a dog?", "Are there any dogs?"]
    no = ["Is there no dog?", "Are there no dogs?"]
    said = [Belief(question, "yes") for question in (*yes, *no)]
    found = find_contradictions([*said, said[0]])
    assert {belief for one in found for belief in (one.first, one.second)} == set(said)
    assert len(found) == 3


def random_beliefs(rng, number):
    found = {}
    while len(found) < number:
        question = random_question(rng)
        if understand(question) is not None:
            belief = Belief(question, random_answer(rng, question))
            found[belief.question, belief.answer] = belief
    return list(found.values())


def jointly_true(found, scenes):
    """The contradictions whose two beliefs are both true in one of the scenes."""
    views = [SceneLogic(scene) for scene in scenes]
    truth = {
        belief: np.array([answer_truth(understand(belief.question), belief.answer, view) is True for view in views])
        for belief in {belief for one in found for belief in (one.first, one.second)}
    }
    return [one.why for one in found if (truth[one.first] & truth[one.second]).any()]


def test_no_contradiction_is_true_in_a_random_scene():
    rng = Random(0)
    found = find_contradictions(random_beliefs(rng, 640))  # 204,480 pairs
    assert len(found) > 1_000
    assert jointly_true(found, [random_scene(rng, number) for number in range(150)]) == []


@pytest.mark.slow
def test_no_contradiction_is_true_in_2000_scenes():
    rng, data = Random(1), Stickers()
    found = find_contradictions(random_beliefs(rng, 900))
    assert jointly_true(found, [random_scene(rng, number) for number in range(2_000)]) == []
    assert jointly_true(found, [data.scene(image) for image in data.images()]) == []


def test_thousands_of_beliefs_take_seconds(annotated_scenes):
    rng = Random(2)
    questions = [item.question for _, items in annotated_scenes for item in items]
    said = [Belief(question, answer) for question in questions for answer in ("yes", "no", "2", "red", "dog")]
    said += [Belief(question, random_answer(rng, question)) for question in (random_question(rng) for _ in range(500))]
    start = time.process_time()
    assert find_contradictions(said)
    assert time.process_time() - start < 5  # about 1 s on the reference machine
