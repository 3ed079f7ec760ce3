"""Errors: one line and an id, as a page or as JSON; the log has the rest; no path of the machine."""

import logging
import re

import pytest
from askance.server.dashboard import Access

from dashboard_pages import make_client

SECRET = "/home/someone/secret"


@pytest.fixture
def failing(client):
    """A dashboard whose routes /fail and /api/fail raise an error of ours."""

    def fail() -> None:
        raise RuntimeError(f"cannot open {SECRET}")

    client.app.add_api_route("/fail", fail)
    client.app.add_api_route("/api/fail", fail)
    return client


def test_an_error_of_ours_is_one_line_with_an_id(failing, caplog):
    with caplog.at_level(logging.INFO, "askance.server"):
        page, body = failing.get("/fail"), failing.get("/api/fail")
    assert page.status_code == body.status_code == 500
    number = re.search(r"error ([0-9a-f]{8})", page.text)[1]
    assert number in caplog.text
    assert body.json()["id"] in caplog.text
    assert SECRET in caplog.text  # the log has the traceback
    assert SECRET not in page.text + body.text
    assert "RuntimeError" in body.json()["error"]
    assert page.text.count("log") == 1  # it is said once


@pytest.mark.parametrize(
    ("path", "status", "line"),
    [
        ("/nothing", 404, "there is no such page"),
        ("/images/" + "0" * 32, 404, "this workspace has no such image"),
        ("/images/x", 422, "key: String should match pattern"),
        ("/overview?reverse=maybe", 422, "reverse: Input should be a valid boolean"),
        ("/overview?w=<script>", 404, "there is no workspace"),
    ],
)
def test_wrong_addresses(client, path, status, line):
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert line.lower() in answer.text.lower()
    assert "<script>" not in answer.text
    if path.startswith("/overview"):
        body = client.get(f"/api{path}")
        assert (body.status_code, body.headers["content-type"]) == (status, "application/json")
        assert line in body.json()["error"]


def test_another_method_is_refused(client):
    assert client.get("/api/overview").status_code == 200
    assert client.head("/overview").status_code == 200
    assert client.options("/overview").status_code == 405


def test_an_error_keeps_the_navigation_and_leads_back(failing):
    page = failing.get("/fail", headers={"referer": "http://127.0.0.1/cases?model=oracle"}).text
    for path in ("/overview", "/metric", "/cases", "/suites", "/compare", "/running", "/annotate"):
        assert f'<a href="{path}"' in page
    assert '<a href="/cases?model=oracle">Back' in page


@pytest.mark.parametrize(
    "referer",
    ["", "http://evil.example/cases", "javascript:alert(1)", "http://127.0.0.1.evil.example/", "http://[", "/cases",
     "http://127.0.0.1/nothing"],
)  # fmt: skip
def test_only_a_page_of_the_dashboard_is_led_back_to(client, referer):
    assert "Back" not in client.get("/nothing", headers={"referer": referer}).text


def test_a_path_with_two_slashes_stays_on_this_host(client):
    page = client.get("/nothing", headers={"referer": "http://127.0.0.1//evil.example/x"}).text
    assert '<a href="/evil.example/x">Back' in page


def test_who_is_not_let_in_learns_no_workspace(demo_workspace):
    client = make_client(demo_workspace, access=Access(token="secret"))
    page = client.get("/overview")
    assert page.status_code == 401
    assert demo_workspace.name not in page.text
    assert "/running" not in page.text
    assert 'name="token"' in page.text
