"""The number of requests at once, against servers in virtual time; and what Retry-After means."""

import asyncio
import heapq
import itertools
import random
import time
from email.utils import formatdate

import pytest
from askance.models.openai.concurrency import ConcurrencyLimit
from askance.models.openai.failures import retry_after
from askance.models.openai.gate import Gate

LATENCY = 1.0
REJECTED = 0.01  # seconds until a rejection is there


def simulated(limit, slots, seconds, chance=0.0, queues=False, start=0.0):
    """A client that always has work, and a server with slots(time); the busy share of the last half, and rejections."""
    rng, events, numbers = random.Random(0), [], itertools.count()
    now, under_way, busy, rejections, used, offered = start, 0, 0, 0, 0.0, 0.0
    end = start + seconds
    while now < end:
        while under_way < limit.limit:
            under_way += 1
            is_taken = (queues or busy < slots(now)) and rng.random() >= chance
            busy += is_taken
            took = LATENCY * max(1.0, busy / slots(now)) * rng.uniform(0.9, 1.1) if is_taken else REJECTED
            heapq.heappush(events, (now + took, next(numbers), is_taken, took))
        before = now
        now, _, is_taken, took = heapq.heappop(events)
        if before > start + seconds / 2:
            used, offered = used + min(busy, slots(before)) * (now - before), offered + slots(before) * (now - before)
        if is_taken:
            limit.accepted(took, under_way >= limit.limit)
        else:
            rejections += 1
            limit.rejected(under_way - 1)
            now += 1e-4
        under_way, busy = under_way - 1, busy - is_taken
    return used / offered, rejections


@pytest.mark.parametrize("slots", [2, 8, 24, 60])
def test_it_finds_the_slots_of_a_server_and_hardly_exceeds_them(slots):
    limit = ConcurrencyLimit(200)
    share, rejections = simulated(limit, lambda now: slots, 100)
    assert share > 0.9
    assert rejections < 0.1 * 100 * slots + 5


def test_rejections_by_chance_do_not_slow_it_down():
    """Halving at each of them would leave 4 at once."""
    share, _ = simulated(ConcurrencyLimit(200), lambda now: 16, 200, chance=0.1)
    assert share > 0.85


def test_it_follows_a_limit_that_changes():
    limit = ConcurrencyLimit(200)
    simulated(limit, lambda now: 24, 60)
    assert 20 <= limit.limit <= 28
    simulated(limit, lambda now: 6, 20, start=60)
    assert 4 <= limit.limit <= 9
    simulated(limit, lambda now: 24, 60, start=80)
    assert 20 <= limit.limit <= 28


def test_it_never_exceeds_the_maximum_and_does_not_fill_the_queue_of_a_server():
    limit = ConcurrencyLimit(10)
    simulated(limit, lambda now: 1000, 20)
    assert limit.limit == 10
    limit = ConcurrencyLimit(500)
    share, _ = simulated(limit, lambda now: 16, 100, queues=True)
    assert share > 0.95
    assert 16 <= limit.limit <= 56


def test_questions_that_take_longer_are_not_taken_for_a_queue():
    limit = ConcurrencyLimit(16)
    for latency in (1.0, 5.0):
        for _ in range(2000):
            limit.accepted(latency, True)
    assert limit.limit >= 14


def test_a_server_that_takes_nothing_gets_less_and_less():
    limit = ConcurrencyLimit(50)
    told = [limit.rejected(working) for working in (3, 2, 1, 0, 0, 0, 0, 0)]
    assert limit.limit == 1
    assert told[-1]  # all should wait
    assert limit.pause >= 1.0
    for _ in range(20):
        limit.accepted(1.0, True)
    assert limit.pause == 0.0


def test_the_gate_counts_gives_way_and_closes():
    async def passes() -> list[int]:
        limit = ConcurrencyLimit(3)
        gate, most = Gate(limit), []

        async def one():
            async with gate.passed():
                most.append(gate.under_way)
                await asyncio.sleep(0.01)

        waiting = [asyncio.create_task(one()) for _ in range(12)]
        await asyncio.sleep(0.001)
        waiting[5].cancel()
        gate.close_for(0.05)
        started = time.monotonic()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert time.monotonic() - started >= 0.05
        assert (gate.under_way, len(most)) == (0, 11)
        return most

    assert max(asyncio.run(passes())) == 3


def test_retry_after_is_a_number_or_a_date():
    assert retry_after({"retry-after": "2.5"}) == 2.5
    assert retry_after({"retry-after-ms": "250", "retry-after": "9"}) == 0.25
    assert 50 < retry_after({"retry-after": formatdate(time.time() + 60, usegmt=True)}) <= 60
    assert retry_after({"retry-after": "1000000"}) == 300
    assert [retry_after({"retry-after": text}) for text in ("", "soon", "-1", "nan")] == [None] * 4
