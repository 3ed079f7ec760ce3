"""The description of a case set: what decided its cases, how many there are, and in which shards they are."""

from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import Card, UserError
from askance.core.atomic_files import write_atomic
from askance.core.checksum import FIELD, add_checksum_to_json, parse_json_object, strip_checksum_from_json
from askance.store.parquet_files import is_intact, read_file_bytes
from askance.store.workspace_layout import CASE_SET_TABLES, DECK, NEEDED_TABLES, SHARD, list_files_matching

FOLDER = "decks"


class CaseSet(msgspec.Struct, frozen=True):
    """One suite's cases on one data set, complete; `id` digests all that decides them."""

    id: str
    suite: str
    dataset: str
    data_name: str  # how to open the data set again
    limit: int | None
    seed: int
    cases: int = 0
    asks: int = 0
    sample: str = ""  # digest of the cases, with those left out for a model that does not support them
    shards: dict[str, tuple[str, ...]] = {}  # table → names, which carry digests: a missing one is noticed
    card: Card | None = None  # of the suite: a report needs no more of it; None in workspaces of an older Askance


def case_set_description_path(root: Path, case_set_id: str) -> Path:
    """Where a case set is described."""
    return root / FOLDER / f"{case_set_id}.json"


def case_set_description_paths(root: Path) -> list[Path]:
    """The descriptions of all complete case sets."""
    return list_files_matching(root / FOLDER, DECK)


def write_case_set_description(root: Path, case_set: CaseSet) -> None:
    """Mark a case set complete."""
    path = case_set_description_path(root, case_set.id)
    write_atomic(path, add_checksum_to_json(path.name, msgspec.to_builtins(case_set)))


def read_case_set_description(path: Path, is_old: bool = False) -> CaseSet | None:
    """A case set's description; None where it is missing or damaged. `is_old`: those of schema 1 had no digest."""
    data = read_file_bytes(path) or b""
    value = strip_checksum_from_json(path.name, data)
    if value is None and is_old and FIELD not in (value := parse_json_object(data) or {FIELD: ""}):
        return _parse_schema_1_case_set(path, value)
    return None if value is None or FIELD in value else _parse_case_set(path, value)


def _parse_case_set(path: Path, value: object) -> CaseSet | None:
    try:
        case_set = msgspec.convert(value, CaseSet)
    except (msgspec.ValidationError, UserError):  # UserError: a card whose parts do not fit together
        return None
    return case_set if case_set.id == path.stem else None


def _parse_schema_1_case_set(path: Path, value: object) -> CaseSet | None:
    """A case set of schema 1, which listed no shards: those that are here, if all its cases are in them."""
    case_set, root = _parse_case_set(path, value), path.parent.parent
    if case_set is None:
        return None
    files = {table: list_files_matching(root / table / case_set.id, SHARD) for table in NEEDED_TABLES}
    if len({len(some) for some in files.values()}) > 1:  # each table has as many shards as the others
        return None
    if not all(is_intact(file) for some in files.values() for file in some):
        return None
    if (_count_parquet_rows(files["cases"]), _count_parquet_rows(files["asks"])) != (case_set.cases, case_set.asks):
        return None
    return msgspec.structs.replace(
        case_set, shards={table: tuple(p.name for p in some) for table, some in files.items()}
    )


def _count_parquet_rows(files: list[Path]) -> int:
    try:
        return sum(pq.ParquetFile(file).metadata.num_rows for file in files)
    except (OSError, pa.ArrowException):
        return -1


def case_set_shards(root: Path, case_set: CaseSet, table: str) -> list[Path]:
    """The shards that a case set's description names."""
    return [root / table / case_set.id / name for name in case_set.shards.get(table, ())]


def find_missing_shards(root: Path, case_set: CaseSet, tables: tuple[str, ...] = CASE_SET_TABLES) -> list[Path]:
    """The shards of some tables that are missing or damaged; the other tables' must be there."""
    return [
        path
        for table in CASE_SET_TABLES
        for path in case_set_shards(root, case_set, table)
        if not (is_intact(path) if table in tables else path.is_file())
    ]
