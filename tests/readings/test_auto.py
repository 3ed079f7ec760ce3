"""The reading that suits the question; the table of readings."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from askance.core import UserError
from askance.readings import READINGS, expected_answer_kind, parser_versions, read
from askance.wording.vqa_accuracy import vqa_accuracy
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many dogs are there?", "number"),
        ("What is the number of dogs in the picture?", "number"),
        ("What is the number of the bus?", "short"),
        ("Is the car red or blue?", "choice"),
        ("What color is the car, red or blue?", "choice"),
        ("Is there a dog or a cat?", "yesno"),
        ("Do you see a dog or a cat?", "yesno"),
        ("Are both of them red?", "yesno"),
        ("Isn't this a dog?", "yesno"),
        ("Could you tell me what this bottle says?", "short"),
        ("What is this?", "short"),
        ("The cat is on the mat.", "yesno"),
        ("There are two dogs in the image.", "yesno"),
        ("Is this statement true or false: the cat is on the mat?", "yesno"),
        ("The cat is on the mat. True or false?", "yesno"),
        ("Name the animal.", "short"),
        ("The color of the car is", "short"),
        ("", "short"),
    ],
)
def test_kind_of_question(question: str, kind: str) -> None:
    assert expected_answer_kind(question) == kind


@pytest.mark.parametrize(
    ("text", "question", "kind", "value"),
    [
        ("There are three.", "How many dogs are there?", "number", 3),
        ("many", "How many dogs are there?", "quantifier", "many"),
        ("brown", "How many dogs are there?", "short", "brown"),
        ("The car is red", "Is the car red or blue?", "choice", "red"),
        ("white", "Is it white or red wine?", "choice", "white"),
        ("red", "Is it white or red wine?", "choice", "red"),
        ("both", "Is it white or red wine?", "short", "both"),
        ("a fanny pack", "Is the skier wearing a backpack or fanny pack?", "choice", "fanny pack"),
        ("blue", "Is the car red?", "short", "blue"),
        ("Yes it is", "Is the car red?", "yesno", "yes"),
        ("I see a dog.", "Is there a dog or a cat?", "short", "dog"),
    ],
)
def test_auto(text: str, question: str, kind: str, value: object) -> None:
    reading = read("auto", text, question)
    assert (reading.kind, reading.value) == (kind, value)


@pytest.mark.parametrize(
    ("text", "options", "value"),
    [
        ("Yes, it is.", ("True", "False"), "True"),
        ("false", ("yes", "no"), "no"),
        ("B", ("True", "False"), "False"),
        ("That is correct.", ("False", "True"), "True"),
        ("Yes", ("red", "blue"), "Yes"),
    ],
)
def test_yes_and_true_are_one_option(text: str, options: tuple[str, ...], value: str) -> None:
    assert read("auto", text, "The cat is on the mat.", options).value == value


def test_auto_says_that_it_fell_back() -> None:
    reason = read("auto", "blue", "Is the car red?").reason
    assert reason == "not a yes/no answer (neither yes nor no)"


def test_options_of_the_case_win_over_the_question() -> None:
    assert read("auto", "(B)", "Is the car red or blue?", ("green", "blue")).value == "blue"


@given(
    st.text(max_size=60), st.sampled_from(sorted(READINGS)), st.sampled_from(["", "How many dogs?", "Is it a or b?"])
)
def test_any_text_can_be_read(text: str, kind: str, question: str) -> None:
    reading = read(kind, text, question, ("red", "blue") if kind == "choice" else ())
    assert reading.value is not None or reading.reason


@pytest.mark.parametrize(("name", "loss"), [("textvqa", 0.002), ("vizwiz", 0.002)])
def test_reading_real_answers_loses_little(name: str, loss: float) -> None:
    folder = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[2] / ".." / "shared" / "data")) / "vqa"
    if not folder.exists():
        pytest.skip(f"no {folder}: set ASKANCE_TEST_DATA to the folder with vqa/")
    asked = json.loads((folder / f"{name}_val_questions.json").read_bytes())["questions"]
    questions = {entry["question_id"]: entry["question"] for entry in asked}
    raw = read_well = 0.0
    annotations = json.loads((folder / f"{name}_val_annotations.json").read_bytes())["annotations"]
    for annotation in annotations:
        answers = [answer["answer"] for answer in annotation["answers"]]
        majority = Counter(answers).most_common(1)[0][0]
        raw += vqa_accuracy(majority, answers)
        read_well += vqa_accuracy(str(read("auto", majority, questions[annotation["question_id"]]).value), answers)
    assert read_well >= raw - loss * len(annotations)


def test_readings_are_known_by_name_and_version() -> None:
    assert all(f"{name}=" in parser_versions() for name in READINGS)
    with pytest.raises(UserError, match="unknown reading 'smell'"):
        read("smell", "yes")


def test_a_yes_no_question_about_numbers_is_yes_no() -> None:
    assert expected_answer_kind("Is the number of dogs the same as the number of cats?") == "yesno"
    assert expected_answer_kind("Can you tell me the number of dogs?") == "number"
