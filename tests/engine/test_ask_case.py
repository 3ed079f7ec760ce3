"""Asking a model one case outside of a run."""

import askance
import pytest
from askance.core import Case, Query, Stimulus, decode_case
from askance.engine.ask_case import ask_case
from toy import ToyData, ToyModel


def test_a_case_is_asked_and_judged():
    case = Case.of(
        "own", "one", {"ask": Query(Stimulus("toy-1-00000", "Is it number 2?"))}, "truth", expected={"ask": ("yes",)}
    )
    model = ToyModel()
    asked = ask_case(case, model, ToyData())
    assert (asked.answers["ask"].text, asked.verdict.holds) == ("yes", True)
    assert model.batches[0][0].pixels is not None


@pytest.mark.parametrize("model", ["oracle", "builtin:blind"])
def test_the_answers_are_those_of_a_run(tmp_path, model):
    run = askance.run([model], "stickers", ["metamorphic"], limit=12, out=tmp_path / "w")
    said = {row["case_key"]: row for row in run.verdicts.to_pylist()}
    for row in run.cases.to_pylist():
        asked = ask_case(decode_case(row["body"]), model, "stickers")
        assert asked.verdict.holds == said[row["case_key"]]["holds"], row["name"]
