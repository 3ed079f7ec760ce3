"""Where an export goes: a local folder, unless the user names a server."""

from dataclasses import dataclass
from pathlib import Path

from askance.report.experiment_export.url_credentials import without_credentials


@dataclass(frozen=True, slots=True)
class Target:
    """Where runs are written, and under which name."""

    folder: Path
    project: str
    server: str | None = None  # None: nothing leaves this machine
    pictures: Path | None = None  # the folder of the images that `cases` name

    @property
    def shown_place(self) -> str:
        """The server or the folder, without credentials."""
        return str(self.folder) if self.server is None else without_credentials(self.server)
