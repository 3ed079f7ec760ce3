"""A page that hangs fails its test; it does not stop all tests."""

import threading

import pytest

from dashboard_pages import end_browser


@pytest.mark.slow
def test_a_script_that_never_ends_is_stopped(browser):
    page = browser.new_page()
    limit = threading.Timer(1, end_browser)
    limit.start()
    with pytest.raises(Exception, match="closed"):
        page.evaluate("new Promise(() => {})")
    limit.join()
