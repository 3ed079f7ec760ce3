"""Which option was chosen, by name, letter or place."""

import pytest
from askance.readings import read
from askance.readings.alternatives import alternatives_in_question

COLORS = ("blue", "light blue", "red")


@pytest.mark.parametrize(
    ("text", "value"),
    [("red", "red"), ("Light blue.", "light blue"), ("The car is light blue.", "light blue"), ("It's blue!", "blue"),
     ("not red but blue", "blue"), ("It isn't red, it's blue.", "blue"), ("No, blue", "blue"),
     ("blue rather than red", "blue"), ("instead of red it is blue", "blue"), ("(B)", "light blue"),
     ("B.", "light blue"), ("b", "light blue"), ("B) light blue", "light blue"),
     ("Answer: (C)", "red"), ("the first one", "blue"),
     ("The second option", "light blue"), ("last", "red"), ("option 3", "red"), ("(A) blue", "blue"),
     ("<think>red?</think>The color is blue", "blue")],
)  # fmt: skip
def test_chosen(text: str, value: str) -> None:
    assert read("choice", text, options=COLORS).value == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [("red or blue", "two options"), ("It's red and blue", "two options"), ("green", "none of the options"),
     ("neither red nor blue", "none of the options"), ("reddish", "none of the options"),
     ("not red", "none of the options"),
     ("B. red", "letter and text disagree"), ("", "empty")],
)  # fmt: skip
def test_unreadable_says_why(text: str, reason: str) -> None:
    reading = read("choice", text, options=COLORS)
    assert (reading.value, reading.reason) == (None, reason)


def test_an_article_is_no_letter() -> None:
    assert read("choice", "A dog", options=("cat", "dog")).value == "dog"
    assert read("choice", "The latter.", options=("cat", "dog")).value == "dog"
    assert read("choice", "dogs", options=("dog", "cat")).value == "dog"
    assert read("choice", "dog").reason == "no options given"


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Is the car red or blue?", ("red", "blue")),
        ("What color is the car, red or blue?", ("red", "blue")),
        ("Is the car red, green, or blue?", ("red", "green", "blue")),
        ("What is this: a cat or a dog?", ("cat", "dog")),
        ("Is this a car or a bus?", ("car", "bus")),
        ("Is the animal, a dog, a cat, or a horse?", ("dog", "cat", "horse")),
        ("Is the person a boy, a girl or a man?", ("boy", "girl", "man")),
        ("Is the plane taking off or landing?", ("taking off", "landing")),
        ("Is the man right handed or left handed?", ("right handed", "left handed")),
        ("Will this guy land on his feet or on his head?", ("on his feet", "on his head")),
        ("Are there more boys or girls?", ("boys", "girls")),
        ("Is there a dog or a cat?", ()),
        ("Do you see a dog or a cat?", ()),
        ("Is there either a dog or a cat?", ()),
        ("Is the animal either a dog or a cat?", ()),
        ("Is it red or not?", ()),
        ("Is it all the way up, or is something loading?", ()),
        ("Is this fabric black or navy blue? Thank you.", ("black", "navy blue")),
        ("What color or pattern is it?", ()),
        ("Is the car red?", ()),
    ],
)
def test_alternatives_of_a_question(question: str, options: tuple[str, ...]) -> None:
    assert alternatives_in_question(question) == options


@pytest.mark.parametrize(
    ("text", "options", "value"),
    [("10", tuple(f"{n}0 cm" for n in range(1, 11)), "10 cm"),
     ("3", tuple(f"{n} people" for n in range(5)), "3 people"),
     ("2", ("2 dogs", "2 cats", "a dog"), None), ("2", ("cat", "dog"), "dog")],
)  # fmt: skip
def test_a_number_in_the_options_is_not_the_place_of_one(
    text: str, options: tuple[str, ...], value: str | None
) -> None:
    assert read("choice", text, options=options).value == value
