"""Files that are either whole or not there: temporary file, fsync, rename."""

import contextlib
import errno
import os
from pathlib import Path

from askance.core.errors import UserError


def write_atomic(path: Path, data: bytes) -> None:
    """Put `data` at `path` so that a reader sees the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        fsync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise storage_error(error, path) from error


def fsync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system can open a folder (Windows cannot)."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def storage_error(error: OSError, path: Path) -> UserError:
    """One clear line for what went wrong while writing."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return UserError(
            f"no space left while writing {path}: everything before it is stored;"
            " free some space and run the same command again"
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return UserError(f"cannot write {path}: {error.strerror}; choose a folder that you may write to")
    return UserError(f"cannot write {path}: {error.strerror or error}")
