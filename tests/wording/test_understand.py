"""Every wording on the page of the question language is understood, and wordings of one thing mean the same."""

import re
from pathlib import Path

import pytest
from askance.wording.understand import (
    MoreThanClaim,
    Phrase,
    YesNoQuestion,
    color_words,
    coordinated_arguments,
    group_terms,
    has_negation,
    is_plain_wording,
    understand,
)
from askance.wording.world_nouns import GROUPS, MASS_GROUPS, NOUNS

PAGE = Path(__file__).parents[2] / "docs" / "design" / "0002-question-language.md"


def page_rows() -> list[tuple[str, list[str], list[str]]]:
    """Skill, plain wordings and other wordings of every row of the page's table."""
    rows = []
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and ("?" in cells[1]):
            rows.append((cells[0], *(re.findall(r"[A-Z][^?.·/(]*[?.]", cell) for cell in cells[1:])))
    return rows


WORDINGS = [question for _, plain, others in page_rows() for question in plain + others]

# one wording a line; an empty line parts the meanings
SAME = """
Is there a dog in the picture?
are there any dogs
Can you see a dog?
Could you tell me whether there is a dog?
Is a dog visible?
In this image, is there a dog?
Please tell me if there are any dogs in the photo.
Is it correct that the picture shows a dog?
Can any dogs be seen in the image?

Is there no dog in the picture?
Are there no dogs?
Is the picture free of dogs?
Is it not true that there is a dog?
Is a dog missing from the picture?
Does the image not show a dog?
Does the photo lack dogs?

How many cars are red?
How many red cars are there?
Count the red cars.
What is the number of red cars?

What color is the car?
What's the colour of the car?
Which color does the car have?
Name the color of the car.
So what color is the car?
Can you tell me what color the car is?
How would you describe the color of the car?
Which color would you say the car is?
Which color best describes the car?

What is the dog doing?
What is the dog doing in the picture?
Can you tell me what the dog is doing?

Is the car red or blue?
Can you tell me whether the car is red or blue?
What is the color of the car: red or blue?
What color is the car, red or blue?
Which is the color of the car: red or blue?
Is the color of the car red or blue?
Red or blue: what color is the car?
Is the car best described as red or blue?

Is there neither a dog nor a cat?
Are there no dogs and no cats?
Is the picture free of dogs and cats?
Is it false that there is either a dog or a cat?

Are there not both a dog and a cat?
Do you fail to see both a dog and a cat?
Is there no dog or no cat?
Is it not true that there is both a dog and a cat?

Is there a lamp that is off and on the table?
Do you see a lamp that is turned off and that is on the table?

Are there both a dog and a cat?
Is there a dog and a cat?
Does the image show dogs and cats?
Are a dog and a cat both in the picture?

Is there either a dog or a cat?
Is there a dog or a cat?
Is a dog or a cat visible?

What is the man holding?
What does the man hold?
What object is the man holding?
What is held by the man?

What is the man riding?
What is the man riding in the picture?
In the picture, what is the man riding?

Is the man holding a ball?
Does the man hold a ball?
Would you say that the man is holding a ball?

Is the car the same color as the truck?
Are the car and the truck the same color?
Do the car and the truck have the same color?
Is the color of the car the same as that of the truck?

Where is this?
What place is shown?
Where was this picture taken?
Which place is this?

Are there more dogs than cats?
Do the dogs outnumber the cats?
Do you see more dogs than cats?
Is the number of dogs greater than the number of cats?

How many wheels does the car have?
What is the number of wheels of the car?
How many wheels are on the car?
"""


@pytest.mark.parametrize("question", WORDINGS)
def test_every_wording_of_the_page_is_understood(question: str) -> None:
    assert understand(question) is not None


def test_the_page_was_read() -> None:
    assert len(page_rows()) >= 15
    assert len(WORDINGS) > 55


@pytest.mark.parametrize("block", SAME.split("\n\n"), ids=lambda block: block.strip().split("\n")[0])
def test_wordings_of_one_thing_mean_the_same(block: str) -> None:
    wordings = block.strip().splitlines()
    assert {understand(wording) for wording in wordings} == {understand(wordings[0])}
    assert understand(wordings[0]) is not None


@pytest.mark.parametrize("name", [*NOUNS, *GROUPS])
def test_every_term_is_understood_in_the_singular_and_the_plural(name: str) -> None:
    noun = NOUNS.get(name) or GROUPS[name]
    article = "an" if name[0] in "aeiou" else "a"
    singular = understand(f"Is there {article} {MASS_GROUPS.get(name, name)}?")
    assert isinstance(singular, YesNoQuestion)
    assert understand(f"Are there any {noun.plural}?") is not None
    assert understand(f"How many {noun.plural} are there?") is not None


@pytest.mark.parametrize(
    "question", ["", "?", "Why?", "Is there a blorb?", "How are you?", "dog", "What color", "Is the?"]
)
def test_the_rest_is_not_understood(question: str) -> None:
    assert understand(question) is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is there a dog and a cat?", ("dog", "cat")),
        ("Are there more red cars than cats?", ("red car", "cat")),
        ("Is the car red or blue?", ("red", "blue")),
        ("How many dogs and cats are there?", ("dog", "cat")),
        ("Are the car and the bike the same color?", ("car", "bicycle")),
        ("Is this a beach or a street?", ("beach", "street")),
        ("Is there a dog?", ()),
    ],
)
def test_arguments_keep_their_order(question: str, expected: tuple[str, ...]) -> None:
    form = understand(question)
    assert form is not None
    assert coordinated_arguments(form) == expected


def test_marks_for_the_faults() -> None:
    form = understand("Is there no red vehicle next to the dog?")
    assert form is not None
    assert has_negation(form)
    assert group_terms(form) == ("vehicle",)
    assert color_words(form) == ("red",)


PLAIN = [
    "Is there a dog in the picture?", "Is there an animal in the picture?", "Is there no dog in the picture?",
    "How many dogs are there?", "What color is the car?", "What pattern does the shirt have?",
    "What is the table made of?", "Is the car red?", "Is the car red or blue?", "Is the animal a dog or a cat?",
    "Are there both a dog and a cat?", "Is there a dog or a cat?", "Is the cup on the table?", "What is on the table?",
    "What is the man holding?", "What is the dog doing?", "Is the man standing or sitting?", "Where is this?",
    "What is the weather like?", "What does the sign say?", "Are there more dogs than cats?",
    "Are the car and the truck the same color?", "How many wheels does the car have?",
]  # fmt: skip
NOT_PLAIN = [
    "Are there any dogs?", "Can you see a dog?", "Is the picture free of dogs?", "Is the car not red?",
    "How many dogs are in the picture?", "Count the dogs.", "What is the color of the car?", "Does the car look red?",
    "Is the color of the car red?", "What color is the car, red or blue?", "Is there a dog and a cat?",
    "Is there a cup on the table?", "Which object is on the table?", "What place is shown?", "How is the weather?",
    "What word is on the sign?", "Is the car the same color as the truck?", "What's the weather like?",
    "Is there a dog in the picture? Is there a cat?", "What is the number of wheels of the car?",
]  # fmt: skip


def test_plain_wordings() -> None:
    assert [question for question in PLAIN if not is_plain_wording(question)] == []
    assert [question for question in NOT_PLAIN if is_plain_wording(question)] == []


def test_long_chains_are_understood() -> None:
    assert understand("Is the cup" + " on the table next to the dog" * 6 + " red?") is not None


@pytest.mark.parametrize(
    ("question", "number"),
    [("Are there more than 2 dogs?", 2), ("Is there more than one dog?", 1), ("Are there at least 3 dogs?", 2),
     ("Do you see more than 4 dogs in the picture?", 4)],
)  # fmt: skip
def test_more_than_a_number(question: str, number: int) -> None:
    assert understand(question) == YesNoQuestion(MoreThanClaim(Phrase("dog", "class", "dog"), number))


def test_at_least_nothing_is_no_question() -> None:
    assert understand("Are there at least 0 dogs?") is None
