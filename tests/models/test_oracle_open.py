"""The oracle on scenes that people annotated: what nobody listed is unknown, not false."""

import pytest
from askance.core import Choose, Scene, SceneObject, SceneRelation, Score
from askance.datasets import open_dataset
from askance.models import open_model
from askance.models.oracle import Oracle
from msgspec.structs import replace

from models.scenes import STREET, ask

# As GQA and Visual Genome have it: attributes under no category, some relations, a place or none.
BOX = (0, 0, 50, 50)
SHOP = Scene(
    "shop",
    480,
    360,
    (
        SceneObject("shirt", "shirt", BOX, {"": ("red", "plaid", "long sleeved")}),
        SceneObject("lady", "lady", BOX, {"": ("standing",)}),
        SceneObject("table", "table", BOX, {"": ("wood",)}),
        SceneObject("cup", "cup", BOX),
        SceneObject("dog", "dog", BOX, {"color": ("brown",)}),
        SceneObject("cat", "cat", BOX, {"": ("brown",)}),
        SceneObject("person", "person", BOX, {"": ("sitting",)}),
        SceneObject("car", "car", BOX, {"": ("white", "red and white")}),
    ),
    (
        SceneRelation("cup", "on", "table"),
        SceneRelation("dog", "left of", "table"),
        SceneRelation("lady", "wearing", "shirt"),
    ),
    "indoors",
)
SAID = """
Is the shirt red? | yes
Is the shirt blue? | no
Is the shirt not red? | no
Is the shirt striped? |
Is the car white? | yes
Is the car red? |
Is the car clean? |
Is the shirt clean? |
Is the shirt not clean? |
Is the cup red? |
Is the dog brown? | yes
Is the dog white? | no
Is the dog running? |
What color is the shirt? | red
What color is the cup? |
What is the table made of? | wood
Is the table wooden? | yes
Is the shirt red or blue? | red
Is there a shirt? | yes
Is there a red shirt? | yes
Is there a horse? |
Are there no horses? |
Is there a cup and a horse? |
Is there a cup or a horse? | yes
How many cups are there? |
How many horses are there? |
Are there more cups than dogs? |
Are there two cups? |
Is the cup on the table? | yes
Is the dog on the table? |
Is the dog to the left of the table? | yes
Is the dog to the right of the table? | no
Is the table to the right of the dog? | yes
Is the table to the left of the dog? | no
Is the horse brown? |
What is on the table? | cup
What is under the table? |
Is the woman standing? | yes
Is the woman sitting? |
Is the woman walking? | no
Are the dog and the cat the same color? | yes
Are the dog and the shirt the same color? | no
Are the dog and the cup the same color? |
Is this indoors? | yes
Is it sunny? |
What is the weather like? |
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_what_the_scene_does_not_say_is_refused(line):
    question, _, said = line.partition(" |")
    [answer] = Oracle().answer([ask(question, SHOP)])
    assert (answer.status, answer.text) == (("ok", said.strip()) if said.strip() else ("refused", None)), answer.reason
    if not said.strip():
        assert answer.reason == f"the scene graph does not say: {question}"


def test_scores_and_choices_are_refused_too():
    asked = [
        ask("Is the shirt clean?", SHOP, readout=Score("yes")),
        ask("What color is the cup?", SHOP, readout=Choose(("red", "blue"))),
    ]
    assert [answer.status for answer in Oracle().answer(asked)] == ["refused", "refused"]


def test_a_closed_scene_is_whole_but_for_values_under_no_category():
    loose = tuple(
        replace(thing, attributes={"": ("shiny",)}) if thing.id == "bench" else thing for thing in STREET.things
    )
    scene = replace(STREET, things=loose)
    said = [
        Oracle().answer([ask(question, scene)])[0]
        for question in ("Is the bench red?", "Is the car blue?", "Is there a horse?", "How many red things are there?")
    ]
    assert [answer.text for answer in said] == [None, "no", "no", None]


def test_the_built_in_world_is_closed_and_annotated_data_are_not(real_data):
    for name, closed in (("stickers", True), (f"gqa:{real_data}/gqa", False)):
        data = open_dataset(name)
        assert data.scene(next(data.images())).closed is closed


def test_a_faulty_model_still_answers_where_the_scene_does_not_say():
    for name in ("yes-bias", "ignores-negation", "counts-zero"):
        [answer] = open_model(f"defective:{name}").answer([ask("Is the shirt clean?", SHOP)])
        assert (answer.status, answer.text) == ("ok", "yes" if name == "yes-bias" else "no")
    [answer] = open_model("defective:verbose").answer([ask("Is the shirt clean?", SHOP)])
    assert answer.status == "refused"  # it is right whenever it answers
