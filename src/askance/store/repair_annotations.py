"""Repair of annotation queues: damaged lines are set aside, and no intact annotation is lost."""

from pathlib import Path

from askance.annotation.event_shards import encode_events, event_shards, read_shard
from askance.annotation.queue_files import FOLDER, QUEUE_FILE, lock_annotations, queue_folders, read_queue_file
from askance.core.atomic_files import write_atomic
from askance.core.plural import plural
from askance.store.set_aside import Say, free_set_aside_path, move_file_aside
from askance.store.workspace_layout import TEMPORARY


def repair_annotations(root: Path, say: Say) -> None:
    """Bring the annotations of a workspace into order; nothing is locked or written if there are none."""
    if (root / FOLDER).exists() and not (root / FOLDER).is_dir():
        move_file_aside(root, root / FOLDER, "is in the way", say)
    if not queue_folders(root):
        return
    with lock_annotations(root):
        for folder in queue_folders(root):
            for temporary in folder.glob(".*.tmp"):
                if TEMPORARY.fullmatch(temporary.name):
                    temporary.unlink(missing_ok=True)
            if (folder / QUEUE_FILE).exists() and read_queue_file(folder / QUEUE_FILE) is None:
                move_file_aside(root, folder / QUEUE_FILE, "is damaged", say, "its annotations are kept")
            for path in event_shards(folder):
                _repair_shard(root, path, say)


def queues_without_file(root: Path) -> list[Path]:
    """The folders of queues with annotations whose tasks are lost."""
    return [folder for folder in queue_folders(root) if event_shards(folder) and not (folder / QUEUE_FILE).exists()]


def _repair_shard(root: Path, path: Path, say: Say) -> None:
    """Write a shard again without its damaged lines, after a copy was set aside."""
    if not path.is_file():
        move_file_aside(root, path, "is in the way", say)
        return
    content = read_shard(path)
    if not content.damaged and not content.is_torn:
        return
    copy = free_set_aside_path(root, path)
    copy.write_bytes(path.read_bytes())
    write_atomic(path, encode_events(content.events))
    what = f"has {plural(content.damaged, 'damaged annotation')}" if content.damaged else "ends in a torn line"
    say(f"{path} {what}: set aside as {copy}; the other annotations are kept")
