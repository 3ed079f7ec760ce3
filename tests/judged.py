"""What laws look up in a finished run."""

from typing import Any

import pyarrow.compute as pc


def verdicts(done: Any, model: str | None = None, suite: str | None = None) -> list[dict[str, Any]]:
    """The verdicts on one model, of one suite; only these become Python objects, which takes most of the time."""
    table = done.verdicts
    for column, value in (("model", model), ("suite", suite)):
        if value is not None:
            table = table.filter(pc.equal(table[column], value))
    return table.to_pylist()
