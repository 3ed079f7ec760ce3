"""The lease: one writer at a time, by the version of the manifest that only one can create."""

import os
import socket
import uuid

import msgspec
from askance.core import UserError
from askance.store.remote.local_copy import CopyNote
from askance.store.remote.manifest import (
    LEASE,
    Manifest,
    Writer,
    create_version,
    new_manifest,
    read_latest,
    seconds_unchanged,
)
from askance.store.remote.objects import ObjectStore


def find_or_create(objects: ObjectStore) -> Manifest:
    """The newest manifest; a workspace that is not there yet gets its first one."""
    while (found := read_latest(objects)) is None:
        check_conditional_writes(objects)
        first = msgspec.structs.replace(new_manifest(), version=1)
        if create_version(objects, first):
            return first
    return found


def check_conditional_writes(objects: ObjectStore) -> None:
    """Refuse a store that ignores the condition of a write: two runs could overwrite each other's results."""
    probe = f"probe-{uuid.uuid4().hex}"
    try:
        is_kept = objects.create(probe, b"first") and not objects.create(probe, b"second")
    finally:
        objects.delete([probe])
    if not is_kept:
        raise UserError(
            f"{objects.address}: the server ignores conditional writes (If-None-Match), so that two runs could"
            " overwrite each other: upgrade the server, or choose another store"
        )


def take_lease(objects: ObjectStore, manifest: Manifest, note: CopyNote) -> Manifest:
    """Become the writer of a workspace; a UserError where another process is.

    A writer that was killed on this machine had the same local copy, whose lock we hold: nobody waits for it.
    """
    writer = manifest.writer
    if writer is not None and writer.copy != note.copy:
        seconds = seconds_unchanged(objects, manifest)
        if seconds < LEASE:
            raise UserError(_refusal(objects, writer, seconds))
    number = manifest.lease + 1
    mine = Writer(number, note.copy, socket.gethostname(), os.getpid())
    taken = msgspec.structs.replace(manifest, version=manifest.version + 1, lease=number, writer=mine)
    if not create_version(objects, taken):
        latest = read_latest(objects)
        raise UserError(_refusal(objects, latest.writer if latest else None, 0.0))
    return taken


def _refusal(objects: ObjectStore, writer: Writer | None, seconds: float) -> str:
    who = f"process {writer.process} on {writer.host}" if writer else "another process"
    left = max(1, round(LEASE - seconds))
    return (
        f"another run ({who}) is writing to {objects.address}: wait or choose another --out;"
        f" if it was killed, try again in {left} seconds"
    )
