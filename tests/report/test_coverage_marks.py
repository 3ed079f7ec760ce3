"""The coverage matrix says whose answers are partial, who has another sample, and over how many tests a mean is."""

import pytest
from askance.report.coverage_matrix import SCHEMA, coverage_boards

MODELS = {
    "all": {"partial": False, "judged": 90, "wanted": 90, "limit": 90, "seed": 0, "sample": "aaa"},
    "some": {"partial": True, "judged": 21, "wanted": 90, "limit": 90, "seed": 0, "sample": "aaa"},
    "other": {"partial": False, "judged": 60, "wanted": 60, "limit": 60, "seed": 0, "sample": "bbb"},
}


def cell(model, of, group="", tests=3):
    of_ = {f"of_{name}": value for name, value in MODELS[of].items()}
    figures = {"metric": "pair_coverage", "group": group, "value": 50.0, "low": 40.0, "high": 60.0, "n": 9}
    counts = {"undecided": 0, "tests": None if group else tests, "all_tests": None if group else 3}
    who = {"dataset": "d", "suite": "carets", "model": model, "of": of}
    return dict.fromkeys(SCHEMA.names) | who | figures | counts | MODELS[model] | of_


@pytest.fixture
def boards():
    rows = [cell(model, of, tests=3 if model == "all" else 2) for model in MODELS for of in MODELS]
    rows += [cell(model, of, "order") for model in MODELS for of in MODELS]
    return [board for _, board in coverage_boards(rows)]


def test_models_have_their_marks(boards):
    names = ["all (a)", "other (b)", "some (a) partial 21/90"]
    for board in boards:
        assert board.columns == ["model", *names]
        assert [line[0] for line in board.rows] == names


def test_a_mean_over_some_of_the_tests_says_so(boards):
    total, order = boards
    assert total.rows[0] == ["all (a)", "–", "50.0 n=9", "50.0 n=9"]
    assert total.rows[1] == ["other (b)", "50.0 n=9 (2 of 3 tests)", "–", "50.0 n=9 (2 of 3 tests)"]
    assert "tests" not in str(order.rows)
