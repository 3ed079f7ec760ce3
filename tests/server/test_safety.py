"""Who may talk to the dashboard: foreign hosts, foreign origins, missing tokens, forged writes and path tricks."""

import re
import socket
from typing import Annotated

import pytest
from askance.core import UserError
from askance.server.app import create_app
from askance.server.dashboard import Access, Dashboard
from askance.server.host_names import is_known_host, is_own_origin
from askance.server.safety import HEADERS, MAX_BODY
from fastapi import Form
from starlette.testclient import TestClient

from dashboard_pages import HOST, make_client

TOKEN = "a-token-of-some-length"
READS = ["/", "/overview", "/api/overview", "/api/openapi.json", "/images/" + "0" * 32, "/static/x/style.css"]


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "a b", "[::1", "x@127.0.0.1"]
)
@pytest.mark.parametrize("path", READS)
def test_a_foreign_host_is_refused(client, host, path):
    answer = client.get(path, headers={"host": host})
    assert answer.status_code == 403
    assert "small-demo" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:9999", "[::1]:8477", "LOCALHOST"])
def test_the_names_of_loopback_are_known(client, host):
    assert client.get("/overview", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "access", "is_known"),
    [
        ("10.1.2.3:8477", Access(host="0.0.0.0", token=TOKEN), True),
        ("10.1.2.3:8477", Access(), False),
        (f"{socket.gethostname()}:8477", Access(host="0.0.0.0", token=TOKEN), True),
        ("board.example.org", Access(host="0.0.0.0", token=TOKEN), False),
        ("board.example.org", Access(allowed_hosts=("board.example.org",)), True),
        ("Board.Example.org:443", Access(allowed_hosts=("board.example.org",)), True),
    ],
)
def test_known_hosts(tmp_path, host, access, is_known):
    client = make_client(tmp_path, access=access)
    headers = {"host": host, "authorization": f"Bearer {TOKEN}"}
    assert (client.get("/api/csp-reports", headers=headers).status_code == 200) == is_known


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "http://[", "https://x"]
)
@pytest.mark.parametrize(("method", "path"), [("GET", "/api/overview"), ("GET", "/overview"), ("POST", "/overview")])
def test_a_foreign_origin_is_refused(client, origin, method, path):
    assert client.request(method, path, headers={"origin": origin}).status_code == 403


def test_our_own_origin_is_accepted(client):
    assert client.get("/api/overview", headers={"origin": HOST}).status_code == 200
    assert is_own_origin("https://board.example.org", "127.0.0.1:8477", Access(allowed_hosts=("board.example.org",)))
    assert not is_own_origin("http://127.0.0.1:8478", "127.0.0.1:8477", Access())
    assert not is_known_host("evil.example", Access(), ["localhost"])


@pytest.mark.parametrize("path", READS)
def test_a_missing_token_is_refused(demo_workspace, path):
    client = make_client(demo_workspace, access=Access(token=TOKEN))
    for wanted, headers in ((401, {}), (401, {"authorization": "Bearer other"}), (401, {"cookie": "askance_x=1; a"})):
        assert client.get(path, headers=headers).status_code == wanted
    assert client.get(f"{path}?token=wrong").status_code == 401
    assert client.get(f"{path}?token=").status_code == 401


def test_a_token_in_the_address_becomes_a_cookie(demo_workspace):
    client = make_client(demo_workspace, access=Access(token=TOKEN))
    answer = client.get(f"/overview?sort=model&token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/overview?sort=model")
    (cookie,) = answer.headers.get_list("set-cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert TOKEN not in cookie
    assert client.get("/overview").status_code == 200
    assert client.get(f"{HOST}//evil.example/?token={TOKEN}").headers["location"].startswith("/evil.example")


def test_a_program_sends_the_token_as_a_header(demo_workspace):
    client = make_client(demo_workspace, access=Access(token=TOKEN))
    assert client.get("/api/overview", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


@pytest.fixture
def writing(demo_workspace):
    """A dashboard with one route that writes a form, and one that writes JSON."""

    def make(access: Access | None = None) -> TestClient:
        app = create_app(Dashboard.of_folders([demo_workspace], access))

        @app.post("/write")
        def write(text: Annotated[str, Form()]) -> str:
            return text

        @app.post("/api/write")
        def write_json(body: dict[str, str]) -> dict[str, str]:
            return body

        return TestClient(app, base_url=HOST, raise_server_exceptions=False)

    return make


def csrf_of(client: TestClient) -> str:
    return re.search(r'data-csrf="([0-9a-f]+)"', client.get("/annotate").text)[1]


def test_a_write_needs_the_csrf_token(writing):
    client = writing()
    token = csrf_of(client)
    assert client.post("/write", data={"text": "a"}).status_code == 403
    assert client.post("/write", data={"text": "a", "csrf_token": "0" * 64}).status_code == 403
    assert client.post("/write", data={"text": "a", "csrf_token": token}).status_code == 200
    assert client.post("/api/write", json={}).status_code == 403
    assert client.post("/api/write", json={}, headers={"x-csrf-token": token[::-1]}).status_code == 403
    assert client.post("/api/write", json={}, headers={"x-csrf-token": token}).status_code == 200
    client.cookies.clear()  # the token belongs to one browser
    assert client.post("/api/write", json={}, headers={"x-csrf-token": token}).status_code == 403


def test_every_route_that_writes_checks_the_csrf_token(writing):
    client = writing()
    writes = [
        (method, path)
        for path, methods in client.app.openapi()["paths"].items()
        for method in methods
        if method not in ("get", "head", "options")
    ]
    assert ("post", "/write") in writes
    for method, path in writes:
        for body in ({"data": {"a": "b"}}, {"json": {}}, {"content": b"x"}, {"files": {"a": b"b"}}):
            answer = client.request(method, re.sub("{.*?}", "1", path), **body)
            assert answer.status_code == 403, f"{method} {path} {body}"


def test_a_write_from_another_site_is_refused(writing):
    headers = {"sec-fetch-site": "cross-site"}
    assert writing().post("/write", data={"text": "a"}, headers=headers).status_code == 403
    assert "another site" in writing().post("/write", data={"text": "a"}, headers=headers).text


def test_a_program_with_the_token_needs_no_csrf_token(writing):
    client = writing(Access(token=TOKEN))
    headers = {"authorization": f"Bearer {TOKEN}"}
    assert client.post("/api/write", json={"a": "b"}, headers=headers).json() == {"a": "b"}
    assert client.post("/write", data={"text": "a"}, headers=headers).status_code == 200


def test_read_only_refuses_every_write(writing):
    client = writing(Access(token=TOKEN, read_only=True))
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = client.request(method, "/api/write", json={}, headers={"authorization": f"Bearer {TOKEN}"})
        assert (answer.status_code, answer.json()["error"]) == (403, "this dashboard is read-only")


def test_a_large_request_is_refused(writing):
    client = writing(Access(token=TOKEN))
    headers = {"authorization": f"Bearer {TOKEN}"}
    large = b"x" * (MAX_BODY + 1)
    assert client.post("/api/write", content=large, headers=headers).status_code == 413
    pieces = (large[: 1 << 20] for _ in range((MAX_BODY >> 20) + 1))  # without a length
    assert client.post("/api/write", content=pieces, headers=headers).status_code in (400, 413)


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd", "/static/x/../../../etc/passwd", "/static/x/..%2f..%2fapp.py", "/static/x/%2e%2e/app.py",
        "/static/", "/static/x", "/static/x/", "/images/", "/images/..%2f..%2faskance.json", "/images/%00",
        "/images//etc/passwd", "/askance.json", "/images/" + "g" * 32, "/templates/base.html", "/static/x/app.py",
        "/%5c..%5c..%5cwindows", "/images/" + "0" * 33,
    ],
)  # fmt: skip
def test_path_tricks_find_nothing(client, path):
    answer = client.get(path)
    assert answer.status_code in (404, 422)
    assert "root:" not in answer.text


def test_every_answer_has_the_safety_headers(client):
    for path in ("/overview", "/api/overview", "/nothing", "/static/x/style.css", "/images/" + "0" * 32):
        headers = client.get(path).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS
    policy = client.get("/overview").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_policy_reports_are_counted(demo_workspace):
    client = make_client(demo_workspace)
    assert client.get("/api/csp-reports").json() == {"reports": 0}
    body = {"csp-report": {"blocked-uri": "inline"}}
    assert client.post("/csp-report", json=body, headers={"content-type": "application/csp-report"}).status_code == 204
    assert client.post("/csp-report", content=b"x" * 100_000).status_code == 204
    assert client.get("/api/csp-reports").json() == {"reports": 2}


def test_no_page_has_inline_script_or_style(client):
    page = client.get("/overview").text
    assert not re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


def test_an_unknown_workspace_is_not_found(client):
    assert client.get("/overview?w=other").status_code == 404
    with pytest.raises(UserError, match="there is no workspace 'x'"):
        Dashboard.of_folders(["a", "b"]).workspace("x")
