"""The folder set-aside of a workspace: damaged files are moved there, and nothing is deleted."""

from collections.abc import Callable
from pathlib import Path

SET_ASIDE = "set-aside"
Say = Callable[[str], None]


def free_set_aside_path(root: Path, path: Path) -> Path:
    """Where a file of the workspace goes when it is set aside; a name that is taken gets a number."""
    name = "-".join(path.relative_to(root).parts)
    folder = root / SET_ASIDE
    folder.mkdir(exist_ok=True)
    taken = {each.name for each in folder.iterdir()}
    return folder / next(new for n in range(len(taken) + 1) if (new := f"{name}.{n}" if n else name) not in taken)


def move_file_aside(root: Path, path: Path, why: str, say: Say, then: str = "") -> None:
    """Move a file out of the way, whatever it is, and say so."""
    target = free_set_aside_path(root, path)
    path.rename(target)
    say(f"{path} {why}: set aside as {target}{'; ' if then else ''}{then}")
