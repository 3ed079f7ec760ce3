"""The race: all tools get the same rows, the model counts calls and can kill itself, the page shows what is stored."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.peers import table
from benchmarks.peers.rows import PLUGINS, write_images, write_rows
from benchmarks.peers.tools import TOOLS
from scripts import extras_table


def lines(path: Path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_tool_gets_the_same_rows(tmp_path):
    write_images(tmp_path / "images", 3)
    write_rows(tmp_path, 3)
    ours = json.loads((tmp_path / "questions.json").read_text())
    theirs = lines(tmp_path / "lmms.jsonl")
    assert theirs == lines(tmp_path / "evalscope" / "rows.jsonl")
    asked = [row["input"][0]["content"] for row in lines(tmp_path / "inspect.jsonl")]
    assert [row["question"] for row in ours] == [row["question"] for row in theirs] == [two["text"] for _, two in asked]
    files = [tmp_path / "images" / row["image"] for row in ours]
    assert [str(file) for file in files] == [row["image"] for row in theirs] == [one["image"] for one, _ in asked]
    assert all(file.is_file() for file in files)
    assert str(tmp_path / "lmms.jsonl") in (tmp_path / "lmms_task" / "race.yaml").read_text()


@pytest.mark.parametrize(("kill_at", "code", "made"), [(0, 0, 5), (3, -9, 3)])
def test_the_model_counts_its_calls_and_kills_its_process(tmp_path, kill_at, code, made):
    values = {"RACE_CALLS": str(tmp_path / "calls"), "RACE_KILL_AT": str(kill_at), "PYTHONPATH": str(PLUGINS)}
    script = "import race_calls\nfor i in range(5): assert race_calls.answer(f'q{i}') == 'yes'"
    done = subprocess.run([sys.executable, "-c", script], env={**os.environ, **values}, check=False)
    assert done.returncode == code
    assert (tmp_path / "calls").read_text().split() == [f"q{i}" for i in range(made)]


def test_two_races_of_all_tools_are_stored_and_shown():
    races = table.stored_races()
    assert [set(race["tools"]) for race in races] == [set(TOOLS)] * 2
    page = table.PAGE.read_text(encoding="utf-8")
    assert table.with_tables(page, races) == page, "run python -m benchmarks.peers.table"
    assert page.count("| askance | 0 of 20 | 0 of 20 | 20 of 20 |") == 2


def test_the_page_of_extras_shows_what_is_stored():
    page = extras_table.PAGE.read_text(encoding="utf-8")
    assert extras_table.with_tables(page) == page, "run python -m scripts.extras_table"
