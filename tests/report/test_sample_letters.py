"""Partial figures and different samples are marked in every board, with one line that explains the mark."""

from askance.report import make_breakdowns, make_leaderboard, partial_and_sample_notes, sample_line
from askance.report.asking_methods import method_notes

from board_rows import row

PARTIAL = {"partial": True, "judged": 12, "wanted": 1600}


def test_a_finished_sample_that_all_share_has_no_mark():
    rows = [row(90, "a"), row(80, "b")]
    assert partial_and_sample_notes(rows) == []
    assert [line[1] for line in make_leaderboard(rows).rows] == ["90.0 [89–91] n=9", "80.0 [79–81] n=9"]


def test_partial_figures_say_how_much_is_judged():
    rows = [row(90, "a", **PARTIAL), row(80, "b"), row(None, "c", **{**PARTIAL, "judged": 0, "wanted": None})]
    assert [line[1] for line in make_leaderboard(rows).rows] == [
        "90.0 [89–91] n=9 partial 12/1,600", "80.0 [79–81] n=9", "– partial 0/?"
    ]  # fmt: skip
    assert make_breakdowns(rows, "accuracy.accuracy")[0].columns[1:] == ["a partial 12/1,600", "b", "c partial 0/?"]
    assert partial_and_sample_notes(rows) == [
        "partial: accuracy on d (limit 9, seed 0): cases judged: a 12 of 1,600, c 0 of ?; repeat that run to finish it"
    ]


def test_different_samples_have_letters():
    rows = [row(90, "a"), row(80, "b", sample="bbb", limit=300), row(70, "c", limit=None)]
    rows.append(row(60, "d", sample="ddd", seed=3))
    marks = [line[1].partition(" n=9")[2] for line in make_leaderboard(rows).rows]
    assert marks == [" (a)", " (b)", " (a)", " (c)"]  # c asked the same cases as a, with another limit
    assert partial_and_sample_notes(rows) == [
        "different samples: accuracy on d: (a) limit 9, seed 0: a, c; (b) limit 300, seed 0: b; (c) limit 9, seed 3: d."
        " Compare only models with the same letter, or run them all with the same --limit and --seed"
    ]


def test_samples_drawn_alike_that_differ_are_told_apart():
    (line,) = partial_and_sample_notes([row(90, "a"), row(80, "b", sample="bbb")])
    changed = "(the data or Askance changed between the runs)"
    assert f"(a) limit 9, seed 0, cases aaa {changed}: a; (b) limit 9, seed 0, cases bbb {changed}: b." in line


def test_suites_and_data_sets_have_samples_of_their_own():
    rows = [row(90, "a"), row(80, "b", dataset="e", sample="bbb"), row(80, "b", suite="repeat", sample="ccc")]
    assert partial_and_sample_notes(rows) == []


def test_figures_of_an_older_version_have_no_mark():
    old = dict.fromkeys(("partial", "judged", "wanted", "limit", "seed", "sample"))
    rows = [row(90, "a", **old), row(80, "b", **old)]
    assert partial_and_sample_notes(rows) == []
    assert "limit and seed not recorded: a, b" in partial_and_sample_notes([*rows, row(70, "c")])[0]


def test_the_sample_is_said_where_all_have_the_same():
    assert sample_line([row(90, "a"), row(80, "b")]) == "Sample: limit 9, seed 0."
    assert sample_line([row(90, "a", limit=None), row(80, "b", limit=None)]) == "Sample: no limit, seed 0."


def test_samples_are_said_by_suite_where_they_differ():
    rows = [row(90, "a"), row(80, "a", suite="repeat", sample="rrr", limit=3), row(70, "b", sample="bbb", seed=1)]
    assert sample_line(rows) == "Samples: limit 3, seed 0 (repeat); accuracy on d: see below."


def test_models_that_were_asked_by_different_methods_are_named():
    rows = [
        {"model": model, "dataset": "d", "suite": suite, "group": group}
        for model, suite, group in [
            ("a", "uncertainty", "dropout"), ("b", "uncertainty", "probabilities"), ("a", "accuracy", "dropout"),
        ]
    ]  # fmt: skip
    (line,) = method_notes(rows)
    assert line.startswith("different methods: uncertainty on d: dropout: a; probabilities: b.")
    assert list(method_notes(rows[:1])) == list(method_notes([{**rows[0], "suite": "not installed"}])) == []
