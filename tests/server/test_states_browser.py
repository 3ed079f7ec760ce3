"""All nine views in Chromium on workspaces that are large, empty, damaged, of a newer version, or being written."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from askance.engine import run
from askance.server.view_table import VIEWS
from askance.store import Workspace
from askance.store.schema import SCHEMA_VERSION

from dashboard_pages import follow, make_client, no_serious_violations, no_sideways_scrolling, serve, walk

ROOT = Path(__file__).parents[2]
STATES = ["empty", "damaged", "newer"]
MODELS = ["oracle"]  # of the Live view
EIGHT = ["oracle", *(f"builtin:{name}" for name in ("blind", "cnn-lstm", "attention", "transformer"))]
EIGHT += [f"defective:{name}" for name in ("ignores-negation", "off-by-one", "yes-bias")]
SUITES = ["accuracy", "carets", "metamorphic", "noise", "bias", "uncertainty", "implications", "beliefs"]
RUN = """
import sys, time
sys.path[:0] = [sys.argv[2]]
import askance

def slow(image, question):
    time.sleep(0.1)
    return "yes"

askance.run(slow, "stickers", ["accuracy"], limit=1500, batch_size=1, out=sys.argv[1])
"""


def make_state(state: str, demo: Path, folder: Path) -> Path:
    """A workspace in one of the states."""
    if state == "empty":
        Workspace.for_writing(folder).close()
        return folder
    shutil.copytree(demo, folder)
    if state == "newer":
        (folder / "askance.json").write_text(json.dumps({"schema": SCHEMA_VERSION + 1}))
        return folder
    for table in ("metrics", "verdicts", "cases", "answers"):
        files = sorted(path for path in (folder / table).rglob("*") if path.is_file())
        files[0].write_bytes(b"rubbish" * 100)
    return folder


def look_at_every_view(page, url: str) -> None:
    """Open each view: a headline, nothing serious for axe-core, no scrolling to the side."""
    for view in VIEWS:
        if view.path == "/case":
            continue  # it needs the key of a case
        response = page.goto(f"{url}{view.path}")
        assert response.status < 500, view.path
        assert page.locator("h1").count() == 1, view.path
        no_sideways_scrolling(page)
    no_serious_violations(page)


def look_at_every_suite(page, url: str) -> None:
    """Open the form of each suite, and one of its cases."""
    for suite in SUITES:
        look = walk(page, f"{url}/suites?suite={suite}")
        assert look.locator("h1").count() == 1, suite
        no_sideways_scrolling(page)
        first = walk(page, f"{url}/cases?suite={suite}").locator(".tile-link").first
        follow(page, first)
        assert page.locator(".steps").inner_text().startswith("1 of"), suite
        no_serious_violations(page)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*skipped for:UserWarning")  # the oracle has no scenes in the second data set
def test_no_view_breaks_with_eight_models_on_two_data_sets(new_page, tmp_path):
    run(EIGHT, "stickers", SUITES[:-1], limit=6, out=tmp_path)
    run(["builtin:attention"], "stickers", ["beliefs"], limit=1, out=tmp_path)
    run(EIGHT, "easy_vqa", ["accuracy", "noise"], limit=6, out=tmp_path)
    with serve(tmp_path, models=MODELS) as served:
        for width in (1280, 390):
            page = new_page(width)
            look_at_every_view(page, served.url)
            page.close()
        page = new_page()
        look_at_every_suite(page, served.url)
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_no_view_breaks(new_page, demo_workspace, tmp_path, state):
    folder = make_state(state, demo_workspace, tmp_path / state)
    with serve(folder, models=MODELS) as served:
        for width in (1280, 390):
            page = new_page(width)
            look_at_every_view(page, served.url)
            page.close()  # before the server, which it would ask again


@pytest.mark.slow
def test_no_view_breaks_beside_a_run(new_page, demo_workspace, tmp_path):
    folder = shutil.copytree(demo_workspace, tmp_path / "running")
    process = subprocess.Popen([sys.executable, "-c", RUN, str(folder), str(ROOT / "src")], stderr=subprocess.DEVNULL)
    try:
        client = make_client(folder)
        while client.get("/api/running").json()["stage"] != "calls":
            assert process.poll() is None, "the run has ended"
        with serve(folder, models=MODELS) as served:
            page = new_page()
            look_at_every_view(page, served.url)
            page.close()
        assert process.poll() is None, "the run has ended before the views were opened"
    finally:
        process.kill()
        process.wait()
