"""Suite uncertainty: the method that a model offers, its name in the row, and refusal where there is none."""

import math

import askance
import networks
import pytest
from askance.core import Answer, UserError
from askance.suites import SUITES
from toy import ToyData, ToyModel

TEXT = frozenset({"text", "draws"})


class Sampled(ToyModel):
    """Says "yes" in so many of 30 draws."""

    share = 24

    def answer(self, shown):
        self.batches.append(list(shown))
        return [Answer(text="yes" if each.query.draw <= self.share else "no") for each in shown]


class Telling(ToyModel):
    """Tells its probabilities."""

    def answer(self, shown):
        self.batches.append(list(shown))
        return [Answer(text="yes", top=(("yes", 0.7), ("no", 0.2))) for _ in shown]


def rows(done):
    found = done.metrics.to_pylist()
    return {(row["metric"], row["group"]): row["value"] for row in found if row["suite"] == "uncertainty"}


@pytest.mark.parametrize(
    ("supports", "method"), [({"temperature"}, "sampling"), ({"dropout", "temperature"}, "dropout")]
)
def test_thirty_draws_by_the_first_method_that_is_offered(tmp_path, supports, method):
    model = Sampled(supports=TEXT | supports)
    found = rows(askance.run(model, ToyData(9), ["uncertainty"], out=tmp_path))
    assert found["uncertainty", method] == found["uncertainty", ""] == pytest.approx(20)
    entropy = -(0.8 * math.log(0.8) + 0.2 * math.log(0.2)) / math.log(30)
    assert found["entropy", method] == found["entropy", ""] == pytest.approx(100 * entropy)
    assert found["coverage", ""] == 100
    conditions = {each.query.condition for batch in model.batches for each in batch}
    wanted = (True, 0.0) if method == "dropout" else (False, 1.0)
    assert [(one.dropout, one.temperature) for one in conditions] == [wanted]
    assert len(model.asked) == 9 * 30
    assert max(map(len, model.batches)) == 16  # draws share batches


def test_probabilities_cost_nothing_beside_accuracy(tmp_path):
    model = Telling(supports=TEXT | {"top", "temperature"})
    done = askance.run(model, ToyData(9), ["accuracy", "uncertainty"], out=tmp_path)
    assert rows(done)["uncertainty", "probabilities"] == pytest.approx(30)
    assert len(model.asked) == 9
    samples = [row for row in done.verdicts.to_pylist() if row["group"] == "uncertainty/probabilities"]
    assert len(samples) == 9  # a value for each sample, whether its answer is right or not
    assert all(row["value"] == pytest.approx(0.7) for row in samples)


def test_models_with_different_methods_in_one_run(tmp_path):
    models = [
        Sampled(name="a", fingerprint="a", supports=TEXT | {"temperature"}),
        Telling(name="b", fingerprint="b", supports=TEXT | {"top"}),
        ToyModel(name="c", fingerprint="c"),
    ]
    with pytest.warns(UserWarning, match="uncertainty: skipped for c"):
        done = askance.run(models, ToyData(6), ["uncertainty"], out=tmp_path)
    groups = {(row["model"], row["group"]) for row in done.metrics.to_pylist() if row["metric"] == "entropy"}
    assert {pair for pair in groups if "/" not in pair[1] and pair[1]} == {("a", "sampling"), ("b", "probabilities")}
    assert [str(each) for each in done.skipped] == [
        "uncertainty: skipped for c (the model supports none of dropout (draws, dropout), probabilities (top),"
        " sampling (draws, temperature))"
    ]


def test_a_model_without_any_method_is_refused_in_one_line(tmp_path):
    with pytest.raises(UserError, match=r"^uncertainty cannot run with toy: the model supports none of dropout"):
        askance.run(ToyModel(), ToyData(6), ["uncertainty"], out=tmp_path)


def test_dropout_moves_a_network_and_is_repeatable(tmp_path):
    model = networks.model("attention")
    first, again = (
        askance.run(model, "stickers", ["uncertainty"], limit=6, out=tmp_path / name) for name in ("a", "b")
    )
    assert rows(first) == rows(again)
    assert rows(first)["uncertainty", "dropout"] > 0
    assert rows(first)["coverage", ""] == 100
    tops = {tuple((each["answer"], each["score"]) for each in row["top"]) for row in first.answers.to_pylist()}
    assert len(tops) > 6  # draws differ


def test_the_cost_is_as_the_card_says():
    cases = list(next(SUITES["uncertainty"].rounds(ToyData(1), None, 0)))
    assert [(case.group, len(case.asks)) for case in cases] == [
        ("uncertainty/dropout", 30), ("entropy/dropout", 30), ("uncertainty/probabilities", 1),
        ("entropy/probabilities", 1), ("uncertainty/sampling", 30), ("entropy/sampling", 30),
    ]  # fmt: skip


def test_the_bias_of_few_draws_is_reported(tmp_path):
    words = iter(range(10_000))
    sampled = ToyModel("s", "s", frozenset({"temperature", "draws"}), answering=lambda shown: "abc"[next(words) % 3])
    done = askance.run(sampled, ToyData(4), ["uncertainty"], out=tmp_path)
    found = {row["metric"]: row for row in done.metrics.to_pylist() if row["group"] == ""}
    assert found["entropy_bias"]["value"] < 0  # thirty draws show too little
    assert found["entropy_bias"]["low"] is None
    assert (found["entropy_bias"]["n"], found["entropy_bias"]["undecided"]) == (found["entropy"]["n"], 0)
