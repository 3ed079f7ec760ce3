"""Merging the records of runs: shards of one run become one record; a missing or doubled shard is named."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from askance.core import UserError
from askance.core.digest import canonical_bytes
from askance.core.plural import plural
from askance.store.run_records import DATE, SHARD, Record, recorded_shard
from askance.store.run_status import read_run_status
from askance.store.workspace import Workspace

COMPLETE = "complete"
OWN = (SHARD, DATE, COMPLETE)  # what differs between the shards of one run
NAMES = {"models": "models", "data": "data set", "limit": "--limit", "seed": "--seed", "decks": "suites or case sets"}
NAMED = 8  # missing shards in one line


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """The record of a run and the workspace that has it."""

    source: str
    record: Record

    @property
    def number(self) -> int:
        """Which shard it is."""
        return int(self.record[SHARD][0])

    @property
    def settings(self) -> bytes:
        """What is equal in all shards of one run."""
        return canonical_bytes([_shared_settings(self.record).hex(), self.record[SHARD][1]])


def _shared_settings(record: Record) -> bytes:
    """What is equal in all shards of a run, and in the whole run."""
    return canonical_bytes({key: value for key, value in record.items() if key not in OWN})


def merge_records(sources: Mapping[str, Workspace], is_partial: bool) -> list[Record]:
    """The records of a merged workspace, oldest first; `is_partial` allows missing and unfinished shards."""
    found = [SourceRecord(name, record) for name, space in sources.items() for record in space.runs()]
    if not is_partial:
        _check_all_finished(sources, found)
    whole = [each.record for each in found if SHARD not in each.record]
    complete = {_shared_settings(record) for record in whole if record.get(COMPLETE)}
    runs: dict[bytes, list[SourceRecord]] = {}
    for each in found:
        if SHARD in each.record and _shared_settings(each.record) not in complete:  # else the whole run is here
            runs.setdefault(each.settings, []).append(each)
    if not is_partial:
        _check_same_settings(list(runs.values()))
    merged = [_merge_shards(shards, is_partial) for shards in runs.values()]
    return sorted([*whole, *merged], key=lambda record: record.get(DATE, ""))


def _check_all_finished(sources: Mapping[str, Workspace], found: Iterable[SourceRecord]) -> None:
    recorded = {each.source for each in found}
    for name, space in sources.items():
        if read_run_status(space.root) is not None:
            raise UserError(f"a run is writing to {name}: wait until it ends, or merge what there is with --partial")
        if name not in recorded:
            raise UserError(f"{name} has no finished run: run its `askance run` command again, or leave it out")


def _merge_shards(shards: list[SourceRecord], is_partial: bool) -> Record:
    """One record for the shards of one run."""
    count = recorded_count(shards[0].record)
    by_number: dict[int, dict[str, Record]] = {}
    for each in shards:
        by_number.setdefault(each.number, {})[each.source] = each.record  # the last one of each workspace
    for number, places in sorted(by_number.items()):
        if len(places) > 1:
            raise UserError(f"shard {number}/{count} is in {' and in '.join(places)}: name one of them")
    missing = [number for number in range(1, count + 1) if number not in by_number]
    unfinished = {n: name for n, places in by_number.items() for name, each in places.items() if not each[COMPLETE]}
    if missing and not is_partial:
        names = ", ".join(f"{number}/{count}" for number in missing[:NAMED])
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        verb = "shard is" if len(missing) == 1 else "shards are"
        raise UserError(f"{len(missing)} {verb} missing: {names}{more}: run them, or merge the others with --partial")
    if unfinished and not is_partial:
        number, name = min(unfinished.items())
        raise UserError(
            f"shard {number}/{count} in {name} is not finished: run its `askance run` command again to resume,"
            " or merge what there is with --partial"
        )
    last = max((each.record for each in shards), key=lambda record: str(record.get(DATE, "")))
    merged = {key: value for key, value in last.items() if key != SHARD}
    return merged | {COMPLETE: not missing and not unfinished}


def recorded_count(record: Record) -> int:
    """The number of shards of a record's run."""
    shard = recorded_shard(record)
    assert shard is not None
    return shard.count


def _check_same_settings(runs: list[list[SourceRecord]]) -> None:
    """Shards of several runs, none of which is complete, are shards of one run with other settings: say which."""
    open_runs = [shards for shards in runs if len({each.number for each in shards}) < recorded_count(shards[0].record)]
    if len(open_runs) < 2:
        return
    a, b = open_runs[0][0], open_runs[1][0]
    counts = [recorded_count(each.record) for each in (a, b)]
    if counts[0] != counts[1]:
        raise UserError(
            f"{a.source} and {b.source} are shards of different runs: of {plural(counts[0], 'shard')} and of"
            f" {counts[1]}: run all with the same count"
        )
    for key, name in NAMES.items():
        if canonical_bytes(a.record.get(key)) != canonical_bytes(b.record.get(key)):
            values = _as_text(key, a.record.get(key)), _as_text(key, b.record.get(key))
            both = f" ({values[0]} and {values[1]})" if all(values) else ""
            raise UserError(f"{a.source} and {b.source} are shards of different runs: their {name} differ{both}")
    raise UserError(f"{a.source} and {b.source} are shards of different runs: run all with the same settings")


def _as_text(key: str, value: Any) -> str:
    """A setting in words; nothing where it would be a digest."""
    if key in ("limit", "seed"):
        return "none" if value is None else str(value)
    parts: Iterable[str] = ()
    if key == "models":
        parts = (str(model["name"]) for model in value)
    elif key == "decks":
        parts = (str(deck["suite"]) for deck in value)
    return ", ".join(parts)
