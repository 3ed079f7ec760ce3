"""`askance.check`: each gate passes, fails or is undecided by its interval; missing data never passes."""

import json
import xml.etree.ElementTree as ElementTree

import askance
import pytest
from askance.cli.main import main
from askance.core import Answer, Metric, UserError
from askance.report.decide_gates import decide
from askance.report.gates import Gate, GateResult, Margin, MetricName, parse_margin
from toy import ToyData, ToyModel, truth

ITEMS = 180  # three per image


def answers_wrongly(share):
    """A model that is wrong about every image whose number is a multiple of `share`."""

    def answer(shown):
        question = shown.query.stimulus.question
        number = int("".join(letter for letter in question if letter.isdigit()))
        right = truth(question)
        return {"yes": "no", "no": "yes"}[right] if (number // 3) % share == 0 else right

    return answer


MODELS = {
    "good": lambda shown: truth(shown.query.stimulus.question),
    "middle": answers_wrongly(10),  # 90 %
    "bad": answers_wrongly(2),  # 50 %
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("check") / "w"
    models = [ToyModel(name, name, answering=answering) for name, answering in MODELS.items()]
    askance.run(models, ToyData(ITEMS), ["accuracy", "repeat"], out=folder)
    return folder


def outcomes(done):
    return {(row["model"], row["metric"]): row["result"] for row in done.rows}


def test_the_interval_decides(workspace):
    done = askance.check(workspace, minimum={"accuracy.accuracy": 90})
    assert outcomes(done) == {
        ("good", "accuracy"): "pass", ("middle", "accuracy"): "undecided", ("bad", "accuracy"): "fail",
    }  # fmt: skip
    assert not done.passed
    assert done.exit_code == 1
    only = askance.check(workspace, models="middle", minimum={"accuracy.accuracy": 90})
    assert (only.result, only.passed, only.exit_code) == ("undecided", False, 3)
    assert askance.check(workspace, models=["good"], minimum=["accuracy.accuracy=90"]).passed
    assert askance.check(workspace, models=["bad"], maximum=["accuracy.accuracy=90"]).passed
    assert askance.check(workspace, models=["good"], maximum=["accuracy.accuracy=90"]).exit_code == 1


def test_the_estimate_decides_with_point(workspace):
    done = askance.check(workspace, models="middle", minimum={"accuracy.accuracy": 90}, point=True)
    assert done.passed
    assert askance.check(workspace, models="middle", minimum={"accuracy.accuracy": 90.1}, point=True).exit_code == 1


def test_undecided_as_the_user_wants(workspace):
    gate = {"models": "middle", "minimum": {"accuracy.accuracy": 90}}
    accepted = askance.check(workspace, **gate, undecided="ok")
    assert accepted.passed
    assert "undecided" in accepted.rows[0]["reason"]
    assert askance.check(workspace, **gate, undecided="fail").exit_code == 1
    with pytest.raises(UserError, match="--undecided maybe"):
        askance.check(workspace, **gate, undecided="maybe")


def test_groups(workspace):
    done = askance.check(workspace, models="good", minimum={"accuracy.accuracy/type/yes-no": 80})
    assert done.rows[0]["group"] == "type/yes-no"
    assert done.passed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"minimum": {"accuracy.acuracy": 1}}, "unknown metric 'accuracy.acuracy': did you mean accuracy.accuracy"),
        ({"minimum": {"accuracy.accuracy/type/yes": 1}}, "unknown group 'type/yes': did you mean type/yes-no"),
        ({"minimum": {"accuracy.accuracy": 1}, "models": "god"}, "-m god: unknown model 'god': did you mean good"),
        ({"minimum": ["accuracy.accuracy"]}, "write SUITE.METRIC=NUMBER"),
        ({"minimum": ["accuracy.accuracy=nan"]}, "write SUITE.METRIC=NUMBER"),
        ({"minimum": {"accuracy.accuracy": 101}}, "outside the bounds of this metric, 0 to 100"),
        ({}, "no gate is given"),
        ({"not_worse_than": ":good"}, "needs --margin"),
        ({"not_worse_than": ":god", "margin": 2}, "unknown model 'god'"),
        ({"not_worse_than": "nowhere", "margin": 2}, "no such workspace or model"),
        ({"not_worse_than": ":good", "margin": -1}, "--margin -1"),
        ({"minimum": {"accuracy.accuracy": 1}, "margin": 2}, "go with --not-worse-than"),
    ],
)  # fmt: skip
def test_misuse_is_one_line(workspace, options, message):
    with pytest.raises(UserError, match=message) as error:
        askance.check(workspace, **options)
    assert "\n" not in str(error.value)


def test_limits_that_are_probably_meant_otherwise(workspace):
    done = askance.check(workspace, minimum={"accuracy.accuracy": 0.6})
    assert "--min accuracy.accuracy=0.6 means 0.6 %, not 60 %" in done.notes
    assert any(
        "did you mean --min" in line for line in askance.check(workspace, maximum={"accuracy.accuracy": 99}).notes
    )


def test_missing_data_never_passes(tmp_path):
    askance.run(ToyModel("a", "a"), ToyData(30), "accuracy", out=tmp_path)
    askance.run(ToyModel("b", "b"), ToyData(30), "repeat", out=tmp_path)
    done = askance.check(tmp_path, minimum={"accuracy.accuracy": 1}, undecided="ok")
    assert outcomes(done) == {("a", "accuracy"): "pass", ("b", "accuracy"): "missing"}
    assert done.exit_code == 3
    assert "b has no results of accuracy.accuracy on toy" in done.reasons[0]


def test_a_partial_run_never_passes(tmp_path):
    askance.run(ToyModel("a", "a"), ToyData(60), "accuracy", out=tmp_path, budget=30)
    done = askance.check(tmp_path, minimum={"accuracy.accuracy": 1}, undecided="ok")
    assert (done.exit_code, done.rows[0]["result"]) == (3, "missing")
    assert "partial run: 30 of 60 cases judged" in done.rows[0]["reason"]
    askance.run(ToyModel("a", "a"), ToyData(60), "accuracy", out=tmp_path)
    assert askance.check(tmp_path, minimum={"accuracy.accuracy": 1}).passed


class Refusing(ToyModel):
    def answer(self, shown):
        return [Answer(status="refused", reason="no") for _ in shown]


def test_no_decided_case(tmp_path):
    askance.run(Refusing("a", "a"), ToyData(30), "repeat", out=tmp_path)
    done = askance.check(tmp_path, maximum={"repeat.agreement": 99}, undecided="ok")
    assert (done.rows[0]["result"], done.rows[0]["reason"]) == ("missing", "no case is decided (30 refused)")


class RefusingSome(ToyModel):
    """Refuses the first `count` of 100 questions."""

    def __init__(self, name, count):
        super().__init__(name, name, answering=MODELS["good"])
        self.count = count

    def answer(self, shown):
        said = super().answer(shown)
        numbers = [int("".join(filter(str.isdigit, each.query.stimulus.question))) for each in shown]
        return [
            Answer(status="refused", reason="no") if number < self.count else one
            for number, one in zip(numbers, said, strict=True)
        ]


def test_a_gate_needs_half_of_its_cases(tmp_path):
    models = [RefusingSome(name, count) for name, count in (("few", 60), ("some", 30), ("most", 2))]
    askance.run(models, ToyData(100), "accuracy", out=tmp_path)
    done = askance.check(tmp_path, minimum={"accuracy.accuracy": 50}, undecided="ok")
    assert [(row["model"], row["result"]) for row in done.rows] == [
        ("few", "missing"), ("some", "pass"), ("most", "pass")
    ]  # fmt: skip
    few, some, most = (row["reason"] for row in done.rows)
    assert few.startswith("60 of 100 cases are not decided")
    assert "at least half" in few
    assert some == "30 of 100 cases are not decided (30 refused)"
    assert not most


def test_not_worse_within_the_margin(workspace):
    base = {"not_worse_than": ":middle", "metrics": "accuracy.accuracy"}
    done = askance.check(workspace, **base, margin=5)
    assert outcomes(done) == {("good", "accuracy"): "pass", ("bad", "accuracy"): "fail"}  # not the base itself
    difference = next(row for row in done.rows if row["model"] == "bad")
    assert difference["value"] == pytest.approx(-40, abs=0.1)
    assert difference["limit"] == -5
    assert difference["low"] < -40 < difference["high"] < -5
    assert askance.check(workspace, models="bad", **base, margin=40).result == "undecided"
    assert askance.check(workspace, models="bad", **base, margin=70).passed


def test_a_base_in_another_workspace(workspace, tmp_path):
    askance.run(ToyModel("good", "other", answering=MODELS["bad"]), ToyData(ITEMS), "accuracy", out=tmp_path)
    done = askance.check(tmp_path, not_worse_than=workspace, margin=5)
    assert outcomes(done) == {("good", "accuracy"): "fail", ("good", "agreement"): "missing"}  # repeat was not run
    assert askance.check(tmp_path, not_worse_than=f"{workspace}:bad", margin=10, metrics="accuracy.accuracy").passed


def test_no_shared_case_is_compared_unpaired(workspace, tmp_path):
    askance.run(ToyModel("good", "good"), ToyData(ITEMS, version="2"), "accuracy", out=tmp_path)
    done = askance.check(tmp_path, not_worse_than=workspace, margin=10, metrics="accuracy.accuracy")
    assert any("no shared case" in line for line in done.notes)
    assert done.rows[0]["images"] is None
    assert done.passed


def test_relative_margins():
    assert parse_margin("10%") == Margin(0.1, True)
    assert parse_margin(2) == Margin(2.0)
    assert parse_margin("10%").in_units(96.0, (0.0, 100.0)) == pytest.approx(0.4)
    assert parse_margin("10%").in_units(3.0, (0.0, 100.0)) == pytest.approx(0.3)
    assert parse_margin("10%").in_units(50.0, (0.0, 100.0)) == pytest.approx(5)
    assert parse_margin("10%").in_units(-40.0, (None, None)) == pytest.approx(4)


def test_a_relative_margin_of_a_perfect_base_asks_for_a_margin_in_points(workspace, tmp_path):
    askance.run(ToyModel("good", "other", answering=MODELS["good"]), ToyData(ITEMS), "accuracy", out=tmp_path)
    same = {"not_worse_than": workspace, "metrics": "accuracy.accuracy"}
    [row] = askance.check(tmp_path, **same, margin="10%").rows
    assert (row["result"], row["limit"]) == ("undecided", 0)
    assert "use a margin in points" in row["reason"]
    assert "more images decide it" in askance.check(tmp_path, **same, margin=0.001).rows[0]["reason"]


def gate(kind, better, limit):
    return Gate(kind, "m", "d", MetricName("s", "x"), Metric("x", "", better=better), limit, "base")


@pytest.mark.parametrize(
    ("kind", "better", "limit", "low", "high", "outcome"),
    [
        ("not_worse", "up", -2, -1.9, 3, "pass"), ("not_worse", "up", -2, -3, -2.1, "fail"),
        ("not_worse", "up", -2, -3, 0, "undecided"), ("not_worse", "up", -2, -2, 0, "undecided"),
        ("not_worse", "down", 2, -3, 1.9, "pass"), ("not_worse", "down", 2, 2.1, 3, "fail"),
        ("not_worse", "down", 2, 0, 3, "undecided"),
        ("nothing_worse", "up", 0, -5, 1, "pass"), ("nothing_worse", "up", 0, -5, -1, "fail"),
        ("nothing_worse", "down", 0, 1, 5, "fail"), ("nothing_worse", "down", 0, -1, 5, "pass"),
        ("min", "up", 60, 60, 70, "pass"), ("min", "up", 60, 50, 60, "undecided"), ("min", "up", 60, 50, 59, "fail"),
        ("max", "down", 10, 1, 10, "pass"), ("max", "down", 10, 10, 12, "undecided"),
        ("max", "down", 10, 11, 12, "fail"),
    ],
)  # fmt: skip
def test_decisions_follow_the_direction(kind, better, limit, low, high, outcome):
    found = GateResult(gate(kind, better, limit), "undecided", "", (low + high) / 2, low, high, 9)
    assert decide(found, is_point=False).outcome == outcome


def test_a_metric_without_direction_is_not_compared(tmp_path):
    askance.run([ToyModel("a", "a"), ToyModel("b", "b")], ToyData(60), "bias", out=tmp_path)
    with pytest.raises(UserError, match=r"bias\.question_bias has no direction"):
        askance.check(tmp_path, not_worse_than=":b", margin=2, metrics="bias.question_bias")
    with pytest.raises(UserError, match="nothing to compare"):
        askance.check(tmp_path, not_worse_than=":b", margin=2)
    assert askance.check(tmp_path, maximum={"bias.question_bias": 100}).passed


def test_nothing_worse_uses_wider_intervals(workspace):
    done = askance.check(workspace, models="bad", nothing_worse_than=":middle")
    assert outcomes(done) == {("bad", "accuracy"): "fail", ("bad", "agreement"): "pass"}
    assert any("max-t" in line for line in done.explanations)
    single = askance.check(workspace, models="bad", not_worse_than=":middle", margin=0)
    wide, narrow = (
        {row["metric"]: row["high"] - row["low"] for row in each.rows}["agreement"] for each in (done, single)
    )
    assert wide > 1.05 * narrow


def test_check_and_compare_show_the_same_intervals(workspace):
    """A single difference has one interval; the simultaneous ones come from the same swaps."""
    for gates, columns in (
        ({"not_worse_than": ":middle", "margin": 1}, ("low_single", "high_single")),
        ({"nothing_worse_than": ":middle"}, ("low", "high")),
    ):
        checked = {row["metric"]: row for row in askance.check(workspace, models="bad", **gates).rows}
        compared = askance.compare(workspace, "middle", "bad").table.to_pylist()
        assert {row["metric"] for row in compared} == set(checked) == {"accuracy", "agreement"}
        for row in compared:
            found = checked[row["metric"]]
            assert found["value"] == pytest.approx(row["difference"])
            assert (found["low"], found["high"]) == pytest.approx([row[name] for name in columns])
            assert (found["n"], found["images"]) == (row["n"], row["images"])
    one = askance.compare(workspace, "middle", "bad", metrics=["accuracy.accuracy"]).rows[0]
    assert (one.low, one.high) == (one.low_single, one.high_single)  # nothing to adjust for


def test_a_group_of_a_comparison(workspace):
    names = ["accuracy.accuracy", "accuracy.accuracy/type/yes-no"]
    whole, part = askance.check(workspace, models="bad", not_worse_than=":middle", margin=5, metrics=names).rows
    assert part["group"] == "type/yes-no"
    assert (part["value"], part["low"], part["n"]) == pytest.approx((whole["value"], whole["low"], whole["n"]))


@pytest.fixture(scope="module")
def carets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("carets") / "w"
    askance.run(["builtin:blind", "defective:yes-bias"], "stickers", ["carets"], limit=50, out=folder)
    return folder


def test_a_test_of_carets_and_a_metric_that_is_not_a_mean(carets):
    names = ["carets.cacc", "carets.cacc/negation", "carets.cacc/pooled", "carets.cons_chance_corrected"]
    done = askance.check(carets, models="builtin:blind", not_worse_than=":defective:yes-bias", margin=5, metrics=names)
    stored = {
        (row["model"], row["metric"], row["group"]): row["value"]
        for row in askance.open_run(carets).metrics.to_pylist()
    }
    for row in done.rows:
        new, base = (stored[each, row["metric"], row["group"]] for each in ("builtin:blind", "defective:yes-bias"))
        assert row["value"] == pytest.approx(new - base), row["gate"]
        assert row["low"] < row["value"] < row["high"], row["gate"]
    assert done.rows[0]["low"] != done.rows[2]["low"]  # every test has one vote, or every case


def test_a_metric_that_is_not_a_mean_is_widened_for_the_number_of_metrics(carets):
    names = ["carets.cacc", "carets.cons_chance_corrected"]
    options = {"models": "builtin:blind", "metrics": names}
    wide = askance.check(carets, **options, nothing_worse_than=":defective:yes-bias").rows
    narrow = askance.check(carets, **options, not_worse_than=":defective:yes-bias", margin=1).rows
    for one, other in zip(wide, narrow, strict=True):
        assert 1.05 < (one["high"] - one["low"]) / (other["high"] - other["low"]) < 2


def test_cases_of_only_one_model_are_counted(tmp_path):
    askance.run(ToyModel("a", "a"), ToyData(60), "accuracy", limit=30, out=tmp_path)
    askance.run(ToyModel("b", "b", answering=lambda shown: "yes"), ToyData(60), "accuracy", out=tmp_path)
    done = askance.check(tmp_path, models="a", not_worse_than=":b", margin=1)
    assert (done.rows[0]["n"], done.rows[0]["images"]) == (30, 10)
    assert "accuracy on toy, a and b: compared on 30 shared cases (0 only of the first, 30 only of the second)" in (
        done.notes
    )


def test_data_that_changed_between_the_runs_is_said(tmp_path):
    askance.run(ToyModel("a", "a"), ToyData(30), "accuracy", out=tmp_path / "new")
    askance.run(ToyModel("a", "a"), ToyData(30, version="2"), "accuracy", out=tmp_path / "base")
    done = askance.check(tmp_path / "new", not_worse_than=tmp_path / "base", margin=20)
    assert any("toy changed between the two runs" in line for line in done.notes)


def test_few_images_show_nothing(tmp_path):
    askance.run([ToyModel("a", "a"), ToyModel("b", "b")], ToyData(15), "accuracy", out=tmp_path)  # 5 images
    done = askance.check(tmp_path, nothing_worse_than=":b", undecided="ok")
    assert (done.exit_code, done.rows[0]["result"]) == (3, "missing")
    assert "only 5 images" in done.rows[0]["reason"]


def test_the_object_shows_itself(workspace):
    done = askance.check(workspace, minimum={"accuracy.accuracy": 90})
    assert done.table.num_rows == 3
    assert done.table["result"].to_pylist() == ["pass", "undecided", "fail"]
    assert "<table>" in done._repr_html_()
    assert "undecided: middle: accuracy.accuracy ≥ 90" in repr(done)
    assert "2.5 % on each side" in " ".join(done.explanations)


def run_command(*arguments):
    with pytest.raises(SystemExit) as end:
        main(["check", *map(str, arguments)])
    return end.value.code


def test_the_command(workspace, tmp_path, capsys):
    junit, summary = tmp_path / "junit.xml", tmp_path / "summary.md"
    summary.write_text("before\n")
    files = ["--junit", junit, "--summary", summary]
    assert run_command(workspace, "--min", "accuracy.accuracy=90", *files) == 1
    printed = capsys.readouterr().out
    assert "fail: 3 gates: 1 failed, 1 undecided, 1 passed" in printed
    assert summary.read_text().startswith("before\n## askance check: ❌ fail")
    assert "| ❔ undecided | middle | accuracy.accuracy ≥ 90 |" in summary.read_text()
    suites = ElementTree.parse(junit).getroot()
    assert [suite.get("name") for suite in suites] == ["good on toy", "middle on toy", "bad on toy"]
    assert [[part.tag for part in suite[0]] for suite in suites] == [["system-out"], ["error"], ["failure"]]
    assert run_command(workspace, "-m", "good", "--min", "accuracy.accuracy=90") == 0
    assert run_command(workspace, "-m", "middle", "--min", "accuracy.accuracy=90") == 3
    assert run_command(workspace, "-m", "middle", "--min", "accuracy.accuracy=90", "--undecided", "ok") == 0
    capsys.readouterr()
    assert run_command(workspace, "-m", "good", "--min", "accuracy.accuracy=90", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["result"], found["passed"], len(found["gates"])) == ("pass", True, 1)


def test_misuse_has_its_own_exit_code(workspace, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert run_command(workspace) == 2
    assert run_command(tmp_path / "none", "--min", "accuracy.accuracy=1") == 2
    assert run_command(workspace, "--min", "accuracy.acc=1") == 2
    assert run_command(workspace, "--config", tmp_path / "none.toml") == 2
    assert run_command(workspace, "--min", "accuracy.accuracy=1", "--junit", tmp_path / "file" / "x.xml") == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5
    assert all(line.startswith("askance: ") for line in lines)


def test_gates_from_a_file(workspace, tmp_path):
    path = tmp_path / "gates.toml"
    path.write_text('min = ["accuracy.accuracy=90"]\nmodel = ["good"]\n')
    assert run_command(workspace, "--config", path) == 0
    path.write_text('min = "accuracy.accuracy=90"\nmodel = "bad"\n')
    assert run_command(workspace, "--config", path) == 1
