"""Local copies of a workspace on an object store: the folder that a writer works in, and the one that readers share."""

import getpass
import shutil
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from askance.core import UserError, digest
from askance.core.atomic_files import write_atomic
from askance.core.cache_folder import cache_folder
from askance.core.remote_address import REMOTE, Address
from askance.store.remote.manifest import LEASE, Manifest, Part
from askance.store.remote.objects import MissingObject, ObjectStore
from askance.store.workspace_layout import JOURNAL, LOCK, LOCK_OWNER, SHARD

Say = Callable[[str], None]
COPY = "copy.json"  # in the folder of a writer's copy, beside the workspace


class CopyNote(msgspec.Struct, frozen=True):
    """Which workspace a local copy is of."""

    workspace: str  # id in the manifest
    copy: str  # id of this copy


class MirrorNote(msgspec.Struct, frozen=True):
    """What a readers' copy shows; the file REMOTE in its folder."""

    address: str
    version: int
    process: int  # of the run that writes the workspace; 0: none does
    since: float  # when this version was first seen, in seconds since 1970


class ChangedMeanwhile(Exception):  # noqa: N818  a state of the store
    """An object of a manifest is gone: there is a newer manifest."""


def copies_folder(kind: str, address: Address) -> Path:
    """The folder for local copies of one kind (`writing` or `reading`) of a workspace."""
    root = cache_folder()
    if root is None:  # nothing is to be kept: a run still needs a place
        root = Path(tempfile.gettempdir()) / f"askance-{getpass.getuser()}"
        root.mkdir(mode=0o700, exist_ok=True)
    return root / "workspaces" / kind / address.digest


def read_note(folder: Path) -> CopyNote | None:
    """Which workspace a writer's copy is of; None where there is no copy."""
    try:
        return msgspec.json.decode((folder / COPY).read_bytes(), type=CopyNote)
    except (OSError, msgspec.DecodeError):
        return None


def prepare_copy(folder: Path, address: Address, manifest: Manifest, say: Say) -> CopyNote:
    """A writer's folder that is a copy of this workspace; one of a workspace that was deleted is moved away."""
    note = read_note(folder)
    if note is not None and note.workspace == manifest.id:
        return note
    root = folder / address.name
    former = [path for path in root.iterdir() if path.name not in (LOCK, LOCK_OWNER)]
    if former:
        old = folder / "old"
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir()
        for path in former:
            path.rename(old / path.name)
        say(f"{address} is another workspace than before: the local copy of the former one was moved to {old}")
    note = CopyNote(manifest.id, uuid.uuid4().hex)
    write_atomic(folder / COPY, msgspec.json.encode(note))
    return note


def part_digest(data: bytes) -> str:
    """The digest of the bytes of an object."""
    return digest(data).hex()


def is_same(path: Path, parts: Iterable[Part]) -> bool:
    """Whether a local file has the bytes of these parts; a shard's name says so."""
    some = tuple(parts)
    try:
        if SHARD.fullmatch(path.name):
            return path.stat().st_size == sum(part.size for part in some)
        data = path.read_bytes()
    except OSError:
        return False
    place = 0
    for part in some:
        if part_digest(data[place : place + part.size]) != part.digest:
            return False
        place += part.size
    return place == len(data) or (JOURNAL.fullmatch(path.name) is not None and place < len(data))


def download(objects: ObjectStore, root: Path, files: Iterable[tuple[str, tuple[Part, ...]]]) -> None:
    """Write files of a manifest below a folder; ChangedMeanwhile where an object is gone."""

    def fetch(each: tuple[str, tuple[Part, ...]]) -> None:
        name, parts = each
        write_atomic(safe_path(root, name), b"".join(_get_part(objects, part) for part in parts))

    objects.each(fetch, list(files))


def safe_path(root: Path, name: str) -> Path:
    """The path of a file in a workspace; a name that leads out of the folder is refused."""
    if name.startswith("/") or "\\" in name or any(part in ("", ".", "..") or ":" in part for part in name.split("/")):
        raise UserError(f"the manifest names a file {name!r}: it was not written by Askance")
    return root / name


def _get_part(objects: ObjectStore, part: Part) -> bytes:
    try:
        data = objects.get(part.key)
    except MissingObject as error:
        raise ChangedMeanwhile from error
    if part_digest(data) != part.digest:
        raise UserError(f"{objects.address}/{part.key} is damaged: its digest does not fit")
    return data


def live_writer(root: Path) -> int | None:
    """The process that writes the workspace of a readers' copy, on whatever machine; None where none does."""
    note = read_mirror_note(root)
    return note.process if note is not None and note.process and time.time() - note.since < LEASE else None


def read_mirror_note(root: Path) -> MirrorNote | None:
    """What a readers' copy shows; None where the folder is none."""
    try:
        return msgspec.json.decode((root / REMOTE).read_bytes(), type=MirrorNote)
    except (OSError, msgspec.DecodeError):
        return None
