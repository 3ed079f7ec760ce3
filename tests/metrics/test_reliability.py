"""Confidence beside accuracy: bins, totals, and nothing where the truth is not known."""

import numpy as np
import pyarrow as pa
import pytest
from askance.metrics.reliability import reliability_rows


def verdicts(values, scores):
    return pa.table(
        {
            "image": [f"i{place}" for place in range(len(values))],
            "value": pa.array(values, pa.float64()),
            "scores": pa.array(scores, pa.map_(pa.string(), pa.float64())),
        }
    )


def found(values, scores):
    rows = reliability_rows(verdicts(values, scores)).to_pylist()
    return {(row["metric"], row["group"]): (row["value"], row["n"]) for row in rows}


def test_answers_are_grouped_by_confidence():
    rows = found([0.95, 1.0, 0.55, 0.3], [[("a", 1.0)], [("a", 0.0)], [("a", 1.0)], [("a", 0.0)]])
    assert rows["confidence", "confidence-90"] == (pytest.approx(97.5), 2)
    assert rows["accuracy", "confidence-90"] == (pytest.approx(50.0), 2)
    assert rows["accuracy", "confidence-50"] == (pytest.approx(100.0), 1)
    assert rows["accuracy", "confidence-30"][0] == 0.0  # 0.3 is not below 30 %
    assert rows["overconfidence", ""] == (pytest.approx(100 * (np.mean([0.95, 1, 0.55, 0.3]) - 0.5)), 4)


def test_several_draws_count_as_most_of_them_do():
    assert found([0.6], [[("d1", 1.0), ("d2", 1.0), ("d3", 0.0)]])["accuracy", ""] == (pytest.approx(100.0), 1)


def test_undecided_cases_and_cases_without_ground_truth_are_left_out():
    rows = found([0.9, None, 0.9], [[("a", 1.0)], [("a", 1.0)], []])
    assert rows["confidence", ""][1] == 1
    assert found([0.9], [[]]) == {}
    assert found([], []) == {}
