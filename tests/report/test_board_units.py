"""Figures that are no percentages have two decimals; a suite with options has its suite's headline."""

from askance.report.board import format_cell, make_breakdowns, make_leaderboard

import board_rows

NAME = "basic_questions:ranker=cider"


def row(metric, value, low, high, group="", suite=NAME, model="m"):
    return board_rows.row(value, model, suite=suite, metric=metric, group=group, low=low, high=high)


def test_scores_from_0_to_1_are_not_rounded_away():
    assert format_cell(row("r_score", 0.483, 0.401, 0.556)) == "0.48 [0.40–0.56] n=9"
    assert format_cell(row("spearman", -0.857, -0.96, 0.1)) == "-0.86 [-0.96 – 0.10] n=9"
    assert format_cell(row("monotonicity", 66.67, 33.3, 83.3)) == "66.7 [33–83] n=9"
    assert format_cell(row("accuracy", 66.67, 33.3, 83.3, suite="accuracy")) == "66.7 [33–83] n=9"
    assert format_cell(row("difference", -3.21, -6.4, 0.2)) == "-3.2 [-6 – 0] n=9"
    assert format_cell(row("spearman", None, None, None)) == "–"


def test_a_suite_with_options_shows_its_headline_under_its_whole_name():
    rows = [row("difference", 5, 4, 6), row("r_score", 0.5, 0.4, 0.6), row("spearman", 0.5, 0.4, 0.6)]
    assert make_leaderboard(rows).columns == ["model", f"{NAME}.r_score ↑", f"{NAME}.difference", "coverage"]
    (board,) = make_breakdowns([row("r_score", 0.123, 0, 1, "level-2")], f"{NAME}.r_score")
    assert board.rows == [["level-2", "0.12 n=9"]]


def test_the_most_robust_model_stands_first():
    rows = [row("difference", 30, 20, 40, model="bad"), row("difference", 1, 0, 2, model="good")]
    rows += [row("r_score", 0.0, 0.0, 0.1, model="bad"), row("r_score", 0.8, 0.7, 0.9, model="good")]
    assert [line[0] for line in make_leaderboard(rows).rows] == ["good", "bad"]
