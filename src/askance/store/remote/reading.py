"""Reading a workspace on an object store: a local copy of its newest manifest, at any time, also beside a writer."""

import time
from pathlib import Path
from threading import Event, Thread

import msgspec
from askance.core import UserError
from askance.core.atomic_files import write_atomic
from askance.core.remote_address import REMOTE, Address
from askance.store.remote.local_copy import (
    ChangedMeanwhile,
    MirrorNote,
    copies_folder,
    download,
    is_same,
    read_mirror_note,
    safe_path,
)
from askance.store.remote.manifest import Manifest, Part, read_latest
from askance.store.remote.objects import ObjectStore
from askance.store.workspace_layout import INDEX

REFRESH = 3.0  # seconds between two looks of a dashboard


def mirror(address: Address, objects: ObjectStore | None = None) -> Path:
    """A local folder with the files of the newest manifest; one line where there is no workspace."""
    from filelock import FileLock  # slow to import

    objects = objects or ObjectStore(address)
    folder = copies_folder("reading", address)
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        while True:
            manifest = read_latest(objects)
            if manifest is None:
                raise UserError(f"{address} is not a workspace: make one with `askance run … --out {address}`")
            try:
                return _update(objects, folder / address.name, manifest)
            except ChangedMeanwhile:
                continue


def _update(objects: ObjectStore, root: Path, manifest: Manifest) -> Path:
    note = read_mirror_note(root)
    known = note is not None and (note.address, note.version) == (str(objects.address), manifest.version)
    if not known:
        wanted = {name: safe_path(root, name) for name in manifest.files}
        missing = [(name, parts) for name, parts in manifest.files.items() if not _is_whole_copy(wanted[name], parts)]
        download(objects, root, missing)  # first: a reader finds the old files or the new ones
        _remove_others(root, set(wanted.values()))
        process = manifest.writer.process if manifest.writer else 0
        seen = MirrorNote(str(objects.address), manifest.version, process, time.time())
        write_atomic(root / REMOTE, msgspec.json.encode(seen))
    return root


def _is_whole_copy(path: Path, parts: tuple[Part, ...]) -> bool:
    """Whether a file has the bytes of its parts, and no others: a journal may have grown."""
    return is_same(path, parts) and path.stat().st_size == sum(part.size for part in parts)


def _remove_others(root: Path, wanted: set[Path]) -> None:
    for path in list(root.rglob("*")):
        is_ours = path == root / REMOTE or INDEX in path.relative_to(root).parts
        if path.is_file() and path not in wanted and not is_ours:
            path.unlink(missing_ok=True)


class MirrorRefresher:
    """Keeps a readers' copy up to date, for a dashboard that is open for long."""

    def __init__(self, address: Address):
        self._address = address
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"askance mirror of {address}", daemon=True)

    def start(self) -> None:
        """Begin to look for new versions."""
        self._thread.start()

    def close(self) -> None:
        """End it."""
        self._stop.set()

    def _run(self) -> None:
        objects = ObjectStore(self._address)
        while not self._stop.wait(REFRESH):
            try:
                mirror(self._address, objects)
            except UserError:  # the store does not answer at present: what is shown stays
                continue
