"""The recogniser accepts real questions of the built-in world, and rejects those with one word wrong."""

from random import Random

import pytest
from askance.inverse.perturb_questions import (
    double_word,
    drop_word,
    known_shapes,
    perturb_question,
    perturb_with,
    question_shape,
    replace_word,
    swap_words,
)
from askance.inverse.question_slots import question_tokens
from askance.inverse.recogniser import is_well_formed
from askance.stickers.class_traits import TRAITS
from askance.stickers.dataset import Stickers
from askance.suites.carets.question_pairs import templates_for
from askance.suites.carets.question_pool import gather_questions
from askance.suites.carets.suite import scene_facts
from askance.wording.counting_questions import COUNTS, REVERSALS, any_and_none_questions, how_many_question
from askance.wording.templates import fill_template, negated_template


@pytest.fixture(scope="module")
def questions(annotated_scenes):
    """Questions of items, `carets` and `metamorphic`."""
    return {
        "items": sorted({item.question for _, items in annotated_scenes for item in items}),
        "carets": sorted(set(carets_questions())),
        "metamorphic": sorted(set(metamorphic_questions())),
    }


def carets_questions():
    rng = Random(0)
    scenes, counts = scene_facts(Stickers(), 40, 3)
    for originals in gather_questions(scenes.values(), counts, 0).values():
        for original in rng.sample(originals, min(50, len(originals))):
            slots = {name: slot for name, slot in original.slots.items() if name != "other"}
            for template in rng.sample(templates_for(original), 2):
                yield fill_template(template, **slots)
                if template.negation:
                    yield fill_template(negated_template(template), **slots)


def metamorphic_questions():
    rng = Random(0)
    for _ in range(150):
        one, other = ((name, rng.choice((None, *TRAITS[name].colors))) for name in rng.sample(sorted(TRAITS), 2))
        yield how_many_question([one, other], rng.randrange(len(COUNTS)))
        yield how_many_question([one], rng.randrange(len(COUNTS)))
        yield from any_and_none_questions(*other, rng.randrange(len(REVERSALS)))


@pytest.mark.parametrize("source", ["items", "carets", "metamorphic"])
def test_real_questions_are_well_formed(questions, source):
    rejected = [question for question in questions[source] if not is_well_formed(question)]
    assert len(questions[source]) > 250
    assert len(rejected) <= 0.01 * len(questions[source]), rejected[:10]


def test_perturbed_questions_are_not(questions):
    real = [question for found in questions.values() for question in found]
    known = known_shapes(real)
    vocabulary = sorted({word for question in real for word in question_tokens(question) if word.isalpha()})
    rng = Random(0)
    perturbed = [perturb_question(question, rng, vocabulary) for question in real for _ in range(3)]
    wrong = [question for question in perturbed if question_shape(question) not in known]
    accepted = [question for question in wrong if is_well_formed(question)]
    assert len(wrong) > 0.75 * len(perturbed)
    assert len(accepted) <= 0.01 * len(wrong), accepted


@pytest.mark.parametrize(
    "question",
    [
        "Is there dog in the picture?", "Is there an dog in the picture?", "Is there a dogs in the picture?",
        "Is is there a dog?", "Is a there dog?", "How many dog are there?", "What color is the?", "the dog",
        "Is the leafless dog white?", "Is the man wearing a car?", "Is there a dog in the butterfly?",
        "How many white cups and cups are there?", "Is the red car red?", "Is the animal a car or a dog?",
        "What pattern is the car, red or blue?", "Is there a dog in the picture??", "", "?", "Are the dog brown?",
    ],
)  # fmt: skip
def test_ill_formed(question):
    assert not is_well_formed(question)


@pytest.mark.parametrize(
    "question",
    [
        "Is there a dog in the picture?", "is there a dog in the picture", "What's the color of the car?",
        "Count the dogs.", "Is the dog black, white or gray?", "Is the dog black, white, or gray?",
        "Is there an open tent or a pumpkin in this picture?", "Who is holding the phone?",
    ],
)  # fmt: skip
def test_well_formed(question):
    assert is_well_formed(question)


def test_one_word_is_changed():
    question, rng = "Is the dog next to a cat?", Random(1)
    words = question_tokens(question)
    assert len(question_tokens(perturb_with(question, rng, drop_word))) == len(words) - 1
    assert len(question_tokens(perturb_with(question, rng, double_word))) == len(words) + 1
    assert sorted(question_tokens(perturb_with(question, rng, swap_words))) == sorted(words)
    replaced = question_tokens(perturb_with(question, rng, lambda said, rng: replace_word(said, rng, ["zebra"])))
    assert sum(one != other for one, other in zip(words, replaced, strict=True)) == 1
    assert perturb_question(question, Random(4), ["zebra"]) == perturb_question(question, Random(4), ["zebra"])
