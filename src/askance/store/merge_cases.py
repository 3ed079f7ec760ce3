"""Merging case sets: equal ones are copied; those of an adaptive suite have the cases of every shard."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import duckdb
import msgspec
from askance.core import UserError
from askance.store.case_set import CaseSet
from askance.store.parquet_files import write_shard
from askance.store.schema import TABLES
from askance.store.workspace import Workspace
from askance.store.workspace_layout import CASE_SET_TABLES

KEYS = {  # what identifies a row
    "cases": "case_key", "asks": "case_key, role, query_key", "queries": "query_key", "image_files": "image",
}  # fmt: skip
ROWS = 50_000  # per file


def merge_case_sets(sources: Mapping[str, Workspace], target: Workspace) -> int:
    """Write the complete case sets of all sources; returns the number of their cases."""
    found: dict[str, dict[str, CaseSet]] = {}
    for name, space in sources.items():
        for case_set in space.case_sets():
            found.setdefault(case_set.id, {})[name] = case_set
    return sum(_merge_case_set(sources, target, some) for some in found.values())


def _merge_case_set(sources: Mapping[str, Workspace], target: Workspace, found: Mapping[str, CaseSet]) -> int:
    (first, case_set), *others = found.items()
    files = {name: _whole_shards(name, sources[name], each) for name, each in found.items()}
    for name, each in others:
        if each.sample != case_set.sample or (each.cases != case_set.cases and not _is_adaptive(case_set)):
            raise UserError(
                f"{first} and {name} have different cases of {case_set.suite} on {case_set.dataset}, although the"
                " settings are the same: run both with the same version of askance and the same data"
            )
    if all(each.shards == case_set.shards for _, each in others):
        for table, paths in files[first].items():
            folder = target.root / table / case_set.id
            folder.mkdir(parents=True, exist_ok=True)
            for path in paths:
                shutil.copyfile(path, folder / path.name)
        target.finish_case_set(case_set)
        return case_set.cases
    counts, shards = {}, {}
    for table in CASE_SET_TABLES:
        folder = target.root / table / case_set.id
        counts[table], shards[table] = _write_distinct(folder, table, [some[table] for some in files.values()])
    merged = msgspec.structs.replace(case_set, cases=counts["cases"], asks=counts["asks"], shards=shards)
    target.finish_case_set(merged)
    return merged.cases


def _is_adaptive(case_set: CaseSet) -> bool:
    return case_set.card is not None and case_set.card.adaptive


def _whole_shards(name: str, space: Workspace, case_set: CaseSet) -> dict[str, list[Path]]:
    files = space.case_set_shards(case_set.id)
    if case_set.cases and not files["cases"]:
        raise UserError(
            f"{name}: the cases of {case_set.suite} on {case_set.dataset} are damaged: run its `askance run` command"
            " again, then merge"
        )
    return files


def _write_distinct(folder: Path, table: str, sources: list[list[Path]]) -> tuple[int, tuple[str, ...]]:
    """Write the rows of one table; a row is there as often as in the source that has it most often."""
    parts = [
        f"select *, {number} as source from read_parquet([{', '.join(_quote(path) for path in files)}])"
        for number, files in enumerate(sources)
        if files
    ]
    if not parts:
        return 0, ()
    key = KEYS[table]
    connection = duckdb.connect()
    rows = connection.sql(
        f"select * exclude (source, rank) from (select *, row_number() over (partition by {key}, source) as rank"
        f" from ({' union all '.join(parts)}))"
        f" qualify row_number() over (partition by {key}, rank order by source) = 1 order by {key}"
    ).to_arrow_table()
    rows = rows.cast(TABLES[table])
    places = range(0, max(1, rows.num_rows), ROWS)
    paths = [write_shard(folder, number, rows.slice(place, ROWS)) for number, place in enumerate(places, 1)]
    return rows.num_rows, tuple(path.name for path in paths)


def _quote(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
