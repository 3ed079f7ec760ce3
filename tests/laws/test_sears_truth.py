"""Law 8 for sears and uncertainty: who minds a wording is found there; the oracle is sure of all that it says."""

import askance
import pytest
from askance.models.defective import FAULTS
from askance.wording.understand import is_plain_wording

from judged import verdicts

pytestmark = pytest.mark.heavy
MINDS = "paraphrase-sensitive"
OTHERS = [name for name in FAULTS if name not in ("slow", "crashes", "noise-sensitive", MINDS)]


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    names = ["oracle", *(f"defective:{fault}" for fault in (MINDS, *OTHERS))]
    return askance.run(names, "stickers", ["sears", "uncertainty"], limit=300, out=tmp_path_factory.mktemp("sears"))


def totals(done, metric):
    return {
        row["model"].removeprefix("defective:"): row
        for row in done.metrics.to_pylist()
        if (row["metric"], row["group"]) == (metric, "")
    }


@pytest.mark.parametrize("model", ["oracle", *OTHERS])
def test_nobody_else_minds_how_it_is_said(done, model):
    row = totals(done, "sears_robustness")[model]
    assert row["value"] == 100
    assert row["n"] >= 50


def test_who_minds_falls_wherever_the_plain_wording_is_rewritten(done):
    questions = {row["name"]: row["case_key"] for row in done.cases.to_pylist() if row["suite"] == "sears"}
    original = {item.id: item.question for item in askance.datasets.open_dataset("stickers").items(300, 0)}
    held = {row["name"]: row["value"] for row in verdicts(done, f"defective:{MINDS}", "sears")}
    assert set(held) == set(questions)
    plain = {name: value for name, value in held.items() if is_plain_wording(original[name.rpartition("/")[0]])}
    opened = {name for name in plain if original[name.rpartition("/")[0]].startswith(("Is", "Are"))}
    fallen = {name: value for name, value in plain.items() if name not in opened}
    assert len(fallen) >= 15
    assert set(fallen.values()) == {0.0}
    assert totals(done, "sears_robustness")[MINDS]["high"] < 85


def test_the_oracle_is_sure(done):
    for metric in ("uncertainty", "entropy"):
        rows = totals(done, metric)
        assert {model: row["value"] for model, row in rows.items() if row["n"]} == dict.fromkeys(rows, 0)


def test_the_faults_say_so_themselves():
    assert {name for name, fault in FAULTS.items() if "sears" in fault.fails_on} == {MINDS}
    assert {name for name, fault in FAULTS.items() if "uncertainty" in fault.fails_on} == set()
