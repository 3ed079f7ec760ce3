"""What the tests of the dashboard do: serve workspaces in a thread, and open pages in a browser."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from askance.server.app import create_app
from askance.server.dashboard import Access, Dashboard
from fastapi import FastAPI
from starlette.testclient import TestClient

HOST = "http://127.0.0.1"  # TestClient's own default is a host that the dashboard does not know


def make_client(*folders: Path, access: Access | None = None, base_url: str = HOST) -> TestClient:
    """A client of a dashboard in this process; an error of ours is a response, as it is for a browser."""
    app = create_app(Dashboard.of_folders(folders, access))
    return TestClient(app, base_url=base_url, raise_server_exceptions=False, follow_redirects=False)


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
        """Note errors of a page's console and scripts, failed requests and answers of 5xx."""
        page.on("console", lambda message: message.type == "error" and self.problems.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        page.on(
            "response",
            lambda response: response.status >= 500 and self.problems.append(f"{response.status} {response.url}"),
        )
        return page


def note_policy_report(watched: Watched, request: Any) -> None:
    """Note that the browser reports content that the policy blocked."""
    if request.url.endswith("/csp-report"):
        watched.problems.append(f"content security policy: {request.post_data}")


def walk(page: Any, url: str) -> Any:
    """Open an address and wait until it is quiet; the page must be there."""
    response = page.goto(url, wait_until="networkidle")
    assert response is not None
    assert response.status < 400, f"{response.status} {url}"
    return page


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
