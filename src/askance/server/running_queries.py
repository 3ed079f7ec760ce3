"""The queries of a request: over the newest indexed results, and stopped by a later request of the same page."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from weakref import WeakKeyDictionary

import duckdb
from askance.core import UserError
from askance.server.index_open import IndexNotReady, QuerySource
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.queries import Queries
from askance.server.query_pool import QueryStopped, QuerySuperseded, Tickets
from fastapi import HTTPException, Request

KEPT_PAGES = 1000  # whose latest request is remembered
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


def current_index(opened: OpenedWorkspace) -> int:
    """A number that is another one when the queries of a workspace are over a newer index; 0 before the first."""
    with _LOCK:
        source = _SOURCES.get(opened)
    if source is None:
        return 0
    with suppress(IndexNotReady, UserError, duckdb.Error, OSError):  # a page that needs the index says why
        source.current()  # pages that are kept do not ask for it: somebody must follow the files
    return source.opened_indexes


def figures_read_at(opened: OpenedWorkspace) -> float:
    """When the results that pages show were read (seconds since 1970), those of the index included."""
    with _LOCK:
        source = _SOURCES.get(opened)
    return opened.read_at() if source is None else min(source.read_at, opened.read_at())


class LatestRequests:
    """The number of the latest request of each page: threads may begin with a later request before an earlier one."""

    def __init__(self, kept: int = KEPT_PAGES) -> None:
        self._kept, self._lock = kept, Lock()
        self._latest: OrderedDict[Hashable, int] = OrderedDict()

    def note(self, page: Hashable, number: int) -> None:
        """Note a request; QuerySuperseded if a later one of the same page has begun already."""
        with self._lock:
            latest = self._latest.pop(page, number)
            self._latest[page] = max(latest, number)
            if len(self._latest) > self._kept:
                self._latest.popitem(last=False)
        if number < latest:
            raise QuerySuperseded


_TICKETS, _LATEST = Tickets(), LatestRequests()


@contextmanager
def running_queries(request: Request, opened: OpenedWorkspace, page: str = "", number: int = 0) -> Iterator[Queries]:
    """The queries for one request; with `page`, an earlier request (of a smaller number) of that page is stopped."""
    try:
        if page:
            name = (request.state.visitor, request.url.path, page)
            _LATEST.note(name, number)
            with _TICKETS.issue(name) as ticket:
                yield queries_of(opened).for_request(ticket)
        else:
            yield queries_of(opened)
    except QuerySuperseded as error:
        raise HTTPException(409, "a later request of this page has replaced this one") from error
    except QueryStopped as error:
        raise HTTPException(409, str(error)) from error
