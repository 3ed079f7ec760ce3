"""Blind runs: nothing of the picture reaches the model, results are named apart, and the same query is asked once."""

import askance
import networks
import pytest
from askance.core import Answer, Condition, ModelInput, Query, Step, Stimulus, UserError
from askance.models.no_image import GREY, KEPT, OFFER, NoImage, remove_image
from askance.suites import SUITES
from toy import ToyData, ToyModel


def values(done, metric):
    totals = [row for row in done.metrics.to_pylist() if row["group"] == ""]
    return {row["model"]: row["value"] for row in totals if row["metric"] == metric}


def test_the_picture_is_withheld(tmp_path):
    model, data = ToyModel(), ToyData(12)
    done = askance.run(model, data, ["accuracy"], out=tmp_path, no_image=True)
    shown = [each for batch in model.batches for each in batch]
    assert len(shown) == 12
    assert data.decoded == []  # no picture was even opened
    for each in shown:
        assert each.query.stimulus == Stimulus(None, each.query.stimulus.question)
        assert (each.pixels == GREY).all()
        assert each.scene is None
    assert values(done, "accuracy") == {"toy (no image)": 100}


def test_a_model_that_can_do_without_gets_no_picture_at_all():
    model = ToyModel(supports=frozenset({"text", OFFER}))
    NoImage(model).answer([ModelInput(Query(Stimulus("i", "Is it number 2?")), GREY)])
    assert model.batches[0][0].picture is None


def test_results_are_named_apart_with_calls_of_their_own(tmp_path):
    askance.run(ToyModel(), ToyData(12), ["accuracy"], out=tmp_path)
    blind = ToyModel(answering=lambda _: "yes")
    done = askance.run(blind, ToyData(12), ["accuracy"], out=tmp_path, no_image=True)
    assert len(blind.asked) == 12
    assert values(done, "accuracy") == {"toy (no image)": 50}
    again = ToyModel()
    assert values(askance.run(again, ToyData(12), ["accuracy"], out=tmp_path), "accuracy") == {"toy": 100}
    assert again.asked == []
    both = askance.run([ToyModel(), NoImage(blind)], ToyData(12), ["accuracy"], out=tmp_path)
    assert values(both, "accuracy") == {"toy": 100, "toy (no image)": 50}
    cases = {(row["model"], row["case_key"]) for row in both.verdicts.to_pylist()}
    assert len({key for _, key in cases}) == 12  # the same cases: models are compared pair by pair


def test_every_edit_of_a_picture_is_the_same_query(tmp_path):
    model = ToyModel(supports=frozenset({"text", "draws", "noise:vision.out", "noise:text.in"}))
    done = askance.run(model, ToyData(3), [SUITES["noise"]], out=tmp_path, no_image=True)
    assert len(model.asked) == 3 * (1 + 3)  # itself, and three times with noise in the question
    assert values(done, "image_robustness") == {"toy (no image)": 100}
    assert values(done, "feature_robustness") == {"toy (no image)": None}


def test_what_is_known_is_bounded_and_failures_that_may_pass_are_asked_again():
    class Failing(ToyModel):
        def answer(self, shown):
            self.batches.append(list(shown))
            return [Answer(status="failed", reason="busy", temporary=True) for _ in shown]

    failing = Failing()
    blind = NoImage(failing)
    for _ in range(2):
        blind.answer([ModelInput(Query(Stimulus("i", "Is it number 2?")))])
    assert len(failing.batches) == 2
    model = ToyModel()
    blind = NoImage(model)
    answers = blind.answer([ModelInput(Query(Stimulus("i", f"Is it number {k}?"))) for k in range(KEPT + 5)])
    assert len(answers) == KEPT + 5
    calls = len(model.batches)
    for number in (KEPT + 4, 0):  # the last is kept, the first is not
        blind.answer([ModelInput(Query(Stimulus("i", f"Is it number {number}?")))])
    assert len(model.batches) == calls + 1


def test_draws_and_the_noise_in_the_question_stay_and_noise_in_the_picture_fails():
    heard, seen = (Step.of("gaussian", site=site, scale=1.0, seed=1) for site in ("text.in", "vision.out"))
    stimulus = Stimulus("i", "Is it number 2?", (Step.of("blur", sigma=1.0),))
    supports = {"noise:text.in", "noise:vision.out"}
    query = Query(stimulus, condition=Condition(inside=(heard,)), draw=4)
    assert remove_image(query) == Query(Stimulus(None, stimulus.question), condition=Condition(inside=(heard,)), draw=4)
    both = [ModelInput(query), ModelInput(Query(stimulus, condition=Condition(inside=(seen,))))]
    answers = NoImage(ToyModel(supports=frozenset({"text", "draws"} | supports))).answer(both)
    assert [answer.status for answer in answers] == ["ok", "failed"]
    assert answers[1].reason == "this model does not support noise:vision.out"


def test_who_knows_the_scene_is_refused_in_one_line(tmp_path):
    with pytest.raises(UserError, match=r"^oracle answers from the scene itself: --no-image would leave it nothing"):
        askance.run("oracle", "stickers", ["accuracy"], limit=3, out=tmp_path, no_image=True)


def test_a_network_answers_from_the_question_alone(tmp_path):
    names = ("blind", "attention")
    seeing = askance.run([networks.model(name) for name in names], "stickers", limit=40, out=tmp_path)
    blind = askance.run([networks.model(name) for name in names], "stickers", limit=40, out=tmp_path, no_image=True)
    assert set(values(blind, "coverage").values()) == {100}
    before, after = ({(row["model"], row["query_key"]): row["text"] for row in done.answers.to_pylist()}
                     for done in (seeing, blind))  # fmt: skip
    changed = {model for model, key in before if before[model, key] != after[f"{model} (no image)", key]}
    assert changed == {"builtin:attention"}  # the one that looks; the blind one says what it always says
