"""Queries that take too long are stopped, and so are those that a later request supersedes."""

import threading
import time

import duckdb
import pytest
from askance.server.query_pool import QueryPool, QuerySuperseded, QueryTimeout, Ticket, Tickets

LONG = "select count(*) from range(100000) a, range(100000) b where (a.range * b.range) % 7 = ?"
QUICK = "select 40 + ?"


@pytest.fixture
def pool():
    found = QueryPool(duckdb.connect(), seconds=30)
    yield found
    found.close()


def in_thread(call):
    """Start a call; returns the thread and the list that its outcome will be in."""
    outcome = []

    def run():
        try:
            outcome.append(call())
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


def test_a_long_query_is_interrupted_and_the_connection_still_works():
    pool = QueryPool(duckdb.connect(), seconds=0.2, at_once=1)
    started = time.monotonic()
    with pytest.raises(QueryTimeout, match=r"longer than 0\.2 s"):
        pool.rows(LONG, [0])
    assert time.monotonic() - started < 5
    for _ in range(20):
        assert pool.rows(QUICK, [2]) == [(42,)]


def test_a_cancelled_ticket_stops_its_query_and_no_other(pool):
    ticket = Ticket()
    thread, outcome = in_thread(lambda: pool.rows(LONG, [0], ticket))
    time.sleep(0.2)
    ticket.cancel()
    assert pool.rows(QUICK, [2]) == [(42,)]
    thread.join(10)
    assert isinstance(outcome[0], QuerySuperseded)
    with pytest.raises(QuerySuperseded):
        pool.rows(QUICK, [2], ticket)


def test_a_new_request_supersedes_the_one_before_it(pool):
    tickets = Tickets()

    def ask(sql):
        with tickets.issue(("reader", "cases")) as ticket:
            return pool.rows(sql, [2], ticket)

    thread, outcome = in_thread(lambda: ask(LONG))
    time.sleep(0.2)
    assert ask(QUICK) == [(42,)]
    thread.join(10)
    assert isinstance(outcome[0], QuerySuperseded)
    with tickets.issue(("another reader", "cases")) as other, tickets.issue(("reader", "cases")):
        assert not other.is_cancelled


def test_a_request_that_waits_for_a_connection_can_be_superseded():
    pool = QueryPool(duckdb.connect(), seconds=30, at_once=1)
    first, second = Ticket(), Ticket()
    running, _ = in_thread(lambda: pool.rows(LONG, [0], first))
    time.sleep(0.1)
    waiting, outcome = in_thread(lambda: pool.rows(LONG, [0], second))
    time.sleep(0.1)
    second.cancel()
    waiting.join(10)
    assert isinstance(outcome[0], QuerySuperseded)
    first.cancel()
    running.join(10)


def test_a_busy_pool_gives_up_in_time():
    pool = QueryPool(duckdb.connect(), seconds=0.5, at_once=1)
    blocker = QueryPool(duckdb.connect(), seconds=30, at_once=1)
    pool._idle, taken = blocker._idle, Ticket()
    running, _ = in_thread(lambda: blocker.rows(LONG, [0], taken))
    time.sleep(0.1)
    with pytest.raises(QueryTimeout, match="busy"):
        pool.rows(QUICK, [2])
    taken.cancel()
    running.join(10)
