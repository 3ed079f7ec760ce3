"""The overview in Chromium."""

import pytest

from dashboard_pages import no_serious_violations, no_sideways_scrolling, walk


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("dark", [False, True])
def test_the_overview_is_shown(new_page, served, width, dark):
    page = walk(new_page(width, dark=dark), f"{served.url}/")
    assert page.get_by_role("heading", name="What is wrong with these models?").is_visible()
    assert page.locator(".leaderboard tbody tr").count() == 3
    no_serious_violations(page)
    no_sideways_scrolling(page)
