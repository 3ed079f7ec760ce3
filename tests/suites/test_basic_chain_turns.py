"""`basic_chain:as=turns`: the model's own answers to the basic questions come back to it as turns of a chat."""

from dataclasses import replace
from functools import partial

import askance
import networks
import pytest
from askance.core import Answer, ModelInput, Query, Stimulus
from askance.models.no_image import NoImage
from askance.models.python_model import PythonModel
from askance.ranking.question_chain import Thresholds
from askance.store import TABLES
from askance.suites import open_suite
from askance.suites.basic_chain import ChainOfTurns
from askance.suites.basic_chain.settings import ChainSettings
from askance.suites.basic_chain.suite import CARD
from test_basic_chain import Graded
from toy import ToyData, ToyModel, truth

SUITE = ChainOfTurns(replace(CARD, name="basic_chain:as=turns"), ChainSettings(Graded()))
HEARD: list[tuple[str, tuple[tuple[str, str], ...]]] = []


def chatting(image, question, turns=()):
    """A real callable: right only where it has said something before."""
    HEARD.append((question, turns))
    if "like" in question:
        return f"about {question[-2]}"
    right = truth(question)
    return right if turns else "no" if right == "yes" else "yes"


def silent(image, question):
    return "yes"


@pytest.fixture(autouse=True)
def nothing_heard():
    HEARD.clear()


def values(done):
    return {(row["metric"], row["group"]): row["value"] for row in done.metrics.to_pylist()}


def test_the_chosen_basic_questions_come_back_with_their_answers(tmp_path):
    done = askance.run(chatting, ToyData(8), [SUITE], out=tmp_path)
    told = {question: turns for question, turns in HEARD if turns}
    assert told == {
        f"Is it number {number}?": tuple((f"Is it like {place}?", f"about {place}") for place in range(number % 4))
        for number in range(8)
        if number % 4
    }
    assert values(done)["without", ""] == 0
    assert values(done)["chain", ""] == 75  # one in four gets no basic question
    assert values(done)["gain", ""] == 75
    assert values(done)["share", "appended-3"] == 25
    assert ("tuned", "") not in values(done)
    assert len(HEARD) == 8 + (2 + 3 + 3) + 6  # main ones; basic ones, once a picture; main ones with turns


def test_other_thresholds_choose_other_turns(tmp_path):
    suite = ChainOfTurns(SUITE.card, ChainSettings(Graded(), Thresholds(0.0, 0.0, 0.0)))
    askance.run(chatting, ToyData(8), [suite], out=tmp_path)
    assert {len(turns) for question, turns in HEARD if "number" in question} == {0, 3}


def test_a_second_run_makes_no_call(tmp_path):
    first = askance.run(chatting, ToyData(8), ["accuracy", SUITE], out=tmp_path)
    made = len(HEARD)
    again = askance.run(chatting, ToyData(8), ["accuracy", SUITE], out=tmp_path)
    assert len(HEARD) == made == first.done.outcome.made
    assert again.done.outcome.made == 0
    assert again.metrics.to_pylist() == first.metrics.to_pylist()


@pytest.mark.parametrize("budget", [3, 12, 20])
def test_a_run_that_stops_anywhere_resumes_to_the_same(tmp_path, budget):
    whole = askance.run(chatting, ToyData(8), [SUITE], out=tmp_path / "whole")
    made = len(HEARD)
    HEARD.clear()
    askance.run(chatting, ToyData(8), [SUITE], out=tmp_path / "part", budget=budget)
    assert len(HEARD) == budget
    resumed = askance.run(chatting, ToyData(8), [SUITE], out=tmp_path / "part")
    assert len(HEARD) == made
    assert resumed.metrics.to_pylist() == whole.metrics.to_pylist()


def test_a_basic_question_without_an_answer_is_left_out(tmp_path):
    class Shy(ToyModel):
        def answer(self, shown):
            self.batches.append(list(shown))
            return [
                Answer(status="refused", reason="no") if "like 1" in one.query.stimulus.question else Answer(text="yes")
                for one in shown
            ]

    model = Shy(supports=frozenset({"text", "draws", "turns"}))
    done = askance.run(model, ToyData(4), [SUITE], out=tmp_path)
    told = {one.query.stimulus.question: one.query.stimulus.turns for batch in model.batches for one in batch}
    assert [len(told[f"Is it number {number}?"]) for number in range(4)] == [0, 1, 1, 2]
    assert values(done)["coverage", ""] == 100


def test_who_cannot_chat_is_refused_in_one_line(tmp_path):
    models = [silent, ToyModel(), networks.model(sorted(networks.NAMES)[0])]
    with pytest.warns(UserWarning, match="basic_chain:as=turns: skipped for toy"):
        done = askance.run(models, ToyData(4), ["accuracy", SUITE], out=tmp_path)
    assert [str(each) for each in done.skipped] == [
        f"basic_chain:as=turns: skipped for {name} (the model does not support turns)"
        for name in (PythonModel(silent).name, "toy", models[2].name)
    ]


class Chat:
    """A callable object."""

    def __call__(self, image, question, *, turns):
        return f"{len(turns)}"


def test_a_callable_offers_turns_by_its_parameter():
    assert "turns" in PythonModel(chatting).supports
    assert "turns" in PythonModel(Chat(), "chat").supports
    assert "turns" not in PythonModel(silent).supports
    assert "turns" not in PythonModel(lambda image, question, **more: "yes").supports
    untold = partial(max)  # it has no signature to look at
    untold.fingerprint = "max"
    assert "turns" not in PythonModel(untold, "max").supports
    told = ModelInput(Query(Stimulus("a", "Is it?", turns=(("x", "y"), ("z", "w")))))
    assert PythonModel(Chat(), "chat").answer([told, ModelInput(Query(Stimulus("a", "Is it?")))]) == [
        Answer(text="2"),
        Answer(text="0"),
    ]
    assert PythonModel(silent).answer([told])[0].reason == "this model does not support turns"


def test_turns_stay_where_the_picture_is_withheld():
    told = ModelInput(Query(Stimulus("a", "Is it?", turns=(("x", "y"),))))
    assert NoImage(PythonModel(Chat(), "chat")).answer([told]) == [Answer(text="1")]


def test_its_card_names_what_it_gives():
    suite = open_suite("basic_chain:as=turns")
    named = {metric.name for metric in suite.card.metrics}
    nothing = TABLES["verdicts"].empty_table()
    assert {row["metric"] for row in suite.metrics(nothing).to_pylist()} == named
