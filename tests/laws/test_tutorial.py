"""The notebook runs from its first to its last cell, and the site shows what it printed."""

import json
import shlex

import pytest
from scripts.site.notebook_page import notebook_page
from scripts.tutorial import NOTEBOOK, run_notebook

from typed_commands import parse

CELLS = json.loads(NOTEBOOK.read_text())["cells"]
CODE = ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code"]


def test_its_commands_can_be_typed():
    commands = [line.removeprefix("!") for cell in CODE for line in cell.splitlines() if line.startswith("!")]
    assert len(commands) >= 3
    for command in commands:
        parse(shlex.split(command)[1:])


def test_every_code_cell_is_stored_with_its_output():
    outputs = [cell["outputs"] for cell in CELLS if cell["cell_type"] == "code"]
    assert all(outputs)
    assert {output["output_type"] for some in outputs for output in some} <= {
        "stream",
        "display_data",
        "execute_result",
    }


def test_the_page_has_text_code_tables_and_images():
    page = notebook_page(NOTEBOOK)
    assert page.startswith("# Tutorial\n")
    assert all(part in page for part in ("```python\nimport askance", "```text\n", "<table", "data:image/jpeg;base64,"))


@pytest.mark.slow
def test_it_runs(tmp_path):
    made = run_notebook(tmp_path)
    assert ["".join(cell.source) for cell in made.cells if cell.cell_type == "code"] == CODE
    said = "".join(output.get("text", "") for cell in made.cells for output in cell.get("outputs", ()))
    assert "failing cases" in said
    assert "builtin:retrained" in said
