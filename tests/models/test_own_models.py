"""Models of the user's own code: what they are given, what they may declare, and what they are told."""

from askance.core import ModelInput, Query, Stimulus


def test_an_input_has_the_question_and_the_turns():
    turns = (("Is it a dog?", "yes"),)
    given = ModelInput(Query(Stimulus("a", "What color is it?", turns=turns)))
    assert (given.question, given.turns, given.image) == ("What color is it?", turns, None)
