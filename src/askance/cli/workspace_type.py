"""The type of options and arguments that name a workspace: a folder, or s3://BUCKET/FOLDER."""

from pathlib import Path
from typing import Any

import click
from askance.core.remote_address import is_remote, parse_address


class WorkspaceType(click.Path):
    """A folder as a path; an address as the text that it is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check an address before anything else happens."""
        if isinstance(value, str) and is_remote(value):
            return str(parse_address(value))
        return super().convert(value, param, ctx)


WORKSPACE = WorkspaceType(path_type=Path)
