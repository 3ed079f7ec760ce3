"""The site with its theme: every link works, nothing is loaded from elsewhere, and search works offline."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from scripts.site.__main__ import build
from scripts.site.built_links import check_site

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
WIDTHS = (1280, 390)
PAGES = ("index", "get-started", "tutorial", "suites", "suites/carets", "gallery", "glossary", "cli", "api", "datasets")
FIRST_LOAD = 250_000  # bytes of the start page with all that it loads; 173,000 when this was written

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    assert build(folder) == ""
    return folder


def test_every_link_works_and_nothing_is_loaded_from_elsewhere(site):
    count, wrong = check_site(site)
    assert wrong == []
    assert count > 10_000


def test_pages_fit_phones_and_search_works_from_a_folder(site):
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            for name in PAGES:
                page.goto((site / f"{name}.html").as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} at {width}"
        page.goto((site / "search.html").as_uri() + "?q=contradiction")
        page.wait_for_selector("#search-results li")
        assert "Suite beliefs" in page.inner_text("#search-results")
        browser.close()
    assert {url.split(":")[0] for url in asked} <= {"file", "data"}


def test_the_start_page_is_small(site):
    text = (site / "index.html").read_text()
    styles = [
        path for path in (site / "_static").rglob("*.*") if f"_static/{path.relative_to(site / '_static')}" in text
    ]
    images = [path for path in (site / "_images").iterdir() if f"_images/{path.name}" in text]
    assert len(styles) >= 5
    assert len(text) + sum(path.stat().st_size for path in styles + images) < FIRST_LOAD
