"""Addresses of pages, and the navigation that surrounds every page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from askance.server.dashboard import Dashboard
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.view_table import VIEWS

WORKSPACE = "w"  # the parameter of an address that names the workspace
Parameter = str | int | float | bool | None | Sequence[str]


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses of pages; those of a dashboard with several workspaces name theirs."""

    workspace: str  # "" = there is only one

    def to(self, path: str, **parameters: Parameter) -> str:
        """The address of a page; parameters that are empty are left out, lists are repeated."""
        pairs = [(WORKSPACE, self.workspace)] if self.workspace else []
        for name, value in parameters.items():
            values = value if isinstance(value, list | tuple) else [value]
            pairs += [(name, _as_text(one)) for one in values if one is not None and one != ""]
        return f"{path}?{urlencode(pairs)}" if pairs else path

    def has(self, module: str) -> bool:
        """Whether there is a view of that name."""
        return any(view.module == module for view in VIEWS)


def _as_text(value: object) -> str:
    return ("1" if value else "0") if isinstance(value, bool) else str(value)


def navigation_values(dashboard: Dashboard, opened: OpenedWorkspace) -> dict[str, Any]:
    """What the head of every page needs; nothing of it is read from the files of the workspace."""
    return {
        "navigation": [each for each in VIEWS if each.title and (dashboard.models or not each.needs_models)],
        "links": Links(opened.name if dashboard.has_several else ""),
        "workspace": opened.name,
        "workspaces": [each.name for each in dashboard.workspaces],
    }
