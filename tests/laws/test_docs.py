"""Law 9: every registered name has a page; every command's help is in the docs; README commands and examples run."""

import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import askance
import askance.core
import pytest
from askance.datasets import DATASETS
from askance.edits import EDITS
from askance.models import MODELS
from askance.models.defective import FAULTS
from askance.readings import READINGS
from askance.relations import RELATIONS
from askance.suites import SUITES

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text()


@pytest.mark.parametrize(("family", "names"), [("suites", SUITES), ("models", MODELS), ("datasets", DATASETS)])
def test_every_member_has_a_page_that_the_readme_links(family, names):
    pages = {path.stem for path in (DOCS / family).glob("*.md")}
    assert pages == set(names)
    for name in names:
        assert f"docs/{family}/{name}.md" in README


@pytest.mark.parametrize(("page", "names"), [("edits", EDITS), ("readings", READINGS), ("relations", RELATIONS)])
def test_every_member_of_a_small_family_has_a_heading(page, names):
    assert set(re.findall(r"^## (\S+)$", (DOCS / f"{page}.md").read_text(), re.MULTILINE)) == set(names)


def test_every_fault_is_described():
    page = (DOCS / "models" / "defective.md").read_text()
    assert [name for name, fault in FAULTS.items() if f"| `defective:{name}` | {fault.about} |" not in page] == []


def test_every_metric_is_described():
    for name, suite in SUITES.items():
        page = (DOCS / "suites" / f"{name}.md").read_text()
        assert [metric.name for metric in suite.card.metrics if f"| `{metric.name}` |" not in page] == []


def test_the_command_line_page_is_what_the_commands_say():
    # in a process of its own: click remembers the help option of a command that another test has called directly
    print_page = "import runpy, sys; sys.stdout.write(runpy.run_path(sys.argv[1])['text']())"
    command = [sys.executable, "-c", print_page, str(ROOT / "scripts" / "cli_docs.py")]
    made = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    assert (DOCS / "cli.md").read_text() == made, "run make docs"


def test_the_api_page_is_what_the_code_says():
    made = runpy.run_path(str(ROOT / "scripts" / "api_docs.py"))["text"]()
    assert (DOCS / "api.md").read_text() == made, "run python scripts/api_docs.py"
    for package in (askance, askance.core):
        assert all(f"\n## {package.__name__}.{name} (" in made for name in package.__all__)


@pytest.mark.parametrize("name", ["Answer", "Card", "Choose", "Condition", "ModelInput", "Query", "Score", "Stimulus"])
def test_what_authors_of_models_and_suites_fill_in_is_explained(name):
    section = (DOCS / "api.md").read_text().partition(f"## askance.core.{name} (class)")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert rows
    assert [row for row in rows if row.endswith("|  |")] == []


def test_readme_commands_run(processes, tmp_path):
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("askance ")]
    assert lines
    for line in lines:
        done = processes.run(*shlex.split(line)[1:], cwd=tmp_path, timeout=600)
        missed_gate = line.startswith("askance check ")  # it shows a model that is not good enough
        assert done.returncode == int(missed_gate), f"{line}: {done.stderr}"


def test_readme_python_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", README, re.DOTALL)):
        file = tmp_path / f"block{number}.py"
        file.write_text(block)
        runpy.run_path(str(file))
    assert "accuracy.accuracy" in capsys.readouterr().out


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_short_and_run(processes, example, tmp_path):
    assert len(example.read_text().splitlines()) <= 30
    done = processes.run(script=str(example), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "accuracy.accuracy" in done.stdout
