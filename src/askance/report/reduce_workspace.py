"""`askance reduce`: a named reducer over the stored answers of a workspace."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from askance.core import UserError
from askance.core.metric import ARROWS
from askance.core.unknown_names import unknown_name_error
from askance.metrics.reducers import REDUCERS, Reduced, Reducer, ScoredAnswers
from askance.report.board import Board
from askance.report.current_results import CurrentResult, current_results, is_shard, no_results_error
from askance.report.derived_tables import current_metrics, read_or_rejudge_tables, table_to_rows
from askance.report.equal_groups import equal_groups_notes, rows_of_equal_groups
from askance.report.reducer_input import Reduction, make_scored_answers, tag_names, tag_values, verdicts_with_cases
from askance.report.sample_notes import partial_and_sample_notes
from askance.store import Workspace

Row = dict[str, Any]


def open_reducer(name: str) -> Reducer:
    """The reducer of that name."""
    if name not in REDUCERS:
        raise unknown_name_error("reducer", name, REDUCERS, "askance reduce --help")
    return REDUCERS[name]


def reduce_workspace(space: Workspace, wanted: Reduction, models: Sequence[str] = ()) -> list[Row]:
    """Rows of every model (or of these) and data set; the columns are those of tidy rows."""
    standings = [each for each in current_results(space) if each.suite == wanted.suite]
    if not standings:
        known = sorted({each.suite for each in current_results(space)})
        if not known:
            raise no_results_error(space.name)
        raise UserError(
            f"{space.name}: no results of suite {wanted.suite}, which asks every question once: run `askance run -s"
            f" {wanted.suite} … --out {space.name}`; this workspace has {', '.join(known)}"
        )
    names = [each.model for each in standings]
    for name in (*models, *filter(None, [wanted.baseline])):
        if name not in names:
            raise unknown_name_error("model", name, names)
    _check_baseline(wanted)
    rows: list[Row] = []
    for dataset in dict.fromkeys(each.dataset for each in standings):
        rows += _rows_of_dataset(space, wanted, [one for one in standings if one.dataset == dataset], models)
    return rows


def _check_baseline(wanted: Reduction) -> None:
    if wanted.reducer.compare and not wanted.baseline:
        raise UserError(f"{wanted.reducer.name} compares models with a baseline: name one with --baseline MODEL")
    if wanted.baseline and not wanted.reducer.compare:
        raise UserError(f"{wanted.reducer.name} takes no --baseline: leave it out")


def _rows_of_dataset(
    space: Workspace, wanted: Reduction, standings: Sequence[CurrentResult], models: Sequence[str]
) -> Iterator[Row]:
    by_model = {each.model: (each, verdicts_with_cases(space, each)) for each in standings}
    base = None
    if wanted.baseline:
        if wanted.baseline not in by_model:
            raise UserError(f"--baseline {wanted.baseline} has no results on {standings[0].dataset}")
        base = make_scored_answers(*by_model[wanted.baseline][1], wanted)
    for model, (standing, (verdicts, cases)) in by_model.items():
        if (models and model not in models) or model == wanted.baseline:
            continue
        answers, keep = make_scored_answers(verdicts, cases, wanted), rows_of_equal_groups(verdicts, wanted)
        for group, rows in _groups_by_tag(verdicts, wanted.by):
            part = answers.where(rows & keep)
            for metric, found in _reduce(wanted.reducer, part, base).items():
                yield _to_row(standing, metric, group, found)


def _reduce(reducer: Reducer, answers: ScoredAnswers, baseline: ScoredAnswers | None) -> dict[str, Reduced]:
    if reducer.compare is not None and baseline is not None:
        return reducer.compare(answers, baseline)
    if reducer.compute is None:
        raise ValueError(f"{reducer.name} needs a baseline")
    return reducer.compute(answers)


def _to_row(standing: CurrentResult, metric: str, group: str, found: Reduced) -> Row:
    name, _, kind = metric.partition("/")
    path = "/".join(filter(None, [group, kind]))
    who = {"model": standing.model, "dataset": standing.dataset, "suite": standing.suite}
    return who | {"metric": name, "group": path} | found._asdict()


def _groups_by_tag(verdicts: pa.Table, tag: str) -> Iterator[tuple[str, np.ndarray[Any, np.dtype[np.bool_]]]]:
    """All rows, and with a tag those of each of its values."""
    yield "", np.ones(len(verdicts), dtype=bool)
    if tag:
        values = tag_values(verdicts, tag)
        if all(value is None for value in values):
            raise UserError(f"--by {tag}: no question has this tag; there are {', '.join(tag_names(verdicts))}")
        for value in sorted({value for value in values if value is not None}):
            yield f"{tag}/{value.replace('/', '-')}", np.array([one == value for one in values], dtype=bool)


def reduction_board(rows: Sequence[Row], reducer: Reducer) -> Board:
    """Models as rows, metrics as columns; a row per group below each model."""
    metrics = {metric.name: metric for metric in reducer.metrics if any(row["metric"] == metric.name for row in rows)}
    keys = list(dict.fromkeys((row["model"], row["dataset"], row["group"]) for row in rows))
    at = {(row["model"], row["dataset"], row["group"], row["metric"]): row for row in rows}
    columns = ["model", "data", "group", *(f"{name}{ARROWS[metric.better]}" for name, metric in metrics.items())]
    lines = [[key[0], key[1], key[2] or "all", *(_format(at.get((*key, name))) for name in metrics)] for key in keys]
    drop = [place for place in (1, 2) if len({line[place] for line in lines}) == 1]
    keep = [place for place in range(len(columns)) if place not in drop]
    return Board([columns[place] for place in keep], [[line[place] for place in keep] for line in lines])


def _format(row: Row | None) -> str:
    if row is None or row["value"] is None:
        return "–"
    interval = "" if row["low"] is None else f" [{row['low']:.1f}, {row['high']:.1f}]"
    return f"{row['value']:.1f}{interval} n={row['n']:,}"


def reduction_notes(space: Workspace, wanted: Reduction) -> list[str]:
    """What to know before believing a score: groups that are left out or incomplete, and answers that are missing."""
    rows = [row for row in table_to_rows(current_metrics(space)) if row["suite"] == wanted.suite]
    tables = [
        (each.dataset, read_or_rejudge_tables(space, "verdicts", [each]))
        for each in current_results(space)
        if each.suite == wanted.suite and "equal" in wanted.reducer.needs
    ]
    other = [f"{dataset}: {line}" for dataset, table in tables for line in equal_groups_notes(table, wanted)]
    limits = sorted({row["limit"] for row in rows if row["limit"] is not None})
    cut = [
        f"--limit {limit} was used: groups may be incomplete; run without --limit to have every question of a group"
        for limit in limits
    ]
    return [*dict.fromkeys(other), *cut, *partial_and_sample_notes(rows, is_shard(space))]
