"""What the tests of the dashboard do: serve workspaces in a thread, and open pages in a browser."""

import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from weakref import WeakKeyDictionary

import uvicorn
from askance.server.app import create_app
from askance.server.case_filter import CaseFilter
from askance.server.case_selection import read_filter
from askance.server.dashboard import Access, Dashboard
from fastapi import FastAPI
from starlette.testclient import TestClient

HOST = "http://127.0.0.1"  # TestClient's own default is a host that the dashboard does not know
QUIET = 50  # milliseconds without a request, twice, before a page is looked at
LOOKS = ((1280, "light"), (390, "dark"))  # pixels and theme; make test-slow loads every view in all four
BROWSER_MARK = f"--askance-tests={os.getpid()}"  # an argument that Chromium ignores, to find its process by
UNANSWERED: WeakKeyDictionary[Any, set[Any]] = WeakKeyDictionary()  # the requests that a page waits for


def make_client(*folders: Path, access: Access | None = None) -> TestClient:
    """A client of a dashboard in this process."""
    return client_of(create_app(Dashboard.of_folders(folders, access)))


def client_of(app: FastAPI) -> TestClient:
    """A client without cookies; an error of ours is a response, as it is for a browser."""
    return TestClient(app, base_url=HOST, raise_server_exceptions=False, follow_redirects=False)


@dataclass
class Served:
    """A dashboard that listens on a port of this machine."""

    url: str
    app: FastAPI


@contextmanager
def serve(*folders: Path, access: Access | None = None, models: Sequence[str] = ()) -> Iterator[Served]:
    """Serve workspaces in a thread."""
    app = create_app(Dashboard.of_folders(folders, access, models))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", access_log=False, ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started:
        assert thread.is_alive(), "the server has ended"
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Served(f"{HOST}:{port}", app)
    finally:
        server.should_exit = True
        thread.join(30)


@dataclass
class Watched:
    """What went wrong in the pages of a test."""

    problems: list[str] = field(default_factory=list)

    def watch(self, page: Any) -> Any:
        """Note errors of a page's console and scripts, failed requests and answers of 5xx; and what it waits for."""
        waiting = UNANSWERED.setdefault(page, set())
        page.on("request", lambda request: waiting.add(request))
        page.on("requestfinished", lambda request: waiting.discard(request))
        page.on("requestfailed", lambda request: waiting.discard(request))
        page.on("console", lambda message: message.type == "error" and self.problems.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        page.on(
            "response",
            lambda response: response.status >= 500 and self.problems.append(f"{response.status} {response.url}"),
        )
        return page


def end_browser() -> None:
    """Kill the Chromium of this process: calls that wait for it fail, also those that have no time limit."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended
            if BROWSER_MARK.encode() in file.read_bytes():
                os.kill(int(file.parent.name), signal.SIGKILL)


def note_policy_report(watched: Watched, request: Any) -> None:
    """Note that the browser reports content that the policy blocked."""
    if request.url.endswith("/csp-report"):
        watched.problems.append(f"content security policy: {request.post_data}")


def walk(page: Any, url: str) -> Any:
    """Open an address and wait until it is quiet; the page must be there."""
    response = page.goto(url)
    assert response is not None
    assert response.status < 400, f"{response.status} {url}"
    return settle(page)


def follow(page: Any, link: Any) -> Any:
    """Click what leads to another page, and wait until that page is loaded: its address changes first."""
    with page.expect_navigation():
        link.click()
    return settle(page)


def settle(page: Any) -> Any:
    """Wait until a page asks for nothing; Playwright's "networkidle" is half a second longer each time."""
    end, quiet = time.monotonic() + 30, 0
    while quiet < 2:
        assert time.monotonic() < end, f"the page still waits for {[each.url for each in UNANSWERED[page]]}"
        page.wait_for_timeout(QUIET)
        quiet = 0 if UNANSWERED[page] else quiet + 1
    return page


def is_readable(page: Any) -> None:
    """Wide and light, narrow and dark: axe-core finds nothing serious, and the page fits."""
    for width, theme in LOOKS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)
        no_serious_violations(page)
        no_sideways_scrolling(page)


def no_serious_violations(page: Any) -> None:
    """axe-core finds nothing serious or critical in a page."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    assert [f"{each['id']}: {[node['target'] for node in each['nodes']][:3]}" for each in serious] == []


def no_sideways_scrolling(page: Any) -> None:
    """The page is not wider than the window: parts that are scroll by themselves."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the window"


def cases_of(address: str) -> CaseFilter:
    """The filter that the cases view reads from an address."""
    path, query = urlsplit(address).path, parse_qs(urlsplit(address).query)
    assert path == "/cases"
    lists = ("model", "dataset", "suite", "group", "tag", "verdict", "status", "reason")
    given = {name: query.get(name, []) for name in lists}
    return read_filter(**given, **{name: values[0] for name, values in query.items() if name not in lists})
