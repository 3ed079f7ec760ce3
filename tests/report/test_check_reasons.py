"""`askance.check` says how many cases are undecided, and why, in every format."""

import askance
import pytest
from askance.core import Answer
from askance.report import current_metrics, table_to_rows
from askance.store import Workspace
from toy import ToyData, ToyModel


class Mumbling(ToyModel):
    """Says a number that fits no question about colors or presence; some calls fail."""

    def answer(self, shown):
        return [
            Answer(status="failed", reason="no connection")
            if len(each.query.stimulus.question) % 7 == 0
            else Answer(text="yes" if len(each.query.stimulus.question) % 2 else "perhaps")
            for each in shown
        ]


class Refusing(ToyModel):
    """Refuses the first `count` questions of the toy data."""

    def __init__(self, name, count):
        super().__init__(name, name)
        self.count = count

    def answer(self, shown):
        numbers = [int("".join(filter(str.isdigit, each.query.stimulus.question))) for each in shown]
        return [
            Answer(status="refused", reason="no") if number < self.count else one
            for number, one in zip(numbers, super().answer(shown), strict=True)
        ]


@pytest.fixture(scope="module")
def unreadable(tmp_path_factory):
    """Two models with many unreadable answers; some calls of the second fail."""
    out = tmp_path_factory.mktemp("unreadable")
    quiet = ToyModel("quiet", "quiet", answering=lambda shown: "perhaps")
    askance.run([quiet, Mumbling("mumbling", "mumbling")], "stickers", ["carets"], limit=40, out=out)
    return out


def counts_of(space, metric, group=""):
    rows = [row for row in space if (row["metric"], row["group"]) == (metric, group) and row["model"] == "mumbling"]
    return rows[0]["n"], rows[0]["undecided"]


def test_causes_of_undecided_cases_are_counted(unreadable):
    rows = table_to_rows(current_metrics(Workspace.for_reading(unreadable)))
    lost = {reason: counts_of(rows, "coverage", reason)[1] for reason in ("unreadable", "failed")}
    assert all(lost.values())
    done = askance.check(unreadable, minimum=["carets.cons_readable=10", "carets.cons=1"], models="mumbling")
    readable, cons = (row["reason"] for row in done.rows)
    causes = sorted(((count, reason) for reason, count in lost.items()), key=lambda each: (-each[0], each[1]))
    both = ", ".join(f"{count} {reason}" for count, reason in causes)
    assert f"{sum(lost.values())} of 40 cases are not decided ({both})" in readable
    assert f"{lost['failed']} of 40 cases are not decided ({lost['failed']} failed)" in cons  # unreadable ones count
    for text in (repr(done), done.to_markdown(), done.to_junit()):
        assert f"({both})" in text


def test_causes_of_a_group_are_counted_in_the_group(unreadable):
    rows = table_to_rows(current_metrics(Workspace.for_reading(unreadable)))
    groups = {row["group"]: counts_of(rows, "cons_readable", row["group"]) for row in rows if row["metric"] == "cons"}
    group, (n, lost) = next((name, counts) for name, counts in groups.items() if all(counts) and "/" not in name)
    done = askance.check(unreadable, minimum=[f"carets.cons_readable/{group}=10"], models="mumbling")
    reason = done.rows[0]["reason"]
    assert f"{lost} of {n + lost} cases are not decided (" in reason
    assert "whole suite" not in reason


def test_causes_of_a_metric_that_decides_nothing(unreadable):
    (row,) = askance.check(unreadable, minimum=["carets.cons_readable=10"], models="quiet").rows
    assert (row["result"], row["reason"]) == ("missing", "no case is decided (40 unreadable)")


def test_coverage_counts_every_case(unreadable):
    (row,) = askance.check(unreadable, minimum=["carets.coverage=95"], models="mumbling").rows
    assert (row["result"], row["reason"]) == ("fail", "")


def test_causes_of_a_comparison_are_counted_for_both_models(tmp_path):
    models = [Refusing("new", 20), Refusing("base", 30)]
    askance.run(models, ToyData(100), "accuracy", out=tmp_path)
    done = askance.check(tmp_path, models="new", not_worse_than=":base", margin=20)
    assert done.rows[0]["reason"].endswith("30 of 100 cases are not decided (new: 20 refused; base: 30 refused)")
