"""Cases in Chromium: filter by slider, open a sample, go to the next one; keys; without JavaScript; hostile texts."""

import re

import pytest
from hostile_workspace import STRINGS, write_hostile_workspace

from dashboard_pages import follow, is_readable, serve, settle, walk

TRANSFORMER = "builtin:transformer"


def count_of(page) -> int:
    return int(page.locator("[data-count]").inner_text().replace(",", ""))


def wait_for_count(page, wanted: int) -> None:
    page.wait_for_function(
        "wanted => document.querySelector('[data-count]').textContent.replaceAll(',', '') === String(wanted)",
        arg=wanted,
    )


def api_count(page, served, query: str) -> int:
    return page.request.get(f"{served.url}/api/cases?{query}").json()["count"]


def test_from_the_board_to_the_next_sample(page, served):
    walk(page, f"{served.url}/overview")
    page.locator("a[href^='/cases?']").first.click()
    page.wait_for_url("**/cases?*")
    page.get_by_role("link", name="Reset all filters").first.click()
    page.get_by_label("noise").check()
    page.get_by_label(TRANSFORMER, exact=True).check()
    wait_for_count(page, api_count(page, served, f"suite=noise&model={TRANSFORMER}"))
    page.locator("#slider-high").focus()
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    high = page.locator("input[name=high]").input_value()
    assert 0.8 < float(high) < 1
    wanted = api_count(page, served, f"suite=noise&model={TRANSFORMER}&high={high}")
    wait_for_count(page, wanted)
    assert f"high={high}" in page.url
    assert wanted > 1
    page.locator(".tile-link").first.click()
    page.wait_for_url("**/case?*")
    assert f"1 of {wanted}" in page.locator(".steps").inner_text()
    first = page.url
    page.keyboard.press("j")
    page.wait_for_function("first => location.href !== first", arg=first)
    page.wait_for_load_state()
    assert f"2 of {wanted}" in page.locator(".steps").inner_text()
    page.keyboard.press("k")
    page.wait_for_url(first)
    page.locator("#to-list").click()
    page.wait_for_url("**/cases?*")
    assert count_of(page) == wanted  # the selection is kept


def test_an_image_can_be_opened_alone(page, served):
    """A browser makes a page with styles of its own for it, which the policy of the dashboard would refuse."""
    row = page.request.get(f"{served.url}/api/cases?suite=accuracy&size=1").json()["rows"][0]
    page.goto(f"{served.url}{row['shown']['images'][0]}")
    assert page.locator("img").evaluate("image => image.naturalWidth") > 0


def test_the_list_follows_the_slider_while_it_moves(page, served):
    walk(page, f"{served.url}/cases?suite=noise")
    before, counts = count_of(page), set()
    page.on("response", lambda response: "/api/cases?" in response.url and counts.add(response.status))
    box = page.locator("#sliders").bounding_box()
    x, y = box["x"] + box["width"] - 8, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - box["width"] / 2, y, steps=12)
    page.wait_for_function("before => document.querySelector('[data-count]').textContent !== before", arg=f"{before:,}")
    assert counts == {200}  # the button is still down
    page.mouse.move(x - box["width"] / 3, y, steps=12)
    page.mouse.up()
    settle(page)
    wanted = api_count(page, served, page.url.split("?")[1])
    assert count_of(page) == wanted < before
    assert page.locator("#histogram rect.outside").count() > 0


def test_the_latest_request_wins(page, served):
    """The answer to an earlier request that comes late does not replace the answer to a later one."""
    walk(page, f"{served.url}/cases")
    delayed = []

    def delay(route):
        if "words=the" in route.request.url and not delayed:
            delayed.append(route)
        else:
            route.continue_()

    page.route("**/api/cases?*", delay)
    page.locator("input[name=words]").fill("the")
    page.wait_for_timeout(400)
    page.locator("input[name=words]").fill("color")
    wanted = api_count(page, served, "words=color")
    wait_for_count(page, wanted)
    for route in delayed:
        route.continue_()
    page.wait_for_timeout(400)
    assert count_of(page) == wanted
    assert "words=color" in page.url


def test_keys_move_over_the_cases_and_open_one(page, served):
    walk(page, f"{served.url}/cases?suite=carets&size=24")
    for key in "jjk":
        page.keyboard.press(key)
    focused = page.evaluate("document.activeElement.href")
    assert focused == page.locator(".tile-link").first.evaluate("link => link.href")
    page.keyboard.press("/")
    page.keyboard.type("jk")  # in a field, these are letters
    assert page.locator("input[name=words]").input_value() == "jk"
    page.locator(".tile-link").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/case?*")


def test_back_undoes_the_last_filter(page, served):
    page.goto(f"{served.url}/cases?suite=accuracy")
    page.locator("input[name=verdict][value=fails]").check()
    page.wait_for_function("() => location.search.includes('verdict=fails')")
    page.go_back()
    page.wait_for_function("() => !location.search.includes('verdict=fails')")
    page.wait_for_function("() => !document.querySelector('input[name=verdict][value=fails]').checked")
    assert "suite=accuracy" in page.url


def test_a_choice_from_a_list_becomes_a_box_that_can_be_unticked(page, served):
    walk(page, f"{served.url}/cases?suite=carets")
    before = count_of(page)
    page.locator("#group-choice").select_option("negation")
    wait_for_count(page, api_count(page, served, "suite=carets&group=negation"))
    page.locator("input[name=group][value=negation]").uncheck()
    wait_for_count(page, before)


def test_the_links_of_the_page_follow_the_filters(page, served):
    walk(page, f"{served.url}/cases")
    page.get_by_label("carets", exact=True).check()
    wait_for_count(page, api_count(page, served, "suite=carets"))
    page.locator(".export summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON lines").click()
    lines = download.value.path().read_text().splitlines()
    assert len(lines) == count_of(page)
    page.get_by_role("link", name="Table").click()
    page.wait_for_url("**look=table**")
    assert count_of(page) == len(lines)


def test_the_form_works_without_javascript(new_page, served):
    page = walk(new_page(java_script_enabled=False), f"{served.url}/cases")
    page.get_by_label("carets", exact=True).check()
    page.locator("input[name=verdict][value=fails]").check()
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**/cases?*")
    assert count_of(page) == api_count(page, served, "suite=carets&verdict=fails")
    page.locator(".tile-link").first.click()
    page.wait_for_url("**/case?*")
    follow(page, page.get_by_role("link", name="Next"))
    assert "2 of" in page.locator(".steps").inner_text()


def test_nothing_moves_while_images_arrive(page, served):
    case = page.request.get(f"{served.url}/api/cases?suite=carets&group=visual/crop").json()["rows"][0]["shown"][
        "address"
    ]
    for address in ("/cases?suite=noise", "/cases?suite=noise&look=table", case):
        walk(page, f"{served.url}{address}")
        moved = page.evaluate(
            """() => new Promise(done => {
              const sum = list => list.getEntries().reduce((before, each) => before + each.value, 0);
              new PerformanceObserver(list => done(sum(list))).observe({type: 'layout-shift', buffered: true});
              setTimeout(() => done(0), 300);
            })"""
        )
        assert moved < 0.02, address


def test_both_pages_are_readable(page, served):
    is_readable(walk(page, f"{served.url}/cases?suite=carets&verdict=fails"))
    is_readable(walk(page, f"{served.url}/cases?suite=carets&look=table"))
    page.locator(".tile-link").first.click()
    page.wait_for_url("**/case?*")
    is_readable(settle(page))


def test_the_python_code_can_be_copied(new_page, served):
    page = walk(new_page(permissions=["clipboard-read", "clipboard-write"]), f"{served.url}/cases?suite=carets")
    page.locator(".tile-link").first.click()
    page.wait_for_url("**/case?*")
    page.locator(".python summary").click()
    page.get_by_role("button", name="Copy as Python").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#python").inner_text()


@pytest.fixture(scope="module", params=[50_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def hostile(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile") / "hostile"
    write_hostile_workspace(folder, request.param)
    with serve(folder) as found:
        yield found


def is_inert(page) -> None:
    assert page.evaluate("window.hacked") is None
    assert page.locator("main script, main svg[onload], img[onerror], b[onmouseover]").count() == 0
    assert not re.search("[\u202e\u2067]", page.locator("main").inner_text())
    assert "49" not in page.locator(".tile-question, .question").first.inner_text()


def test_hostile_texts_do_nothing(page, hostile):
    walk(page, f"{hostile.url}/cases?look=grid")
    is_inert(page)
    count = count_of(page)
    page.locator("input[name=verdict]").nth(0).check()  # the cards are now drawn by the script
    settle(page)
    is_inert(page)
    walk(page, f"{hostile.url}/cases?look=table")
    is_inert(page)
    page.get_by_role("button").count()
    rows = page.request.get(f"{hostile.url}/api/cases?size=1000").json()["rows"]
    assert len(rows) == count >= 2 * len(STRINGS)
    for row in rows[: len(STRINGS)]:
        walk(page, f"{hostile.url}{row['shown']['address']}")
        is_inert(page)


def test_a_hostile_text_is_found_by_its_words(page, hostile):
    walk(page, f"{hostile.url}/cases")
    page.locator("input[name=words]").fill("'; drop table v")
    wait_for_count(page, api_count(page, hostile, "words=drop table"))
    assert count_of(page) > 0


def test_numbers_beside_tags_and_groups_follow_the_other_filters(page, served):
    walk(page, f"{served.url}/cases")
    page.get_by_label("carets", exact=True).check()
    page.locator(".check", has_text="holds").first.click()
    wait_for_count(page, api_count(page, served, "suite=carets&verdict=holds"))
    page.get_by_text("Tags, status and reason").click()
    page.wait_for_function(
        "() => document.querySelector('[data-choice-note]').textContent.includes('the other filters select')"
    )
    negation = api_count(page, served, "suite=carets&verdict=holds&group=negation")
    assert page.locator("#group-choice option[value=negation]").inner_text() == f"negation ({negation})"
    other = api_count(page, served, "suite=carets&verdict=holds&tag=test%3Dnegation")
    assert page.locator("#tag-list option[value='test=negation']").inner_text() == f"test = negation ({other})"
    page.get_by_label("oracle", exact=True).check()  # the panel is open: the numbers follow
    fewer = api_count(page, served, "suite=carets&verdict=holds&model=oracle&group=negation")
    assert fewer < negation
    page.wait_for_function(
        "text => document.querySelector('#group-choice option[value=negation]').text === text",
        arg=f"negation ({fewer})",
    )


def test_a_search_without_cases_leads_to_groups_of_that_name(page, served):
    walk(page, f"{served.url}/cases")
    page.get_by_label("Words in a question, an answer or a name").fill("blur")
    wait_for_count(page, 0)
    page.locator("#suggestions a", has_text="visual/blur-3").click()
    page.wait_for_url("**group=visual%2Fblur-3**")
    assert count_of(page) == api_count(page, served, "group=visual%2Fblur-3") > 0
    walk(page, f"{served.url}/cases?suite=carets&model=oracle")
    page.locator(".check", has_text="fails").first.click()
    wait_for_count(page, 0)
    page.locator("#relaxed a", has_text="Without verdict").click()
    page.wait_for_url("**/cases?model=oracle&suite=carets")
    assert count_of(page) > 0
