"""Law 8 for carets: the oracle passes every pair, and each fault lowers consistency in its own test alone."""

import re

import askance
import pytest
from askance.suites.carets.pair_quotas import TYPES
from askance.wording.ontology import ontology

from judged import verdicts

# fault → the test in which it contradicts itself
FALLS = {
    "ignores-negation": "negation",
    "order-sensitive": "order",
    "first-choice": "order",
    "hypernym-blind": "ontological",
    "paraphrase-sensitive": "rephrase",
    "context-dependent": "visual",
    "color-blind": "antonym",
}
METRICS = {"acc", "acc_original", "acc_perturbed", "cons", "cons_readable", "cons_chance_corrected", "cacc"}
RESPONSES = {"yes_rate", "no_rate", "other_rate"}
ONE_ANSWER = ("answer/", "direction/")  # groups in which the right answer never varies: nothing is above chance


def figures(done, model):
    return {(row["metric"], row["group"]): row for row in done.metrics.to_pylist() if row["model"] == model}


def all_is_right(done, least):
    found = figures(done, "oracle")
    assert {metric for metric, _ in found} == METRICS | RESPONSES | {"tests", "coverage"}
    undefined = {key for key in found if key[0] == "cons_chance_corrected" and key[1].startswith(ONE_ANSWER)}
    values = {key: row["value"] for key, row in found.items() if key[0] in METRICS and key not in undefined}
    assert {key for key, row in found.items() if row["value"] is None} == undefined
    assert {key: value for key, value in values.items() if value != pytest.approx(100)} == {}
    assert found["coverage", ""]["value"] == 100
    assert found["other_rate", ""]["value"] == 0
    assert found["tests", ""]["value"] == len(TYPES)
    assert sum(row["undecided"] for row in found.values()) == 0
    assert found["cons", ""]["n"] >= least


@pytest.fixture(scope="module", params=[400, pytest.param(900, marks=pytest.mark.slow)])
def limit(request):
    return request.param


@pytest.fixture(scope="module")
def done(limit, tmp_path_factory):
    models = ["oracle", *(f"defective:{fault}" for fault in FALLS)]
    return askance.run(models, "stickers", ["carets"], limit=limit, out=tmp_path_factory.mktemp("carets"))


@pytest.mark.heavy
def test_the_oracle_passes_every_pair(done, limit):
    all_is_right(done, least=0.9 * limit)


@pytest.mark.heavy
@pytest.mark.parametrize("fault", list(FALLS))
def test_each_fault_contradicts_itself_in_its_own_test_only(done, fault):
    found = figures(done, f"defective:{fault}")
    for test in TYPES:
        value = found["cons", test]["value"]
        most = 95 if fault == "color-blind" else 85  # of the opposites, black and white are 15 % at most
        assert value <= most if test == FALLS[fault] else value == 100, (test, value)


@pytest.mark.heavy
def test_who_sees_no_colors_fails_at_opposites_that_are_colors_and_at_no_others(done):
    rows = [dict(row["tags"]) | {"holds": row["holds"]} for row in verdicts(done, "defective:color-blind")]
    opposites = [row for row in rows if row["test"] == "antonym"]
    colors = [row["holds"] for row in opposites if row["pair"] == "black/white"]
    words = set(ontology().values("color"))
    named = [
        not words.isdisjoint(re.findall(r'"([a-z ]+)"', row["slots"])) for row in opposites
    ]  # "is the red car clean?"
    others = [
        row["holds"] for row, hue in zip(opposites, named, strict=True) if row["pair"] != "black/white" and not hue
    ]
    assert colors
    assert others
    assert not any(colors)
    assert all(others)


@pytest.mark.heavy
def test_who_knows_no_classes_fails_at_true_hypernyms_alone(done):
    rows = [dict(row["tags"]) | {"holds": row["holds"]} for row in verdicts(done, "defective:hypernym-blind")]
    classes = [row for row in rows if row["test"] == "ontological"]
    assert not any(row["holds"] for row in classes if row["direction"] == "hypernym")
    assert all(row["holds"] for row in classes if row["direction"] == "hyponym")


@pytest.mark.slow
def test_the_oracle_passes_20000_pairs(tmp_path):
    all_is_right(askance.run("oracle", "stickers", ["carets"], limit=24_000, out=tmp_path), least=20_000)
