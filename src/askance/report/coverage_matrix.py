"""What one model gets right that another gets right too, from a workspace: by instance and by pair."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from askance.core import UserError
from askance.metrics.agreement import COVERAGE, INSTANCES, PAIRS
from askance.metrics.agreement import coverage_matrix as matrix_of
from askance.metrics.pairs import both_right, halves
from askance.report.board import Board
from askance.report.current import current
from askance.report.derived import derived
from askance.store import Workspace

UNITS = {INSTANCES: "answers", PAIRS: "pairs"}  # what each matrix counts
SCHEMA = pa.schema([("dataset", pa.string()), ("suite", pa.string()), *COVERAGE])


def coverage_matrix(space: Workspace, suite: str) -> pa.Table:
    """The matrix of every data set that models were asked by this suite; their pairs are matched case by case."""
    standings = [each for each in current(space) if each.suite == suite]
    if not standings:
        known = sorted({each.suite for each in current(space)})
        raise UserError(f"--coverage {suite}: this workspace has {', '.join(known) or 'no finished suite'}")
    parts = []
    for dataset in dict.fromkeys(each.dataset for each in standings):
        verdicts = derived(space, "verdicts", [each for each in standings if each.dataset == dataset])
        if np.isnan(both_right(*halves(verdicts))).all():
            raise UserError(f"--coverage {suite}: no pair of an original and a perturbed question was answered")
        found = matrix_of(verdicts)
        named = {"dataset": [dataset] * len(found), "suite": [suite] * len(found)}
        parts.append(pa.table({**named, **{name: found[name] for name in COVERAGE.names}}, schema=SCHEMA))
    return pa.concat_tables(parts)


def coverage_boards(rows: list[dict[str, Any]]) -> Iterator[tuple[str, Board]]:
    """A title and a board for each data set, counted unit and test, the means over the tests first: row i, column j."""
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        for metric, unit in UNITS.items():
            mine = [
                row for row in rows if (row["dataset"], row["metric"]) == (dataset, metric) and "/" not in row["group"]
            ]
            for group in sorted({row["group"] for row in mine}):
                at = {(row["model"], row["of"]): row for row in mine if row["group"] == group}
                models = sorted({model for model, _ in at} | {of for _, of in at})
                lines = [[model, *(_cell(at.get((model, of)), model == of) for of in models)] for model in models]
                of_what = group or "mean of the tests"
                title = f"{dataset}, {of_what}: % of the column's right {unit} that the row gets right too"
                yield title, Board(["model", *models], lines)


def _cell(row: dict[str, Any] | None, is_same: bool) -> str:
    return "–" if is_same or row is None or row["value"] is None else f"{row['value']:.1f} n={row['n']:,}"
