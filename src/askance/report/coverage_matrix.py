"""What one model gets right that another gets right too, from a workspace: by instance and by pair."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from askance.core import UserError
from askance.metrics.model_overlap import COVERAGE, INSTANCES, PAIRS
from askance.metrics.model_overlap import coverage_matrix as matrix_of
from askance.metrics.pair_metrics import both_halves_right, half_scores
from askance.report.board import Board
from askance.report.current_results import CurrentResult, current_results, no_results_error
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.sample_notes import cell_marks
from askance.store import TABLES, Workspace

Row = dict[str, Any]
UNITS = {INSTANCES: "answers", PAIRS: "pairs"}  # what each matrix counts
RESTS_ON = ("partial", "stopped", "judged", "wanted", "limit", "seed", "sample", "fingerprint")  # as in tidy rows
_FIELDS = [TABLES["metrics"].field(name) for name in RESTS_ON]
SCHEMA = pa.schema([
    ("dataset", pa.string()), ("suite", pa.string()), *COVERAGE,
    *_FIELDS, *(field.with_name(f"of_{field.name}") for field in _FIELDS),  # of `model`, then of `of`
])  # fmt: skip
LEGEND = (
    "A cell shows: value n = number of right answers (or pairs) of the column's model that the row's model answered."
    " Models are matched case by case. (3 of 6 tests): the mean is over 3 tests, since n is 0 in the others."
)


def workspace_coverage_matrix(space: Workspace, suite: str) -> pa.Table:
    """The matrix of every data set that models were asked by this suite; their pairs are matched case by case."""
    standings = [each for each in current_results(space) if each.suite == suite]
    if not standings:
        known = sorted({each.suite for each in current_results(space)})
        if not known:
            raise no_results_error(space.name)
        raise UserError(f"--coverage {suite}: this workspace has {', '.join(known)}")
    parts = []
    for dataset in dict.fromkeys(each.dataset for each in standings):
        mine = [each for each in standings if each.dataset == dataset]
        verdicts = read_or_rejudge_tables(space, "verdicts", mine)
        if np.isnan(both_halves_right(*half_scores(verdicts))).all():
            raise UserError(
                f"--coverage {suite}: no pair of an original and a perturbed question was answered on {dataset}"
            )
        parts.append(
            _add_sample_columns(
                matrix_of(verdicts), {each.model: _sample_of_result(space, each) for each in mine}, mine[0]
            )
        )
    return pa.concat_tables(parts)


def _sample_of_result(space: Workspace, each: CurrentResult) -> Row:
    """What a model's figures rest on; nothing is known where it has none."""
    rows = read_or_rejudge_tables(space, "metrics", [each]).slice(0, 1).select(RESTS_ON).to_pylist()
    return rows[0] if rows else dict.fromkeys(RESTS_ON)


def _add_sample_columns(found: pa.Table, by_model: dict[str, Row], of: CurrentResult) -> pa.Table:
    """The matrix of one data set with what the figures of both models rest on, in the order of other boards."""
    columns: dict[str, Any] = {"dataset": [of.dataset] * len(found), "suite": [of.suite] * len(found)}
    columns |= {name: found[name] for name in COVERAGE.names}
    models = {column: found[column].to_pylist() for column in ("model", "of")}
    for prefix, column in (("", "model"), ("of_", "of")):
        columns |= {prefix + name: [by_model[model][name] for model in models[column]] for name in RESTS_ON}
    places = {model: place for place, model in enumerate(by_model)}  # the order decides the letters of samples
    order = sorted(range(len(found)), key=lambda row: places[models["model"][row]])
    return pa.table(columns, schema=SCHEMA).take(pa.array(order, pa.int64()))


def coverage_boards(rows: Sequence[Row]) -> Iterator[tuple[str, Board]]:
    """A title and a board for each data set, counted unit and test, the means over the tests first: row i, column j."""
    marked = {one[:2]: mark for one, mark in cell_marks(rows).items()}  # by model and data set
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        for metric, unit in UNITS.items():
            mine = [
                row for row in rows if (row["dataset"], row["metric"]) == (dataset, metric) and "/" not in row["group"]
            ]
            for group in sorted({row["group"] for row in mine}):
                at = {(row["model"], row["of"]): row for row in mine if row["group"] == group}
                models = sorted({model for model, _ in at} | {of for _, of in at})
                heads = {model: f"{model}{marked.get((model, dataset), '')}" for model in models}
                lines = [
                    [heads[model], *(_format_cell(at.get((model, of)), model == of) for of in models)]
                    for model in models
                ]
                of_what = group or "mean of the tests"
                title = f"{dataset}, {of_what}: % of the column's right {unit} that the row gets right too"
                yield title, Board(["model", *heads.values()], lines)


def _format_cell(row: Row | None, is_same: bool) -> str:
    if is_same or row is None or row["value"] is None:
        return "–"
    is_less = row["tests"] is not None and row["tests"] < row["all_tests"]
    return f"{row['value']:.1f} n={row['n']:,}" + (f" ({row['tests']} of {row['all_tests']} tests)" if is_less else "")
