"""What is exported of a workspace: figures, tidy rows and failing cases of each model on each data set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from askance.report.board import column_heading
from askance.report.derived_tables import current_metrics, table_to_rows
from askance.report.failure_rows import FailureFilter, failure_rows
from askance.store import Workspace
from askance.version import __version__

Row = dict[str, Any]
METRIC_COLUMNS = ("suite", "metric", "group", "value", "low", "high", "n", "undecided", "images")
CASE_COLUMNS = (
    "suite", "group", "case", "rule", "reason", "role", "question", "edits", "answer", "read_as", "correct", "image",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExperimentRun:
    """One model on one data set."""

    name: str
    parameters: Mapping[str, str]
    figures: Mapping[str, float]  # SUITE.METRIC, or SUITE.METRIC/GROUP
    metrics: list[list[Any]]  # METRIC_COLUMNS
    cases: list[list[Any]]  # CASE_COLUMNS, one row per question of a failing case; `image` is a file name or None


def experiment_runs(space: Workspace, cases: int, pictures: Path | None) -> Iterator[ExperimentRun]:
    """One run per model and data set, with at most that many failing cases; images are written to a folder."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in table_to_rows(current_metrics(space)):
        found.setdefault((row["model"], row["dataset"]), []).append(row)
    for (model, dataset), rows in found.items():
        yield ExperimentRun(
            f"{model} on {dataset}",
            _parameters(model, dataset, rows),
            {_figure_name(row): row["value"] for row in rows if row["value"] is not None},
            [[row.get(column) for column in METRIC_COLUMNS] for row in rows],
            list(_case_rows(space, model, dataset, cases, pictures)) if cases else [],
        )


def _parameters(model: str, dataset: str, rows: list[Row]) -> dict[str, str]:
    """What decides the figures; the limit and the seed may differ between suites."""
    found = {"model": model, "dataset": dataset, "askance": __version__}
    for name in ("limit", "seed", "sample", "fingerprint"):
        found[name] = ", ".join(dict.fromkeys(str(row[name]) for row in rows if row.get(name) is not None)) or "none"
    return found


def _figure_name(row: Row) -> str:
    return f"{column_heading(row)}/{row['group']}" if row["group"] else column_heading(row)


def _case_rows(space: Workspace, model: str, dataset: str, cases: int, pictures: Path | None) -> Iterator[list[Any]]:
    wanted = (row for row in failure_rows(space, FailureFilter(model), pictures) if row["dataset"] == dataset)
    for row in islice(wanted, cases):
        for ask in row["asks"]:
            yield [
                row["suite"], row["group"], row["name"], row["rule"], row["reason"], ask["label"] or ask["role"],
                ask["question"], "; ".join(ask["plain_edits"]), ask["answer"], ask["reading"],
                ", ".join(ask["true"]), ask["picture"],
            ]  # fmt: skip
