"""Derived tables as a report may show them: checked against their digests, or judged again from stored answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyarrow as pa
from askance.core import UserError
from askance.engine.judging import compute_judged_tables
from askance.engine.stopping_rule import recorded_stops
from askance.report.current_results import CurrentResult, current_results
from askance.store import AGAIN, TABLES, Workspace, connect, set_model_name_column
from askance.suites import open_stored_suite


@dataclass(frozen=True, slots=True)
class _StoredModel:
    name: str
    fingerprint: str


def current_metrics(space: Workspace, all_versions: bool = False) -> pa.Table:
    """The current tidy rows; with `all_versions`, also those of earlier versions of models."""
    return read_or_rejudge_tables(space, "metrics", current_results(space, all_versions))


def table_to_rows(table: pa.Table) -> list[dict[str, Any]]:
    """Tidy rows as plain dictionaries, in the order of the schema."""
    return [{name: row[name] for name in TABLES["metrics"].names} for row in table.to_pylist()]


def read_or_rejudge_tables(space: Workspace, table: str, standings: Iterable[CurrentResult]) -> pa.Table:
    """A derived table of these models and case sets; tables that cannot be shown are left out, with one line each."""
    parts = [TABLES[table].empty_table()]
    for standing in standings:
        part = _read_or_rejudge(space, table, standing)
        if part is not None:
            parts.append(set_model_name_column(part, standing.fingerprint, standing.model))
    return pa.concat_tables(parts, promote_options="default")


def _read_or_rejudge(space: Workspace, table: str, standing: CurrentResult) -> pa.Table | None:
    whole = space.read_derived_table(table, standing.case_set, standing.fingerprint)
    if whole is not None:
        return whole
    path = space.derived_table_path(table, standing.case_set, standing.fingerprint)
    again = rejudge_from_store(space, standing)
    what = f"{path} is {'damaged or of an older version' if path.exists() else 'missing'}"
    who = f"{standing.suite} for {standing.model} on {standing.dataset}"
    if isinstance(again, str):
        space.say(f"{what}: no figures of {who} ({again}): {AGAIN}")
        return None
    if space.is_old:
        old = "was written by an older askance, without digests: its figures are computed from the stored answers"
        space.say(f"{space.name} {old}; `askance doctor {space.name}` brings it up to date")
        return again[table]
    is_partial = again["metrics"]["partial"].to_pylist()[:1] != [False]
    lack = f", of which some are missing: {AGAIN}" if is_partial else f"; `askance doctor {space.name}` writes it again"
    space.say(f"{what}: {who} is computed from the stored answers{lack}")
    return again[table]


@lru_cache(8)  # metrics, verdicts and warnings of the same case set follow each other
def rejudge_from_store(space: Workspace, standing: CurrentResult) -> dict[str, pa.Table] | str:
    """Readings, verdicts and metrics from stored cases and answers; or in words why that cannot be."""
    case_set = space.case_set(standing.case_set)
    if case_set is None or not space.case_set_shards(case_set.id)["cases"]:
        return "its cases are missing or damaged"
    try:
        suite = open_stored_suite(case_set.suite)
    except UserError:
        return "its suite is not a built-in one"
    connection = connect(space, [case_set.id], tables=("cases", "asks", "queries", "answers"))
    stops = recorded_stops(space.runs(), standing.case_set, standing.name)
    model = _StoredModel(standing.name, standing.fingerprint)
    return compute_judged_tables(connection, case_set, suite, model, stops=stops)
