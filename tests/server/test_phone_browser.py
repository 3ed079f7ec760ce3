"""On a phone: what can be tapped is large enough, and long lists are folded; without a script."""

import pytest

from dashboard_pages import serve, settle, walk

LEAST = 24  # pixels of a thing to tap
VIEWS = {
    "overview": "/overview",
    "metric": "/metric?metric=accuracy.accuracy&by=type",
    "cases": "/cases?suite=carets",
    "suites": "/suites",
    "carets": "/suites?suite=carets",
    "noise": "/suites?suite=noise",
    "metamorphic": "/suites?suite=metamorphic&model=builtin:blind",
    "compare": "/compare?a=builtin:blind&b=builtin:transformer",
    "live": "/live",
    "running": "/running",
    "annotate": "/annotate",
}
# Links inside a sentence may be as high as its line. A link may be larger than its text: what is at the edges counts.
SMALL = """least => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
  const sentence = "p, li, caption, h1, h2, h3, .quiet";
  const found = new Set();
  for (const each of document.querySelectorAll("a[href], button, select, summary, input:not([type=hidden])")) {
    const label = ["checkbox", "radio", "file"].includes(each.type) ? each.closest("label") : null;
    const shown = label ?? each;
    if (shown.closest("svg")) continue; // bars of a chart: their tables have the same links
    if (getComputedStyle(shown).display === "inline" && shown.parentElement.closest(sentence)) continue;
    shown.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = shown.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const [x, y, half] = [box.x + box.width / 2, box.y + box.height / 2, least / 2 - 1];
    const hits = (dx, dy) => shown.contains(document.elementFromPoint(x + dx, y + dy));
    const isHigh = box.height >= least || (hits(0, -half) && hits(0, half));
    const isWide = box.width >= least || (hits(-half, 0) && hits(half, 0));
    const text = shown.textContent.trim().slice(0, 30);
    const size = `${Math.round(box.width)} × ${Math.round(box.height)}`;
    if (!isHigh || !isWide) found.add(`${shown.tagName} ${shown.className} “${text}” ${size}`);
  }
  return [...found];
}"""


def phone(new_page, **options):
    return new_page(390, 844, has_touch=True, is_mobile=True, **options)


@pytest.fixture(scope="module")
def live(demo_workspace):
    with serve(demo_workspace, models=["oracle"]) as found:
        yield found


def test_things_to_tap_are_large_enough_in_the_filters(new_page, live):
    page = walk(phone(new_page), f"{live.url}{VIEWS['cases']}")
    assert page.evaluate(SMALL, LEAST) == []


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_things_to_tap_are_large_enough(new_page, live, view):
    page = phone(new_page)
    page.goto(f"{live.url}{VIEWS[view]}")  # the stream of events of the view Running never ends
    page.locator("h1").wait_for(state="attached")
    assert page.evaluate(SMALL, LEAST) == []


def test_a_long_list_is_folded_and_a_tap_shows_the_rest(new_page, served):
    page = phone(new_page, java_script_enabled=False)
    page.goto(f"{served.url}/compare?a=builtin:blind&b=builtin:transformer")
    rows = page.locator(".differences tbody tr")
    visible = page.locator(".differences tbody tr:visible")
    assert visible.count() == 6 < rows.count()
    fold = page.locator(".unfold", has_text="more metrics")
    assert fold.inner_text() == f"Show {rows.count() - 6} more metrics"
    fold.tap()
    assert visible.count() == rows.count()
    assert fold.inner_text() == "Show fewer metrics"
    page.set_viewport_size({"width": 1280, "height": 900})
    assert fold.is_hidden()


def test_a_wide_window_and_paper_show_everything(new_page, served):
    page = new_page()
    page.goto(f"{served.url}/compare?a=builtin:blind&b=builtin:transformer")
    rows = page.locator(".differences tbody tr")
    assert page.locator(".differences tbody tr:visible").count() == rows.count()
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(media="print")
    assert page.locator(".differences tbody tr:visible").count() == rows.count()
    assert page.locator(".unfold:visible").count() == 0


def test_the_current_suite_is_in_sight(new_page, served):
    page = settle(walk(phone(new_page), f"{served.url}/suites?suite=repeat"))
    inside = page.evaluate(
        "() => { const box = document.querySelector('.suite-tabs .on').getBoundingClientRect();"
        " return box.left >= 0 && box.right <= innerWidth; }"
    )
    assert inside
