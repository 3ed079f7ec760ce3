"""What a run is doing while it writes a workspace, for readers that show its progress."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Literal

import msgspec
from askance.core import UserError
from askance.core.atomic_files import write_atomic
from askance.core.remote_address import REMOTE
from askance.store.parquet_files import read_file_bytes
from askance.store.remote.local_copy import live_writer
from askance.store.workspace_layout import LOCK_OWNER, STATUS

Stage = Literal["cases", "calls", "verdicts"]


class ModelCalls(msgspec.Struct, frozen=True):
    """The calls that a round makes to one model."""

    name: str
    fingerprint: str
    calls: int


class AskedCaseSet(msgspec.Struct, frozen=True):
    """A case set of the round, and the fingerprints of the models that are asked its questions."""

    id: str
    models: tuple[str, ...]


class RunStatus(msgspec.Struct, frozen=True):
    """What a run is doing now."""

    stage: Stage
    since: float  # seconds since 1970
    models: tuple[ModelCalls, ...] = ()
    case_sets: tuple[AskedCaseSet, ...] = ()
    cached: int = 0
    first_shard: int = 1  # answers of this round have this number or a higher one
    may_stop_early: bool = False  # `--until`


def write_run_status(root: Path, status: RunStatus) -> None:
    """Say what the run is doing; a disk that is full stops nothing here."""
    with contextlib.suppress(UserError):
        write_atomic(root / STATUS, msgspec.json.encode(status))


def remove_run_status(root: Path) -> None:
    """The run has ended."""
    with contextlib.suppress(OSError):
        (root / STATUS).unlink()


def read_run_status(root: Path) -> RunStatus | None:
    """What the run that writes here is doing; None where none does, or it was killed."""
    if not _is_writer_alive(root):
        return None
    try:
        return msgspec.json.decode(read_file_bytes(root / STATUS) or b"", type=RunStatus)
    except msgspec.DecodeError:  # ValidationError is one
        return None


def _is_writer_alive(root: Path) -> bool:
    """Whether the process that noted itself as the writer still exists."""
    if (root / REMOTE).exists():
        return live_writer(root) is not None
    try:
        owner = int((root / LOCK_OWNER).read_text(encoding="ascii"))
        if sys.platform != "win32":  # there, it would end the process
            os.kill(owner, 0)
    except PermissionError:  # it exists, and belongs to somebody else
        return True
    except (OSError, ValueError, OverflowError):
        return False
    return True
