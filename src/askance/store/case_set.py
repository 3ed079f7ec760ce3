"""The description of a case set: what decided its cases, how many there are, and in which shards they are."""

from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import Card, UserError
from askance.core.checksum import FIELD, json_with_checksum, json_without_checksum, plain_json
from askance.core.files import write_atomic
from askance.store.layout import CASE_SET_TABLES, DECK, SHARD, own_files
from askance.store.parquet_files import is_intact, read_bytes

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


def case_set_file(root: Path, case_set_id: str) -> Path:
    """Where a case set is described."""
    return root / FOLDER / f"{case_set_id}.json"


def case_set_files(root: Path) -> list[Path]:
    """The descriptions of all complete case sets."""
    return own_files(root / FOLDER, DECK)


def write_description(root: Path, case_set: CaseSet) -> None:
    """Mark a case set complete."""
    path = case_set_file(root, case_set.id)
    write_atomic(path, json_with_checksum(path.name, msgspec.to_builtins(case_set)))


def read_description(path: Path, is_old: bool = False) -> CaseSet | None:
    """A case set's description; None where it is missing or damaged. `is_old`: those of schema 1 had no digest."""
    data = read_bytes(path) or b""
    value = json_without_checksum(path.name, data)
    if value is None and is_old and FIELD not in (value := plain_json(data) or {FIELD: ""}):
        return _described(path, value)
    return None if value is None or FIELD in value else _deck(path, value)


def _deck(path: Path, value: object) -> CaseSet | None:
    try:
        case_set = msgspec.convert(value, CaseSet)
    except (msgspec.ValidationError, UserError):  # UserError: a card whose parts do not fit together
        return None
    return case_set if case_set.id == path.stem else None


def _described(path: Path, value: object) -> CaseSet | None:
    """A case set of schema 1, which listed no shards: those that are here, if all its cases are in them."""
    case_set, root = _deck(path, value), path.parent.parent
    if case_set is None:
        return None
    files = {table: own_files(root / table / case_set.id, SHARD) for table in CASE_SET_TABLES}
    if len({len(some) for some in files.values()}) > 1:  # each table has as many shards as the others
        return None
    if not all(is_intact(file) for some in files.values() for file in some):
        return None
    if (_rows(files["cases"]), _rows(files["asks"])) != (case_set.cases, case_set.asks):
        return None
    return msgspec.structs.replace(
        case_set, shards={table: tuple(p.name for p in some) for table, some in files.items()}
    )


def _rows(files: list[Path]) -> int:
    try:
        return sum(pq.ParquetFile(file).metadata.num_rows for file in files)
    except (OSError, pa.ArrowException):
        return -1


def shards_of(root: Path, case_set: CaseSet, table: str) -> list[Path]:
    """The shards that a case set's description names."""
    return [root / table / case_set.id / name for name in case_set.shards.get(table, ())]


def missing_shards(root: Path, case_set: CaseSet, tables: tuple[str, ...] = CASE_SET_TABLES) -> list[Path]:
    """The shards of some tables that are missing or damaged; the other tables' must be there."""
    return [
        path
        for table in CASE_SET_TABLES
        for path in shards_of(root, case_set, table)
        if not (is_intact(path) if table in tables else path.is_file())
    ]
