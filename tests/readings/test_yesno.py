"""Yes and no, in the many ways people and models say them."""

import pytest
from askance.readings import read

DOG = "Is there a dog in the image?"
NO_DOG = "Is there no dog?"
RED = "Is the car red?"


@pytest.mark.parametrize(
    "text",
    ["yes", "Yes.", "YES!", "yeah", "Yep", "I think so", "I believe so.", "correct", "True", "Absolutely!",
     "Of course.",
     "no doubt", "That's true", "The answer is yes.", "**Yes**", "<think>no no</think> Yes", '{"answer": "yes"}',
     "They are.", "He does", "It is.", "Well, I think it is.", "There are dogs, so yes", "Certainly, there's a dog",
     "Sure, there is", "Yes, no doubt.", "It looks like it is."],
)  # fmt: skip
def test_yes(text: str) -> None:
    assert read("yesno", text).value == "yes"


@pytest.mark.parametrize(
    "text",
    ["no", "No.", "nope", "No, there isn't.", "there is no dog", "Not really", "It is not", "It isn't.", "FALSE",
     "Incorrect.", "I don't think so", "I do not think there is one", "Definitely not.", "certainly not", "Not at all",
     "Probably not", "Unlikely", "None of them are.", "No one is.", "Nobody", "He does not.", "That is not true.",
     "It is false", "I can't see any dog", "I see no dog", "The image does not contain a dog.", "I doubt it",
     "Nope, no dog"],
)  # fmt: skip
def test_no(text: str) -> None:
    assert read("yesno", text, DOG).value == "no"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "empty"), ("<think>yes", "empty"), ("brown", "neither yes nor no"), ("not sure", "unsure"),
     ("maybe", "unsure"),
     ("I'm not sure", "unsure"), ("cannot tell", "unsure"), ("no idea", "unsure"), ("yes and no", "both yes and no"),
     ("yes/no", "both yes and no"), ("right of the car", "neither yes nor no"), ("unanswerable", "unsure")],
)  # fmt: skip
def test_unreadable_says_why(text: str, reason: str) -> None:
    reading = read("yesno", text)
    assert (reading.kind, reading.value, reading.reason) == ("yesno", None, reason)


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("There is a dog on the sofa.", DOG, "yes"),
        ("I can see a dog in the picture", DOG, "yes"),
        ("The image shows a dog.", DOG, "yes"),
        ("There is a man with no shirt.", "Is there a man?", "yes"),
        ("It appears that the dog is sleeping.", "Is the dog sleeping?", "yes"),
        ("The dog is not on the sofa.", "Is the dog on the sofa?", "no"),
        ("The car is red.", RED, "yes"),
        ("The car isn't red, it's blue.", RED, "no"),
        ("The car is blue.", RED, None),  # another fact, from which a reader may conclude, but it is not said
        ("There is no dog", NO_DOG, "yes"),
        ("There is a dog", NO_DOG, "no"),
        ("No", NO_DOG, "no"),
        ("Yes, no dogs are visible.", NO_DOG, "yes"),
        ("There is a dog", "Is the image without a dog?", None),
        ("Is there a dog in the image? Yes.", DOG, "yes"),
    ],
)
def test_a_sentence_is_measured_against_its_question(text: str, question: str, value: str | None) -> None:
    assert read("yesno", text, question).value == value


def test_extraction_leaves_a_note() -> None:
    assert read("yesno", "There is no dog").reason == "extracted from a sentence"
    assert read("yesno", "No").reason is None
