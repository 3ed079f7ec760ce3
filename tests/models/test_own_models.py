"""Models of the user's own code: what they are given, what they may declare, and what they are told."""

from functools import partial

import askance
import pytest
from askance.cli.doctor_model import check_model
from askance.core import Answer, Choose, Condition, ModelInput, Query, Score, Stimulus, UserError
from askance.core.coerce_answers import coerce_answer
from askance.models.conformance import check_conformance
from askance.models.python_model import PythonModel
from toy import ToyData, ToyModel

HOT = Condition(temperature=1.0)


def ask(**changes):
    return ModelInput(Query(Stimulus(None, "Is it?"), **changes))


def likely(image, question, yes=0.75):
    return Answer(text="yes", top={"yes": yes, "no": 1 - yes})


likely.supports = {"top"}


class Likely:
    supports = ("text", "top")

    def __call__(self, image, question):
        return likely(image, question)


class Sampling:
    supports = frozenset({"temperature", "score"})
    needs = frozenset({"pixels", "scene"})

    def answer(self, inputs):
        return [Answer(text=str(each.query.condition.temperature), score=0.5) for each in inputs]


def test_an_input_has_the_question_and_the_turns():
    turns = (("Is it a dog?", "yes"),)
    given = ModelInput(Query(Stimulus("a", "What color is it?", turns=turns)))
    assert (given.question, given.turns, given.image) == ("What color is it?", turns, None)


@pytest.mark.parametrize("model", [likely, Likely(), partial(likely, yes=0.75)], ids=["function", "object", "partial"])
def test_a_callable_that_declares_probabilities_runs_uncertainty(model, tmp_path):
    done = askance.run(model, ToyData(6), "uncertainty", out=tmp_path)
    assert done.skipped == ()
    assert next(row["value"] for row in done.metrics.to_pylist() if row["metric"] == "uncertainty") == 25
    assert check_conformance(PythonModel(model)) == []


SUM = "top: the probabilities sum to 1.3, more than 1: divide them by their sum, or leave out top"


class Sure(ToyModel):
    """Probabilities that sum to 1.3: from one question of two, or from all."""

    every = 1

    def answer(self, shown):
        wrong, right = {"yes": 0.9, "no": 0.4}, {"yes": 0.9, "no": 0.1}
        return [
            Answer(text="yes", top=wrong if int(each.query.stimulus.image[-1]) % self.every == 0 else right)
            for each in shown
        ]


def test_probabilities_that_sum_to_more_than_1_fail_and_doctor_finds_them(tmp_path):
    def unsure(image, question):
        return Answer(text="yes", top={"yes": 0.9, "no": 0.4})

    unsure.supports = {"top"}
    assert f"text: every plain question failed: {SUM}" in check_conformance(PythonModel(unsure))
    done = askance.run(unsure, ToyData(6), ["accuracy", "uncertainty"], out=tmp_path)
    assert done.done.outcome.failed == 6
    assert done.done.outcome.first_failure.endswith(SUM)
    sure = Sure("sure", "sure", supports=frozenset({"text", "top"}))
    assert f"probabilities: 6 answers fail in a run: {SUM}" in check_conformance(sure)
    sure.every = 2
    assert f"probabilities: 3 answers fail in a run: {SUM}" in check_conformance(sure)


@pytest.mark.parametrize(("total", "status"), [(1.0, "ok"), (1.0009, "ok"), (1.002, "failed"), (0.3, "ok")])
def test_rounding_of_probabilities_is_accepted(total, status):
    given = Answer(text="a", top=[("a", total / 2), ("b", total / 2)])
    assert coerce_answer(given, Query(Stimulus(None, "Is it?"))).status == status


@pytest.mark.parametrize("readout", [Score("yes"), Choose(("yes", "yes, it is"))])
def test_other_figures_beside_a_score_and_options_that_overlap_are_no_such_sum(readout):
    given = Answer(text="yes", score=0.9, top=[("sum", 0.9), ("mean", 0.95)])
    assert coerce_answer(given, Query(Stimulus(None, "Is it?"), readout)).status == "ok"


def test_a_method_that_takes_inputs_gets_what_it_declares_and_nothing_else():
    model = PythonModel(Sampling().answer)
    assert model.supports == {"text", "draws", "temperature", "score"}
    assert model.needs == {"pixels", "scene"}
    answers = model.answer([ask(condition=HOT), ask(readout=Score("yes")), ask(condition=Condition(dropout=True))])
    assert [answer.text for answer in answers] == ["1.0", "0.0", None]
    assert answers[2].reason == "this model does not support dropout"
    assert check_conformance(model) == []


@pytest.mark.parametrize(
    ("parameters", "declared", "line"),
    [
        ("image, question", {"supports": {"tops"}}, "unknown feature in `supports` of m 'tops': did you mean top"),
        ("image, question", {"supports": "top"}, "m: supports is 'top': make it a set of texts, such as"),
        ("image, question", {"supports": {"dropout"}}, "m supports dropout, but its parameters do not say when it is"),
        ("images, questions", {"supports": {"turns"}}, "m supports turns: add a parameter `turns`, or use a function"),
        ("inputs", {"needs": {"images"}}, "m: needs contains 'images': use pixels, scene, both or nothing"),
        ("image, question", {"needs": {"scene"}}, "m: needs contains scene, which only a function"),
    ],
)
def test_what_cannot_be_declared_is_one_line_at_start(parameters, declared, line):
    function = eval(f"lambda {parameters}: None")
    vars(function).update(declared)
    with pytest.raises(UserError, match=line):
        PythonModel(function, "m")


class Careless:
    name, fingerprint, supports, needs = "careless", "1", frozenset({"text"}), frozenset({"pixels"})

    def answer(self, inputs):
        return ["yes"] * len(inputs)


def test_the_check_says_how_to_refuse_what_is_not_supported():
    ignored = [line for line in check_conformance(Careless()) if line.startswith("temperature: ")]
    fix = 'if askance.core.find_unsupported_feature(query, supports) gives a reason, return Answer("failed", reason=…)'
    assert ignored == [f"temperature: not in `supports`, but answered: {fix}"]


class Printed(Careless):
    def __init__(self, **own):
        vars(self).update(own)
        self.fingerprint = askance.fingerprint(self)


def test_a_class_can_set_the_fingerprint_that_a_callable_gets(tmp_path):
    assert Printed(a=1).fingerprint == Printed(a=1).fingerprint
    assert len({Printed(a=1).fingerprint, Printed(a=2).fingerprint, askance.fingerprint(Careless())}) == 3
    with (
        (tmp_path / "log").open("w") as log,
        pytest.raises(UserError, match=r"Printed: log \(.*\) cannot be digested: set"),
    ):
        Printed(log=log)


@pytest.mark.parametrize(
    "function",
    [
        lambda question, image: question,
        lambda questions, images: [f"{question}" for question, image in zip(questions, images, strict=True)],
    ],
    ids=["one", "batch"],
)
def test_image_and_question_are_told_apart_by_name(function):
    assert [answer.text for answer in PythonModel(function).answer([ask(), ask()])] == ["Is it?"] * 2


def test_a_list_for_one_question_says_how_to_get_a_batch():
    (answer,) = PythonModel(lambda imgs, texts: ["yes"]).answer([ask()])
    hint = "to get a whole batch per call, name the parameters images, questions"
    assert (answer.status, answer.reason) == ("failed", f"the model returned list, not text: {hint}")


def test_the_doctor_explains_draws(monkeypatch):
    monkeypatch.setattr("askance.models.open_model", lambda name, args: PythonModel(likely))
    ((_, _, detail),), _ = check_model("python:m:likely", {})
    assert detail == "conforms; supports draws (the same query several times), text, top"
