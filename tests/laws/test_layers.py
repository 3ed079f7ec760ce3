"""Law 1: imports point down: between packages, between modules of one package, and at the root."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from source_nodes import ROOT, source_nodes

# Each package may import those on lower lines, and its own; those on one line do not know one another.
LAYERS = [
    ["version"],
    ["core"],
    ["wording"],
    ["edits", "relations", "readings", "metrics"],
    ["stickers", "annotation", "logs"],
    ["datasets", "models", "ranking"],
    ["inverse"],
    ["suites"],
    ["store"],
    ["engine"],
    ["training"],
    ["report"],
    ["askance"],  # the window: askance/__init__.py
    ["server"],
    ["cli"],  # starts the server
    ["__main__"],
]
RANK = {package: rank for rank, row in enumerate(LAYERS) for package in row}

# Cycles that are left, each broken by an import inside a function. This list may only get shorter.
CYCLES = {
    ("askance.datasets.coco", "askance.datasets"),  # fine=DATA is opened by the family's table
    ("askance.datasets.detected_dataset", "askance.datasets"),  # as is detected:DATA
}

# A package that only these modules may import, and only through its __init__: all others know nothing of it.
FRONT_DOORS = {"askance.ranking.lasso": {"askance.ranking.rankers.lasso"}}


def module_name(file: Path) -> str:
    parts = ("askance", *file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(file): file for file in ROOT.rglob("*.py")}


def imported(file: Path) -> set[str]:
    """The modules of ours that a file imports, at the top or inside a function."""
    found = set()
    for node in source_nodes()[file]:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative imports are not followed by this law"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in FILES else str(node.module) for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name in FILES}


@cache
def imports() -> dict[str, set[str]]:
    """What each module imports."""
    return {module: imported(file) - {module} for module, file in FILES.items()}


def room(module: str) -> str:
    """The package right below the root that a module belongs to, or the module itself if it is at the root."""
    return [*module.split("."), "askance"][1]


def test_every_package_has_a_rank():
    assert {room(module) for module in FILES} <= set(RANK)


def test_imports_point_down():
    wrong = [
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in others
        if room(module) != room(other) and RANK[room(other)] >= RANK[room(module)]
    ]
    assert not wrong


def test_modules_do_not_import_one_another():
    acyclic = {module: {one for one in others if (module, one) not in CYCLES} for module, others in imports().items()}
    try:
        TopologicalSorter(acyclic).prepare()
    except CycleError as error:
        raise AssertionError(f"a cycle of imports: {' ← '.join(error.args[1])}") from None


def test_exceptions_only_get_fewer():
    """A cycle that is gone must leave the list."""
    for module, other in CYCLES:
        assert other in imports()[module]
        assert module in reached(other)


def reached(module: str) -> set[str]:
    """All that a module imports, directly or not."""
    found: set[str] = set()
    wanted = [module]
    while wanted:
        new = imports()[wanted.pop()] - found
        found |= new
        wanted += new
    return found


def test_front_doors():
    wrong = [
        f"{module} imports {other}"
        for package, allowed in FRONT_DOORS.items()
        for module, others in imports().items()
        for other in others
        if (other == package and module not in allowed and not module.startswith(f"{package}."))
        or (other.startswith(f"{package}.") and module != package and not module.startswith(f"{package}."))
    ]
    assert not wrong
