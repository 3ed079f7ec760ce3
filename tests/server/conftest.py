"""What the tests of the dashboard share: small workspaces, a server in a thread, and Chromium."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from askance.engine import run
from askance.server.app import create_app
from askance.server.dashboard import Dashboard
from askance.server.index_open import open_queries
from askance.server.queries import Queries
from askance.store import Workspace
from fastapi import FastAPI
from filelock import FileLock
from starlette.testclient import TestClient

import live_models
from dashboard_pages import BROWSER_MARK, Served, Watched, client_of, end_browser, note_policy_report, serve

# the shell without windows takes a third of the processor time of a page; not every system has it
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", BROWSER_MARK]
LONGEST = 300  # seconds of a test in Chromium
MODELS = ["oracle", "builtin:blind", "builtin:transformer"]
SUITES = ["accuracy", "repeat", "carets", "metamorphic"]


def shared_folder(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker of a test session makes, and the others use."""
    root = factory.getbasetemp()
    root = root.parent if os.environ.get("PYTEST_XDIST_WORKER") else root
    folder = root / name
    with FileLock(root / f"{name}.lock"):
        if not folder.exists():
            made = root / f"{name}-new" / name
            make(made)
            made.rename(folder)
    return folder


def _make_demo(folder: Path) -> None:
    run(MODELS, "stickers", SUITES, limit=16, out=folder)
    run(MODELS, "stickers", ["noise"], limit=2, out=folder)


def _make_two_datasets(folder: Path) -> None:
    models = ["oracle", "builtin:blind", "defective:ignores-negation"]
    run(models, "stickers", ["accuracy", "carets", "noise"], limit=4, out=folder)
    run(models, "stickers:train", ["accuracy", "carets"], limit=4, out=folder)


@pytest.fixture(scope="session")
def demo_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small workspace: three models, one data set, five suites. Do not change it: copy it."""
    return shared_folder(tmp_path_factory, "small-demo", _make_demo)


@pytest.fixture(scope="session")
def two_datasets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three models on two data sets; `noise` was run on one of them only. Do not change it: copy it."""
    return shared_folder(tmp_path_factory, "two-datasets", _make_two_datasets)


@pytest.fixture(scope="session")
def demo_app(demo_workspace: Path) -> FastAPI:
    """A dashboard over the small workspace, which it reads once for all tests."""
    return create_app(Dashboard.of_folders([demo_workspace]))


@pytest.fixture
def client(demo_app: FastAPI) -> TestClient:
    """A client of a dashboard over the small workspace."""
    return client_of(demo_app)


@pytest.fixture(scope="session")
def demo_queries(demo_workspace: Path) -> Queries:
    """What the views ask of the small workspace, to compare pages with."""
    return open_queries(Workspace.for_reading(demo_workspace))


@pytest.fixture
def slow_model() -> Iterator[str]:
    """A model that answers when `live_models.MAY_ANSWER` is set."""
    live_models.CALLS.clear()
    live_models.MAY_ANSWER.clear()
    yield "python:live_models:slow"
    live_models.MAY_ANSWER.set()


@pytest.fixture(scope="session")
def served(demo_workspace: Path) -> Iterator[Served]:
    """A server over the small workspace."""
    with serve(demo_workspace) as found:
        yield found


@pytest.fixture(scope="module")  # Playwright's event loop must not outlive the module: other tests have theirs
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: apt-get install chromium-headless-shell")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Makes pages: `new_page(390, dark=True)`. The test fails if one has an error or breaks the policy."""
    watched, contexts = Watched(), []

    def make(width: int = 1280, height: int = 900, dark: bool = False, **options: Any) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", **options
        )
        contexts.append(context)
        context.on("request", lambda request: note_policy_report(watched, request))
        return watched.watch(context.new_page())

    limit = threading.Timer(LONGEST, end_browser)
    limit.start()
    yield make
    limit.cancel()
    for context in contexts:
        context.close()
    assert watched.problems == []


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    """One page at 1280 pixels."""
    return new_page()
