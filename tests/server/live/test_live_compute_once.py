"""The cache of the Live view: one computation per value, bounded in number and in bytes."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from askance.server.live.compute_once import ComputeOnce


def test_threads_that_need_the_same_value_share_one_computation():
    cache, calls, both = ComputeOnce(4), [], threading.Barrier(2, timeout=5)

    def compute():
        calls.append(1)
        return len(calls)

    def get(_):
        both.wait()
        return cache.get("key", compute)

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(get, range(2))) == [1, 1]
    assert cache.known("key") == 1


def test_the_values_that_were_used_last_are_kept():
    cache = ComputeOnce(2)
    for key in "abac":
        cache.get(key, key.upper)
    assert [cache.known(key) for key in "abc"] == ["A", None, "C"]
    cache.put("d", "D")
    assert [cache.known(key) for key in "acd"] == [None, "C", "D"]


def test_large_values_leave_room_for_few():
    cache = ComputeOnce(100, len, 10)
    for key in ("aaaa", "bbbb", "cccc"):
        cache.get(key, lambda key=key: key)
    assert [cache.known(key) for key in ("aaaa", "bbbb", "cccc")] == [None, "bbbb", "cccc"]
    assert cache.get("huge", lambda: "x" * 99) == cache.known("huge")
    assert cache.known("cccc") is None


def test_an_exception_is_raised_and_not_kept():
    cache = ComputeOnce(2)
    with pytest.raises(ZeroDivisionError):
        cache.get("key", lambda: 1 // 0)
    assert cache.get("key", lambda: 5) == 5
