"""What `askance.run` and `askance.open_run` return: the results in a workspace, as Arrow tables."""

import os
import shutil
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
from askance.core import UserError
from askance.core.control_characters import escape_controls
from askance.core.html_table import html_lines, html_table
from askance.core.metric import ARROWS
from askance.core.plural import plural
from askance.engine.run_spec import RunResult
from askance.engine.skipped_suites import SkippedSuite
from askance.store import Workspace, connect, query_to_arrow, read_derived_with_model_names

Standing = tuple[str, str, str]  # case set, fingerprint of the model, name of the model
COLUMNS = (
    "model", "dataset", "suite", "metric", "value", "low", "high", "n", "images", "undecided", "sample", "partial",
)  # fmt: skip


class Run:
    """The results of a run, or of all runs in a workspace.

    `read` gives a derived table by its name; by default the stored one. `remove` removes a temporary folder (no `out`
    was given): close a run, or use it in a `with` statement, to do that at once.
    """

    def __init__(
        self,
        space: Workspace,
        standings: Sequence[Standing],
        done: RunResult,
        read: Callable[[str], pa.Table] | None = None,
        is_reopened: bool = False,
        remove: Callable[[], object] = lambda: None,
    ):
        self.space = space
        self.done = done
        self._standings = tuple(standings)
        self._read = read or self._read_stored_table
        self._is_reopened = is_reopened
        self._remove = remove

    def _read_stored_table(self, table: str) -> pa.Table:
        return read_derived_with_model_names(self.space, table, self._standings)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The (case set, fingerprint) pairs of this run, in order."""
        return [(case_set, fingerprint) for case_set, fingerprint, _ in self._standings]

    @property
    def out(self) -> Path:
        """The workspace folder."""
        return self.space.root

    @property
    def skipped(self) -> tuple[SkippedSuite, ...]:
        """The suites that the data set or a model does not support, with the reasons."""
        return self.done.skipped

    @property
    def metrics(self) -> pa.Table:
        """Tidy rows: model, dataset, suite, metric, group, value, low, high, n, undecided; and what they rest on:
        partial, judged, wanted, limit, seed, sample, fingerprint, images.
        """
        self._check_open()
        return self._read("metrics")

    @property
    def verdicts(self) -> pa.Table:
        """One row per case and model."""
        self._check_open()
        return self._read("verdicts")

    @property
    def cases(self) -> pa.Table:
        """One row per case."""
        self._check_open()
        case_sets = sorted({case_set for case_set, _ in self.pairs})
        return query_to_arrow(
            connect(self.space, case_sets), "select * exclude (deck) from cases order by suite, name, case_key"
        )

    @property
    def answers(self) -> pa.Table:
        """One row per call of this run's models."""
        self._check_open()
        sql = "select * from answers where list_contains(?, fingerprint) order by model, query_key"
        return query_to_arrow(connect(self.space), sql, [sorted({fingerprint for _, fingerprint in self.pairs})])

    @property
    def usage(self) -> pa.Table:
        """One row per call of this run's models that says what it took: tokens, latency, cost, requests, reasoning."""
        self._check_open()
        sql = "select * from usage where list_contains(?, fingerprint) order by model, query_key"
        fingerprints = sorted({fingerprint for _, fingerprint in self.pairs})
        return query_to_arrow(connect(self.space, tables=("usage",)), sql, [fingerprints])

    def close(self) -> None:
        """Remove the folder if it is temporary; the tables can then no longer be read."""
        self._remove()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _check_open(self) -> None:
        if not self.out.exists():
            raise UserError(f"the folder of this run was removed ({self.out}): give `out` a folder to keep the results")

    def _total_rows(self) -> list[dict[str, Any]]:
        """The rows of whole suites, as they are shown: metrics with their direction, sample and `partial` in words."""
        arrows = {
            (case_set["suite"], metric["name"]): ARROWS[metric["better"]]
            for record in self.space.runs()
            for case_set in record["decks"]
            for metric in case_set.get("metrics", ())  # an older Askance stored none
        }
        return [
            {
                **row,
                "metric": row["metric"] + arrows.get((row["suite"], row["metric"]), ""),
                "sample": _sample_text(row),
                "partial": _partial_text(row),
            }
            for row in self.metrics.to_pylist()
            if row["group"] == ""
        ]

    def __repr__(self) -> str:
        made = f"{plural(self.done.outcome.made, 'call')} made, {self.done.cached} cached"
        name = escape_controls(str(self.out))
        if not self.out.exists():
            return f"Run in {name}: removed"
        lines = [f"Results in {name}" if self._is_reopened else f"Run in {name}: {made}"]
        for row in self._total_rows():
            more = [row["sample"], f"partial: {row['partial']}" if row["partial"] else ""]
            n = ", ".join([f"n = {row['n']}", *filter(None, more)])
            name = escape_controls(f"{row['model']} {row['suite']}.{row['metric']}")
            lines.append(f"  {name} {_format_cell(row['value'])} ({n})")
        lines += [f"  {escape_controls(str(each))}" for each in self.skipped]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = ([_format_cell(row[name]) for name in COLUMNS] for row in self._total_rows())
        return html_table(COLUMNS, rows) + html_lines(map(str, self.skipped))


def _partial_text(row: dict[str, Any]) -> str:
    """How much of a suite is judged, where that is not all."""
    if row["stopped"]:
        return f"no, stopped by --until {row['stopped']}"
    if not row["partial"]:
        return ""
    wanted = "?" if row["wanted"] is None else f"{row['wanted']:,}"
    return f"{row['judged']:,} of {wanted} cases judged"


def _sample_text(row: dict[str, Any]) -> str:
    """How the sample was drawn; nothing where an older version stored the row."""
    if row["seed"] is None:
        return ""
    return f"{'no limit' if row['limit'] is None else 'limit ' + format(row['limit'], ',')}, seed {row['seed']}"


def _format_cell(value: Any) -> str:
    return "–" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def remove_when_unused(space: Workspace) -> Callable[[], object]:
    """Remove a workspace's folder once nothing refers to it, at the latest when Python ends; call the result to do it
    at once.
    """
    return weakref.finalize(space, _remove_folder, space.root, os.getpid())


def _remove_folder(folder: Path, process: int) -> None:
    if os.getpid() == process:  # a forked child that ends must not take its parent's results away
        shutil.rmtree(folder, ignore_errors=True)
