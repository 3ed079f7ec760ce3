"""Workspaces that are empty, damaged, of a newer version or being written: friendly pages, no 5xx, no paths."""

import json
import shutil
import threading

import pytest
from askance.engine import run
from askance.server import opened_workspace
from askance.server.opened_workspace import OpenedWorkspace
from askance.store import Workspace
from askance.store.schema import SCHEMA_VERSION

from dashboard_pages import make_client

PAGES = ["/overview", "/api/overview"]
VIEWS = [
    *("/overview", "/metric", "/metric?metric=accuracy.accuracy&by=type", "/cases", "/cases?words=blur", "/suites"),
    *(f"/suites?suite={name}" for name in ("carets", "metamorphic", "noise")),
    *("/compare", "/compare?suite=accuracy&by=type", "/live", "/running", "/annotate"),
]
EVERYTHING = [*VIEWS, *(f"/api{view}" for view in VIEWS), "/api/cases/choices?suite=carets", "/api/cases/export"]
TABLES = ["runs", "decks", "metrics", "verdicts", "answers", "queries", "cases", "asks", "readings", "usage"]


@pytest.fixture(autouse=True)
def look_at_once(monkeypatch):
    monkeypatch.setattr(opened_workspace, "RECHECK", 0.0)


@pytest.fixture
def copy(demo_workspace, tmp_path):
    """A copy of the small workspace that may be damaged."""
    return shutil.copytree(demo_workspace, tmp_path / "copy")


def test_an_empty_workspace_says_so(tmp_path):
    Workspace.for_writing(tmp_path / "new").close()
    client = make_client(tmp_path / "new")
    page = client.get("/overview")
    assert page.status_code == 200
    assert "No results yet" in page.text
    assert client.get("/api/overview").json()["rows"] == []


def test_every_view_of_an_empty_workspace_opens(tmp_path):
    Workspace.for_writing(tmp_path / "new").close()
    client = make_client(tmp_path / "new")
    for page in EVERYTHING:
        answer = client.get(page)
        assert answer.status_code < 500, page
        assert str(tmp_path) not in answer.text, page


def test_every_view_of_a_newer_workspace_explains_it(copy):
    (copy / "askance.json").write_text(json.dumps({"schema": SCHEMA_VERSION + 1}))
    client = make_client(copy)
    for page in EVERYTHING:
        answer = client.get(page)
        assert answer.status_code == (409 if page.startswith("/api/") else 200), page
        assert "newer askance" in answer.text, page


@pytest.mark.parametrize("page", PAGES)
def test_a_newer_workspace_is_explained(copy, page):
    client = make_client(copy)
    assert client.get(page).status_code == 200
    (copy / "askance.json").write_text(json.dumps({"schema": SCHEMA_VERSION + 1}))
    answer = client.get(page)
    assert answer.status_code == (409 if page.startswith("/api/") else 200)
    assert f"copy was written by a newer askance (schema {SCHEMA_VERSION + 1}" in answer.text
    assert str(copy.parent) not in answer.text


def test_another_workspace_can_be_chosen_beside_a_newer_one(copy, demo_workspace):
    (copy / "askance.json").write_text(json.dumps({"schema": SCHEMA_VERSION + 1}))
    client = make_client(copy, demo_workspace)
    assert '<option value="small-demo">' in client.get("/overview").text
    assert client.get("/overview?w=small-demo").status_code == 200


@pytest.mark.parametrize("table", ["runs", "decks", "metrics", "verdicts", "answers", "queries", "cases", "usage"])
@pytest.mark.parametrize("damage", ["cut", "removed", "rubbish"])
def test_a_damaged_workspace_is_shown_as_far_as_it_goes(copy, table, damage):
    damage_files(copy, table, damage)
    client = make_client(copy)
    for page in PAGES:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert str(copy.parent) not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("damage", ["cut", "removed", "rubbish"])
def test_no_view_of_a_damaged_workspace_breaks(copy, table, damage):
    damage_files(copy, table, damage)
    client = make_client(copy)
    rows = client.get("/api/cases").json().get("rows", [])
    cases = [row["shown"]["address"] for row in rows[:2]]
    for page in [*EVERYTHING, *cases, *(f"/api{address}" for address in cases)]:
        answer = client.get(page)
        assert answer.status_code < 500, page
        assert str(copy.parent) not in answer.text, page


def damage_files(folder, table, damage):
    """Damage every second file of a table."""
    for file in [path for path in sorted((folder / table).rglob("*")) if path.is_file()][::2]:
        if damage == "removed":
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[:50] if damage == "cut" else b"\xff" * 500)


def test_damage_is_reported_without_paths(copy):
    next((copy / "runs").iterdir()).write_bytes(b"rubbish")
    answer = make_client(copy).get("/overview")
    assert "copy/runs/000001.json is damaged" in answer.text
    assert str(copy.parent) not in answer.text


def test_a_folder_that_is_gone_is_explained(copy):
    client = make_client(copy)
    shutil.rmtree(copy)
    answer = client.get("/overview")
    assert answer.status_code == 200
    assert client.get("/api/overview").status_code == 409
    assert "copy is not a workspace" in answer.text
    assert str(copy.parent) not in answer.text


def test_a_workspace_that_is_being_written_is_shown(tmp_path):
    folder = tmp_path / "live"
    run(["oracle"], "stickers", ["accuracy"], limit=4, out=folder)
    client = make_client(folder)
    writer = threading.Thread(
        target=lambda: run(["builtin:blind"], "stickers", ["accuracy", "carets"], limit=60, out=folder)
    )
    writer.start()
    statuses = set()
    while writer.is_alive():
        statuses |= {client.get(page).status_code for page in PAGES}
    writer.join()
    assert statuses == {200}
    assert "builtin:blind" in client.get("/overview").text  # new results appear without a restart


def test_readers_get_the_earlier_results_while_new_ones_are_computed(copy):
    opened = OpenedWorkspace("copy", copy)
    assert opened.cached("key", lambda space: "old") == "old"
    (copy / "runs" / "000099.json").write_text("{}")
    begun, go_on = threading.Event(), threading.Event()

    def slow(space: Workspace) -> str:
        begun.set()
        go_on.wait(30)
        return "new"

    first = threading.Thread(target=lambda: opened.cached("key", slow))
    first.start()
    assert begun.wait(30)
    assert opened.cached("key", lambda space: "never") == "old"
    go_on.set()
    first.join()
    assert opened.cached("key", lambda space: "never") == "new"
