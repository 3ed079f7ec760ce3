"""Law 8 for bias and noise: who ignores a side, or minds noise, is found there and nowhere else."""

import askance
import pytest
from askance.models.defective import FAULTS

pytestmark = pytest.mark.heavy
OTHERS = [name for name in FAULTS if name not in ("slow", "crashes", "noise-sensitive", "blind", "question-deaf")]


def totals(done):
    return {
        (row["model"].removeprefix("defective:"), row["metric"]): row["value"]
        for row in done.metrics.to_pylist()
        if row["group"] == ""
    }


@pytest.fixture(scope="module")
def bias(tmp_path_factory):
    names = ["oracle", *(f"defective:{fault}" for fault in ("blind", "question-deaf", *OTHERS))]
    return askance.run(names, "stickers", ["bias"], limit=150, out=tmp_path_factory.mktemp("bias"))


def test_who_ignores_the_picture_has_question_bias_alone(bias):
    found = totals(bias)
    assert found["blind", "question_bias"] == 100
    assert found["blind", "image_bias"] < 60


def test_who_ignores_the_question_has_image_bias_alone(bias):
    found = totals(bias)
    assert found["question-deaf", "image_bias"] == 100
    assert found["question-deaf", "question_bias"] < 30


def test_the_oracle_answers_alike_by_chance_only(bias):
    """A yes/no question gets the same answer of another picture half of the time; other answers are seldom the same."""
    rows = {(row["metric"], row["group"]): row["value"] for row in bias.metrics.to_pylist() if row["model"] == "oracle"}
    assert rows["question_bias", "type/other"] < 20
    assert rows["image_bias", "type/other"] < 5
    assert rows["question_bias", ""] < 60
    assert rows["image_bias", ""] < 40
    assert rows["coverage", ""] == 100


@pytest.mark.parametrize("fault", OTHERS)
def test_nobody_else_looks_as_if_he_ignored_a_side(bias, fault):
    found = totals(bias)
    assert found[fault, "question_bias"] < 75
    assert found[fault, "image_bias"] < 60


@pytest.fixture(scope="module", params=[10, pytest.param(30, marks=pytest.mark.slow)])
def noise(request, tmp_path_factory):
    names = ["oracle", *(f"defective:{fault}" for fault in ("blind", "question-deaf", "noise-sensitive", *OTHERS))]
    return askance.run(names, "stickers", ["noise"], limit=request.param, out=tmp_path_factory.mktemp("noise"))


def test_who_minds_noise_falls_under_every_kind_and_under_nothing_else(noise):
    rows = {
        (row["metric"], row["group"]): row["value"]
        for row in noise.metrics.to_pylist()
        if row["model"] == "defective:noise-sensitive"
    }
    for kind in ("", "gaussian", "poisson", "salt_pepper", "speckle"):
        assert rows["image_robustness", kind] < 10
    assert rows["geometric_robustness", ""] == 100


@pytest.mark.parametrize("model", ["oracle", "blind", "question-deaf", *OTHERS])
def test_nobody_else_minds_noise(noise, model):
    found = totals(noise)
    assert found[model, "image_robustness"] == 100
    assert found[model, "geometric_robustness"] == 100
    assert found[model, "feature_robustness"] is None


def test_the_faults_say_so_themselves():
    assert {name for name, fault in FAULTS.items() if "bias" in fault.fails_on} == {"blind", "question-deaf"}
    assert {name for name, fault in FAULTS.items() if "noise" in fault.fails_on} == {"noise-sensitive"}
