"""A workspace with synthetic verdicts of several models: what `askance compare` reads, without asking anything."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from askance.core import digest
from askance.store import TABLES, CaseSet, Workspace
from askance.suites import open_suite

Floats = npt.NDArray[np.float64]


def write_results(folder: Path, scores: Mapping[str, Floats], images: npt.NDArray[np.int64], suite: str) -> None:
    """Write the verdicts of models on one suite; scores are 0 or 1 by case, not a number where it is undecided."""
    space = Workspace.for_writing(folder)
    card = open_suite(suite).card
    space.finish_case_set(CaseSet(_id(suite), suite, "made", "made", None, 0, cases=len(images), card=card))
    for model, values in scores.items():
        verdicts = _verdicts(model, values, images, suite)
        space.write_derived("verdicts", _id(suite), model, verdicts)
        metrics = open_suite(suite).metrics(verdicts.slice(0, 1000))  # only its names are read
        told = {"model": model, "dataset": "made", "suite": suite, "seed": 0, "fingerprint": model, "partial": False}
        columns = {name: pa.array([value] * len(metrics)) for name, value in told.items()}
        columns |= {name: metrics[name] for name in metrics.column_names}
        rows = [
            columns.get(name, pa.nulls(len(metrics), TABLES["metrics"].field(name).type))
            for name in TABLES["metrics"].names
        ]
        space.write_derived("metrics", _id(suite), model, pa.table(rows, schema=TABLES["metrics"]))
    names = list(scores)
    case_set = {"deck": _id(suite), "suite": suite, "dataset": "made", "models": names}
    space.record_run(
        {"models": [{"name": name, "fingerprint": name} for name in names], "decks": [case_set], "data": "1"}
    )
    space.close()


def _id(suite: str) -> str:
    return digest(suite.encode()).hex()


def _verdicts(model: str, values: Floats, images: npt.NDArray[np.int64], suite: str) -> pa.Table:
    count = len(values)
    numbers = np.zeros((count, 2), dtype=np.int64)
    numbers[:, 0] = np.arange(count)
    keys = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(16), count, [None, pa.py_buffer(np.ascontiguousarray(numbers))]
    )
    is_undecided = np.isnan(values)
    tests = np.array(["rephrase/Q1", "negation/Q2", "order/Q5"])[np.arange(count) % 3]
    halves = np.repeat(np.nan_to_num(values), 2)
    offsets = pa.array(np.arange(0, 2 * count + 1, 2, dtype=np.int32))
    roles = pa.array(np.tile(np.array(["original", "perturbed"]), count))
    columns = {
        "case_key": keys,
        "model": pa.repeat(model, count),
        "dataset": pa.repeat("made", count),
        "suite": pa.repeat(suite, count),
        "name": pa.array([f"case-{number:07d}" for number in range(count)]),
        "group": pa.array(tests),
        "relation": pa.repeat("equal", count),
        "image": pa.array([f"blake2b:{image:032x}" for image in images.tolist()]),
        "tags": pa.MapArray.from_arrays(offsets, roles, roles),
        "holds": pa.array(values > 0.5, mask=is_undecided),
        "value": pa.array(values, mask=is_undecided),
        "status": pa.array(np.where(is_undecided, "unreadable", ""), mask=~is_undecided),
        "scores": pa.MapArray.from_arrays(offsets, roles, pa.array(halves)),
    }
    rows = [
        columns.get(name, pa.nulls(count, TABLES["verdicts"].field(name).type)) for name in TABLES["verdicts"].names
    ]
    return pa.table(rows, schema=TABLES["verdicts"])
