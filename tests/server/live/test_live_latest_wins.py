"""The queue before a model: stale requests do not pile up behind a slow model."""

import threading
import time

import pytest
from askance.server.live.latest_wins import LatestWins, QueueFull, Superseded


class SlowWork:
    """Work that waits until it is released, and notes what was run, and in which thread."""

    def __init__(self):
        self.ran, self.threads, self.release = [], set(), threading.Event()

    def __call__(self, name):
        def work():
            self.ran.append(name)
            self.threads.add(threading.get_ident())
            assert self.release.wait(10)
            return name

        return work


@pytest.fixture
def slow():
    made = SlowWork()
    yield made
    made.release.set()


def wait_until(done):
    end = time.monotonic() + 5
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_of_many_requests_only_the_running_and_the_newest_are_run(slow):
    queue = LatestWins("slow")
    first = queue.submit("me", slow("first"))
    wait_until(lambda: slow.ran)
    later = [queue.submit("me", slow(number)) for number in range(20)]
    started = time.perf_counter()
    for stale in later[:-1]:  # they fail while the first one still runs
        with pytest.raises(Superseded):
            stale.result(timeout=1)
    assert time.perf_counter() - started < 0.5
    assert not first.done()
    slow.release.set()
    assert (first.result(5), later[-1].result(5)) == ("first", 19)
    assert slow.ran == ["first", 19]


def test_sessions_do_not_replace_one_another_and_each_gets_its_turn(slow):
    queue = LatestWins("slow")
    first = queue.submit("a", slow("a1"))
    wait_until(lambda: slow.ran)
    again, other = queue.submit("a", slow("a2")), queue.submit("b", slow("b1"))
    replaced = queue.submit("a", slow("a3"))
    slow.release.set()
    assert [each.result(5) for each in (first, replaced, other)] == ["a1", "a3", "b1"]
    assert slow.ran == ["a1", "a3", "b1"]  # a3 has the place of a2
    assert isinstance(again.exception(5), Superseded)


def test_one_session_has_one_call_at_a_time_even_if_the_model_allows_more(slow):
    queue = LatestWins("parallel", threads=3)
    queue.submit("a", slow("a1"))
    queue.submit("b", slow("b1"))
    wait_until(lambda: len(slow.ran) == 2)
    waiting = queue.submit("a", slow("a2"))
    time.sleep(0.05)
    assert sorted(slow.ran) == ["a1", "b1"]
    assert not waiting.done()
    slow.release.set()
    assert waiting.result(5) == "a2"
    assert len(slow.threads) > 1


def test_one_thread_makes_all_calls_of_a_model_that_is_not_safe_for_threads(slow):
    slow.release.set()
    queue = LatestWins("one thread")
    for session in "abcdef":
        queue.submit(session, slow(session))
    wait_until(lambda: len(slow.ran) == 6)
    assert len(slow.threads) == 1


def test_too_many_waiting_sessions_are_turned_away(slow):
    queue = LatestWins("busy", most_sessions=2)
    queue.submit("running", slow(0))
    wait_until(lambda: slow.ran)
    queue.submit("a", slow(1))
    queue.submit("b", slow(2))
    with pytest.raises(QueueFull):
        queue.submit("c", slow(3))
    queue.submit("a", slow(4))  # one that waits already may replace its request


def test_what_work_raises_reaches_its_caller_and_the_thread_goes_on():
    queue = LatestWins("raises")

    def broken():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        queue.submit("a", broken).result(5)
    assert queue.submit("a", lambda: 1).result(5) == 1


def test_a_cancelled_request_is_not_run(slow):
    queue = LatestWins("cancelled")
    queue.submit("a", slow("a1"))
    wait_until(lambda: slow.ran)
    gone = queue.submit("b", slow("b1"))
    assert gone.cancel()
    slow.release.set()
    assert queue.submit("c", slow("c1")).result(5) == "c1"
    assert slow.ran == ["a1", "c1"]


def test_a_closed_queue_releases_what_waits(slow):
    queue = LatestWins("closed")
    queue.submit("a", slow("a1"))
    wait_until(lambda: slow.ran)
    waiting = queue.submit("b", slow("b1"))
    queue.close()
    assert isinstance(waiting.exception(5), Superseded)
    with pytest.raises(RuntimeError):
        queue.submit("b", slow("b2"))
