"""The records of runs: what was run, so that a report knows which case sets and models are current."""

from pathlib import Path
from typing import Any

from askance.core.atomic_files import write_atomic
from askance.core.checksum import FIELD, add_checksum_to_json, parse_json_object, strip_checksum_from_json
from askance.core.digest import canonical_bytes
from askance.core.shard import Shard
from askance.store.parquet_files import read_file_bytes
from askance.store.workspace_layout import RUN, list_files_matching, next_free_number

FOLDER = "runs"
DATE = "date"  # when a run ended (UTC); an older Askance stored none
SHARD = "shard"  # number and count, of a run with --shard
Record = dict[str, Any]


def read_run_records(root: Path, is_old: bool = False) -> dict[Path, Record | None]:
    """The records by their files, oldest first; None where one is damaged. `is_old`: schema 1 had no digests."""
    return {path: _read_run_record(path, is_old) for path in list_files_matching(root / FOLDER, RUN)}


def write_run_record(root: Path, record: Record, is_old: bool = False) -> None:
    """Add a record, unless it says what the last one says, at whatever time."""
    last = [each for each in read_run_records(root, is_old).values() if each is not None][-1:]
    if not last or canonical_bytes(last[0] | {DATE: ""}) != canonical_bytes(record | {DATE: ""}):
        write_record_with_digest(root / FOLDER / f"{next_free_number(root / FOLDER):06d}.json", record)


def write_record_with_digest(path: Path, record: Record) -> None:
    """Write a record with its digest."""
    write_atomic(path, add_checksum_to_json(path.name, record))


def case_set_fingerprint_pairs(record: Record) -> list[tuple[str, str]]:
    """The (case set, fingerprint) pairs of a run."""
    prints = {model["name"]: model["fingerprint"] for model in record["models"]}
    return [(case_set["deck"], prints[model]) for case_set in record["decks"] for model in case_set["models"]]


def recorded_shard(record: Record) -> Shard | None:
    """The part of its calls that a run made; None where it made all."""
    return Shard(*record[SHARD]) if SHARD in record else None


def _read_run_record(path: Path, is_old: bool) -> Record | None:
    data = read_file_bytes(path) or b""
    record = strip_checksum_from_json(path.name, data)
    if record is None and is_old and FIELD in (record := parse_json_object(data) or {FIELD: ""}):
        return None
    return record if record is not None and _is_valid_run_record(record) else None


def _is_valid_run_record(value: Record) -> bool:
    """Whether a record of schema 1, which nothing else vouches for, can be read as one."""
    try:
        case_set_fingerprint_pairs(value)
        return all({"deck", "suite", "dataset", "models"} <= case_set.keys() for case_set in value["decks"])
    except (AttributeError, KeyError, TypeError):
        return False
