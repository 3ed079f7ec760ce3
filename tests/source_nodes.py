"""The imports and calls in the sources of the package, which are parsed once for all laws."""

import ast
from functools import cache
from pathlib import Path

import askance

ROOT = Path(askance.__file__).parent
Node = ast.Import | ast.ImportFrom | ast.Call


@cache
def source_nodes() -> dict[Path, list[Node]]:
    """The imports and calls of each file."""
    return {file: nodes_of(file.read_text(encoding="utf-8")) for file in ROOT.rglob("*.py")}


def nodes_of(source: str) -> list[Node]:
    """The imports and calls, at the top or inside a function."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, Node)]
