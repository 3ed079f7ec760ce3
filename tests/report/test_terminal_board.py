"""The leaderboard in a terminal: it fits, says what it leaves out, and never mixes data sets in a cell."""

import io
from dataclasses import replace

import pytest
from askance.report.board import Board, make_leaderboard
from askance.report.board_text import rich_table, to_latex, to_markdown
from askance.report.dataset_average import dataset_averages
from askance.report.dot_board import make_dot_leaderboard
from askance.report.metric_declarations import built_in_declarations
from askance.report.terminal_board import TerminalLeaderboard
from rich.console import Console

from board_rows import row

MODELS = ("builtin:transformer", "defective:ignores-negation")


def printed(rows, width=80, **given):
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(TerminalLeaderboard(rows, "title", **given))
    return console.file.getvalue()


@pytest.fixture
def rows():
    metrics = [("accuracy", "accuracy"), ("carets", "cons"), ("carets", "cacc"), ("metamorphic", "error"),
               ("noise", "image_robustness"), ("bias", "question_bias"), ("repeat", "agreement")]  # fmt: skip
    return [
        row(model=model, suite=suite, metric=metric, value=90.0 - place, low=80.0, high=95.0, n=300)
        for place, model in enumerate(MODELS)
        for suite, metric in metrics
    ]


def test_it_fits_into_80_columns(rows):
    text = printed(rows)
    assert max(map(len, text.splitlines())) <= 80
    assert "defective:" in text
    assert "ignores-negation" in text
    assert "accuracy ↑" in text
    assert "error ↓" in text
    assert "n=300" in text
    assert "more column" in text
    assert "image_bias" not in text


def test_a_wide_terminal_shows_every_column(rows):
    text = printed(rows, width=200)
    assert "more column" not in text
    assert "cacc ↑" in text


def test_the_noise_floor_is_shown_beside(rows):
    assert "floor ↓" in printed(rows)
    line = next(line for line in printed(rows).splitlines() if "builtin:" in line)
    assert line.split()[-1] == "10.0"  # 100 - 90.0 % of equal answers
    without = [one for one in rows if one["suite"] != "repeat"]
    assert "noise floor is not measured" in printed(without)


def test_heads_have_plain_words_where_there_is_room(rows):
    text = printed(rows)
    assert "consistency" in text
    assert "does not" in text
    for width in range(40, 140, 7):
        columns = next(line for line in printed(rows, width).splitlines() if "n=300" in line).count("n=300")
        bare = printed(rows, width, declared=without_labels())
        assert columns == next(line for line in bare.splitlines() if "n=300" in line).count("n=300")
        assert max(map(len, printed(rows, width).splitlines()[1:8])) <= max(width, 40)


def without_labels():
    return {
        name: replace(own, metrics={key: replace(each, label="") for key, each in own.metrics.items()})
        for name, own in built_in_declarations().items()
    }


def test_other_formats_have_plain_words_and_the_name(rows):
    board = make_leaderboard(rows)
    assert "| consistency: carets.cons ↑ |" in to_markdown(board)
    assert "does not add up: metamorphic.error ↓" in to_markdown(board)
    assert "accuracy: accuracy.accuracy" not in to_markdown(board)  # the name says the same
    words, names = to_latex(board).splitlines()[2:4]
    assert words.startswith("& ")
    assert "& both right &" in words
    assert r"& carets.cacc $\uparrow$ &" in names
    assert words.count("&") == names.count("&")
    console = Console(file=io.StringIO(), width=300, color_system=None)
    console.print(rich_table(board, ""))
    assert "both right" in console.file.getvalue()
    console = Console(file=io.StringIO(), width=90, color_system=None)
    console.print(rich_table(board, ""))
    assert max(map(len, console.file.getvalue().splitlines())) <= 90


def test_a_run_of_repeat_alone_shows_agreement_and_n(rows):
    alone = [one for one in rows if one["suite"] == "repeat"]
    text = printed(alone)
    assert "agreement ↑" in text
    assert "n=300" in text
    assert "floor ↓" in text
    assert "90.0" in next(line for line in text.splitlines() if "builtin:" in line)
    board = make_dot_leaderboard(alone, built_in_declarations(), [("d", model) for model in MODELS])
    assert [head.below for head in board.heads] == ["repeat.agreement"]
    with_others = make_dot_leaderboard(rows, built_in_declarations(), [("d", model) for model in MODELS])
    assert "repeat.agreement" not in [head.below for head in with_others.heads]


def test_counts_that_differ_are_in_the_cells(rows):
    rows[0]["n"] = 299
    text = printed(rows)
    assert "n=299" in text
    assert "n=300" in text


def test_undecided_cases_are_said(rows):
    assert "decided" not in printed(rows)
    rows.append(row(model=MODELS[0], suite="carets", metric="coverage", value=88.0))
    assert f"{MODELS[0]} 88.0 (carets)" in printed(rows)


def two_datasets():
    return [
        row(value, model, dataset=dataset, low=value - 4, high=value + 3)
        for model, values in {"a": (60.0, 80.0), "b": (90.0, 70.0)}.items()
        for dataset, value in zip(("gqa", "vqa2"), values, strict=True)
    ]  # fmt: skip


def test_each_data_set_has_one_vote():
    rows = two_datasets()
    rows[0]["n"] = 100_000
    means = {one["model"]: one for one in dataset_averages(rows)}
    assert {model: one["value"] for model, one in means.items()} == {"a": 70.0, "b": 80.0}
    assert means["a"]["dataset"] == "mean of 2 data sets"
    assert means["a"]["low"] == pytest.approx(70 - (4**2 + 4**2) ** 0.5 / 2)
    assert means["a"]["high"] == pytest.approx(70 + (3**2 + 3**2) ** 0.5 / 2)


def test_means_are_ranked_with_their_data_sets_below():
    board = make_leaderboard(two_datasets())
    assert [line[:2] for line in board.rows] == [
        ["b", "mean of 2 data sets"], ["b", "gqa"], ["b", "vqa2"],
        ["a", "mean of 2 data sets"], ["a", "gqa"], ["a", "vqa2"],
    ]  # fmt: skip
    assert "each data set one vote" in printed(two_datasets(), width=120)


def test_a_model_that_lacks_a_data_set_has_no_mean():
    rows = two_datasets()[:3]
    assert [one["model"] for one in dataset_averages(rows)] == ["a"]
    assert [line[:2] for line in make_leaderboard(rows).rows][-1] == ["b", "gqa"]


def test_the_cells_of_a_row_begin_on_one_line_and_texts_on_the_left():
    console = Console(file=io.StringIO(), width=60, color_system=None)
    console.print(rich_table(Board(["case", "why", "calls"], [["cut-1", "first line\nsecond", "3"]]), ""))
    text = console.file.getvalue()
    assert "│ cut-1 │ first line │     3 │" in text
    assert "│       │ second     │       │" in text


def test_metrics_that_count_undecided_cases_are_named_beside_the_coverage():
    rows = [row(90, suite="carets", metric=name, n=200) for name in ("cons", "cacc")]
    rows += [row(30, suite="metamorphic", metric="error", n=50)]
    rows += [row(54, suite=suite, metric="coverage", n=200, undecided=92) for suite in ("carets", "metamorphic")]
    text = " ".join(printed(rows, width=200).split())
    assert "decided cases, in percent: m 54.0. n of carets.cons, carets.cacc includes undecided cases" in text
    assert "includes undecided" not in printed([each for each in rows if each["suite"] == "metamorphic"], width=200)
