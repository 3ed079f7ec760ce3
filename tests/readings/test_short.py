"""Short answers out of sentences, and the wrapping that models put around answers."""

import pytest
from askance.readings import read

COLOR = "What color is the dog?"
THIS = "What is this?"


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("The dog is brown, I think.", COLOR, "brown"),
        ("as far as I can see, it is brown", COLOR, "brown"),
        ("The dog is brown and white.", COLOR, "brown and white"),
        ("It has light brown fur on it.", COLOR, "light brown"),
        ("The dog in this image is brown. It is sitting on grass.", COLOR, "brown"),
        ("It's a cat.", THIS, "cat"),
        ("This is a picture of a dog.", THIS, "dog"),
        ("A red car is parked there", "What is parked there?", "red car"),
        ("A red car is parked there", "What color is the car?", "red"),
        ("A red car is parked there", "What is the car doing?", "parked"),
        ("The man is wearing a blue hat with stripes.", "What is the man wearing?", "blue hat"),
        ("The man in the red shirt is riding a horse.", "What is the man doing?", "riding a horse"),
        ("The man is riding the horse.", "Who is riding the horse?", "man"),
        ("The cat is on the sofa.", "Where is the cat?", "on the sofa"),
        ("The cat is sitting in front of the window.", "Where is the cat?", "in front of the window"),
        ("There is a laptop on the table.", "What is on the table?", "laptop"),
        ("It looks like a bottle of water on the table", "What is on the table?", "bottle of water"),
        ("The table is made of wood.", "What is the table made of?", "wood"),
        ('The sign says "Stop".', "What does the sign say?", "Stop"),
        ("The name of the drink is Coca Cola.", "What is the name of the drink?", "Coca Cola"),
        ("The number on the jersey is 23.", "What number is on the jersey?", "23"),
        ("The clock shows 5:41 in the morning.", "What time is it?", "5:41"),
        ("The animal in the picture is a zebra.", "What animal is this?", "zebra"),
        ("This is a sports car on the road.", "What kind of car is this?", "sports car"),
        ("Because it is raining", "Why does she have an umbrella?", "raining"),
    ],
)
def test_extracted(text: str, question: str, value: str) -> None:
    reading = read("short", text, question)
    assert reading.value == value
    assert reading.reason in ("extracted from a sentence", "the quoted words")


@pytest.mark.parametrize(
    "text",
    ["brown", "**brown**", '{"answer": "brown"}', "{'answer': 'brown'}", "Answer: brown", "Final answer: brown.",
     '"brown"',
     "<think>The dog is black.</think>\nbrown", "no, black</think> brown", "The answer is brown.", "```\nbrown\n```",
     "\\boxed{brown}", "Let me see.\nThe dog is tan.\nAnswer: brown\nI hope this helps."],
)  # fmt: skip
def test_wrapping(text: str) -> None:
    assert str(read("short", text, COLOR).value).rstrip(".") == "brown"


def test_few_words_stay_as_they_are() -> None:
    assert read("short", "Van Ness Avenue").value == "Van Ness Avenue"
    assert read("short", "Van Ness Avenue").reason is None


@pytest.mark.parametrize("text", ["", "  ", "...", "<think>so brown", "<think>brown</think>"])
def test_only_nothing_is_unreadable(text: str) -> None:
    assert read("short", text, COLOR).value is None
    assert read("auto", text, COLOR).reason == "empty"
