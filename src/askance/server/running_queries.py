"""The queries of a request: over the newest indexed results, and stopped by a later request of the same page."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from weakref import WeakKeyDictionary

from askance.server.index_open import IndexNotReady, QuerySource
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.queries import Queries
from askance.server.query_pool import QueryStopped, QuerySuperseded, Tickets
from fastapi import HTTPException, Request

TICKETS = Tickets()
_SOURCES: WeakKeyDictionary[OpenedWorkspace, QuerySource] = WeakKeyDictionary()
_LOCK = Lock()


def queries_of(opened: OpenedWorkspace) -> Queries:
    """The queries of a workspace; an error page where its first index is still being built."""
    opened.space()  # raises where a newer Askance wrote it
    with _LOCK:
        source = _SOURCES.get(opened)
        if source is None:
            source = _SOURCES[opened] = QuerySource(opened.root)
    try:
        return source.current()
    except IndexNotReady as error:
        raise HTTPException(409, f"{error}; reload the page in a while") from error


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
