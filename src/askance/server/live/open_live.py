"""The Live view of a dashboard: its models, opened before the first request, and the data sets of its workspaces."""

import logging

from askance.core import Dataset, UserError
from askance.server.dashboard import Dashboard
from askance.server.images import ImageShelf
from askance.server.live.live_session import Live
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.workspace_results import WorkspaceResults

LOG = logging.getLogger("askance.server")


def open_live(dashboard: Dashboard, shelf: ImageShelf) -> Live | None:
    """The loaded models; None where no model was given. UserError for a model that cannot be opened."""
    if not dashboard.models:
        return None

    def find_dataset(source: str) -> Dataset | None:
        workspace, _, name = source.partition("/")
        opened = dashboard.workspace(workspace)
        data_name = dataset_sources(opened).get(name)
        return None if data_name is None else shelf.dataset(opened, data_name)

    return Live.open(dashboard.models, find_dataset, LOG.info)


def source_name(opened: OpenedWorkspace, dataset: str) -> str:
    """The name by which the Live view knows a data set of a workspace."""
    return f"{opened.name}/{dataset}"


def dataset_sources(opened: OpenedWorkspace) -> dict[str, str]:
    """The data sets of a workspace: their name in tables → the name that opens them; none of a damaged workspace."""
    try:
        case_sets = WorkspaceResults.of(opened).case_sets.values()
    except UserError:
        return {}
    return dict(sorted((each.dataset, each.data_name) for each in case_sets))  # case sets are in the order of digests
