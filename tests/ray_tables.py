"""All tables of a workspace, but for how long calls took, as sorted rows; and whether two have the same."""

import math
from pathlib import Path
from typing import Any

from askance.store import Workspace, connect, query_to_arrow

DERIVED = ("readings", "verdicts", "metrics")


def sorted_tables(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of each table, in an order that does not depend on numbers that a model computed."""
    space = Workspace.for_reading(folder)
    found = {}
    for name in ("cases", "asks", "queries", "answers", *DERIVED):
        table = (
            space.read_derived_tables(name)
            if name in DERIVED
            else query_to_arrow(connect(space), f"select * from {name}")
        )
        rows = table.drop_columns(["seconds"] if name == "answers" else []).to_pylist()
        found[name] = sorted(rows, key=lambda row: repr(without_floats(row)))
    return found


def without_floats(value: Any) -> Any:
    """The value with every float replaced."""
    if isinstance(value, dict):
        return {key: without_floats(each) for key, each in value.items()}
    if isinstance(value, list):
        return [without_floats(each) for each in value]
    return "float" if isinstance(value, float) else value


def same(one: Any, other: Any, tolerance: float) -> bool:
    """Whether two values are equal, numbers up to a relative difference."""
    if isinstance(one, float) and isinstance(other, float):
        return one == other or math.isclose(one, other, rel_tol=tolerance)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key], tolerance) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(a, b, tolerance) for a, b in zip(one, other, strict=True))
    return bool(one == other)


def check_equal(got: Path, wanted: Path, tolerance: float = 0.0) -> None:
    """Both workspaces have the same rows."""
    expected = sorted_tables(wanted)
    for name, rows in sorted_tables(got).items():
        assert len(rows) == len(expected[name]), name
        for row, other in zip(rows, expected[name], strict=True):
            assert same(row, other, tolerance), (name, row, other)
