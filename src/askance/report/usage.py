"""What models took: parameters, calls, tokens, latency and cost, one row per data set and model."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from askance.core.plural import plural
from askance.report.board import Board
from askance.report.current_results import CurrentResult, current_results
from askance.store import Workspace, connect

COLUMNS = (
    "model", "dataset", "parameters", "calls", "requests", "prompt_tokens", "completion_tokens", "latency_p50",
    "latency_p95", "usd", "usd_calls", "fingerprint",
)  # fmt: skip
SHOWN = {
    "parameters": "parameters", "prompt_tokens": "tokens in", "completion_tokens": "tokens out",
    "latency_p50": "p50 s", "latency_p95": "p95 s", "usd": "USD",
}  # fmt: skip
ResultKey = tuple[str, str, str]  # model, data set, fingerprint
_SQL = """
select case when count(*) > 0 then count(*) filter (where not temporary) end as calls,
    sum(requests)::bigint as requests, sum(prompt_tokens)::bigint as prompt_tokens,
    sum(completion_tokens)::bigint as completion_tokens,
    quantile_cont(latency, 0.5) as latency_p50, quantile_cont(latency, 0.95) as latency_p95, sum(usd) as usd,
    case when count(usd) > 0 then
        count(*) filter (where not temporary and (usd is not null or prompt_tokens is null)) end as usd_calls
from usage where fingerprint = ? and query_key in (select query_key from queries where list_contains(?, deck))
"""


def usage_rows(space: Workspace, results: Sequence[CurrentResult] | None = None) -> list[dict[str, Any]]:
    """The models of which anything is known, in the order of the results."""
    found = current_results(space) if results is None else results
    parameters = _parameters(space.runs())
    case_sets: dict[tuple[str, str, str], list[str]] = {}
    for each in found:
        case_sets.setdefault((each.model, each.dataset, each.fingerprint), []).append(each.case_set)
    took = _took_by_result(space, case_sets)
    rows = []
    for key in case_sets:
        model, dataset, fingerprint = key
        row = {"model": model, "dataset": dataset, "parameters": parameters.get(fingerprint)}
        row |= took.get(key, {}) | {"fingerprint": fingerprint}
        if row.get("requests") or row["parameters"]:
            rows.append({name: row.get(name) for name in COLUMNS})
    return rows


def _took_by_result(space: Workspace, case_sets: Mapping[ResultKey, list[str]]) -> dict[ResultKey, dict[str, Any]]:
    """What the answers of each result took; the queries, which may be many, are read only if some model reports it."""
    shards, journal = space.usage()
    if not shards and not journal.num_rows:
        return {}
    ids = sorted({each for some in case_sets.values() for each in some})
    connection = connect(space, ids, tables=("queries", "usage"))
    took = {}
    for key, some in case_sets.items():
        result = connection.execute(_SQL, [key[2], some])
        names = [column[0] for column in result.description]
        ((*values,),) = result.fetchall()
        took[key] = dict(zip(names, values, strict=True))
    return took


def _parameters(runs: Iterable[dict[str, Any]]) -> dict[str, int]:
    return {
        model["fingerprint"]: model["parameters"] for run in runs for model in run["models"] if "parameters" in model
    }


def with_usage(board: Board, rows: Sequence[dict[str, Any]]) -> Board:
    """A leaderboard with a column for each thing that is known of one of its models."""
    shown = [name for name in SHOWN if any(row[name] is not None for row in rows)]
    has_data = board.columns[1:2] == ["data"]
    known = {(row["model"], row["dataset"] if has_data else ""): row for row in rows}
    lines = []
    for line in board.rows:
        row = known.get((line[0], line[1] if has_data else ""), {})
        lines.append([*line, *(usage_cell(name, row) for name in shown)])
    return Board([*board.columns, *(SHOWN[name] for name in shown)], lines, board.title, board.labels)


def usage_board(rows: Sequence[dict[str, Any]]) -> Board:
    """The rows as a table of their own."""
    names = [name for name in COLUMNS if name not in ("usd_calls", "fingerprint")]
    return Board([SHOWN.get(name, name) for name in names], [[usage_cell(name, row) for name in names] for row in rows])


def usage_cell(name: str, row: Mapping[str, Any]) -> str:
    """A value of a row as tables show it; a dash where it is not known. A cost says if only some calls had a price."""
    value = row.get(name)
    if value is None:
        return "–"
    if name == "usd":
        calls = row.get("calls") or 0
        priced = calls if row.get("usd_calls") is None else row["usd_calls"]
        part = f" ({priced:,} of {plural(calls, 'call')})" if priced < calls else ""
        return (f"{value:.2f}" if value >= 1 else f"{value:.4f}") + part
    if name == "parameters":
        return short_count(value)
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def short_count(value: int) -> str:
    """A number of parameters as people write it: 7.6B, 350M, 12K."""
    for size, letter in ((10**9, "B"), (10**6, "M"), (10**3, "K")):
        if value >= size:
            return f"{value / size:.1f}".removesuffix(".0") + letter
    return str(value)
