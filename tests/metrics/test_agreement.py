"""The coverage matrices: equal to a plain count, whatever the order of rows, and open about what is missing."""

import random

import pyarrow as pa
import pytest
from askance.metrics.model_overlap import coverage_matrix
from askance.store import TABLES
from hypothesis import given
from hypothesis import strategies as st

ROLES = ("original", "perturbed")


def table(rows):
    """(model, case number, group, scores) as verdicts."""
    plain = [
        {
            "case_key": number.to_bytes(16, "big"), "model": model, "dataset": "d", "suite": "carets",
            "name": str(number), "group": group, "image": f"image-{number % 7}", "tags": [], "holds": None,
            "value": None, "status": None, "reason": None, "said": [], "scores": list(scores.items()),
        }
        for model, number, group, scores in rows
    ]  # fmt: skip
    return pa.Table.from_pylist(plain, schema=TABLES["verdicts"])


def cells(found, metric="pair_coverage"):
    names = ("group", "model", "of")
    rows = (row for row in found.to_pylist() if row["metric"] == metric)
    return {tuple(r[n] for n in names): (r["value"], r["n"], r["undecided"]) for r in rows}


def made(count=120):
    rng = random.Random(3)
    rows = []
    for model, skill in (("a", 0.9), ("b", 0.6), ("c", 0.3)):
        for number in range(count):
            scores = {role: float(rng.random() < skill) for role in ROLES}
            if rng.random() < 0.1:
                scores.pop(rng.choice(ROLES))
            rows.append((model, number, "order/Q2" if number % 3 else "negation/Q1", scores))
    return rows


def plainly(rows, group, unit):
    """The same figures, counted one by one."""
    right = {}
    for model, number, path, scores in rows:
        if path.startswith(group):
            if unit == "pair":
                right[model, number] = None if len(scores) < 2 else min(scores.values()) >= 1
            else:
                right |= {(model, (number, role)): scores.get(role, None) for role in ROLES}
    figures = {}
    for i in "abc":
        for j in "abc":
            mine = [right[i, number] for model, number in right if model == j and right[j, number]]
            known = [each for each in mine if each is not None]
            figures[group, i, j] = (100 * sum(known) / len(known), len(known), len(mine) - len(known))
    return figures


@pytest.mark.parametrize("unit", ["pair", "instance"])
def test_equal_to_a_plain_count(unit):
    rows = made()
    found = cells(coverage_matrix(table(rows)), f"{unit}_coverage")
    for group in ("", "order", "order/Q2", "negation"):
        for key, (value, n, missing) in plainly(rows, group, unit).items():
            named = (group or "pooled", *key[1:])
            assert abs(found[named][0] - value) < 1e-9
            assert found[named][1:] == (n, missing)
    for i, j in (("a", "b"), ("c", "a")):
        mean = (found["order", i, j][0] + found["negation", i, j][0]) / 2
        assert abs(found["", i, j][0] - mean) < 1e-9


SCORE = st.sampled_from([0.0, 1.0])


@given(st.lists(st.tuples(SCORE, SCORE, SCORE, SCORE), min_size=1, max_size=40))
def test_of_instances_the_ratio_of_two_cells_is_that_of_the_accuracies(drawn):
    """C[i,j] / C[j,i] = acc(i) / acc(j), which the published tables fit; of pairs it is the ratio of C-ACC."""
    rows = []
    for number, (a1, a2, b1, b2) in enumerate(drawn):
        rows.append(("a", number, "g", {"original": a1, "perturbed": a2}))
        rows.append(("b", number, "g", {"original": b1, "perturbed": b2}))
    right = {"instance": [sum(a1 + a2 for a1, a2, _, _ in drawn), sum(b1 + b2 for _, _, b1, b2 in drawn)],
             "pair": [sum(a1 * a2 for a1, a2, _, _ in drawn), sum(b1 * b2 for _, _, b1, b2 in drawn)]}  # fmt: skip
    matrix = coverage_matrix(table(rows))
    for unit, (a, b) in right.items():
        found = cells(matrix, f"{unit}_coverage")
        ab, ba = found["pooled", "a", "b"][0], found["pooled", "b", "a"][0]
        assert (ab is None) == (b == 0)
        if ab and ba:
            assert ab / ba == pytest.approx(a / b)


def test_the_two_matrices_differ_where_halves_are_right_alone():
    """a is right on both originals; b shares one of the two answers, but no pair."""
    rows = [("a", 1, "g", {"original": 1.0, "perturbed": 1.0}), ("b", 1, "g", {"original": 1.0, "perturbed": 0.0})]
    matrix = coverage_matrix(table(rows))
    assert cells(matrix, "instance_coverage")["g", "b", "a"] == (50, 2, 0)
    assert cells(matrix, "pair_coverage")["g", "b", "a"] == (0, 1, 0)


def test_a_model_covers_itself_and_order_does_not_matter():
    rows = made()
    found = coverage_matrix(table(rows))
    assert all(cells(found)["", model, model][0] == 100 for model in "abc")
    random.Random(1).shuffle(rows)
    assert coverage_matrix(table(rows)).to_pylist() == found.to_pylist()


def test_bounds():
    for row in coverage_matrix(table(made())).to_pylist():
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 100


def test_both_halves_must_be_right_and_one_unanswered_is_undecided():
    full, half = {"original": 1.0, "perturbed": 1.0}, {"original": 1.0, "perturbed": 0.0}
    rows = [("a", 1, "g", full), ("a", 2, "g", full), ("a", 3, "g", full)]
    rows += [("b", 1, "g", full), ("b", 2, "g", half), ("b", 3, "g", {"original": 1.0})]
    found = cells(coverage_matrix(table(rows)))
    assert found["", "b", "a"] == (50, 2, 1)
    assert found["", "a", "b"] == (100, 1, 0)


def test_pairs_that_only_one_model_was_asked_are_undecided():
    full = {"original": 1.0, "perturbed": 1.0}
    found = cells(coverage_matrix(table([("a", 1, "g", full), ("a", 2, "g", full), ("b", 1, "g", full)])))
    assert found["", "b", "a"] == (100, 1, 1)


def test_no_right_pairs_give_null():
    half = {"original": 1.0, "perturbed": 0.0}
    found = cells(coverage_matrix(table([("a", 1, "g", half), ("b", 1, "g", half)])))
    assert found["", "a", "b"] == (None, 0, 0)
    assert coverage_matrix(table([])).num_rows == 0


def test_a_total_says_how_many_tests_it_is_the_mean_of():
    right, wrong = dict.fromkeys(ROLES, 1.0), dict.fromkeys(ROLES, 0.0)
    rows = [("a", 1, "order/Q2", right), ("a", 2, "negation/Q1", right), ("a", 3, "visual/Q1", wrong)]
    rows += [("b", 2, "negation/Q1", right), ("b", 4, "negation/Q1", right)]  # another sample
    found = coverage_matrix(table(rows)).to_pylist()
    for metric in ("pair_coverage", "instance_coverage"):
        counted = {(r["model"], r["of"]): (r["tests"], r["all_tests"]) for r in found
                   if (r["metric"], r["group"]) == (metric, "")}  # fmt: skip
        assert counted == {("a", "a"): (2, 3), ("b", "a"): (1, 3), ("a", "b"): (1, 3), ("b", "b"): (1, 3)}
    assert {(row["tests"], row["all_tests"]) for row in found if row["group"]} == {(None, None)}
