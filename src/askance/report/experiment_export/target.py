"""Where an export goes: a local folder, unless the user names a server."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Target:
    """Where runs are written, and under which name."""

    folder: Path
    project: str
    server: str | None = None  # None: nothing leaves this machine
    pictures: Path | None = None  # the folder of the images that `cases` name
