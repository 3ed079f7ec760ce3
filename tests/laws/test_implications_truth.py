"""Law 8 for implications: the oracle keeps all that follows; each fault falls in its kinds, and only there."""

import askance
import pytest
from askance.models.defective import FAULTS

pytestmark = pytest.mark.heavy
LIMIT = 240
BROKEN = {  # fault → the kinds that it must break, each with the highest consistency in percent
    "yes-bias": {"exclusion": 1, "antonym": 1, "negation": 30, "count": 70},
    "no-bias": {"premise": 1, "equivalence": 70, "necessary": 60, "hypernym": 50, "negation": 70, "count": 80},
    "ignores-negation": {"negation": 10},
    "hypernym-blind": {"hypernym": 50},
    "first-choice": {"equivalence": 97, "exclusion": 97},
}
ALSO = {  # what may fall too
    "yes-bias": {"equivalence", "inverse"},  # a question and its rewording both get yes, whatever the count before
    "no-bias": {"inverse"},
    "first-choice": {"antonym", "negation", "necessary", "hypernym"},  # all of it in choice questions alone
}
CONSTANT = {"yes-bias": 50.0, "no-bias": 50.0}  # fault → consistency in percent
ABOUT = 4.0  # points
KINDS = ("equivalence", "exclusion", "necessary", "premise", "negation", "hypernym", "count", "inverse", "antonym")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    names = ["oracle", "defective:verbose", "defective:question-deaf", *(f"defective:{name}" for name in BROKEN)]
    folder = tmp_path_factory.mktemp("implications")
    done = askance.run(names, "stickers", ["implications"], limit=LIMIT, out=folder)
    return {(row["model"], row["metric"], row["group"]): row for row in done.metrics.to_pylist()}


@pytest.mark.parametrize("model", ["oracle", "defective:verbose"])
def test_a_true_model_keeps_all_that_follows(found, model):
    assert {found[model, "consistency", kind]["value"] for kind in ("", *KINDS)} == {100.0}
    assert found[model, "contradicted_images", ""]["value"] == 0
    assert found[model, "accuracy", ""]["value"] == 100
    assert found[model, "covered", ""]["value"] > 80


@pytest.mark.parametrize("fault", BROKEN)
def test_each_fault_falls_in_its_kinds_and_only_there(found, fault):
    values = {kind: found[f"defective:{fault}", "consistency", kind]["value"] for kind in KINDS}
    assert {kind: most for kind, most in BROKEN[fault].items() if values[kind] > most} == {}
    others = set(KINDS) - set(BROKEN[fault]) - ALSO.get(fault, set())
    assert {kind: values[kind] for kind in others if values[kind] < 100} == {}


def test_a_model_that_picks_the_first_option_falls_in_choice_questions_alone(found):
    types = {
        group: row["value"]
        for (model, metric, group), row in found.items()
        if (model, metric) == ("defective:first-choice", "consistency") and group.startswith("type/")
    }
    assert types.pop("type/choice") < 80
    assert set(types.values()) == {100.0}


@pytest.mark.parametrize("fault", CONSTANT)
def test_a_model_with_one_answer_is_consistent_by_chance(found, fault):
    assert found[f"defective:{fault}", "consistency", ""]["value"] == pytest.approx(CONSTANT[fault], abs=ABOUT)


def test_a_model_that_ignores_the_question_gets_no_credit(found):
    """It names an object whatever is asked: no conclusion is answered with yes, no or a number."""
    row = found["defective:question-deaf", "consistency", ""]
    assert (row["value"], row["n"]) == (None, 0)
    assert row["undecided"] > 0
    assert found["defective:question-deaf", "covered", ""]["value"] < 15


def test_the_mistakes_of_a_model_that_picks_the_first_option_are_predicted(found):
    row = found["defective:first-choice", "error_auc", ""]
    assert row["value"] > 95
    assert 50 < row["low"] < row["value"]


def test_a_constant_answer_is_half_consistent_however_the_questions_are_answered(tmp_path):
    """A model whose only answer is yes: what follows is balanced for each question."""
    done = askance.run(lambda image, question: "yes", "stickers", ["implications"], limit=60, out=tmp_path)
    rows = {(row["metric"], row["group"]): row for row in done.metrics.to_pylist()}
    assert rows["consistency", ""]["value"] == 50
    assert rows["consistency", ""]["n"] > 20


def test_the_faults_say_so_themselves():
    told = {
        name: {mark.removeprefix("implications/") for mark in fault.fails_on if mark.startswith("implications/")}
        for name, fault in FAULTS.items()
    }
    assert {name: marks for name, marks in told.items() if marks} == {
        name: set(kinds) for name, kinds in BROKEN.items()
    }


@pytest.mark.slow
def test_the_oracle_keeps_20000_implications(tmp_path):
    done = askance.run("oracle", "stickers:train", ["implications:depth=2"], limit=4_000, out=tmp_path)
    rows = [row for row in done.verdicts.to_pylist() if row["relation"] == "follows"]
    assert [(row["name"], row["said"]) for row in rows if not row["holds"]] == []
    assert sum(len(row["said"]) - 1 for row in rows) >= 20_000
