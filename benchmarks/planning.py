"""The plan of 5 million asks: distinct calls, those known taken out, ordered by image."""

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from askance.engine.plan import plan_calls, planned_calls
from askance.store import TABLES, CaseSet, Workspace, connect
from askance.store.parquet_files import write_shard

ASKS, DISTINCT, KNOWN, IMAGES, SHARD = 5_000_000, 3_000_000, 1_000_000, 100_000, 500_000


class Named:
    """A model that is only planned for."""

    name = fingerprint = "m"
    supports = needs = frozenset()

    def answer(self, shown: Any) -> Any:
        """Never called."""
        raise AssertionError


def _binary(rows: np.ndarray) -> pa.Array:
    return pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(16), len(rows), [None, pa.py_buffer(np.ascontiguousarray(rows))]
    )


def _request(number: int, image: int) -> bytes:
    question = f"What color is the dog to the left of the man {number}?"
    return f'{{"stimulus":{{"image":"blake2b:{image:032x}","question":"{question}","edits":[]}}}}'.encode()


def _fill(space: Workspace) -> None:
    random = np.random.default_rng(0)
    keys = random.integers(0, 2**63, size=(DISTINCT, 2), dtype=np.int64)
    images = random.integers(0, IMAGES, DISTINCT)
    asked = np.concatenate([np.arange(DISTINCT), random.integers(0, DISTINCT, ASKS - DISTINCT)])
    for number, start in enumerate(range(0, DISTINCT, SHARD), 1):
        rows = slice(start, min(DISTINCT, start + SHARD))
        here = images[rows]
        body = pa.array([_request(number, image) for number, image in enumerate(here.tolist(), start)])
        table = pa.table(
            {
                "query_key": _binary(keys[rows]),
                "image": pa.array([f"blake2b:{i:032x}" for i in here.tolist()]),
                "variant": pa.array([""] * len(here)),
                "request": body,
            }
        )
        write_shard(space.root / "queries" / "deck", number, table.cast(TABLES["queries"]))
    for number, start in enumerate(range(0, ASKS, SHARD), 1):
        rows = slice(start, min(ASKS, start + SHARD))
        count = len(asked[rows])
        cases = random.integers(0, 2**63, size=(count, 2), dtype=np.int64)
        table = pa.table(
            {"case_key": _binary(cases), "role": pa.array(["ask"] * count), "query_key": _binary(keys[asked[rows]])}
        )
        write_shard(space.root / "asks" / "deck", number, table.cast(TABLES["asks"]))
    known = keys[:KNOWN]
    empty = {name: pa.nulls(KNOWN, TABLES["answers"].field(name).type) for name in TABLES["answers"].names}
    answers = {
        **empty,
        "query_key": _binary(known),
        "fingerprint": pa.array(["m"] * KNOWN),
        "temporary": pa.array([False] * KNOWN),
    }
    write_shard(space.root / "answers", 1, pa.table(answers).cast(TABLES["answers"]))
    space.finish_case_set(CaseSet("deck", "bench", "bench", "bench", None, 0))


def measure() -> dict[str, Any]:
    """Seconds for the plan, three times; the median counts."""
    with tempfile.TemporaryDirectory() as folder:
        space = Workspace.for_writing(Path(folder))
        _fill(space)
        seconds = []
        for _ in range(3):
            started = time.perf_counter()
            connection = connect(space)
            plan = plan_calls(connection, [Named()], [["deck"]])  # type: ignore[list-item]
            next(planned_calls(connection))  # planned means: the first call could be made now, and the rest is in order
            seconds.append(time.perf_counter() - started)
        space.close()
    assert (plan.asks, plan.wanted, plan.left) == (ASKS, DISTINCT, DISTINCT - KNOWN)
    return {"asks": ASKS, "distinct": DISTINCT, "known": KNOWN, "seconds": round(sorted(seconds)[1], 2), "target": 5.0}
