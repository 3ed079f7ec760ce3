"""The records of runs: what was run, so that a report knows which case sets and models are current."""

from pathlib import Path
from typing import Any

from askance.core.checksum import FIELD, json_with_checksum, json_without_checksum, plain_json
from askance.core.digest import canonical
from askance.core.files import write_atomic
from askance.store.layout import RUN, next_number, own_files
from askance.store.parquet_files import read_bytes

FOLDER = "runs"
Record = dict[str, Any]


def read_records(root: Path, is_old: bool = False) -> dict[Path, Record | None]:
    """The records by their files, oldest first; None where one is damaged. `is_old`: schema 1 had no digests."""
    return {path: _record(path, is_old) for path in own_files(root / FOLDER, RUN)}


def write_record(root: Path, record: Record, is_old: bool = False) -> None:
    """Add a record, unless it says what the last one says."""
    last = [each for each in read_records(root, is_old).values() if each is not None][-1:]
    if not last or canonical(last[0]) != canonical(record):
        add_record_checksum(root / FOLDER / f"{next_number(root / FOLDER):06d}.json", record)


def add_record_checksum(path: Path, record: Record) -> None:
    """Write a record with its digest."""
    write_atomic(path, json_with_checksum(path.name, record))


def pairs_of(record: Record) -> list[tuple[str, str]]:
    """The (case set, fingerprint) pairs of a run."""
    prints = {model["name"]: model["fingerprint"] for model in record["models"]}
    return [(case_set["deck"], prints[model]) for case_set in record["decks"] for model in case_set["models"]]


def _record(path: Path, is_old: bool) -> Record | None:
    data = read_bytes(path) or b""
    record = json_without_checksum(path.name, data)
    if record is None and is_old and FIELD in (record := plain_json(data) or {FIELD: ""}):
        return None
    return record if record is not None and _is_record(record) else None


def _is_record(value: Record) -> bool:
    """Whether a record of schema 1, which nothing else vouches for, can be read as one."""
    try:
        pairs_of(value)
        return all({"deck", "suite", "dataset", "models"} <= case_set.keys() for case_set in value["decks"])
    except (AttributeError, KeyError, TypeError):
        return False
