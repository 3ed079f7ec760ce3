"""What is exported of a workspace: figures, tidy rows and failing cases of each model on each data set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askance.report.board import column_heading
from askance.report.current_results import current_results
from askance.report.derived_tables import current_metrics, table_to_rows
from askance.report.failing_cases import count_failing_cases
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
    """One run per model and data set, with at most that many failing cases, of all suites; images go to a folder."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in table_to_rows(current_metrics(space)):
        found.setdefault((row["model"], row["dataset"]), []).append(row)
    for (model, dataset), rows in found.items():
        failing = _count_failing(space, model, dataset)
        shares = even_shares(failing, cases)
        shown, total = sum(shares.values()), sum(failing.values())
        if 0 < shown < total:
            space.say(f"{model} on {dataset}: exports {shown:,} of {total:,} failing cases (--cases N)")
        yield ExperimentRun(
            f"{model} on {dataset}",
            {**_parameters(model, dataset, rows), "failing_cases": f"{shown} of {total}"},
            {_figure_name(row): row["value"] for row in rows if row["value"] is not None},
            [[row.get(column) for column in METRIC_COLUMNS] for row in rows],
            list(_case_rows(space, model, dataset, shares, pictures)),
        )


def _parameters(model: str, dataset: str, rows: list[Row]) -> dict[str, str]:
    """What decides the figures; the limit and the seed may differ between suites."""
    found = {"model": model, "dataset": dataset, "askance": __version__}
    for name in ("limit", "seed", "sample", "fingerprint"):
        found[name] = ", ".join(dict.fromkeys(str(row[name]) for row in rows if row.get(name) is not None)) or "none"
    return found


def _figure_name(row: Row) -> str:
    return f"{column_heading(row)}/{row['group']}" if row["group"] else column_heading(row)


def _count_failing(space: Workspace, model: str, dataset: str) -> dict[str, int]:
    """Suite → how many cases fail."""
    mine = [each for each in current_results(space) if (each.model, each.dataset) == (model, dataset)]
    return {each.suite: count_failing_cases(space, each) for each in mine}


def even_shares(totals: Mapping[str, int], most: int) -> dict[str, int]:
    """How many of each, at most so many together: as even as possible, so that no suite fills the table alone."""
    shares: dict[str, int] = {}
    for place, (name, total) in enumerate(sorted(totals.items(), key=lambda each: each[1])):
        shares[name] = min(total, (most - sum(shares.values())) // (len(totals) - place))
    return shares


def _case_rows(
    space: Workspace, model: str, dataset: str, shares: Mapping[str, int], pictures: Path | None
) -> Iterator[list[Any]]:
    for suite, most in sorted(shares.items()):
        rows = failure_rows(space, FailureFilter(model, suite, dataset, most), pictures) if most else iter(())
        for row in rows:
            for ask in row["asks"]:
                yield [
                    row["suite"], row["group"], row["name"], row["rule"], row["reason"], ask["label"] or ask["role"],
                    ask["question"], "; ".join(ask["plain_edits"]), ask["answer"], ask["reading"],
                    ", ".join(ask["true"]), ask["picture"],
                ]  # fmt: skip
