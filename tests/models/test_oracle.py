"""The oracle's answers to questions of every form, in many wordings."""

import pytest
from askance.core import Answer, Choose, Condition, Model, Score
from askance.models.conformance import check_conformance
from askance.models.oracle import Oracle

from models.scenes import ROOM, STREET, ask

STREET_ANSWERS = """
Is there a dog in the picture? | yes
Are there any dogs? | yes
Can you see a horse? | no
Does the image show a dog? | yes
Do you see any horses in the image? | no
Is there an animal in the picture? | yes
Is there a mammal in the picture? | yes
Are there any vehicles in the photo? | yes
Is there a piece of furniture in the picture? | yes
Is there any furniture? | yes
Does the picture show any food items? | no
Is there a bike in the picture? | yes
Is there a wheel in the picture? | yes
Is there no dog in the picture? | no
Are there no horses? | yes
Is it true that there is no dog? | no
Is the picture free of horses? | yes
Is the picture free of dogs? | no
Is it false that there is a horse? | yes
Does the image lack a lion? | yes
Is the car not red? | no
Is the car not blue? | yes
Is the horse not blue? | no
How many dogs are there? | 2
How many dogs are in the picture? | 2
What is the number of dogs? | 2
How many dogs can you see? | 2
Count the dogs. | 2
How many horses are there? | 0
How many trucks are there? | 1
How many animals are there? | 3
How many vehicles are there? | 3
How many people are in the image? | 2
How many dogs and cats are there? | 3
How many cats and dogs can you see? | 3
How many red and blue cars are there? | 1
How many people are standing or riding? | 2
How many brown dogs are there? | 2
How many dogs are to the left of the car? | 2
How many dogs are not brown? | 0
What color is the car? | red
What is the color of the car? | red
Which color does the car have? | red
What colour is the truck behind the car? | blue
What's the color of the truck? | blue
What is the car's color? | red
Can you tell me what color the car is? | red
What color is the horse? | none
What pattern does the hat have? | striped
What is the bench made of? | wood
What material is the bench made of? | wood
Is the bench made of wood? | yes
Is the bench wooden? | yes
Is the bench metal? | no
Is the car red? | yes
Would you say the car is red? | yes
Is the color of the car blue? | no
Does the car look red? | yes
Is red the color of the car? | yes
Is the horse red? | no
Is the car large? | yes
Is the car red or blue? | red
What color is the car, red or blue? | red
Which is the color of the car: green, blue or red? | red
Is the truck red or blue? | blue
Is the truck red, green or blue? | blue
Is the car next to the truck red, green or blue? | none
Is the car in front of the truck green, red or blue? | red
Is the man standing, lying or sitting? | standing
Is the animal on the bench, a dog, a cow or a cat? | cat
Is the dog on the left of the car brown or gray? | brown
Is the animal on the bench a dog or a cat? | cat
Which animal is on the bench, a dog or a cat? | cat
Is the car on or off? | off
Is the dog small or large? | small
Is there a dog and a cat? | yes
Is there a dog and a horse? | no
Is there a horse or a cat? | yes
Is there a horse or a cow? | no
Are there both a dog and a cat? | yes
Is there either a horse or a cow? | no
Can you see a dog and a cat? | yes
Is there neither a horse nor a cow? | yes
Is there neither a horse nor a cat? | no
Are there no horses or dogs? | no
Is it not true that there are both a dog and a horse? | yes
Is the cat on the bench? | yes
Is the dog on the bench? | no
Is there a cat on the bench? | yes
Do you see a dog on the bench? | no
Is the man holding a ball? | yes
Is the man holding a yellow ball? | yes
Is the girl holding a ball? | no
Is the dog to the left of the car? | yes
Is the car to the left of the dog? | no
Is the car in front of the truck? | yes
Is the truck behind the car? | yes
Is the bench next to the man? | yes
Is the ball held by the man? | yes
What is on the bench? | cat
What is the man holding? | ball
Which object is on the bench? | cat
What does the man hold? | ball
Who is holding the ball? | man
What is the girl riding? | bicycle
Which vehicle is the girl riding? | bicycle
Who is riding a bike? | girl
What is the man holding, a ball or a cup? | ball
What is the dog doing? | running
What action is the dog performing? | running
Is the dog running? | yes
Is the dog sleeping? | no
Is the dog running or sleeping? | running
Is the man standing or sitting? | standing
What pose is the man in? | standing
What is the girl doing? | riding
Where is this? | street
What place is shown? | street
Where was this picture taken? | street
Is this a street or a beach? | street
Is this indoors or outdoors? | outdoors
Is it outdoors? | yes
What is the weather like? | sunny
How is the weather? | sunny
Is the weather rainy or sunny? | sunny
Is it raining? | no
What does the sign say? | STOP
What word is on the sign? | STOP
What is written on the sign? | STOP
Does the sign say stop? | yes
Does the sign say exit? | no
Are there more dogs than cats? | yes
Are there fewer dogs than cats? | no
Are there as many dogs as cats? | no
Are there as many cars as trucks? | yes
Is the number of cats smaller than the number of dogs? | yes
Are the car and the truck the same color? | no
Is the car the same color as the sign? | yes
Do the car and the sign have the same color? | yes
Are the car and the truck different colors? | yes
How many wheels does the car have? | 2
What is the number of wheels of the car? | 2
How many wheels are on the car? | 2
How many tails does the dog have? | 1
How many wheels does the tractor have? | none
Does the dog have a tail? | yes
Are there two dogs? | yes
Are there exactly three dogs? | no
Is there a dog in the picture? How many cats are there? Is it raining? | yes
Is the dog to the left or to the right of the car? | left
What color is the man's hat? | black
What color is the hat that the man is wearing? | black
What color is the hat of the man? | black
Is nobody holding a ball? | no
Is there nothing on the bench? | no
Is the man next to the bench walking or is he standing? | standing
How many things is the man holding? | 1
Is the man holding a ball wearing a hat? | yes
Is the cat or the dog on the bench? | cat
"""

ROOM_ANSWERS = """
Is there a vase in the picture? | no
How many vases are there? | 0
Is there a glass cup on the wooden table? | yes
Is there a red cup on the table? | no
What is on the table? | cup
What is under the table? | box
What is the cup made of? | glass
Is the cup empty or full? | empty
Is the lamp on? | yes
Is the lamp off? | no
Is the lamp on the table? | no
Is the lamp turned on or turned off? | turned on
Is the lamp above the sofa? | yes
Is the lamp below the couch? | no
Is the door closed? | no
Is the door open or closed? | open
What state is the door in? | open
What pattern does the sofa have? | floral
Who is on the sofa? | woman
What is the woman doing? | sleeping
Is the woman lying or sitting? | lying
What color is the thing on the table? | gray
What color is the cup, gray or red? | gray
Is the cup grey? | yes
Is this a kitchen? | no
Where is this? | living room
Is this picture taken indoors or outdoors? | indoors
What is the weather like? | none
Are the sofa and the cup the same color? | yes
Is there no woman on the sofa? | no
Is there someone on the sofa? | yes
Is the table made of wood or metal? | wood
What is the table made of, wood, metal or glass? | wood
How many pieces of furniture are there? | 2
"""


def rows(table: str) -> list[tuple[str, str]]:
    """The question | answer lines of a table."""
    return [(q.strip(), a.strip()) for q, _, a in (line.partition("|") for line in table.strip().splitlines())]


def answer(shown: object) -> Answer:
    """The oracle's answer to one query."""
    return Oracle().answer([shown])[0]  # type: ignore[list-item]


@pytest.mark.parametrize(("question", "expected"), rows(STREET_ANSWERS))
def test_street(question: str, expected: str) -> None:
    assert answer(ask(question, STREET)).text == expected


@pytest.mark.parametrize(("question", "expected"), rows(ROOM_ANSWERS))
def test_room(question: str, expected: str) -> None:
    assert answer(ask(question, ROOM)).text == expected


def test_there_are_enough_pairs() -> None:
    assert len(rows(STREET_ANSWERS) + rows(ROOM_ANSWERS)) >= 120


def test_it_is_a_model_and_keeps_order() -> None:
    oracle: Model = Oracle()
    assert oracle.name == "oracle"
    assert oracle.needs == {"scene"}
    assert oracle.fingerprint.startswith("oracle:")
    questions = ["How many dogs are there?", "Is there a cat?", "Where is this?"]
    assert [a.text for a in oracle.answer([ask(q) for q in questions])] == ["2", "yes", "street"]


def test_it_conforms() -> None:
    assert check_conformance(Oracle()) == []


def test_what_it_does_not_understand_fails_with_a_reason() -> None:
    failed = answer(ask("Why did the chicken cross the road?"))
    assert (failed.status, failed.text) == ("failed", None)
    assert "does not understand" in (failed.reason or "")


def test_no_scene_fails_with_a_reason() -> None:
    assert answer(ask("Is there a dog?", None)).status == "failed"


@pytest.mark.parametrize(
    ("question", "options", "chosen"),
    [
        ("What color is the car?", ("blue", "red"), "red"),
        ("Is there a dog?", ("no", "yes"), "yes"),
        ("What is the man holding?", ("a cup", "a ball"), "a ball"),
        ("What is on the bench?", ("vehicle", "animal"), "animal"),
        ("What is the bench made of?", ("metal", "wooden"), "wooden"),
        ("How many dogs are there?", ("three", "two"), "two"),
        ("What color is the car?", ("blue", "green"), None),
    ],
)
def test_choose(question: str, options: tuple[str, ...], chosen: str | None) -> None:
    found = answer(ask(question, readout=Choose(options)))
    assert (found.text, found.status) == (chosen, "ok" if chosen else "failed")


def test_score() -> None:
    assert answer(ask("What color is the car?", readout=Score("Red"))).score == 1.0
    assert answer(ask("What color is the car?", readout=Score("blue"))).score == 0.0


def test_conditions_that_are_not_offered_fail() -> None:
    assert answer(ask("Is there a dog?", condition=Condition(dropout=True))).status == "failed"


def test_temperature_and_draws_change_nothing() -> None:
    hot = ask("How many dogs are there?", condition=Condition(temperature=2.0), draw=7)
    assert answer(hot).text == "2"
