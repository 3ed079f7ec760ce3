"""Merging answers: shards are copied; calls that several workspaces have are found, and kept once."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from askance.core import UserError
from askance.core.plural import plural
from askance.store.parquet_files import write_shard
from askance.store.workspace import Workspace
from askance.store.workspace_layout import JOURNAL, SHARD, list_files_matching

CONTENT = "hash(status, text, score, top, reason)"
SHOWN = 60  # characters of an answer


@dataclass(frozen=True, slots=True)
class Overlap:
    """Calls that more than one source has answered."""

    calls: int = 0
    conflicts: int = 0
    example: str = ""  # a conflict in words


def merge_answers(sources: Mapping[str, Workspace], target: Workspace, keep_first: bool) -> tuple[int, Overlap]:
    """Copy all answers and what they took; returns the number of answers, and which calls are in several sources.

    Where sources have different answers to the same call, a UserError says so; `keep_first` keeps those of the first.
    """
    answers = {name: space.answers() for name, space in sources.items()}
    connection = duckdb.connect()
    _create_union(connection, answers)
    overlap = _find_overlap(connection, list(sources))
    if overlap.conflicts and not keep_first:
        raise UserError(
            f"{plural(overlap.conflicts, 'call has', 'calls have')} different answers: {overlap.example}:"
            " leave one workspace out, or keep the answers of the first with --keep-first"
        )
    first_number, count = 0, 0
    for number, (name, space) in enumerate(sources.items()):
        dropped = _answered_before(connection, number) if overlap.calls else None
        files, journal = answers[name]
        count += _copy_table(files, journal, target.root / "answers", first_number, dropped)
        _copy_table(*space.usage(), target.root / "usage", first_number, dropped)
        first_number += _highest_number(space)
    return count, overlap


def _highest_number(space: Workspace) -> int:
    """The highest number of a shard or journal, with one more for what a journal holds."""
    files = [*space.shards("answers"), *space.shards("usage"), *list_files_matching(space.root / "answers", JOURNAL)]
    return max((int(path.name[:6]) for path in files), default=0) + 1


def _create_union(connection: duckdb.DuckDBPyConnection, answers: Mapping[str, tuple[list[Path], pa.Table]]) -> None:
    """The view `final`: the final answers of every source."""
    selects = []
    for number, (files, journal) in enumerate(answers.values()):
        connection.register(f"journal_{number}", journal)
        selects.append(f"select *, {number} as source from journal_{number}")
        if files:
            names = ", ".join("'" + str(path).replace("'", "''") + "'" for path in files)
            selects.append(f"select *, {number} as source from read_parquet([{names}])")
    connection.execute(f"create view final as select * from ({' union all '.join(selects)}) where not temporary")


def _find_overlap(connection: duckdb.DuckDBPyConnection, names: list[str]) -> Overlap:
    connection.execute(
        f"create temp table shared as select call_key, count(distinct {CONTENT}) > 1 as is_conflict from final"
        " group by call_key having count(distinct source) > 1"
    )
    ((calls, conflicts),) = connection.execute("select count(*), count_if(is_conflict) from shared").fetchall()
    if not conflicts:
        return Overlap(calls)
    sql = (
        f"select source, any_value(model), any_value(status), any_value(text), any_value(score), {CONTENT} from final"
        " where call_key = (select min(call_key) from shared where is_conflict)"
        f" group by source, {CONTENT} order by source"
    )
    rows = connection.execute(sql).fetchall()
    a = rows[0]
    b = next(row for row in rows if row[-1] != a[-1])
    return Overlap(
        calls, conflicts, f"{a[1]} answers {_as_text(*a)} in {names[a[0]]} and {_as_text(*b)} in {names[b[0]]}"
    )


def _as_text(source: int, model: str, status: str, text: str | None, score: float | None, content: int) -> str:
    if status != "ok":
        return f"({status})"
    return repr(text[:SHOWN]) if text is not None else f"(score {score})"


def _answered_before(connection: duckdb.DuckDBPyConnection, source: int) -> pa.Array:
    """The calls of a source that an earlier source has, too."""
    sql = (
        f"select distinct call_key from final semi join shared using (call_key) where source = {source}"
        f" and call_key in (select call_key from final where source < {source})"
    )
    return connection.sql(sql).to_arrow_table()["call_key"].combine_chunks().cast(pa.binary(16))


def _copy_table(files: list[Path], journal: pa.Table, folder: Path, first: int, dropped: pa.Array | None) -> int:
    """Copy shards under higher numbers, without final rows of `dropped` calls; returns the number of rows."""
    folder.mkdir(parents=True, exist_ok=True)
    rows, number = 0, first
    for path in files:
        named = SHARD.fullmatch(path.name)
        assert named is not None
        number = max(number, first + int(named[1]))
        if dropped is None or not len(dropped):
            shutil.copyfile(path, folder / f"{first + int(named[1]):06d}-{named[2]}.parquet")
            rows += pq.ParquetFile(path).metadata.num_rows
        else:
            rows += _write_rows(folder, first + int(named[1]), pq.read_table(path), dropped)
    return rows + _write_rows(folder, number + 1, journal, dropped)


def _write_rows(folder: Path, number: int, table: pa.Table, dropped: pa.Array | None) -> int:
    if dropped is not None and len(dropped):
        is_dropped = pc.and_(pc.is_in(table["call_key"], dropped), pc.invert(table["temporary"]))
        table = table.filter(pc.invert(is_dropped))
    if table.num_rows:
        write_shard(folder, number, table)
    return int(table.num_rows)
