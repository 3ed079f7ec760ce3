"""The queries of a request: opened once per state of a workspace, and stopped by a later request of the same page."""

from collections.abc import Iterator
from contextlib import contextmanager

from askance.server.index_open import open_queries
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.queries import Queries
from askance.server.query_pool import QueryStopped, QuerySuperseded, Tickets
from fastapi import HTTPException, Request

TICKETS = Tickets()


def queries_of(opened: OpenedWorkspace) -> Queries:
    """The queries of a workspace as it is now."""
    return opened.cached("queries", open_queries)


@contextmanager
def running_queries(request: Request, opened: OpenedWorkspace, page: str = "") -> Iterator[Queries]:
    """The queries for one request; with `page`, an earlier request of that page is stopped."""
    try:
        if page:
            with TICKETS.issue((request.state.visitor, request.url.path, page)) as ticket:
                yield queries_of(opened).for_request(ticket)
        else:
            yield queries_of(opened)
    except QuerySuperseded as error:
        raise HTTPException(409, "a later request of this page has replaced this one") from error
    except QueryStopped as error:
        raise HTTPException(409, str(error)) from error
