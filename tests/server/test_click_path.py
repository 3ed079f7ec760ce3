"""The click path of the paper in Chromium: board → model → metric → bar → filter by slider → sample → next sample."""

from urllib.parse import urlsplit

from dashboard_pages import settle, walk

MODEL, METRIC = "builtin:transformer", "noise.image_robustness"


def count_of(page) -> int:
    return int(page.locator("[data-count]").inner_text().replace(",", ""))


def api_count(page, served) -> int:
    """The number of cases that the JSON twin of the page reports for the filters in its address."""
    return page.request.get(f"{served.url}/api/cases?{urlsplit(page.url).query}").json()["count"]


def test_from_the_board_to_the_next_sample_by_the_bar_of_a_metric(page, served):
    walk(page, f"{served.url}/")
    page.locator(".leaderboard").get_by_role("link", name=MODEL, exact=True).first.click()  # board → model
    page.wait_for_url("**/metric?model=*")
    page.get_by_label("Metric").select_option(METRIC)  # model → metric
    page.wait_for_url(f"**metric={METRIC}**")
    assert page.locator("table.values tbody tr").count() == 1  # the model is kept

    bar = page.locator(".plot").first.get_by_role("link").last  # the cases with the largest values
    label = bar.get_attribute("aria-label")
    bar.click()  # metric → bar
    page.wait_for_url("**/cases?*")
    of_the_bar = count_of(page)
    assert of_the_bar == api_count(page, served) > 0
    assert f"{of_the_bar} of" in label or f"{of_the_bar} case" in label
    assert page.locator(".tile").count() == of_the_bar
    assert set(page.locator(".tile [data-field=model]").all_inner_texts()) == {MODEL}

    page.locator("#slider-low").focus()  # bar → filter by slider: smaller values are selected too
    for _ in range(4):
        page.keyboard.press("PageDown")
    page.wait_for_function(
        "before => Number(document.querySelector('[data-count]').textContent) > before", arg=of_the_bar
    )
    settle(page)
    selected = count_of(page)
    assert selected == api_count(page, served) > of_the_bar

    page.locator(".tile-link").first.click()  # filter → sample
    page.wait_for_url("**/case?*")
    assert f"1 of {selected}" in page.locator(".steps").inner_text()
    first = page.url
    page.keyboard.press("j")  # sample → next sample
    page.wait_for_function("first => location.href !== first", arg=first)
    page.wait_for_load_state()
    assert f"2 of {selected}" in page.locator(".steps").inner_text()
    assert MODEL in page.locator("main").inner_text()
