"""examples/ci: the script passes, fails and is undecided on built-in models; its JUnit XML is read by a parser."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import askance
import askance.suites
import pytest

from typed_commands import parse

OPTION, SETTING = r"--(?:min|max) (\w+)\.(\w+)=", r'"(\w+)\.(\w+)[/=]'
CI = Path(__file__).parents[2] / "examples" / "ci"


def run_gate(folder, *arguments):
    """The exit code of the script, in a shell of its own."""
    environment = {
        **os.environ, "ASKANCE": f"{sys.executable} -m askance", "LIMIT": "90", "REPORTS": str(folder / "reports"),
    }  # fmt: skip
    environment.pop("GITHUB_STEP_SUMMARY", None)
    command = ["sh", str(CI / "gate.sh"), *arguments[:1], str(folder / "runs"), *arguments[1:]]
    return subprocess.run(command, env=environment, capture_output=True, text=True).returncode


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_script_passes_fails_and_is_undecided(tmp_path):
    assert run_gate(tmp_path, "oracle", "--min", "accuracy.accuracy=60") == 0
    assert run_gate(tmp_path, "builtin:blind", "--min", "accuracy.accuracy=99") == 1
    check_with_a_parser(tmp_path / "reports" / "junit.xml", failures=1, errors=0)
    rows = askance.open_run(tmp_path / "runs").metrics.to_pylist()
    [value] = [
        row["value"] for row in rows if (row["model"], row["metric"], row["group"]) == ("builtin:blind", "accuracy", "")
    ]
    assert run_gate(tmp_path, "builtin:blind", "--min", f"accuracy.accuracy={value}") == 3
    check_with_a_parser(tmp_path / "reports" / "junit.xml", failures=0, errors=1)
    assert run_gate(tmp_path, "nothing", "--min", "accuracy.accuracy=60") == 2
    assert (tmp_path / "reports" / "summary.md").read_text().count("## askance check") == 3


def check_with_a_parser(path, failures, errors):
    junitparser = pytest.importorskip("junitparser")
    suites = junitparser.JUnitXml.fromfile(str(path))
    [suite] = suites
    assert (suite.tests, suite.failures, suite.errors) == (1, failures, errors)
    [case] = suite
    kind = junitparser.Failure if failures else junitparser.Error
    assert isinstance(case.result[0], kind)
    assert "accuracy.accuracy" in case.name


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_workflow_for_github_needs_no_other_file(tmp_path):
    found = re.findall(
        r"^ +run: (?:\|\n((?: {10}.*\n)+)|(askance .*\n))", (CI / "github-actions.yml").read_text(), re.MULTILINE
    )
    scripts = [block or line for block, line in found]
    assert len(scripts) == 2
    (tmp_path / "askance").write_text(f'#!/bin/sh\nexec {sys.executable} -m askance "$@"\n')
    (tmp_path / "askance").chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "GITHUB_STEP_SUMMARY": "summary.md"}
    for script in scripts:
        text = script.replace("--limit 300", "--limit 60").replace("builtin:attention", "oracle")
        done = subprocess.run(["bash", "-e", "-c", text], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    check_no_failures(tmp_path / "junit.xml")
    assert "## askance check" in (tmp_path / "summary.md").read_text()


def check_no_failures(path):
    assert path.read_text().count("<testcase ") == 2
    assert "<failure" not in path.read_text()


def test_the_workflows_have_commands_that_exist_and_known_metrics():
    for name, pattern in (("github-actions.yml", OPTION), ("gitlab-ci.yml", OPTION), ("gates.toml", SETTING)):
        text = (CI / name).read_text()
        assert "examples/" not in text  # files that a user of the package does not have
        for line in text.replace("\\\n", " ").splitlines():
            if found := re.fullmatch(r" +(?:- |run: )?askance (.*?)(?: \|\| .*)?", line):
                parse(shlex.split(found[1]))
        assert re.search(pattern, text)
        for suite, metric in re.findall(pattern, text):
            assert metric in [each.name for each in askance.suites.SUITES[suite].card.metrics]
