"""The overview in Chromium: light and dark, wide and narrow, by keyboard, without scripts, and of odd workspaces."""

import json
import shutil

import pytest
from askance.store import Workspace
from askance.store.schema import SCHEMA_VERSION

from dashboard_pages import follow, is_readable, no_serious_violations, serve, walk

FIRST_LOAD = 1_200_000  # bytes


def test_the_first_load_is_small_and_nothing_moves(page, served):
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())"
        " window.moved += entry.value; }).observe({type: 'layout-shift', buffered: true});"
    )
    sizes = []
    page.on("response", lambda response: sizes.append(len(response.body()) if response.status == 200 else 0))
    walk(page, f"{served.url}/overview")
    assert 10_000 < sum(sizes) < FIRST_LOAD
    assert page.evaluate("window.moved") == 0
    assert page.evaluate("document.scripts.length") == 0  # nothing blocks the first paint


def test_choices_are_links_that_work_without_scripts(new_page, two_datasets):
    with serve(two_datasets) as two:
        page = walk(new_page(java_script_enabled=False), f"{two.url}/overview")
        follow(page, page.get_by_label("Show the data sets of oracle"))
        assert page.locator("tr.of-dataset").count() == 2
        follow(page, page.get_by_role("link", name="consistency ↑"))
        assert page.locator("tr.of-dataset").count() == 2  # a choice keeps the others
        assert "sort=carets.cons" in page.url
        page.get_by_text("Columns and order").click()
        page.get_by_role("checkbox", name="carets · both right").check()
        follow(page, page.get_by_role("button", name="Show", exact=True))
        assert "column=carets.cacc" in page.url
        assert page.locator("thead th", has_text="both right").count() == 1
        address = page.url
        again = walk(new_page(), address)
        assert again.locator("table.leaderboard").inner_text() == page.locator("table.leaderboard").inner_text()


def test_the_overview_is_readable_and_the_keyboard_reaches_the_content_first(page, served):
    walk(page, f"{served.url}/")
    assert page.get_by_role("heading", name="What is wrong with these models?").is_visible()
    assert page.locator(".leaderboard tbody tr").count() == 3
    is_readable(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_empty_damaged_and_newer_workspaces_are_pages(new_page, demo_workspace, tmp_path):
    empty, damaged, newer = (tmp_path / name for name in ("empty", "damaged", "newer"))
    Workspace.for_writing(empty).close()
    for folder in (damaged, newer):
        shutil.copytree(demo_workspace, folder)
    for file in [*(damaged / "metrics").iterdir(), *(damaged / "runs").iterdir()][::2]:
        file.write_bytes(file.read_bytes()[:60])
    (newer / "askance.json").write_text(json.dumps({"schema": SCHEMA_VERSION + 1}))
    with serve(empty, damaged, newer) as three:
        page = new_page()
        for name, text in (("empty", "No results yet"), ("damaged", "is damaged"), ("newer", "newer askance")):
            walk(page, f"{three.url}/overview?w={name}")
            assert text in page.locator("main").inner_text()
            no_serious_violations(page)


def test_hostile_names_are_text(new_page, tmp_path):
    from askance.engine import run

    hostile = "<img src=x onerror=alert(1)>{{7*7}}'\"\u202eevil"

    class Hostile:
        """A model whose name and answers are hostile."""

        name = hostile
        fingerprint = "hostile"

        def __call__(self, image: object, question: str) -> str:
            return hostile

    run([Hostile(), "oracle"], "stickers", ["accuracy"], limit=3, out=tmp_path / "h")
    with serve(tmp_path / "h") as found:
        page = walk(new_page(), f"{found.url}/overview")
        page.on("dialog", lambda dialog: pytest.fail(dialog.message))
        assert page.locator("main img").count() == 0
        text = page.locator("table.leaderboard").inner_text()
        assert "<img src=x onerror=alert(1)>{{7*7}}" in text
        assert "U+202E" in text
