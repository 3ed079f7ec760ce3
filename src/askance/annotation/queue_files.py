"""The files of annotation queues in a workspace: annotations/QUEUE/queue.json, and shards of events beside it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from askance.annotation.event_shards import Say, event_shards
from askance.annotation.kinds import KINDS
from askance.annotation.tasks import Queue
from askance.core import UserError
from askance.core.atomic_files import storage_error, write_atomic
from askance.core.remote_address import check_not_copy
from askance.core.self_checking_json import DamagedJson, decode_and_verify_digest, encode_with_digest
from askance.core.unknown_names import unknown_name_error

FOLDER, QUEUE_FILE, LOCK = "annotations", "queue.json", "lock"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
WAIT = 20  # seconds for the lock: a writer holds it for milliseconds

_known: dict[Path, tuple[tuple[int, int, int], Queue]] = {}  # queues that this process has read, as they were then


def queue_folder(root: Path, name: str) -> Path:
    """The folder of a queue; the name is checked, because it may come from a web page."""
    if not NAME.fullmatch(name):
        raise UserError(f"queue name {name[:80]!r}: write 1 to 64 letters, digits, hyphens or underscores")
    return root / FOLDER / name


def queue_folders(root: Path) -> list[Path]:
    """The folders of all queues in a workspace, whole or not."""
    folder = root / FOLDER
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in found if path.is_dir() and NAME.fullmatch(path.name))


def list_queues(root: Path, say: Say) -> list[Queue]:
    """All queues that can be read, by name; a damaged one is left out with a one-line message."""
    found = []
    for folder in queue_folders(root):
        queue = read_queue_file(folder / QUEUE_FILE)
        if queue is not None:
            found.append(queue)
        elif (folder / QUEUE_FILE).exists() or event_shards(folder):
            say(f"{folder / QUEUE_FILE} is missing or damaged: run `askance doctor {root}`")
    return found


def open_queue(root: Path, name: str) -> Queue:
    """The queue of that name."""
    path = queue_folder(root, name) / QUEUE_FILE
    queue = read_queue_file(path)
    if queue is not None:
        return queue
    if path.exists():
        raise UserError(f"{path} is damaged: run `askance doctor {root}`")
    known = [queue.name for queue in list_queues(root, lambda line: None)]
    if not known:
        raise UserError(f"{root} has no annotation queue {name!r}: make one with `askance annotations {root} --make`")
    raise unknown_name_error("queue", name, known, f"askance annotations {root}")


def read_queue_file(path: Path) -> Queue | None:
    """The queue in a file; None if the file is missing or damaged. It is parsed again only if it has changed."""
    try:
        state = path.stat()
        stamp = state.st_size, state.st_mtime_ns, state.st_ino
        if path not in _known or _known[path][0] != stamp:
            value = decode_and_verify_digest(path.name, path.read_bytes())
            _known[path] = stamp, msgspec.convert(value, Queue)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, DamagedJson, msgspec.ValidationError):
        return None
    queue = _known[path][1]
    return queue if queue.name == path.parent.name and queue.kind in KINDS else None


def write_queue(root: Path, queue: Queue) -> Path:
    """Store a new queue; a queue is never replaced, but events without their queue file get it again."""
    folder = queue_folder(root, queue.name)
    with lock_annotations(root):
        if (folder / QUEUE_FILE).exists():
            raise UserError(f"{root} has a queue {queue.name!r} already: choose another name with --queue")
        write_atomic(folder / QUEUE_FILE, encode_with_digest(QUEUE_FILE, msgspec.to_builtins(queue)))
    return folder


@contextmanager
def lock_annotations(root: Path) -> Iterator[None]:
    """Exclude other writers of annotations, in this process and in others; the engine's lock is another one."""
    from filelock import FileLock, Timeout  # slow to import, and no reader needs it

    check_not_copy(root)
    path = root / FOLDER / LOCK
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path, timeout=WAIT, is_singleton=False)  # one per use, so that threads exclude one another
        lock.acquire()
    except Timeout as error:
        raise UserError(f"another process has locked {path} for {WAIT} seconds: end it, then try again") from error
    except OSError as error:
        raise storage_error(error, path) from error
    try:
        yield
    finally:
        lock.release()
