"""How large a part of a workspace is: what takes too long for a large one is left out of a page."""

from pathlib import Path


def folder_size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    try:
        return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    except OSError:  # a file became another one meanwhile
        return 0
