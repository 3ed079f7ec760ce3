"""askance demo: every suite, some networks, one leaderboard and one report."""

import json
import re
from pathlib import Path

import networks
from askance import suites
from askance.cli import demo_command
from askance.cli.main import askance
from askance.engine.skipped_suites import missing_install
from askance.models import builtin, open_model
from askance.suites import SUITES
from click.testing import CliRunner

README = Path(__file__).parents[2] / "README.md"


def shelve(tmp_path, monkeypatch):
    """Let the built-in names mean the networks of the tests."""
    for name in builtin.NAMES:
        networks.copied(name, tmp_path / "weights")
    monkeypatch.setattr(builtin, "WEIGHTS", tmp_path / "weights")


def test_every_model_of_the_demo_opens(tmp_path, monkeypatch):
    shelve(tmp_path, monkeypatch)
    assert [open_model(name).name for name in demo_command.MODELS] == list(demo_command.MODELS)


def test_demo_asks_every_suite(tmp_path, monkeypatch):
    shelve(tmp_path, monkeypatch)
    models = ("oracle", "builtin:cnn-lstm", "builtin:blind")
    monkeypatch.setattr(demo_command, "MODELS", models)
    monkeypatch.setitem(demo_command.SHARES, "sears", 4.0)  # its rules apply to few questions
    out = tmp_path / "out"
    done = CliRunner().invoke(askance, ["demo", "--limit", "4", "--out", str(out), "--json"])
    assert done.exit_code == 0, done.stderr
    rows = json.loads(done.stdout)
    asked = {name for name, suite in SUITES.items() if not suite.card.variant_of}
    assert not [name for name in asked if missing_install(SUITES[name])]  # the demo needs no extra
    assert "skipped" not in done.stderr
    assert {(row["model"], row["suite"]) for row in rows} == {(model, suite) for model in models for suite in asked}
    right = {row["model"]: row["value"] for row in rows if row["metric"] == "accuracy" and row["group"] == ""}
    assert right["oracle"] == 100
    assert '<use href="#image-0"/>' in (out / "report.html").read_text()


def test_the_demo_runs_the_suites_that_the_readme_lists():
    table = README.read_text(encoding="utf-8").partition("\n## Suites\n")[2].partition("\n## ")[0]
    listed = re.findall(r"\(docs/suites/(\w+)\.md\)", table)
    assert sorted(listed) == sorted(SUITES)  # the demo runs all but variants of others


def test_only_the_lines_that_the_demo_expects_are_left_out(capfd):
    bar = demo_command.DemoProgress(list(SUITES.values()))
    bar.say("noise: skipped feature_robustness for oracle (the model does not support noise:vision.out)")
    bar.say("noise: skipped on stickers (the data set gives no case for it)")
    assert capfd.readouterr().err == "noise: skipped on stickers (the data set gives no case for it)\n"


def test_a_suite_that_a_small_demo_has_nothing_for_is_skipped(tmp_path, monkeypatch):
    monkeypatch.setattr(demo_command, "MODELS", ("oracle",))
    asked = {name: suite for name, suite in SUITES.items() if name in ("accuracy", "sears")}
    monkeypatch.setattr(suites, "SUITES", asked)
    done = CliRunner().invoke(askance, ["demo", "--limit", "4", "--out", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.stderr
    assert "sears: skipped on stickers (the data set gives no case for it)" in done.stderr
    assert {row["suite"] for row in json.loads(done.stdout)} == {"accuracy"}
