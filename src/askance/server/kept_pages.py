"""Pages as they were sent last: many readers of one page cost as much as one.

A page of a view that is the same for every visitor is kept for some seconds, as long as the files of its workspace and
its index are the same: fifty readers beside a run must not slow it down.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from askance.core import UserError
from askance.server.dashboard import Dashboard
from askance.server.running_queries import current_index
from askance.server.view_table import VIEWS
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECONDS = 5.0  # that a page is kept: what it shows may be newer than its files say
KEPT_BYTES = 16 * 2**20
PATHS = frozenset(path for view in VIEWS if view.is_shared for path in (view.path, f"/api{view.path}"))
NUMBERED = "number"  # the parameter of requests that replace one another: each of them is another
Key = tuple[object, ...]


@dataclass(slots=True)
class KeptPage:
    """A complete response with status 200."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    made: float


class KeptPages:
    """Middleware: sends a page again without computing it, while nothing has changed."""

    def __init__(self, app: ASGIApp, dashboard: Dashboard):
        self._app, self._dashboard = app, dashboard
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._bytes, self._lock = 0, Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        key = None
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"] in PATHS:
            key = await run_in_threadpool(self._key, Request(scope))
        if key is None:
            await self._app(scope, receive, send)
            return
        page = self._find(key)
        if page is None:
            await self._compute(key, scope, receive, send)
        else:
            await _send_page(page, Headers(scope=scope), send)

    def _key(self, request: Request) -> Key | None:
        """What a page depends on; None where it cannot be kept."""
        asked = request.query_params
        if NUMBERED in asked:
            return None
        try:
            opened = self._dashboard.workspace(asked.get("w", ""))
            state = opened.generation_number()
        except UserError:  # a page that says why
            return None
        is_zipped = "gzip" in request.headers.get("accept-encoding", "")
        address = request.url.path, request.url.query, request.headers.get("accept", ""), is_zipped
        return opened.name, state, opened.writer() is not None, current_index(opened), *address

    def _find(self, key: Key) -> KeptPage | None:
        """A page that is fresh; of several readers of one that is not, the first computes it anew."""
        with self._lock:
            page = self._pages.get(key)
            now = time.monotonic()
            if page is None or now - page.made > SECONDS:
                if page is not None:
                    page.made = now
                return None
            self._pages.move_to_end(key)
            return page

    async def _compute(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        headers: list[tuple[bytes, bytes]] = []
        parts: list[bytes] = []
        status = 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers.extend(message["headers"])  # before those of one visitor are added
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))
                if not message.get("more_body", False) and status == 200:
                    self._keep(key, KeptPage(headers, b"".join(parts), time.monotonic()))
            await send(message)

        await self._app(scope, receive, send_and_note)

    def _keep(self, key: Key, page: KeptPage) -> None:
        with self._lock:
            earlier = self._pages.pop(key, None)
            self._bytes += len(page.body) - (len(earlier.body) if earlier else 0)
            self._pages[key] = page
            while self._bytes > KEPT_BYTES:
                self._bytes -= len(self._pages.popitem(last=False)[1].body)


async def _send_page(page: KeptPage, asked: Headers, send: Send) -> None:
    """Send a page, or 304 where the browser has it."""
    etag = next((value for name, value in page.headers if name.lower() == b"etag"), None)
    is_known = etag is not None and asked.get("if-none-match", "").encode("latin-1") == etag
    kept = [(name, value) for name, value in page.headers if not is_known or not name.lower().startswith(b"content-")]
    await send({"type": "http.response.start", "status": 304 if is_known else 200, "headers": kept})
    await send({"type": "http.response.body", "body": b"" if is_known else page.body})
