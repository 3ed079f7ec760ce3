"""Suites that can ask in several ways: figures of two methods are not the same thing, and cannot be compared."""

from collections.abc import Iterator, Sequence
from typing import Any

from askance.core import UserError
from askance.suites import open_stored_suite

Row = dict[str, Any]


def methods_of(suite: str) -> tuple[str, ...]:
    """The ways in which a suite can ask, such as dropout; () where there is one, or the suite is not installed."""
    try:
        return tuple(name for name, _ in open_stored_suite(suite).card.methods)
    except UserError:
        return ()


def method_notes(rows: Sequence[Row]) -> Iterator[str]:
    """One line for each suite whose models were asked by different methods; the groups of its results name them."""
    for dataset, suite in dict.fromkeys((row["dataset"], row["suite"]) for row in rows):
        mine = [row for row in rows if (row["dataset"], row["suite"]) == (dataset, suite)]
        models = {
            method: list(dict.fromkeys(row["model"] for row in mine if row["group"] == method))
            for method in methods_of(suite)
        }
        asked = [f"{method}: {', '.join(names)}" for method, names in models.items() if names]
        if len(asked) > 1:
            yield f"different methods: {suite} on {dataset}: {'; '.join(asked)}. Compare only models of one method"
