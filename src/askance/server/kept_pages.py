"""Pages as they were sent last: many readers of one page cost as much as one.

A page of a view that is the same for every visitor is kept as long as the files of its workspace and its index are the
same: fifty readers beside a run must not slow it down.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from askance.core import UserError
from askance.server import opened_workspace
from askance.server.dashboard import Dashboard
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.running_queries import current_index
from askance.server.view_table import VIEWS
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECONDS = 600.0  # that a page is kept
BRIEFLY = 5.0  # seconds, where some of it is of an earlier state, or not ready yet
KEPT_BYTES = 16 * 2**20
PATHS = frozenset(path for view in VIEWS if view.is_shared for path in (view.path, f"/api{view.path}"))
NUMBERED = "number"  # the parameter of requests that replace one another: each of them is another
Key = tuple[object, ...]


def keep_briefly(request: Request) -> None:
    """Say in a view that its page will soon be another one although no result changes."""
    request.state.is_brief = True


def keep_for_nobody_else(request: Request) -> None:
    """Say in a view that its page belongs to one visitor."""
    request.state.is_private = True


@dataclass(slots=True)
class KeptPage:
    """A complete response with status 200."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    until: float  # of the monotonic clock


@dataclass(frozen=True, slots=True)
class _Moment:
    """What all pages of a workspace depend on, and when that was looked up."""

    state: Key | None  # None: the workspace cannot be read
    at: float


class KeptPages:
    """Middleware: sends a page again without computing it, while nothing has changed."""

    def __init__(self, app: ASGIApp, dashboard: Dashboard):
        self._app, self._dashboard = app, dashboard
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._computing: dict[tuple[asyncio.AbstractEventLoop, Key], asyncio.Event] = {}
        self._moments: dict[str, _Moment] = {}
        self._bytes, self._lock = 0, Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        key = None
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"] in PATHS:
            key = await self._key(Request(scope))
        if key is None:
            await self._app(scope, receive, send)
            return
        page = self._find(key)
        running = asyncio.get_running_loop(), key
        if page is None and running in self._computing:  # one reader computes it for all who ask meanwhile
            await self._computing[running].wait()
            page = self._find(key)
        if page is None:
            await self._compute(key, scope, receive, send)
        else:
            await _send_page(page, Headers(scope=scope), send)

    async def _key(self, request: Request) -> Key | None:
        """What a page depends on; None where it cannot be kept."""
        asked = request.query_params
        if NUMBERED in asked:
            return None
        try:
            opened = self._dashboard.workspace(asked.get("w", ""))
        except UserError:  # a page that says why
            return None
        state = await self._state(opened)
        is_zipped = "gzip" in request.headers.get("accept-encoding", "")
        address = request.url.path, request.url.query, request.headers.get("accept", ""), is_zipped
        return None if state is None else (opened.name, *state, *address)

    async def _state(self, opened: OpenedWorkspace) -> Key | None:
        """What changes when pages of a workspace do; looked up twice a second at most, in a thread."""
        known = self._moments.get(opened.name)
        if known is None or time.monotonic() - known.at >= opened_workspace.RECHECK:
            known = _Moment(await run_in_threadpool(_look_at, opened), time.monotonic())
            self._moments[opened.name] = known
        return known.state

    def _find(self, key: Key) -> KeptPage | None:
        """A page that is fresh; of several readers of one that is not, the first computes it anew."""
        with self._lock:
            page = self._pages.get(key)
            now = time.monotonic()
            if page is None or now > page.until:
                if page is not None:
                    page.until = now + BRIEFLY
                return None
            self._pages.move_to_end(key)
            return page

    async def _compute(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        headers: list[tuple[bytes, bytes]] = []
        parts: list[bytes] = []
        status = 0
        request, opened = Request(scope), self._dashboard.workspace(str(key[0]))
        request.state.is_brief, request.state.is_private = False, False
        earlier = opened.earlier_results

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers.extend(message["headers"])  # before those of one visitor are added
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))
                if not message.get("more_body", False) and status == 200 and not request.state.is_private:
                    is_brief = request.state.is_brief or opened.earlier_results != earlier
                    until = time.monotonic() + (BRIEFLY if is_brief else SECONDS)
                    self._keep(key, KeptPage(headers, b"".join(parts), until))
            await send(message)

        running = asyncio.get_running_loop(), key
        done = self._computing[running] = asyncio.Event()
        try:
            await self._app(scope, receive, send_and_note)
        finally:
            done.set()
            if self._computing.get(running) is done:
                del self._computing[running]

    def _keep(self, key: Key, page: KeptPage) -> None:
        with self._lock:
            earlier = self._pages.pop(key, None)
            self._bytes += len(page.body) - (len(earlier.body) if earlier else 0)
            self._pages[key] = page
            while self._bytes > KEPT_BYTES:
                self._bytes -= len(self._pages.popitem(last=False)[1].body)


def _look_at(opened: OpenedWorkspace) -> Key | None:
    try:
        number = opened.generation_number()
    except UserError:  # a page that says why
        return None
    return number, opened.writer() is not None, current_index(opened), len(opened.notices)


async def _send_page(page: KeptPage, asked: Headers, send: Send) -> None:
    """Send a page, or 304 where the browser has it."""
    etag = next((value for name, value in page.headers if name.lower() == b"etag"), None)
    is_known = etag is not None and asked.get("if-none-match", "").encode("latin-1") == etag
    kept = [(name, value) for name, value in page.headers if not is_known or not name.lower().startswith(b"content-")]
    await send({"type": "http.response.start", "status": 304 if is_known else 200, "headers": kept})
    await send({"type": "http.response.body", "body": b"" if is_known else page.body})
