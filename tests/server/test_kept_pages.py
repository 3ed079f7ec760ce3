"""Kept pages: a page is computed once for all readers, and again when its workspace has changed."""

import asyncio
import os
import shutil
import time

import httpx
import pytest
from askance.server import kept_pages, opened_workspace
from askance.server.dashboard import Dashboard
from askance.server.kept_pages import KeptPages, keep_briefly, keep_for_nobody_else
from askance.store.workspace_layout import LOCK_OWNER
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.testclient import TestClient

from dashboard_pages import HOST


@pytest.fixture
def folder(demo_workspace, tmp_path):
    """A copy that a test may change."""
    return shutil.copytree(demo_workspace, tmp_path / "w")


@pytest.fixture
def computed():
    """The addresses that were computed."""
    return []


@pytest.fixture
def reader(folder, computed, monkeypatch):
    """A client of an application that notes what it computes."""
    monkeypatch.setattr(opened_workspace, "RECHECK", 0.0)

    async def app(scope, receive, send):
        request = Request(scope)
        computed.append(str(request.url).removeprefix(HOST))
        status = 409 if "bad" in request.url.query else 200
        if "soon" in request.url.query:
            keep_briefly(request)
        if "mine" in request.url.query:
            keep_for_nobody_else(request)
        dashboard.workspaces[0].earlier_results += "earlier" in request.url.query
        await HTMLResponse(f"page {len(computed)}", status, headers={"ETag": '"a"'})(scope, receive, send)

    dashboard = Dashboard.of_folders([folder])
    return TestClient(KeptPages(app, dashboard), base_url=HOST)


def test_readers_of_one_address_get_one_page(reader, computed):
    first, second = reader.get("/overview?sort=model"), reader.get("/overview?sort=model")
    assert (first.text, second.text) == ("page 1", "page 1")
    assert second.headers["etag"] == '"a"'
    assert reader.get("/overview").text == "page 2"
    known = reader.get("/overview", headers={"if-none-match": '"a"'})
    assert (known.status_code, known.content, len(computed)) == (304, b"", 2)


def test_a_page_is_computed_again_after_a_change_of_the_workspace(reader, folder, computed):
    reader.get("/overview")
    path = next((folder / "runs").iterdir())
    os.utime(path, (1, 1))
    assert reader.get("/overview").text == "page 2"


def later(monkeypatch, seconds):
    moment = time.monotonic() + seconds
    monkeypatch.setattr(kept_pages.time, "monotonic", lambda: moment)


def test_a_page_is_kept_as_long_as_nothing_changes(reader, computed, monkeypatch):
    reader.get("/overview")
    later(monkeypatch, kept_pages.SECONDS - 1)
    assert reader.get("/overview").text == "page 1"
    later(monkeypatch, kept_pages.SECONDS + 1)
    assert reader.get("/overview").text == "page 2"


@pytest.mark.parametrize("address", ["/overview?soon=1", "/overview?earlier=1"])
def test_a_page_that_is_not_complete_is_kept_briefly(reader, address, monkeypatch):
    reader.get(address)
    assert reader.get(address).text == "page 1"
    later(monkeypatch, kept_pages.BRIEFLY + 1)
    assert reader.get(address).text == "page 2"


def test_a_page_is_computed_again_when_a_run_begins(reader, folder):
    assert reader.get("/overview").text == "page 1"
    (folder / LOCK_OWNER).write_text(str(os.getpid()))
    assert reader.get("/overview").text == "page 2"


def test_readers_who_come_meanwhile_wait_for_the_first(folder):
    computed = []

    async def app(scope, receive, send):
        computed.append(scope["path"])
        await asyncio.sleep(0.2)
        await HTMLResponse("page")(scope, receive, send)

    async def read_three_times():
        transport = httpx.ASGITransport(KeptPages(app, Dashboard.of_folders([folder])))
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            return await asyncio.gather(*(client.get("/overview") for _ in range(3)))

    assert [answer.text for answer in asyncio.run(read_three_times())] == ["page"] * 3
    assert computed == ["/overview"]


@pytest.mark.parametrize(
    "address", ["/running", "/live", "/annotate", "/cases?number=3", "/overview?bad=1", "/overview?mine=1", "/x"]
)
def test_what_belongs_to_one_visitor_or_moment_is_not_kept(reader, address, computed):
    reader.get(address)
    reader.get(address)
    assert len(computed) == 2


def test_the_pages_together_have_a_limit(reader, computed, monkeypatch):
    monkeypatch.setattr(kept_pages, "KEPT_BYTES", len("page 1") + 1)
    for address in ("/overview", "/cases", "/overview"):
        reader.get(address)
    assert computed == ["/overview", "/cases", "/overview"]


def test_a_page_that_is_kept_has_no_token_of_a_visitor(client):
    assert "data-csrf" not in client.get("/overview").text
    assert "data-csrf" in client.get("/annotate").text


def test_the_way_back_from_an_error_is_not_sent_to_others(client):
    page = "/metric?metric=foo.bar"
    assert "words=mine" in client.get(page, headers={"referer": f"{HOST}/cases?words=mine"}).text
    assert "words=mine" not in client.get(page).text
