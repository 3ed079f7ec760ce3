"""Law 1: imports point down."""

import ast
from pathlib import Path

import askance

ROOT = Path(askance.__file__).parent

# Each package may import those on lower lines, and its own; those on one line do not know one another.
LAYERS = [
    ["core"],
    ["wording"],
    ["edits", "relations", "readings", "datasets", "models", "metrics", "questions"],
    ["suites", "inverse"],
    ["store"],
    ["engine"],
    ["training"],
    ["report"],
    ["server", "cli"],
]
RANK = {package: rank for rank, row in enumerate(LAYERS) for package in row}


def imported(file: Path) -> set[str]:
    """The packages of ours that a file imports, at the top or inside a function."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    parts = [name.split(".") for name in names if name.startswith("askance.")]
    return {part[1] for part in parts if part[1] in RANK}


def test_every_package_has_a_rank():
    packages = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert packages <= set(RANK)


def test_imports_point_down():
    wrong = []
    for file in ROOT.rglob("*.py"):
        package = file.relative_to(ROOT).parts[0]
        if package not in RANK:
            continue  # askance/__init__.py: the window, which may show anything
        for other in imported(file):
            if other != package and RANK[other] >= RANK[package]:
                wrong.append(f"{file.relative_to(ROOT)} imports {other}")
    assert not wrong
