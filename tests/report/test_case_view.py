"""A case and its answers in plain words."""

import msgspec
from askance.core import Answer, Case, Condition, Query, Step, Stimulus
from askance.edits import steps
from askance.report.case_view import CaseViewer

from shelf import Shelf, cut


def pair(relation="equal", reads="auto", expected=None, second=None, **more):
    asks = {"original": Query(Stimulus("i", "Is there a boat?")), "other": second or Query(Stimulus("i", "Any boat?"))}
    return Case.of("suite", "name", asks, relation, reads=reads, expected=expected, **more)


def graded(answers, **about):
    view = CaseViewer(None).view_case(pair(**about), dict(zip(("original", "other"), answers, strict=True)))
    return [ask.grade for ask in view.asks]


def test_answers_are_right_wrong_or_neither():
    yes, no = Answer(text="yes"), Answer(text="No.")
    known = {"original": ("yes",), "other": ("yes",)}
    assert graded([yes, no], expected=known) == ["right", "wrong"]
    assert graded([yes, no], expected={"original": ("yes",)}) == ["right", "no ground truth"]
    assert graded([yes, no]) == ["no ground truth"] * 2
    assert graded([yes, Answer(text="")], expected=known, reads="yesno") == ["right", "not read"]
    assert graded([yes, Answer(text="")], reads="yesno") == ["no ground truth", "not read"]
    assert graded([Answer("refused", reason="unsafe"), no], expected=known) == ["no answer", "wrong"]


def test_what_few_people_said_is_partly_right():
    people = ("yes",) * 8 + ("no",) * 1 + ("maybe",) * 1
    known = dict.fromkeys(("original", "other"), people)
    assert graded([Answer(text="yes"), Answer(text="no")], expected=known) == ["right", "partly right"]
    assert graded([Answer(text="yes"), Answer(text="never")], expected=known) == ["right", "wrong"]


def test_what_was_read_and_why_not_is_told():
    given = {"original": Answer(text="Well, yes, there is."), "other": Answer("failed", reason="timeout")}
    first, second = CaseViewer(None).view_case(pair(reads="yesno"), given).asks
    assert (first.answer, first.reading) == ("Well, yes, there is.", "yes")
    assert (second.answer, second.reading, second.note) == (None, None, "timeout")


def test_the_unedited_image_comes_first_and_edits_are_in_plain_words():
    case = cut("shelf-0")
    view = CaseViewer(Shelf()).view_case(case, {role: Answer(text="1") for role, _ in case.asks})
    assert [ask.label for ask in view.asks] == ["whole", "part 1", "part 2", "part 3", "part 4", "part 5"]
    edits = [ask.edits for ask in view.asks]
    assert edits == [(), ("cut: left part",), *[("cut: middle part",)] * 3, ("cut: right part",)]
    backwards = msgspec.structs.replace(case, asks=case.asks[::-1])
    assert CaseViewer(None).view_case(backwards, {}).asks[0].role == "whole"


def test_conditions_are_in_plain_words():
    noise = Step.of("gaussian", site="text.in", scale=1.0, seed=3)
    condition = Condition(temperature=0.5, dropout=True, inside=(noise,))
    view = CaseViewer(None).view_case(pair(second=Query(Stimulus("i", "Is there a boat?"), condition=condition)), {})
    assert view.asks[0].settings == ()
    assert view.asks[1].settings == (
        "temperature 0.5", "dropout on", "Gaussian noise in the question embedding (text.in)",
    )  # fmt: skip


def test_the_question_that_answers_are_read_for_is_the_original():
    query = Query(Stimulus("i", "Is there a boat? Is there a dog?"))
    case = Case.of("suite", "name", {"ask": query}, "truth", question="Is there a boat?", expected={"ask": ("yes",)})
    view = CaseViewer(None).view_case(case, {"ask": Answer(text="no")})
    assert view.original_question == "Is there a boat?"
    assert [words.text for words in view.asks[0].words if words.is_changed] == ["Is there a dog?"]
    assert CaseViewer(None).view_case(pair(), {}).original_question is None


def test_a_relation_of_another_version_is_named():
    view = CaseViewer(None).view_case(pair(relation="foreseen"), {})
    assert view.rule == "The relation “foreseen” must hold."
    assert [ask.label for ask in view.asks] == ["original", "other"]


def test_ground_truth_of_a_complete_world_is_that_of_the_edited_image():
    from askance.datasets import open_dataset

    data = open_dataset("stickers")
    image = next(iter(data.images(1, 0)))
    name = data.scene(image).things[0].name
    gone = steps("remove", box=f"0,0,{data.scene(image).width},{data.scene(image).height}")
    question = f"Is there a {name} in the image?"
    case = pair(second=Query(Stimulus(image, question, gone)))
    case = msgspec.structs.replace(case, asks=(("original", Query(Stimulus(image, question))), case.asks[1]))
    view = CaseViewer(data).view_case(case, dict.fromkeys(("original", "other"), Answer(text="yes")))
    assert [(ask.expected, ask.grade) for ask in view.asks] == [(("yes",), "right"), (("no",), "wrong")]


def test_answers_that_are_as_they_should_be_are_not_said_to_change():
    said = {
        second: CaseViewer(None).view_case(
            pair("unchanged"), {"original": Answer(text="wood"), "other": Answer(text=second)}
        )
        for second in ("wood", "stone")
    }
    assert said["wood"].finding == ""
    assert said["stone"].finding == "It changes from “wood” to “stone”."
