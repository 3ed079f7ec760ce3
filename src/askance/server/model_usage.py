"""What the answers of each model took: as the models report it, else counted and timed from the stored answers."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from askance.report.current_results import CurrentResult
from askance.report.usage import COLUMNS, usage_rows
from askance.server.folder_size import folder_size
from askance.store import Workspace, connect

Row = dict[str, Any]
MOST_BYTES = 48 * 2**20  # of answers and queries: counting more takes longer than the first page may
_SQL = """
with mine as (select distinct model, dataset, fingerprint, query_key from queries join pairs using (deck))
select mine.model, mine.dataset, mine.fingerprint, count(*), quantile_cont(seconds, 0.5), quantile_cont(seconds, 0.95)
from mine join answers using (fingerprint, query_key) where not temporary group by all
"""


def model_usage(space: Workspace, results: Sequence[CurrentResult]) -> list[Row]:
    """One row per model and data set that has current results; what is not known is None."""
    reported = {(row["model"], row["dataset"]): row for row in usage_rows(space, results)}
    size = sum(folder_size(space.root / table) for table in ("answers", "queries"))
    counted = _count_answers(space, results) if size <= MOST_BYTES else {}
    rows = []
    for key, fingerprint in {(each.model, each.dataset): each.fingerprint for each in results}.items():
        row = dict.fromkeys(COLUMNS) | {"model": key[0], "dataset": key[1], "fingerprint": fingerprint}
        row |= reported.get(key, {})
        if not row["requests"]:
            row |= counted.get(key, {"calls": None})
        rows.append(row)
    return rows


def _count_answers(space: Workspace, results: Sequence[CurrentResult]) -> dict[tuple[str, str], Row]:
    """Calls and latency from the answers, by model and data set."""
    names = ("deck", "model", "dataset", "fingerprint")
    pairs = [(each.case_set, each.model, each.dataset, each.fingerprint) for each in results]
    connection = connect(space, sorted({each.case_set for each in results}), tables=("queries", "answers"))
    try:
        columns = zip(*pairs, strict=True) if pairs else [()] * len(names)
        connection.register("pairs", pa.table([pa.array(each, pa.string()) for each in columns], names))
        found = connection.execute(_SQL).fetchall()
    finally:
        connection.close()
    return {
        (model, dataset): {"calls": calls, "latency_p50": p50, "latency_p95": p95}
        for model, dataset, _, calls, p50, p95 in found
    }
