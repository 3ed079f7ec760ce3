"""Throughput of `openai:` against a server whose capacity is known: slots ÷ latency; with and without faults."""

import statistics
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import askance
from askance.models import open_model

TESTS = Path(__file__).parents[1] / "tests"
LATENCY = 1.0  # seconds: as a large model has it, and long enough that this machine is not the limit
SLOTS = 16
CALLS = 1000
SETTLED = 20.0  # seconds until the concurrency has settled
TARGET = 0.9
SEEDS = (1, 2, 3, 4, 5)  # of the faults


def measure() -> dict[str, Any]:
    """The share of the server's slots that were busy once settled, and the requests per call."""
    sys.path[:0] = [str(TESTS), str(TESTS / "models" / "openai")]
    return {
        "rejecting": _measured(slots=[[0, SLOTS]]),
        "queueing": _measured(slots=[[0, SLOTS]], is_queueing=True),
        "faulty": _over_seeds([_measured(slots=[[0, SLOTS]], faults=0.1, seed=seed) for seed in SEEDS]),
        "target": TARGET,
    }


def _over_seeds(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Median and worst over several seeds."""
    shares = [each["busy_share_of_slots"] for each in found]
    requests = [each["requests_per_call"] for each in found]
    return {
        "busy_share_of_slots": statistics.median(shares),
        "lowest_busy_share_of_slots": min(shares),
        "requests_per_call": statistics.median(requests),
        "highest_requests_per_call": max(requests),
        "seeds": list(SEEDS),
    }


def _measured(**settings: Any) -> dict[str, Any]:
    from servers import chat_server
    from toy import ToyData

    with chat_server(latency=LATENCY, **settings) as server, tempfile.TemporaryDirectory() as out:
        model = open_model(f"openai:toy@{server.url}", {"concurrency": "64", "timeout": "5"})
        run = askance.run(model, ToyData(CALLS), ["accuracy"], out=out)
        stats = server.get("/stats")
        assert run.done.outcome.failed == 0
    busy = _busy_share(stats["timeline"], stats["last_new"])
    return {"busy_share_of_slots": round(busy, 3), "requests_per_call": round(stats["requests"] / CALLS, 3)}


def _busy_share(timeline: list[list[float]], last_new: float) -> float:
    """Busy slots over all slots, from the time when it has settled until no call is left that was not sent yet."""
    first, last = timeline[0][0] + SETTLED, min(last_new, timeline[-1][0] - 3 * LATENCY)
    pairs = [(one, two) for one, two in pairwise(timeline) if first <= one[0] <= last]
    used = sum(busy * (after - at) for (at, busy, _), (after, _, _) in pairs)
    return used / sum(slots * (after - at) for (at, _, slots), (after, _, _) in pairs)
