"""Where a rule does not hold for every image, nothing is asked."""

from random import Random

import pytest
from askance.wording.implications import imply, is_understood

NOTHING = [
    ("What color are the dogs?", "brown", "plurals"),
    ("Are the dogs brown?", "yes", "plurals"),
    ("Is the cup on the tables?", "yes", "plurals of the other end"),
    ("What color is the car?", "red and white", "several values"),
    ("What color is the car?", "none", "no answer"),
    ("How many birds are there?", "many", "vague counts"),
    ("How many birds are there?", "35", "estimates"),
    ("Is the dog brown?", "no", "there may be no dog"),
    ("Is the cat to the left of the dog?", "no", "there may be no cat"),
    ("Is there a dog or a cat?", "yes", "an or that is affirmed"),
    ("Are there both a dog and a cat?", "no", "an and that is denied"),
    ("How many wheels does the bicycle have?", "0", "there may be no bicycle"),
    ("Why is the man happy?", "because", "questions that are not understood"),
]


@pytest.mark.parametrize(("question", "answer", "why"), NOTHING)
def test_nothing_is_asked(question, answer, why):
    assert imply(question, answer, Random(0)) == (), why


def test_values_that_can_be_true_together_exclude_nothing():
    asked = {each.question for seed in range(80) for each in imply("What color is the car?", "red", Random(seed))}
    assert "Is the car blue?" in asked
    assert not asked & {"Is the car orange?", "Is the car brown?"}


def test_sunny_days_may_have_clouds_and_snow():
    asked = {each.question for seed in range(20) for each in imply("What is the weather like?", "sunny", Random(seed))}
    assert asked == {"Is it sunny?", "Is it not sunny?", "Is it rainy?"}


def test_what_somebody_does_to_an_object_is_not_what_the_object_does():
    asked = {each.question for each in imply("What is the man hitting?", "ball", Random(0))}
    assert not any("hitting" in question for question in asked)


def test_the_question_itself_is_never_asked_again():
    for question in ("Is there a dog?", "Are there any dogs in the picture?", "Is there no dog?"):
        for answer in ("yes", "no"):
            asked = {each.question.lower() for each in imply(question, answer, Random(0))}
            assert question.lower().replace(" in the picture", "") not in asked


def test_a_negated_question_leads_to_negations_alone():
    for question in ("Is there no dog?", "Is the door not open?", "Is it not sunny?", "Is the cup not on the table?"):
        assert {each.kind for each in imply(question, "yes", Random(0))} == {"negation"}


def test_what_is_not_understood_is_known():
    assert is_understood("Is there a dog?")
    assert not is_understood("Why is the man happy?")
