"""Which words of a question are marked as changed."""

import pytest
from askance.report.changed_words import mark_changed_words
from hypothesis import given
from hypothesis import strategies as st


def marked(question, *others):
    return [words.text for words in mark_changed_words(question, others) if words.is_changed]


@pytest.mark.parametrize(
    ("question", "other", "changed"),
    [
        ("Is there no boat in the image?", "Is there a boat in the image?", ["no"]),
        ("Is there a boat in the image?", "Is there a boat in the image?", []),
        ("Is there a boat?", "Is there a boat in the image?", []),  # words went; the other question has them marked
        ("Is there a boat in the image?", "Is there a boat?", ["in the image"]),
        ("Who's there?", "Who is there?", ["Who's"]),
        ("How many cats and dogs are there?", "How many dogs and cats are there?", ["cats", "dogs"]),
        ("is it red?", "Is it red?", ["is"]),  # case counts where nothing else differs
        ("there is a dog", "Is there a dog?", ["is"]),  # and not where the order explains it
        ("What is this??", "What is this?", ["?"]),
        ("", "Is there a boat?", []),
    ],
)
def test_words_that_the_other_question_does_not_have(question, other, changed):
    assert marked(question, other) == changed


def test_an_original_is_marked_where_any_variant_differs():
    whole = "How many dogs and cats are there?"
    assert marked(whole, "How many dogs are there?", "How many cats are there?") == ["dogs and cats"]
    assert marked(whole) == []


@given(st.text(), st.text())
def test_the_runs_are_the_whole_question(question, other):
    assert "".join(words.text for words in mark_changed_words(question, [other])) == question
