"""Adaptive suites: rounds follow each model's own answers, in lockstep with the others."""

import askance
from askance.core import Card, Case, Query, Stimulus, query_key
from askance.metrics import rates
from toy import ToyData, ToyModel, truth


class Doubting:
    """Asks every question once; whatever was answered yes is asked again in other words."""

    card = Card("doubting", 1, "", "", "", "", "", adaptive=True)

    def rounds(self, data, limit, seed):
        items = list(data.items(limit, seed))
        first = {item.id: Query(Stimulus(item.image, item.question)) for item in items}
        answers = yield [
            Case.of("doubting", name, {"a": query}, "stable", group="first") for name, query in first.items()
        ]
        doubted = [item for item in items if answers[query_key(first[item.id])].text == "yes"]
        yield [
            Case.of(
                "doubting",
                f"again-{item.id}",
                {"a": Query(Stimulus(item.image, f"Surely? {item.question}"))},
                "stable",
                group="second",
            )
            for item in doubted
        ]

    def metrics(self, verdicts):
        return rates(verdicts, "asked")


def counts(done, model):
    return {
        row["group"]: row["n"]
        for row in done.metrics.to_pylist()
        if row["model"] == model and (row["suite"], row["metric"] == "coverage") == ("doubting", False)
    }


def test_rounds_follow_each_models_answers(tmp_path):
    sceptic = ToyModel("sceptic", "sceptic", answering=lambda shown: "no")
    right = ToyModel("right", "right")
    done = askance.run([right, sceptic], ToyData(10), ["accuracy", Doubting()], out=tmp_path)
    assert counts(done, "right") == {"": 15, "first": 10, "second": 5}
    assert counts(done, "sceptic") == {"": 10, "first": 10}
    assert len(right.asked) == 15
    assert len(sceptic.asked) == 10


def test_an_adaptive_run_resumes_without_asking_again(tmp_path):
    askance.run(ToyModel(), ToyData(10), [Doubting()], out=tmp_path, budget=12)
    again = ToyModel()
    done = askance.run(again, ToyData(10), [Doubting()], out=tmp_path)
    assert len(again.asked) == 3
    assert counts(done, "toy") == {"": 15, "first": 10, "second": 5}
    assert truth("Surely? Is it number 4?") == "yes"
