"""Counts in digits, words and sentences; quantifiers; and the ones that are no counts."""

import pytest
from askance.readings import read

DOGS = "How many dogs are there?"
BOTH = "How many dogs and cats are there?"


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("3.", 3), ("0", 0), ("Three", 3), ("twenty-one", 21), ("twenty one", 21), ("one hundred and five", 105),
     ("a hundred", 100), ("1,200", 1200), ("3.5", 3.5), ("-3", -3), ("none", 0), ("zero", 0), ("no dogs", 0),
     ("No.", 0), ("Nobody", 0), ("a couple", 2), ("a pair of dogs", 2), ("a dozen", 12), ("half a dozen", 6),
     ("two dozen", 24),
     ("both", 2), ("10+", 10), ("at least 3", 3), ("no more than 3", 3), ("four or more", 4), ("about 20", 20),
     ("There are three dogs.", 3), ("There is only one.", 1), ("It's just one dog", 1), ("I count 7", 7),
     ("There are no dogs.", 0), ("I don't see any dogs.", 0), ("There aren't any.", 0), ("not a single dog", 0),
     ("a single dog", 1), ("No, there are three.", 3), ("not three but two", 2), ("<think>maybe 4</think>3", 3),
     ("The number of dogs is 4.", 4), ("**Three**", 3), ("Answer: 5", 5), ("2 + 3 = 5", 5),
     ("two dogs and three cats, 5 in total", 5), ("There are 5 animals: 2 dogs and 3 cats.", 5)],
)  # fmt: skip
def test_numbers(text: str, value: float) -> None:
    reading = read("number", text)
    assert (reading.kind, reading.value) == ("number", value)


@pytest.mark.parametrize(
    ("text", "value"),
    [("No one", 0), ("There is no one in the picture.", 0), ("this one", None), ("one another", None),
     ("one can see 3 dogs", 3), ("a one-way street", None), ("the 2nd dog", None), ("No one-way signs", 0),
     ("One of the dogs is brown.", None), ("one of them", 1), ("the other one", None),
     ("There are three dogs, and one of the dogs is black.", 3)],
)  # fmt: skip
def test_a_one_that_is_no_count(text: str, value: int | None) -> None:
    assert read("number", text, DOGS).value == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "empty"), ("red", "no number"), ("one or two", "a range"), ("2-3", "a range"), ("2 to 3", "a range"),
     ("between 2 and 4", "a range"), ("5:41", "no number"), ("1/2", "no number"), ("I can't tell", "no number"),
     ("2 dogs and 3 cats", "several numbers: 2, 3")],
)  # fmt: skip
def test_unreadable_says_why(text: str, reason: str) -> None:
    reading = read("number", text)
    assert (reading.kind, reading.value, reading.reason) == ("number", None, reason)


@pytest.mark.parametrize(
    ("text", "value"),
    [("many", "many"), ("too many to count", "many"), ("a lot", "a lot"), ("lots of dogs", "lots"), ("much", "much"),
     ("There are several dogs.", "several"), ("few", "few"), ("a few dogs", "few"), ("not many", "few"),
     ("some", "some"), ("There are dozens of them", "dozens")],
)  # fmt: skip
def test_quantifiers_are_a_kind_of_their_own(text: str, value: str) -> None:
    reading = read("number", text)
    assert (reading.kind, reading.value) == ("quantifier", value)
    assert (reading.reason or "").startswith("quantifier: ")


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("There is a dog.", DOGS, 1),
        ("There are 2 dogs and 3 cats.", DOGS, 2),
        ("There are 2 dogs and 3 cats.", BOTH, 5),
        ("There are 2 dogs and 2 cats.", BOTH, 4),
        ("There are no dogs, but two cats.", DOGS, 0),
        ("2 red cars and 3 blue cars", "How many red cars and blue cars are in the image?", 5),
        ("2 red cars and 3 blue cars", "How many red cars are in the image?", 2),
        ("One of the dogs is brown.", "How many dogs are brown?", 1),
    ],
)
def test_the_question_says_which_number(text: str, question: str, value: int) -> None:
    assert read("number", text, question).value == value
