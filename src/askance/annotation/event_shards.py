"""What annotators did, as append-only files of lines with digests; only the holder of the queue's lock appends."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from askance.core.atomic_files import fsync_folder, storage_error
from askance.core.digest_lines import format_line, parse_line
from askance.core.plural import plural

SHARD_BYTES = 256 * 1024  # a shard that has reached this size is never written again
Say = Callable[[str], None]
Stamp = tuple[int, int]  # size, time of the last change


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that an annotator did with a task."""

    action: Literal["take", "answer", "skip", "undo"]
    annotator: str
    task: str
    at: float  # seconds since 1970, UTC
    values: dict[str, str] = {}
    comment: str = ""


class ShardContent(NamedTuple):
    """What a shard contains: intact events, the number of damaged lines, and whether a kill tore the last line."""

    events: tuple[Event, ...]
    damaged: int
    is_torn: bool


_decoder = msgspec.json.Decoder(Event)
_known: dict[Path, tuple[Stamp, ShardContent]] = {}  # shards that this process has read, as they were then


def event_shards(folder: Path) -> list[Path]:
    """The shards of a queue, in the order of writing."""
    return sorted(folder.glob("[0-9][0-9][0-9][0-9][0-9][0-9].jsonl"))


def read_shards(folder: Path, say: Say) -> list[ShardContent]:
    """The content of a queue's shards in order; damaged lines are left out with a one-line message per shard."""
    found: list[ShardContent] = []
    for path in event_shards(folder):
        content = read_shard(path)
        if content.damaged:
            root = folder.parent.parent
            say(f"{path} has {plural(content.damaged, 'damaged annotation')}, left out: run `askance doctor {root}`")
        found.append(content)
    return found


def read_shard(path: Path) -> ShardContent:
    """The content of one shard; a shard is parsed again only if it has changed."""
    state = path.stat()
    stamp = state.st_size, state.st_mtime_ns
    if path not in _known or _known[path][0] != stamp:
        _known[path] = stamp, _parse_shard(path.read_bytes())
    return _known[path][1]


def append_events(folder: Path, events: Iterable[Event]) -> None:
    """Store events durably; the caller holds the lock. A full disk leaves the shard as it was."""
    data = encode_events(events)
    path = _shard_to_append_to(folder)
    try:
        is_new = not path.exists()
        with path.open("ab", buffering=0) as file:
            size = file.tell()
            try:
                if (written := file.write(data)) != len(data):
                    raise OSError(28, f"{written} of {len(data)} bytes written")  # ENOSPC
                os.fsync(file.fileno())
            except OSError:
                file.truncate(size)
                raise
        if is_new:
            fsync_folder(folder)
    except OSError as error:
        raise storage_error(error, path) from error


def encode_events(events: Iterable[Event]) -> bytes:
    """Events as the lines of a shard."""
    return b"".join(format_line(msgspec.json.encode(event)) for event in events)


def _shard_to_append_to(folder: Path) -> Path:
    """The last shard, or the next one if that is full or ends in a torn line."""
    shards = event_shards(folder)
    if not shards:
        return folder / "000001.jsonl"
    last = shards[-1]
    if last.stat().st_size < SHARD_BYTES and not read_shard(last).is_torn:
        return last
    return folder / f"{int(last.stem) + 1:06d}.jsonl"


def _parse_shard(data: bytes) -> ShardContent:
    *lines, last = data.split(b"\n")
    found = [_parse_event(line) for line in lines if line]
    events = (*found, _parse_event(last))
    return ShardContent(tuple(event for event in events if event is not None), found.count(None), bool(last))


def _parse_event(line: bytes) -> Event | None:
    content = parse_line(line)
    try:
        return None if content is None else _decoder.decode(content)
    except ValueError:  # msgspec's errors and UnicodeDecodeError are ValueErrors
        return None
