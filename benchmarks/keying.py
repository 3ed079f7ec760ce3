"""Building and keying one query."""

import time
from typing import Any

from askance.core import Query, Step, Stimulus, query_key

COUNT = 100_000


def measure() -> dict[str, Any]:
    """Microseconds a query, built with an edit and keyed."""
    started = time.perf_counter()
    for i in range(COUNT):
        query_key(Query(Stimulus(f"image-{i}", "What color is the dog on the left?", (Step.of("blur", sigma=3.0),))))
    return {"microseconds": round((time.perf_counter() - started) / COUNT * 1e6, 2), "target": 10}
