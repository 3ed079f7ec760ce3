"""A notebook as a Markdown page: its text, its code and the stored outputs."""

import itertools
import json
import textwrap
from pathlib import Path
from typing import Any

WIDTH = 88  # characters of a line of output


def notebook_page(file: Path) -> str:
    """The page of a notebook that was run."""
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return "\n".join(_cell(cell) for cell in cells)


def _cell(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"]).strip()
    if cell["cell_type"] == "markdown":
        return f"{text}\n"
    outputs = "\n".join(filter(None, (_output(output) for output in cell["outputs"])))
    return f"```python\n{text}\n```\n\n{outputs}\n"


def _output(output: dict[str, Any]) -> str:
    """One output: HTML if it has it, else an image, else text."""
    if output["output_type"] == "stream":
        return _printed("".join(output["text"]))
    data = output["data"]
    if "text/html" in data:
        html = "".join(line for line in "".join(data["text/html"]).splitlines(keepends=True) if line.strip())
        return f'<div class="output">\n{html}\n</div>\n'
    for kind in ("image/jpeg", "image/png"):
        if kind in data:
            encoded = "".join(data[kind]).replace("\n", "")
            return f'<img class="output" alt="output of the cell" src="data:{kind};base64,{encoded}">\n'
    return _printed("".join(data["text/plain"]))


def _printed(text: str) -> str:
    """Printed text; a sentence is broken into lines."""
    lines = text.rstrip().splitlines()
    parts = (textwrap.wrap(line, WIDTH) if len(line) > WIDTH else [line] for line in lines)
    return "```text\n" + "\n".join(itertools.chain.from_iterable(parts)) + "\n```\n"
