"""Which request of a page is the latest: the number decides, not the order in which the server begins with them."""

import pytest
from askance.server.query_pool import QuerySuperseded
from askance.server.running_queries import LatestRequests


def test_an_earlier_request_that_comes_late_is_stopped_and_stops_nothing():
    latest = LatestRequests()
    latest.note("page", 2)
    with pytest.raises(QuerySuperseded):
        latest.note("page", 1)
    latest.note("page", 2)  # the later one is still the latest
    latest.note("page", 3)


def test_pages_do_not_stop_each_other():
    latest = LatestRequests()
    latest.note("one", 9)
    latest.note("other", 1)


def test_only_some_pages_are_remembered():
    latest = LatestRequests(kept=2)
    for page in ("a", "b", "c"):
        latest.note(page, 5)
    latest.note("a", 1)  # forgotten
    with pytest.raises(QuerySuperseded):
        latest.note("c", 1)


def test_the_list_answers_409_to_an_earlier_request(client):
    client.get("/cases")  # the cookie that names the visitor
    assert client.get("/api/cases?page_id=one&number=5").status_code == 200
    assert client.get("/api/cases?page_id=one&number=4").status_code == 409
    assert client.get("/api/cases?page_id=two&number=4").status_code == 200
    assert client.get("/api/cases").status_code == 200
