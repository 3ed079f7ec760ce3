"""Algorithm 1, its statistics, and the exact search for its thresholds."""

from itertools import product

import numpy as np
import pytest
from askance.ranking.chain_tuning import CANDIDATES, tune_thresholds
from askance.ranking.question_chain import Thresholds, questions_to_append, ratio_statistics, score_ratios
from hypothesis import given
from hypothesis import strategies as st


def algorithm_1(scores, s1, s2, s3):
    """As it is printed, one main question at a time."""
    score1, score2, score3 = scores
    chosen = 0
    if score1 > s1:
        chosen = 1
        if score1 > 0 and score2 / score1 > s2:
            chosen = 2
            if score2 > 0 and score3 / score2 > s3:
                chosen = 3
    return chosen


HALVES = st.integers(-2, 8).map(lambda number: number / 8)
ROWS = st.lists(st.tuples(HALVES, HALVES, HALVES), min_size=1, max_size=12)


@given(ROWS, st.tuples(HALVES, HALVES, HALVES))
def test_as_many_as_the_printed_algorithm_says(rows, limits):
    found = questions_to_append(np.array(rows), Thresholds(*limits))
    assert found.tolist() == [algorithm_1(row, *limits) for row in rows]


def test_by_the_papers_thresholds():
    scores = [(0.60, 0.60, 0.60), (0.61, 0.30, 0.30), (0.61, 0.60, 0.20), (0.61, 0.60, 0.59), (0.3, 0.3, 0.3)]
    chosen = questions_to_append(np.array(scores), Thresholds())
    assert chosen.tolist() == [0, 1, 2, 3, 0]  # .60 does not exceed .60, and what fails early stays out
    assert np.bincount(chosen).tolist() == [2, 1, 1, 1]


def test_statistics_leave_out_what_is_undefined():
    found = ratio_statistics(np.array([(0.5, 0.25, 0.125), (0.3, 0.0, 0.0), (0.0, 0.0, 0.0), (0.4, 0.4, 0.1)]))
    assert found.average == pytest.approx([0.3, 0.5, 0.375])
    assert found.deviation == pytest.approx([np.std([0.5, 0.3, 0.0, 0.4]), np.std([0.5, 0.0, 1.0]), 0.125])
    assert found.defined.tolist() == [4, 3, 2]
    assert found.left_out.tolist() == [0, 1, 2]
    assert np.isnan(ratio_statistics(np.zeros((2, 3))).average[1:]).all()


def every_threshold(scores, right):
    """Highest mean accuracy, then the fewest questions, over all thresholds that differ: the plain way."""
    values = score_ratios(scores)
    axes = [[-9.0, *column[~np.isnan(column)]] for column in values.T]
    found = []
    for limits in product(*axes):
        chosen = [algorithm_1(row, *limits) for row in scores]
        found.append((sum(row[place] for row, place in zip(right, chosen, strict=True)), -sum(chosen)))
    best = max(value for value, _ in found)
    return best / len(right), max(count for value, count in found if value > best - 1e-9)


@given(st.data(), ROWS)
def test_no_thresholds_are_better_than_the_tuned_ones(data, rows):
    scores = np.array(rows)
    tenth = st.sampled_from([0.0, 1 / 3, 0.3, 0.6, 2 / 3, 0.9, 1.0])
    right = np.array(data.draw(st.lists(st.tuples(*[tenth] * 4), min_size=len(rows), max_size=len(rows))))
    found = tune_thresholds(scores, right)
    chosen = questions_to_append(scores, found.thresholds)
    assert right[np.arange(len(rows)), chosen].mean() == pytest.approx(found.accuracy)
    accuracy, fewest = every_threshold(rows, right.tolist())
    assert found.accuracy == pytest.approx(accuracy)
    assert -chosen.sum() == fewest
    assert found.without == pytest.approx(right[:, 0].mean())


def test_nothing_is_appended_where_that_gains_nothing():
    scores = np.linspace(0, 1, 300).reshape(100, 3)[:, ::-1]
    found = tune_thresholds(scores, np.ones((100, 4)))
    assert questions_to_append(scores, found.thresholds).sum() == 0
    assert found.accuracy == found.without == 1


def test_where_no_ratio_is_defined_one_question_may_still_be_appended():
    found = tune_thresholds(np.zeros((2, 3)), np.array([[0.0, 1.0, 0.0, 0.0]] * 2))
    assert found.thresholds.s1 < 0
    assert found.accuracy == 1


def test_a_planted_rule_is_found_again_among_many_questions():
    rng = np.random.default_rng(5)
    scores = np.sort(rng.random((3 * CANDIDATES, 3)))[:, ::-1]
    rule = Thresholds(0.55, 0.7, 0.5)
    right = (np.arange(4) == questions_to_append(scores, rule)[:, None]).astype(float)
    found = tune_thresholds(scores, right)
    assert found.accuracy == 1
    assert questions_to_append(scores, found.thresholds).tolist() == questions_to_append(scores, rule).tolist()


def test_no_questions_no_thresholds():
    with pytest.raises(ValueError, match="no questions"):
        tune_thresholds(np.zeros((0, 3)), np.zeros((0, 4)))
