"""askance.compare: units, clusters, directions, undecided cases, versions; small worlds whose results are known."""

from dataclasses import dataclass, replace

import askance
import pytest
from askance.core import Card, Case, GroupMember, Metric, Query, Stimulus, UserError
from askance.metrics import rates
from askance.metrics.connected_images import join_components
from askance.report.comparison import result_lines
from askance.report.failure_rows import FailureFilter, find_matching_results
from askance.store import Workspace
from msgspec import structs
from toy import ToyData, ToyModel

from compared_models import EVERY_THIRD, make_history, make_judged, run, version, versions, wrong_on


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """A is wrong on a third of the cases, one per image; B is always right; C is wrong on all cases of 7 images."""
    return make_judged(tmp_path_factory.mktemp("compare"))


def test_difference_by_hand(judged):
    found = askance.compare(judged, "A", "B")
    (row,) = found.table.to_pylist()
    assert (row["suite"], row["metric"], row["group"], row["better"]) == ("accuracy", "accuracy", "", "up")
    assert (row["a"], row["b"]) == (pytest.approx(200 / 3), 100.0)
    assert row["difference"] == pytest.approx(100 / 3)
    assert (row["n"], row["images"], row["winner"]) == (60, 20, "B")
    assert row["p"] == row["p_single"] == pytest.approx(1 / 10_001)  # only all images swapped the same way reach it
    # every image has the same sum, so that the variance is that of independent cases: 60 · (1/3)(2/3) / (60 · 59)
    assert row["se"] == pytest.approx(100 * (2 / 9 / 59) ** 0.5)
    assert found.lines[0].startswith("B is better on accuracy.accuracy by 33.3 points [")
    assert found.lines[0].endswith("p < .001 (max-t over 1)")


def test_clusters_are_images(judged):
    # C fails 21 cases of 7 images: as 7 independent differences, not 21
    found = askance.compare(judged, "C", "B").table.to_pylist()[0]
    assert found["p"] == pytest.approx(2 / 2**7)
    residuals = [3 - 3 * 21 / 60] * 7 + [-3 * 21 / 60] * 13
    variance = sum(each**2 / (1 - 1 / 20) for each in residuals) / 60**2
    assert found["se"] == pytest.approx(100 * variance**0.5)


def test_order_of_models_only_changes_the_sign(judged):
    ab, ba = (askance.compare(judged, *names).table.to_pylist()[0] for names in (("A", "C"), ("C", "A")))
    assert ab["difference"] == -ba["difference"]
    assert (ab["low"], ab["high"]) == pytest.approx((-ba["high"], -ba["low"]))
    assert ab["p"] == pytest.approx(ba["p"], abs=0.02)
    assert ab["winner"] == ba["winner"]


def test_nothing_significant_says_what_could_be_found(tmp_path):
    run(tmp_path, wrong_on("A", {0, 5, 9}), wrong_on("B", {1, 30, 40, 50}))
    found = askance.compare(tmp_path, "A", "B")
    (row,) = found.rows
    assert not row.is_significant
    assert found.lines[0].startswith("no significant difference between A and B on 1 metric (smallest p = ")
    assert f"accuracy.accuracy {row.detectable:.1f} points" in found.lines[0]
    from scipy.stats import t

    assert row.detectable == pytest.approx((t.ppf(0.975, 19) + t.ppf(0.8, 19)) * row.se)
    assert found.table["winner"].to_pylist() == [None]


def test_a_difference_larger_than_the_scale_is_not_named(tmp_path):
    run(tmp_path, wrong_on("A", {0, 5, 9}), wrong_on("B", {1, 30, 40, 50}))
    (row,) = askance.compare(tmp_path, "A", "B").rows
    (line,) = result_lines([replace(row, se=60.0)], "A", "B")
    assert line.endswith("accuracy.accuracy none (too few images)")


def test_a_significant_difference_whose_interval_contains_0_is_explained(judged):
    found = askance.compare(judged, "A", "B")
    assert not any("contains 0" in note for note in found.all_notes)
    (row,) = found.rows
    stepwise = replace(found, rows=(replace(row, low=-0.5, p=0.03),))
    assert any(
        note.startswith("accuracy.accuracy: p is below .05, but the interval contains 0") for note in stepwise.all_notes
    )


def test_equal_models(tmp_path):
    run(tmp_path, wrong_on("A", {0}), wrong_on("B", {0}))
    found = askance.compare(tmp_path, "A", "B")
    assert found.lines == ["no difference at all between A and B on 1 metric"]
    assert found.rows[0].p == 1.0
    assert found.rows[0].low < 0 < found.rows[0].high  # 20 images without a difference prove no equality


def test_undecided_cases_are_left_out_and_then_wrong(tmp_path):
    run(tmp_path, wrong_on("A", (), refused=frozenset(range(30))), wrong_on("B", frozenset(range(40, 60))))
    left_out, wrong = askance.compare(tmp_path, "A", "B").rows
    assert (left_out.undecided, left_out.n, left_out.a, left_out.b) == ("left out", 30, 100.0, pytest.approx(100 / 3))
    assert (left_out.lost.a, left_out.lost.b) == (30, 0)
    assert (wrong.undecided, wrong.n, wrong.a, wrong.b) == ("wrong", 60, 50.0, pytest.approx(200 / 3))


def test_cases_that_only_one_has_are_counted(tmp_path):
    run(tmp_path, wrong_on("A", EVERY_THIRD), limit=30)
    run(tmp_path, wrong_on("B", ()), limit=45)
    found = askance.compare(tmp_path, "A", "B")
    assert found.rows[0].n == 30
    assert "accuracy on toy: 30 shared cases; not compared: 15 cases only in B" in found.all_notes
    assert any(
        line.startswith("different samples: accuracy on toy: A limit 30, seed 0, cases ") for line in found.notes
    )


def test_partial_runs_are_marked(tmp_path):
    run(tmp_path, wrong_on("A", EVERY_THIRD))
    run(tmp_path, wrong_on("B", ()), budget=30)
    assert "partial 3" in " ".join(askance.compare(tmp_path, "A", "B").notes)


def test_two_workspaces(tmp_path):
    run(tmp_path / "old", wrong_on("m", EVERY_THIRD))
    run(tmp_path / "new", wrong_on("m", ()))
    found = askance.compare(f"{tmp_path}/old:m", f"{tmp_path}/new:m")
    assert found.lines[0].startswith(f"{tmp_path}/new:m is better on accuracy.accuracy by 33.3 points")
    assert askance.compare(tmp_path / "old", tmp_path / "new").lines == found.lines  # each has one model


def test_no_shared_case_is_one_line(tmp_path):
    run(tmp_path / "1", wrong_on("A", ()))
    run(tmp_path / "2", wrong_on("B", ()), data=ToyData(60, "toy", "2"))
    with pytest.raises(UserError, match="A and B have no case in common on accuracy: run both with the same"):
        askance.compare(f"{tmp_path}/1:A", f"{tmp_path}/2:B")


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        (("{}", "A", "X"), "has no model X: it has A, B, C"),
        (("{}", "A", "A"), "A and A are the same results: name two models"),
        (("{}", "A"), "compare needs two models"),
        (("nowhere", "A", "B"), "nowhere: no such workspace"),
        (("{}", "{}"), "write .*:MODEL; it has A, B, C"),
        ((), "compare needs two models"),
    ],
)
def test_bad_targets_are_one_line(judged, targets, said):
    with pytest.raises(UserError, match=said):
        askance.compare(*(target.format(judged) for target in targets))


def test_few_images_are_said(tmp_path):
    run(tmp_path, wrong_on("A", frozenset(range(15))), wrong_on("B", ()), limit=15)
    found = askance.compare(tmp_path, "A", "B")
    assert found.rows[0].p == pytest.approx(2 / 32)
    assert "too few images: p < .05 needs 6 images or more: accuracy.accuracy (5 images)" in found.notes


def test_the_seed_and_the_number_of_swaps_decide(judged):
    p = [askance.compare(judged, "A", "C", seed=seed, swaps=200).rows[0].p for seed in (0, 0, 1)]
    assert p[0] == p[1]
    assert p[0] >= 1 / 201


def test_groups_are_tested_only_under_a_significant_headline(judged):
    found = askance.compare(judged, "A", "B", by="type")
    (group,) = found.groups
    assert (group.group, group.adjustment) == ("yes/no", "BH over 1 group")
    assert group.p == found.rows[0].p_single
    found = askance.compare(judged, "A", "C", by="type")
    assert not found.rows[0].is_significant
    assert [(row.p, row.low, row.adjustment) for row in found.groups] == [(None, None, "not tested")]


def test_unknown_group_is_one_line(judged):
    with pytest.raises(UserError, match="--by colour: no shared case has such a tag"):
        askance.compare(judged, "A", "B", by="colour")


def test_unknown_metric_is_one_line(judged):
    with pytest.raises(UserError, match=r"--metric carets\.cacc: not a metric"):
        askance.compare(judged, "A", "B", metrics=["carets.cacc"])


def test_notebook_and_text(judged):
    found = askance.compare(judged, "A", "B")
    assert "B is better on" in found._repr_html_()
    assert "<table>" in found._repr_html_()
    assert repr(found) == found.text
    assert found.text.splitlines()[0] == found.lines[0]


# --- versions -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """Three versions of one model: two earlier ones and the current one."""
    return make_history(tmp_path_factory.mktemp("history"))


def test_all_versions_are_kept_with_fingerprint_and_date(history):
    found = versions(history)
    assert set(found) == {"first", "second", "third"}
    first = found["first"]
    assert first.model == f"vlm (earlier {first.version}, {first.date})"
    assert len(first.version) == 8
    assert len(first.date) == len("2026-11-16")
    assert found["third"].model == "vlm"


def test_versions_are_compared(history):
    first = versions(history)["first"]
    found = askance.compare(history, f"vlm@{first.version[:4]}", "vlm")
    assert found.lines[0].startswith("vlm is better on accuracy.accuracy by 33.3 points")
    assert found.name_a == first.model


def test_failing_cases_of_an_earlier_version(history):
    space, first = Workspace.for_reading(history), versions(history)["first"]
    for name in (f"vlm@{first.version}", first.model):
        assert [each.fingerprint for each in find_matching_results(space, FailureFilter(name))] == ["first"]


def test_a_version_is_found_by_the_fingerprint_that_tables_print(tmp_path):
    for name in ("python:44997027ab", "python:0a1b", "python:m:vlm:weights-v3"):
        run(tmp_path, version(name, {0} if name.endswith("ab") else ()))
    first = versions(tmp_path)["python:44997027ab"]
    for text in ("449970", "python:4499", "python:44997027ab", first.version):
        assert askance.compare(tmp_path, f"vlm@{text}", "vlm").name_a == first.model
    assert askance.compare(tmp_path, f"vlm@{first.version}", "vlm@weights").name_b == "vlm"


def test_a_model_and_itself_lists_its_versions(history):
    found = versions(history)
    names = [f"vlm@{each.version} ({each.date})" for each in found.values() if each.is_earlier]
    with pytest.raises(UserError, match="vlm and vlm are the same results: compare two of vlm, ") as raised:
        askance.compare(history, "vlm", "vlm")
    assert all(name in str(raised.value) for name in names)


def test_an_unknown_version_is_one_line_with_the_choices(history):
    first = versions(history)["first"]
    with pytest.raises(UserError, match=rf"has no model vlm@zzzz: it has vlm, .*vlm@{first.version} \({first.date}\)"):
        askance.compare(history, "vlm@zzzz", "vlm")


def test_the_last_part_of_a_model_is_proposed(tmp_path):
    run(tmp_path, wrong_on("python:mine:yes_man", {0}), wrong_on("python:mine:one_two", {1}))
    for name in ("yes_man", "yesman"):
        with pytest.raises(UserError, match=f"has no model {name}: did you mean python:mine:yes_man\\?$"):
            askance.compare(tmp_path, name, "one_two")


def test_an_ambiguous_version_is_one_line_with_the_choices(tmp_path):
    for count in range(40):  # until two short fingerprints begin alike
        run(tmp_path, version(f"v{count}", ()), limit=3)
        earlier = [each.version for each in versions(tmp_path).values() if each.is_earlier]
        letters = [each[0] for each in earlier]
        twice = [each for each in letters if letters.count(each) > 1]
        if twice:
            break
    with pytest.raises(UserError, match=f"vlm@{twice[0]} is ambiguous in .*: write one of vlm@{twice[0]}"):
        askance.compare(tmp_path, f"vlm@{twice[0]}", "vlm")


# --- other metrics ------------------------------------------------------------------------------------------------


@dataclass
class Levels:
    """A suite of another package: what it counts has no direction, or lower is better."""

    better: str | None = "down"

    def __post_init__(self):
        metrics = (Metric("slips", "share of wrong answers", better=self.better),)
        self.card = Card("slips", 1, "ours", "answers are right", "none", "1 call", "0", metrics, ("slips",))

    def rounds(self, data, limit, seed):
        yield [
            Case.of("slips", item.id, {"ask": Query(Stimulus(item.image, item.question))}, "truth",
                    expected={"ask": item.answers})
            for item in data.items(limit, seed)
        ]  # fmt: skip

    def metrics(self, verdicts):
        return rates(verdicts, "slips", of="fails")


@pytest.mark.parametrize(
    ("better", "said"),
    [
        ("down", "B is better on slips.slips by 33.3 points"),
        ("up", "A is better on slips.slips by 33.3 points"),
        (None, "A and B differ on slips.slips: A is higher by 33.3 points"),
    ],
)
def test_direction_comes_from_the_metric(tmp_path, better, said):
    """The suite declares no case scores: a plain mean is recognised from the stored results."""
    run(tmp_path, wrong_on("A", EVERY_THIRD), wrong_on("B", ()), suites=[Levels(better)])
    found = askance.compare(tmp_path, "A", "B")
    assert found.rows[0].difference == pytest.approx(-100 / 3)
    assert found.lines[0].startswith(said)


def test_a_metric_that_is_no_mean_is_named(tmp_path):
    class Best(Levels):
        def metrics(self, verdicts):
            import pyarrow as pa

            rows = super().metrics(verdicts)
            return rows.set_column(2, "value", pa.array([42.0] * len(rows)))

    run(tmp_path, wrong_on("A", EVERY_THIRD), wrong_on("B", ()), suites=["accuracy", Best()])
    found = askance.compare(tmp_path, "A", "B")
    assert [row.suite for row in found.rows] == ["accuracy"]
    assert "not compared: slips.slips: the suite does not declare how single cases are scored" in found.notes


def test_max_t_over_several_suites_uses_the_same_swaps(tmp_path):
    run(tmp_path, wrong_on("A", EVERY_THIRD), wrong_on("B", ()), suites=["accuracy", "repeat", "groups"])
    rows = askance.compare(tmp_path, "A", "B").rows
    assert {row.adjustment for row in rows if row.undecided == "left out"} == {"max-t over 4"}
    for row in rows:
        assert row.p >= row.p_single
        assert row.low <= row.low_single
        assert row.high >= row.high_single


# --- groups over several images -------------------------------------------------------------------------------------


class Linked(ToyData):
    """Groups of two questions about two neighbouring images."""

    def question_groups(self, limit=None, seed=0):
        items = list(self.items(limit, seed))
        for start in range(0, len(items) - 3, 6):
            pair = items[start], items[start + 4]
            yield [structs.replace(one, member=GroupMember(f"g{start}", "equal")) for one in pair]


def test_images_of_one_group_are_one_cluster(tmp_path):
    run(tmp_path, wrong_on("A", EVERY_THIRD), wrong_on("B", ()), data=Linked(60), suites=["accuracy", "groups"])
    rows = {row.name: row.images for row in askance.compare(tmp_path, "A", "B").rows}
    assert rows["accuracy.accuracy"] == 10  # 20 images, linked in pairs
    assert rows["groups.consistency"] == 10


class Grouped(ToyData):
    """Every question belongs to a group with questions about the next image."""

    def items(self, limit=None, seed=0):
        for number, item in enumerate(super().items(limit, seed)):
            yield structs.replace(item, member=GroupMember(f"g{number // 6}", "equal"))


def test_a_group_of_the_data_connects_images_in_all_suites(tmp_path):
    """Only suite accuracy stores the groups, here of one model; the other suite has the same clusters."""
    data = Grouped(60)
    run(tmp_path, wrong_on("A", EVERY_THIRD), data=data, suites=["accuracy", "repeat"])
    run(tmp_path, wrong_on("B", ()), data=data, suites=["repeat"])
    (row,) = askance.compare(tmp_path, "A", "B").rows
    assert (row.name, row.n, row.images) == ("repeat.agreement", 60, 10)  # 20 images, connected in pairs


def test_components():
    assert join_components([["b", "c"], ["d", "e"], ["c", "a"]]) == {
        "a": "a", "b": "a", "c": "a", "d": "d", "e": "d",
    }  # fmt: skip


def test_lines_are_sorted_by_strength(judged):
    rows = [askance.compare(judged, name, "B").rows[0] for name in ("C", "A")]
    assert [line.split(" by ")[1][:4] for line in result_lines(rows, "X", "Y")] == ["33.3", "35.0"]


# --- metrics that cannot be compared --------------------------------------------------------------------------------


def test_a_metric_without_a_case_that_both_decided_is_named_with_its_reason(tmp_path):
    class Later(Levels):
        """Asks other questions: item 0 is number 100."""

        def rounds(self, data, limit, seed):
            yield [
                Case.of("slips", item.id, {"ask": Query(Stimulus(item.image, f"Is it number {100 + place}?"))}, "truth",
                        expected={"ask": item.answers})
                for place, item in enumerate(data.items(limit, seed))
            ]  # fmt: skip

    odd, even = frozenset(range(101, 160, 2)), frozenset(range(100, 160, 2))
    models = wrong_on("A", EVERY_THIRD, refused=odd), wrong_on("B", (), refused=even)
    run(tmp_path, *models, suites=[Later(), "accuracy"])
    reason = (
        "slips.slips on toy: no case was decided for both models: A decided 30 of 60 shared cases (30 refused),"
        " B decided 30 of 60 shared cases (30 refused)"
    )
    found = askance.compare(tmp_path, "A", "B")
    assert {row.suite for row in found.rows} == {"accuracy"}
    assert f"not compared: {reason}" in found.notes
    with pytest.raises(UserError) as raised:
        askance.compare(tmp_path, "A", "B", metrics=["slips.slips"])
    assert str(raised.value) == f"nothing to compare: {reason}"  # the samples are the same: no advice about --limit


def test_a_suite_of_one_model_only_is_named(tmp_path):
    run(tmp_path, wrong_on("A", EVERY_THIRD), wrong_on("B", ()))
    run(tmp_path, wrong_on("B", ()), suites=["repeat"])
    found = askance.compare(tmp_path, "A", "B")
    assert "not compared: repeat on toy: only B has results of it" in found.notes
    assert not any(
        "repeat" in line for line in askance.compare(tmp_path, "B", "A", metrics=["accuracy.accuracy"]).notes
    )


# --- undecided cases in the sentences -------------------------------------------------------------------------------


def test_a_difference_that_appears_only_if_undecided_cases_count_as_wrong_is_said(tmp_path):
    run(tmp_path, wrong_on("A", {0}), wrong_on("B", {0}, refused=EVERY_THIRD - {0}))
    found = askance.compare(tmp_path, "A", "B")
    first, second = found.lines
    assert first == "no difference at all between A and B on 1 metric (only the cases that count for both)"
    assert second.startswith("if undecided cases count as wrong, A is better on accuracy.accuracy by 31.7 points [")
    assert second.endswith("p < .001 (max-t over 1) (undecided cases of A: none; of B: 19 refused)")
    assert found.table["undecided_b"].to_pylist() == [19, 19]


def test_a_difference_that_is_already_said_is_not_repeated(tmp_path):
    run(tmp_path, wrong_on("A", EVERY_THIRD), wrong_on("B", (), refused={1}))
    (line,) = askance.compare(tmp_path, "A", "B").lines
    assert line.startswith("B is better on accuracy.accuracy")


def test_models_with_cases_of_their_own_are_compared_by_their_shares(tmp_path):
    """The beliefs that two models share leave out those on which they differ, such as every false belief of one."""
    askance.run(["oracle", "builtin:blind"], "stickers", ["beliefs:draws=8"], limit=6, out=tmp_path)
    stored = {
        row["model"]: row
        for row in askance.open_run(tmp_path).metrics.to_pylist()
        if (row["metric"], row["group"]) == ("adversarial", "")
    }
    found = askance.compare(tmp_path, "oracle", "builtin:blind")
    row = next(row for row in found.rows if row.metric.name == "adversarial")
    assert (row.a, row.b) == (0, pytest.approx(stored["builtin:blind"]["value"]))
    assert row.n == stored["oracle"]["n"] + stored["builtin:blind"]["n"]
    assert row.better_side == "a"
    assert row.low <= row.difference <= row.high
    assert any("of its own; compared are their shares on each image" in note for note in found.all_notes)


def test_shares_are_compared_only_on_images_that_both_were_asked(tmp_path):
    """Figures of different images would differ by the images alone."""
    for model, limit in (("builtin:blind", 8), ("builtin:attention", 4)):
        askance.run(model, "stickers", ["beliefs:draws=8"], limit=limit, out=tmp_path / str(limit))
    row = next(row for row in askance.compare(tmp_path / "8", tmp_path / "4").rows if row.metric.name == "adversarial")
    more, few = (
        askance.open_run(tmp_path / str(limit)).verdicts.select(["image", "group", "holds"]).to_pylist()
        for limit in (8, 4)
    )
    images = {each["image"] for each in few}
    judged = [each for each in more if each["group"].startswith("belief/") and each["holds"] is not None]
    kinds = [each["group"] for each in judged if each["image"] in images]
    assert row.images == len(images) == 4
    assert row.a == pytest.approx(100 * kinds.count("belief/adversarial") / len(kinds))


def test_a_metric_that_counts_unreadable_answers_leaves_out_none(tmp_path):
    def answering(number, word):
        return lambda shown: number if shown.query.stimulus.question.startswith("How many") else word

    models = [
        ToyModel("A", "A", answering=answering("2", "yes")),
        ToyModel("B", "B", answering=answering("2", "perhaps")),
    ]
    askance.run(models, "stickers", ["carets", "metamorphic"], limit=20, out=tmp_path)
    found = askance.compare(tmp_path, "A", "B")
    board = found.boards()[0]
    place = board.columns.index("undecided")
    counted = {(line[0].split()[0], line[place]) for line in board.rows}
    assert counted == {
        ("carets.cons", "–"), ("carets.cacc", "–"), ("metamorphic.invalid", "–"),
        ("metamorphic.error", "left out"), ("metamorphic.error", "wrong"),
    }  # fmt: skip
    (cons,) = (row for row in found.rows if row.metric.name == "cons")
    assert (cons.n, cons.lost.either) == (20, 0)
