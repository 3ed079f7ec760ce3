"""Boards keep data sets apart, put the best model first, say n, and name the suite of the lowest coverage."""

from askance.report import make_breakdowns, make_leaderboard
from askance.report.board import make_totals_boards

from board_rows import row

TWO = [
    row(90, "a", dataset="first"), row(10, "a", dataset="second"),
    row(80, "a", dataset="first", group="type/number"), row(20, "a", dataset="second", group="type/number"),
    row(95, "b", dataset="second"), row(50, "b", dataset="first"),
]  # fmt: skip


def first_cells(board):
    return [line[0] for line in board.rows]


def test_data_sets_are_not_mixed_by_group():
    first, second = make_breakdowns(TWO, "accuracy.accuracy")
    assert (first.title, second.title) == ("accuracy.accuracy on first", "accuracy.accuracy on second")
    assert first.rows == [["all", "90.0 n=9", "50.0 n=9"], ["type/number", "80.0 n=9", "–"]]
    assert second.rows == [["all", "10.0 n=9", "95.0 n=9"], ["type/number", "20.0 n=9", "–"]]


def test_data_sets_are_not_mixed_in_totals():
    rows = [row(value, suite="carets", metric="acc", dataset=name) for name, value in (("first", 90), ("second", 10))]
    found = [(board.title, board.rows) for board in make_totals_boards(rows)]
    assert found == [
        ("Other figures on first", [["carets.acc ↑", "90.0 [89–91] n=9"]]),
        ("Other figures on second", [["carets.acc ↑", "10.0 [9–11] n=9"]]),
    ]


def test_models_are_ranked_within_their_data_set():
    board = make_leaderboard(TWO)
    assert board.columns[:2] == ["model", "data"]
    places = [line[:2] for line in board.rows if "mean" not in line[1]]
    assert places == [["b", "first"], ["b", "second"], ["a", "first"], ["a", "second"]]


def test_one_data_set_needs_no_column():
    assert make_leaderboard([row(90)]).columns == ["model", "accuracy.accuracy ↑", "coverage"]
    assert [board.title for board in make_breakdowns([row(90)], "accuracy.accuracy")] == ["accuracy.accuracy"]


def test_the_best_model_is_first_where_lower_is_better():
    values = {"good": 2, "worst": 60, "middle": 30, "unknown": None}
    board = make_leaderboard([row(value, name, suite="metamorphic", metric="error") for name, value in values.items()])
    assert board.columns[1] == "metamorphic.error ↓"
    assert first_cells(board) == ["good", "middle", "worst", "unknown"]


def test_no_model_is_ranked_by_a_diagnosis():
    values = {"b": 100, "c": 0, "a": 50}
    rows = [row(value, name, suite="bias", metric="question_bias") for name, value in values.items()]
    assert make_leaderboard(rows).columns[1] == "bias.question_bias"
    assert first_cells(make_leaderboard(rows)) == ["a", "b", "c"]
    rows += [row(value, name) for name, value in {"a": 1, "b": 3, "c": 2}.items()]
    assert first_cells(make_leaderboard(rows)) == ["b", "c", "a"]


def test_coverage_says_of_which_suite():
    rows = [row(90, suite=suite) for suite in ("accuracy", "repeat")]
    rows += [row(100, metric="coverage"), row(81, suite="repeat", metric="coverage")]
    assert make_leaderboard(rows).rows[0][-1] == "81.0 (repeat)"
    rows[-1] = row(100, suite="repeat", metric="coverage")
    assert make_leaderboard(rows).rows[0][-1] == "100.0"


def test_shares_of_undecided_cases_have_no_arrow():
    rows = [row(97, metric="coverage"), row(3, metric="coverage", group="refused")]
    assert make_breakdowns(rows, "accuracy.coverage")[0].columns == ["accuracy.coverage", "m"]
