"""Publishing a writer's local copy: new bytes become immutable objects, then a new manifest names them."""

import contextlib
import os
import re
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec
from askance.annotation.queue_files import FOLDER as ANNOTATIONS
from askance.core import UserError
from askance.store.detection_cache import SCENES
from askance.store.remote.local_copy import is_same, part_digest, safe_path
from askance.store.remote.manifest import FOLDER, LEASE, Manifest, Part, Writer, create_version
from askance.store.remote.objects import ObjectStore
from askance.store.workspace_layout import (
    CASE_SET_TABLES,
    DERIVED_TABLES,
    JOURNAL,
    MARK,
    STATUS,
    list_files_matching,
)

# What is named by another file comes after it, so that a file is never published without those that it names.
ORDER = ("runs", *DERIVED_TABLES, "decks", "answers", "usage", *CASE_SET_TABLES, SCENES, ANNOTATIONS)
KEY = re.compile(r".+\.(\d+)-\d+\.(?:parquet|json|jsonl)")  # lease and number of an object
RENEW = LEASE / 3  # seconds
GROUP = 16  # files
Stamp = tuple[int, int, int]


class LeaseLostError(UserError):
    """Another writer has taken over."""


class LocalFile(NamedTuple):
    """A file of the local copy."""

    name: str  # its path in the workspace
    path: Path
    stamp: Stamp


class Publisher:
    """Brings the manifest up to date with a local folder; used by one thread at a time."""

    def __init__(self, objects: ObjectStore, root: Path, manifest: Manifest):
        assert manifest.writer is not None
        self._objects, self._root = objects, root
        self.manifest = manifest
        self._writer: Writer = manifest.writer
        self._numbers = count(1)  # of the objects of this lease; used by several threads
        self._stamps: dict[str, Stamp] = {}  # of files as they are published
        self._renewed = time.monotonic()

    def adopt_local_files(self) -> None:
        """Note which files of the local copy are as they are published."""
        for name, parts in self.manifest.files.items():
            path = safe_path(self._root, name)
            if is_same(path, parts) and (found := _stamp(path)) and found[0] == sum(part.size for part in parts):
                self._stamps[name] = found

    def publish(self, always: bool = False, release: bool = False) -> bool:
        """Publish what has changed; whether there was anything. `release` gives the lease back."""
        listed = list_files(self._root)
        changed = [each for each in listed if self._stamps.get(each.name) != each.stamp]
        names = {each.name for each in listed}
        removed = [name for name in self.manifest.files if name not in names]
        is_due = always or time.monotonic() - self._renewed > RENEW
        if not changed and not removed and not is_due and not release:
            return False
        files = {name: parts for name, parts in self.manifest.files.items() if name in names}
        stamps: dict[str, Stamp] = {}

        def upload(each: LocalFile) -> None:
            found = self._upload(each, files.get(each.name, ()))
            if found is not None:  # else it was removed meanwhile, and the next time will tell
                files[each.name], stamps[each.name] = found

        for start in range(0, len(changed), GROUP):
            self._objects.each(upload, changed[start : start + GROUP])
            self.renew_if_due()  # many files take longer than a lease
        self._create(files, None if release else self._writer)
        self._stamps = {name: stamp for name, stamp in (self._stamps | stamps).items() if name in files}
        return True

    def renew_if_due(self) -> None:
        """Publish the same files once more, where the lease is due."""
        if time.monotonic() - self._renewed > RENEW:
            self._create(self.manifest.files, self._writer)

    def _create(self, files: dict[str, tuple[Part, ...]], writer: Writer | None) -> None:
        """Publish the manifest, then remove the objects that it no longer names."""
        before = self.manifest
        new = msgspec.structs.replace(before, version=before.version + 1, writer=writer, files=files)
        if not create_version(self._objects, new):
            raise LeaseLostError(
                f"another run has taken over {self._objects.address}: this one stops; run the same command again later"
                f" on this machine, where its last answers are kept"
            )
        self.manifest, self._renewed = new, time.monotonic()
        with contextlib.suppress(UserError):  # the next writer removes them
            self._objects.delete(_keys(before) - _keys(new))

    def _upload(self, each: LocalFile, before: tuple[Part, ...]) -> tuple[tuple[Part, ...], Stamp] | None:
        """The parts of a file; of a journal that has grown, its new lines are one more part."""
        try:
            data = each.path.read_bytes()
        except OSError:
            return None
        kept: tuple[Part, ...] = ()
        if JOURNAL.fullmatch(each.path.name):
            data = data[: data.rfind(b"\n") + 1]  # whole lines
            size = sum(part.size for part in before)
            if before and is_same(each.path, before):
                kept, data = before, data[size:]
            if kept and not data:
                return kept, each.stamp
        part = Part(self._new_key(each.name), len(data), part_digest(data))
        self._objects.put(part.key, data)
        return (*kept, part), each.stamp

    def _new_key(self, name: str) -> str:
        """A key that no other writer uses, and this one uses once: it is never overwritten."""
        stem, dot, suffix = name.rpartition(".")
        return f"{stem or suffix}.{self._writer.lease}-{next(self._numbers)}{dot}{suffix if stem else ''}"

    def remove_orphans(self) -> None:
        """Remove objects that writers before this one left behind, and no manifest names."""
        named = _keys(self.manifest)
        found = self._objects.sizes("")
        self._objects.delete(
            key
            for key in found
            if key not in named and not key.startswith(FOLDER) and _is_ours(key) and _lease(key) < self._writer.lease
        )


def list_files(root: Path) -> list[LocalFile]:
    """The files of a local copy that are published, as they are at one moment."""
    for _ in range(5):
        first = [each.name for each in _walk(root, ("decks",))]
        found = [*_walk_journals(root), *_walk(root, ORDER)]  # a journal becomes a shard before it is removed
        if first == [each.name for each in _walk(root, ("decks",))]:  # else cases were removed while we looked
            break
    found += [LocalFile(name, root / name, stamp) for name in (MARK, STATUS) if (stamp := _stamp(root / name))]
    return found


def _walk_journals(root: Path) -> Iterator[LocalFile]:
    for path in list_files_matching(root / "answers", JOURNAL):
        stamp = _stamp(path)
        if stamp is not None:
            yield LocalFile(f"answers/{path.name}", path, stamp)


def _walk(root: Path, folders: tuple[str, ...]) -> Iterator[LocalFile]:
    for folder in folders:
        for path in _files_below(root / folder):
            stamp = _stamp(path)
            if stamp is not None:
                yield LocalFile(path.relative_to(root).as_posix(), path, stamp)


def _files_below(folder: Path) -> list[Path]:
    """The files below a folder, but for journals of answers, temporary files and locks."""
    is_answers = folder.name == "answers"
    return sorted(
        Path(place) / name
        for place, _, names in os.walk(folder)
        for name in names
        if not name.startswith(".") and name != "lock" and not (is_answers and JOURNAL.fullmatch(name))
    )


def _stamp(path: Path) -> Stamp | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_size, state.st_mtime_ns, state.st_ino


def _keys(manifest: Manifest) -> set[str]:
    return {part.key for parts in manifest.files.values() for part in parts}


def _is_ours(key: str) -> bool:
    folder, slash, _ = key.partition("/")
    is_single = key.startswith((MARK.removesuffix("json"), STATUS.removesuffix("json")))
    return KEY.fullmatch(key) is not None and (folder in ORDER if slash else is_single)


def _lease(key: str) -> int:
    found = KEY.fullmatch(key)
    return int(found[1]) if found else 0
