"""Runs docs/tutorial.ipynb in an empty folder and stores its outputs: `python -m scripts.tutorial`."""

import os
import re
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "docs" / "tutorial.ipynb"
_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|[^\n]*\r(?!\n)")  # colors, and lines that a later one replaces
PROGRESS, BAR = "calls to make", "━"  # how a progress display begins, and what a bar is drawn with
BETTER, REPEATED = {"text/html", "image/jpeg"}, {"text/plain", "image/png"}  # forms of one output
TIMEOUT = 3600  # seconds of a cell: a busy machine is no failure


def run_notebook(folder: Path) -> nbformat.NotebookNode:
    """The notebook with the outputs of a run in a folder; a cell that fails is an error."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with patch.dict(os.environ, PATH=path, PYTHONPATH=str(ROOT / "src"), COLUMNS="100"):
        NotebookClient(notebook, timeout=TIMEOUT, resources={"metadata": {"path": str(folder)}}).execute()
    for cell in notebook.cells:
        _tidy(cell)
    return notebook


def _tidy(cell: nbformat.NotebookNode) -> None:
    """Leave out what differs from run to run: progress, colors, and the folder of the run."""
    cell.metadata.clear()
    if cell.cell_type != "code":
        return
    kept: list[nbformat.NotebookNode] = []
    for output in cell.outputs:
        if output.output_type == "error":  # of something that was displayed; the client does not stop for it
            raise ValueError(f"{NOTEBOOK}: {output.ename}: {output.evalue}")
        if output.output_type != "stream":
            is_progress = output.data.get("text/plain", "").startswith(PROGRESS)
            kept += [] if is_progress else [output]
        elif output.name == "stdout":
            output.text = _terminal_text(output.text)
            if kept and kept[-1].output_type == "stream":
                kept[-1].text += output.text
            else:
                kept.append(output)
    for output in kept:
        data = output.get("data", {})
        for name in REPEATED.intersection(data) if BETTER.intersection(data) else ():
            del data[name]  # one form is enough, and the plain text names the folder of the run
    cell.outputs = kept


def _terminal_text(text: str) -> str:
    """The lines that stay on a terminal, without progress bars."""
    plain = _TERMINAL.sub("", text.replace("\r\n", "\n"))
    return "".join(line for line in plain.splitlines(keepends=True) if line.strip() and BAR not in line)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        nbformat.write(run_notebook(Path(made)), NOTEBOOK)
    print(f"{NOTEBOOK}: {NOTEBOOK.stat().st_size / 1024:.0f} KB")
