"""Several questions in a row: the first is the one that is understood."""

import pytest
from askance.suites.basic_questions.question_pools import STICKERS_FILE
from askance.wording.understand import first_question, split_questions, understand

ROW = "What color is the car? Is there a dog? Count the men. How many cats are there?"


def test_each_question_by_itself():
    assert split_questions(ROW) == (
        "What color is the car?", "Is there a dog?", "Count the men.", "How many cats are there?",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Is there a dog?", "Is there a dog?", "Is there a dog?"),
        ("Look at this. Is there a dog? Is there a cat?", "Look at this. Is there a dog?", "Is there a cat?"),
        ("Count the men. Is there a cat?", "Count the men.", "Is there a cat?"),
        ("Is there a cat? What color is", "Is there a cat? What color is", "Is there a cat? What color is"),
        ("gibberish", "gibberish", "gibberish"),
        ("", "", ""),
    ],
)
def test_first_and_last(text, first, last):
    assert first_question(text) == first
    assert split_questions(text)[-1] == last


def test_what_is_understood_is_the_first_question():
    questions = STICKERS_FILE.read_text().splitlines()[1:]
    for one, other in zip(questions[:3000:3], questions[1:3000:3], strict=False):
        assert split_questions(f"{one} {other}") == (one, other)
        assert understand(f"{one} {other}") == understand(one) == understand(first_question(f"{one} {other}"))
