"""The metric, suites and compare views in Chromium: by mouse and keyboard, light and dark, wide and narrow."""

import pytest

from dashboard_pages import is_readable, walk

VIEWS = {
    "metric": "/metric?metric=carets.cons",
    "values": "/metric?metric=noise.image_robustness",
    "compare": "/compare?a=oracle&b=builtin:blind&b=builtin:transformer",
    "suites": "/suites",
    "carets": "/suites?suite=carets",
    "metamorphic": "/suites?suite=metamorphic&model=builtin:blind",
    "noise": "/suites?suite=noise&model=builtin:transformer",
}


@pytest.mark.parametrize("view", VIEWS)
def test_the_views_are_readable(page, served, view):
    walk(page, f"{served.url}{VIEWS[view]}")
    assert page.locator("h1").is_visible()
    is_readable(page)


def test_a_choice_is_shown_at_once_and_stays_in_the_address(page, served):
    walk(page, f"{served.url}/metric?metric=carets.cons")
    page.get_by_label("Group").select_option("negation")
    page.wait_for_url("**group=negation**")
    assert "negation" in page.locator("h1").inner_text()
    page.get_by_label("Metric").select_option("accuracy.accuracy")
    page.wait_for_url("**metric=accuracy.accuracy**")
    assert "group=" not in page.url
    page.get_by_label("Split by tag").select_option("type")
    page.wait_for_url("**by=type**")
    assert page.url.endswith("#by-tag")  # what was chosen is in sight
    is_in_sight = "each => each.getBoundingClientRect().top < innerHeight - 100"
    assert page.locator("#by-tag").evaluate(is_in_sight)


def test_bars_are_reached_by_keyboard_and_lead_to_cases(page, served):
    walk(page, f"{served.url}/metric?metric=metamorphic.error")
    bar = page.locator(".plot a").first
    bar.focus()
    assert bar.get_attribute("aria-label").endswith("show the cases")
    assert bar.get_attribute("href").startswith("/cases?")


def test_the_pages_can_be_read_without_scripts(new_page, served):
    page = new_page(java_script_enabled=False)
    for address in VIEWS.values():
        walk(page, f"{served.url}{address}")
    walk(page, f"{served.url}/metric?metric=carets.cons")
    assert page.locator(".plot a rect.bar-value").first.is_visible()
    page.get_by_label("Group").select_option("negation")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**group=negation**")


@pytest.mark.heavy
def test_charts_become_interactive_without_breaking_the_policy(new_page, served):
    page = new_page()
    address = f"{served.url}/suites?suite=noise"
    walk(page, address)  # the first visit starts the process that draws charts, and may show tables
    for _ in range(30):
        if page.locator("[data-chart] svg.chart").count():
            break
        page.wait_for_timeout(2000)
        walk(page, address)
    page.wait_for_selector("[data-interactive]", timeout=180_000)
    chart = page.locator("[data-interactive] svg.chart").first
    assert chart.is_visible()
    assert page.locator("[data-interactive] svg.chart").count() == 1
    points = page.locator("[data-interactive] .mark-symbol.role-mark path")
    faded = "all => all.map(each => each.getAttribute('opacity'))"
    before = points.evaluate_all(faded)
    page.locator("[data-interactive] .role-legend-symbol path").first.click()
    page.wait_for_timeout(300)
    assert points.evaluate_all(faded) != before
    points.last.hover(force=True)  # points of several models may be at one place
    assert "model" in page.locator(".chart-tooltip").inner_text()


def test_pages_can_be_printed(page, served):
    walk(page, f"{served.url}/metric?metric=carets.cons")
    page.emulate_media(media="print")
    assert not page.locator("form.choose").is_visible()
    assert page.locator(".plot").first.is_visible()
