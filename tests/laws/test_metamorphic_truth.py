"""Law 8 for metamorphic: the oracle breaks no relation; each fault breaks those that it cannot keep, and no others."""

import askance
import pytest
from askance.models.defective import FAULTS
from askance.suites.metamorphic.relation_quotas import SIZES

from judged import verdicts

LIMIT = 1600
FALLS = {  # fault → the groups in which it contradicts itself, with the least share of tests in which it does
    "counts-zero": {"insert+": 0.99, "remove+": 0.99},
    "off-by-one": {"partition": 0.99, "cut/partition": 0.99, "cut/reorder": 0.99},
    "ignores-negation": {"reversion": 0.99, "cut/reversion": 0.2},
    "order-sensitive": {"reorder": 0.99, "partition": 0.3, "cut/partition": 0.1, "cut/reorder": 0.3},
    "yes-bias": {"reversion": 0.99},
    "no-bias": {"reversion": 0.99},
    "color-blind": {"insert+": 0.01, "remove+": 0.01},
    "context-dependent": {"cut": 0.5},
}


def is_under(group, path):
    return group == path or group.startswith(f"{path}/")


def nothing_is_broken(done, tests):
    rows = verdicts(done, "oracle")
    assert [(row["name"], row["reason"], row["said"]) for row in rows if not row["holds"]] == []
    assert len(rows) == tests
    assert {row["group"].split("/")[0] for row in rows} == set(SIZES)
    found = {
        (row["metric"], row["group"]): row["value"] for row in done.metrics.to_pylist() if row["model"] == "oracle"
    }
    assert {metric for metric, _ in found} == {
        "error", "invalid", "dominant_answer", "dominant_answer_bias", "coverage",
    }  # fmt: skip
    for relation in ("", *SIZES):
        assert (found["error", relation], found["invalid", relation]) == (0, 0)
    assert found["coverage", ""] == 100


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    models = ["oracle", *(f"defective:{fault}" for fault in FALLS)]
    return askance.run(models, "stickers", ["metamorphic"], limit=LIMIT, out=tmp_path_factory.mktemp("metamorphic"))


@pytest.mark.heavy
def test_the_oracle_breaks_no_relation(done):
    nothing_is_broken(done, LIMIT)


@pytest.mark.heavy
@pytest.mark.parametrize("fault", list(FALLS))
def test_each_fault_contradicts_itself_where_it_must_and_only_there(done, fault):
    rows = verdicts(done, f"defective:{fault}")
    assert all(row["holds"] is not None for row in rows)
    outside = [row for row in rows if not any(is_under(row["group"], path) for path in FALLS[fault])]
    assert [(row["name"], row["group"]) for row in outside if not row["holds"]] == []
    for path, least in FALLS[fault].items():
        inside = [row["holds"] for row in rows if is_under(row["group"], path)]
        assert inside
        assert inside.count(False) / len(inside) >= least, path


@pytest.mark.heavy
def test_who_hears_no_negation_fails_at_cuts_of_no_questions_alone(done):
    rows = [row for row in verdicts(done, "defective:ignores-negation") if row["group"] == "cut/reversion"]
    broken = [dict(row["tags"])["question"] for row in rows if not row["holds"]]
    assert set(broken) == {"no"}


@pytest.mark.heavy
def test_who_sees_no_colors_fails_at_properties_alone(done):
    rows = [dict(row["tags"]) for row in verdicts(done, "defective:color-blind") if not row["holds"]]
    assert {tags["kind"] for tags in rows} == {"property"}


def test_the_faults_say_so_themselves():
    for fault, falls in FALLS.items():
        told = {mark.removeprefix("metamorphic/") for mark in FAULTS[fault].fails_on if mark.startswith("metamorphic/")}
        assert told == set(falls)


@pytest.mark.slow
def test_the_oracle_breaks_none_of_20000(tmp_path):
    nothing_is_broken(askance.run("oracle", "stickers", ["metamorphic"], limit=20_000, out=tmp_path), 20_000)
