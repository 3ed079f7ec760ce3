"""Every view in Chromium at 1280 and 390 pixels, light and dark; `make screenshots` takes the images of the docs here.

With ASKANCE_SCREENSHOTS=FOLDER each test also writes FOLDER/VIEW-WIDTH-THEME.png.
"""

import io
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
from askance.annotation.kinds import find_kind
from askance.engine import run
from askance.report.annotation_queues import make_queue, tasks_from_cases
from askance.server.view_table import VIEWS
from askance.store import Workspace
from PIL import Image

from dashboard_pages import make_client, no_serious_violations, no_sideways_scrolling, serve, walk

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images" / "dashboard"
LARGEST = 150_000  # bytes of an image in the docs
COLORS = (192, 96, 48)  # of an image in the docs: fewer only where it is too large
HEIGHTS = {1280: 900, 390: 844}
MODELS = ["builtin:transformer", "oracle"]
ADDRESSES = {
    "overview": "/overview",
    "metric": "/metric?metric=accuracy.accuracy&by=type",
    "cases": "/cases?suite=carets&verdict=fails",
    "case": "",  # the first case of the selection above
    "suites": "/suites",
    "suite": "/suites?suite=metamorphic&model=builtin:blind",
    "compare": "/compare?a=builtin:blind&b=builtin:transformer",
    "live": "/live?question=Is+there+a+tree+or+a+dog%3F&blur=2",
    "running": "/running",
    "annotate": "/annotate?queue=human-carets",
}
MORE = {
    "cases-table": "/cases?suite=carets&look=table",
    "values": "/metric?metric=noise.image_robustness",
    "carets": "/suites?suite=carets",
    "noise": "/suites?suite=noise&model=builtin:transformer",
}  # pages that the docs have no image of
PICTURES = [*((view, 1280, "light") for view in ADDRESSES), ("overview", 390, "dark")]  # those of the docs
ANSWERED = (
    "count => document.querySelectorAll('.said .answer .chip').length === count"
    " && !document.querySelector('[aria-busy]')"
)
TESTED = "count => [...document.querySelectorAll('.tests .total')].filter(each => each.textContent).length === count"
SEEN_IMAGES = (
    "() => [...document.images].filter(each => each.getClientRects().length"  # folded ones are not loaded
    " && each.getBoundingClientRect().top < innerHeight)"
    ".every(each => each.complete && each.naturalWidth > 0)"
)
RUN = """
import sys, time
sys.path[:0] = [sys.argv[2]]
import askance

class Slow:
    def __init__(self, name, period):
        self.name, self.version, self.period, self.count = name, "1", period, 0

    def __call__(self, image, question):
        self.count += 1
        time.sleep(0.1)
        if self.count % 17 == 0:
            raise TimeoutError("the server did not answer within 60 s")
        return "no" if self.count % self.period == 0 else "yes"

models = [Slow("model-a", 2), Slow("model-b", 3)]
askance.run(models, "stickers", ["accuracy"], limit=1500, batch_size=1, out=sys.argv[1])
"""


@pytest.fixture(scope="module")
def workspace(request, tmp_path_factory):
    """The small workspace of the other tests; for the images of the docs, one with more cases and one more model."""
    folder = tmp_path_factory.mktemp("tour") / "demo"
    if not os.environ.get("ASKANCE_SCREENSHOTS"):
        return shutil.copytree(request.getfixturevalue("demo_workspace"), folder)
    models = ["oracle", "builtin:blind", "builtin:transformer", "defective:ignores-negation"]
    run(models, "stickers", ["accuracy", "repeat", "carets", "metamorphic"], limit=200, out=folder)
    run(models, "stickers", ["noise"], limit=10, out=folder)
    return folder


@pytest.fixture(scope="module")
def tour(workspace, tmp_path_factory):
    """A server over a workspace with an annotation queue, and with models for live questions."""
    folder = shutil.copytree(workspace, tmp_path_factory.mktemp("served") / "demo")
    space, human = Workspace.for_reading(folder), find_kind("human")
    make_queue(space, "human-carets", human, tasks_from_cases(space, human, "carets", 8, 1), 2, "")
    with serve(folder, models=MODELS) as found:
        yield found


@pytest.fixture(scope="module")
def running(workspace, tmp_path_factory):
    """A server over a workspace that a run is writing."""
    folder = shutil.copytree(workspace, tmp_path_factory.mktemp("running") / "demo")
    process = subprocess.Popen([sys.executable, "-c", RUN, str(folder), str(ROOT / "src")], stderr=subprocess.DEVNULL)
    try:
        client, end = make_client(folder), time.monotonic() + 240
        while len({row["model"] for row in client.get("/api/running").json()["provisional"]}) < 2:
            assert process.poll() is None, "the run has ended"
            assert time.monotonic() < end, "the run has no provisional results yet"
            time.sleep(0.5)
        with serve(folder) as found:
            yield found
    finally:
        process.kill()
        process.wait()


def open_view(page, request, view):
    """Open a view and wait until it shows what it is about."""
    if view == "running":
        url = request.getfixturevalue("running").url
        page.goto(f"{url}/running")  # its stream of events never ends, so the network is never idle
        page.locator("#figures-title ~ * table").first.wait_for(timeout=60_000)
        page.locator(".answers li").first.wait_for(timeout=60_000)
        return
    url, address = request.getfixturevalue("tour").url, (ADDRESSES | MORE)[view]
    if view == "case":
        rows = page.request.get(f"{url}/api{ADDRESSES['cases']}&{urlencode({'group': 'negation'})}").json()["rows"]
        address = rows[0]["shown"]["address"]
    walk(page, f"{url}{address}")
    if view == "live":
        page.wait_for_function(ANSWERED, arg=len(MODELS), timeout=60_000)
        page.click("#test")
        page.wait_for_function(TESTED, arg=len(MODELS), timeout=60_000)
    if view == "annotate":
        page.get_by_label("Your name").fill("Ann")
        with page.expect_navigation(wait_until="networkidle"):
            page.keyboard.press("Enter")


def write_small_image(page, path):
    """Take what the window shows, with few colors."""
    page.evaluate("() => { document.activeElement.blur(); scrollTo({ top: 0, behavior: 'instant' }); }")
    page.wait_for_function(SEEN_IMAGES, timeout=60_000)
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(page.screenshot())) as image:
        for colors in COLORS:
            image.convert("RGB").quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)
            if path.stat().st_size <= LARGEST:
                return
    pytest.fail(f"{path.name} has {path.stat().st_size:,} bytes")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.parametrize("view", [*ADDRESSES, *MORE])
def test_the_view_opens(new_page, request, view, width, theme):
    page = new_page(width, HEIGHTS[width], dark=theme == "dark")
    open_view(page, request, view)
    assert page.locator("h1").count() == 1
    assert page.locator("main").inner_text().strip()
    if (folder := os.environ.get("ASKANCE_SCREENSHOTS")) and view in ADDRESSES:
        write_small_image(page, Path(folder) / f"{view}-{width}-{theme}.png")
    no_serious_violations(page)
    no_sideways_scrolling(page)
    page.close()  # before the server, which it would ask again


def test_every_view_has_an_image_in_the_docs():
    """A view that is added without an image and without a line in the tour is noticed."""
    assert {view.module for view in VIEWS} <= ADDRESSES.keys()
    tour = (ROOT / "docs" / "dashboard" / "README.md").read_text()
    names = {f"{view}-{width}-{theme}.png" for view, width, theme in PICTURES}
    assert {path.name for path in IMAGES.iterdir()} == names
    for name in names:
        assert f"](../images/dashboard/{name})" in tour
        assert (IMAGES / name).stat().st_size <= LARGEST
