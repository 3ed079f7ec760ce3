"""A workspace with millions of made verdicts, in the tables that a run writes; no model is asked."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import Case, Query, Stimulus, digest
from askance.store import TABLES, CaseSet, Workspace, write_case_set
from askance.suites import open_suite

Numbers = npt.NDArray[np.int64]
SHARES = {"accuracy": 0.5, "carets": 0.3, "sears": 0.2}  # of the cases of a data set; values: few, 0 or 1, continuous
NOUNS = [f"{first}{second}" for first in ("car", "dog", "tree", "bench", "cup", "lamp", "boat", "kite", "sign", "door")
         for second in ("", "s", " handle", " shadow", " owner", " roof", " color", " corner")]  # fmt: skip
LOOKS = ["red", "green", "blue", "wooden", "small", "striped", "metal", "open", "wet", "shiny", "dark", "round"]
PLACES = ["in the picture", "on the left", "near the window", "under the table", "behind the man", "at the back"]
FORMS = ["Is the {} {} {}?", "Do you see a {} {} {}?", "How many {} {} are {}?", "What is next to the {} {} {}?",
         "Is there no {} {} {}?", "Which {} {} is {}?"]  # fmt: skip
TESTS = ["negation/Q1", "negation/Q2", "rephrase/Q1", "rephrase/Q3", "ontological/Q1", "order/Q5", "antonym/Q4"]
RULES = [f"rule-{number:02d}" for number in range(24)]
ANSWERS = ["yes", "no", *(str(number) for number in range(10)), *(f"{look} {noun}" for look in LOOKS for noun in NOUNS)]
REASONS = {"refused": "the model declined to answer", "unreadable": "unreadable: none of the options (original)",
           "failed": "time out after 60 s"}  # fmt: skip


def write_made_workspace(folder: Path, models: int, datasets: int, cases: int, seed: int = 0) -> int:
    """Write a workspace; returns its number of verdicts (models × data sets × cases, up to rounding)."""
    space, total, decks = Workspace.for_writing(folder), 0, []
    names = [f"model-{number}" for number in range(models)]
    for number in range(datasets):
        for suite, share in SHARES.items():
            case_set, made = _write_cases(space, f"data-{number}", suite, int(cases * share), seed + number)
            for place, model in enumerate(names):
                total += write_made_verdicts(space, case_set, made, model, seed=1000 * number + place)
            decks.append({"deck": case_set.id, "suite": suite, "dataset": case_set.dataset, "models": names})
    record_made_run(space, names, decks)
    space.close()
    return total


def add_made_model(folder: Path, model: str, dataset: str) -> int:
    """Write the verdicts of one more model on one data set, as a later run would; returns their number."""
    space, total, decks = Workspace.for_writing(folder), 0, []
    for case_set in space.case_sets():
        if case_set.dataset == dataset:
            path = space.derived_table_path("verdicts", case_set.id, "model-0")
            cases = pq.read_table(path, columns=["case_key", "name", "group", "image", "tags"])
            total += write_made_verdicts(space, case_set, cases, model, seed=99)
            decks.append({"deck": case_set.id, "suite": case_set.suite, "dataset": dataset, "models": [model]})
    record_made_run(space, [model], decks)
    space.close()
    return total


def record_made_run(space: Workspace, names: list[str], decks: list[dict[str, Any]]) -> None:
    """Note a run, so that the verdicts of these models are current."""
    models = [{"name": name, "fingerprint": name} for name in names]
    # Not complete: there are verdicts, but no answers that they came from.
    space.record_run({"models": models, "decks": decks, "data": "1", "complete": False})


def _write_cases(space: Workspace, dataset: str, suite: str, count: int, seed: int) -> tuple[CaseSet, pa.Table]:
    """Write a case set; returns it and the columns of its cases that verdicts repeat."""
    name = digest(f"{dataset} {suite} {seed}".encode()).hex()
    card = open_suite(suite).card
    case_set = CaseSet(name, suite, dataset, dataset, None, seed, card=card)
    columns: dict[str, list[Any]] = {column: [] for column in ("case_key", "name", "group", "image", "tags")}

    def keep(key: bytes, case: Case, _: list[bytes]) -> None:
        row = key, case.name, case.group, case.asks[0][1].stimulus.image, case.tags
        for column, value in zip(columns.values(), row, strict=True):
            column.append(value)

    done = write_case_set(space, case_set, _cases(suite, count, seed), on_case=keep)
    schema = pa.schema([TABLES["verdicts"].field(column) for column in columns])
    return done, pa.table(columns, schema)


def _cases(suite: str, count: int, seed: int) -> Iterator[Case]:
    rng = random.Random(f"{suite} {seed}")
    for number in range(count):
        words = rng.choice(LOOKS), rng.choice(NOUNS), rng.choice(PLACES)
        form = rng.randrange(len(FORMS))
        first = FORMS[form].format(*words)
        image = f"blake2b:{seed:08x}{number // 5:024x}"
        asks = {"ask": Query(Stimulus(image, first))}
        group = ""
        if suite == "carets":
            asks = {"original": asks["ask"], "perturbed": Query(Stimulus(image, f"Is it true: {first.lower()}"))}
            group = rng.choice(TESTS)
        if suite == "sears":
            group = rng.choice(RULES)
        tags = {"type": ("yes/no", "number", "other")[form % 3], "skill": f"skill-{rng.randrange(12)}",
                "question_type": f"type {rng.randrange(65)}", "object": words[1],
                "question_id": str(number // 3)}  # fmt: skip
        yield Case.of(suite, f"case-{number:07d}", asks, "equal", group=group, tags=tags)


def write_made_verdicts(space: Workspace, case_set: CaseSet, cases: pa.Table, model: str, seed: int) -> int:
    """Write the verdicts and the metrics of one model on a case set; returns the number of verdicts."""
    rng = np.random.default_rng(seed)
    verdicts = _verdicts(rng, case_set, cases, model)
    space.write_derived("verdicts", case_set.id, model, verdicts)
    metrics = open_suite(case_set.suite).metrics(verdicts.slice(0, 1000))  # only a sample: the board needs some rows
    told = {"model": model, "dataset": case_set.dataset, "suite": case_set.suite, "seed": 0, "fingerprint": model,
            "partial": False}  # fmt: skip
    columns = {name: pa.array([value] * len(metrics)) for name, value in told.items()}
    columns |= {name: metrics[name] for name in metrics.column_names}
    schema = TABLES["metrics"]
    rows = [columns.get(field.name, pa.nulls(len(metrics), field.type)) for field in schema]
    space.write_derived("metrics", case_set.id, model, pa.table(rows, schema=schema))
    return len(verdicts)


def _verdicts(rng: np.random.Generator, case_set: CaseSet, cases: pa.Table, model: str) -> pa.Table:
    count = len(cases)
    roles = ["original", "perturbed"] if case_set.suite == "carets" else ["ask"]
    values = _values(rng, case_set.suite, count)
    status = rng.choice(4, count, p=[0.97, 0.012, 0.012, 0.006])  # decided, refused, unreadable, failed
    undecided = status > 0
    holds = values > 0.5
    kinds = pa.array(["", *REASONS])
    per_role = np.minimum(rng.zipf(1.3, count * len(roles)) - 1, len(ANSWERS) - 1)
    columns = {
        **{name: cases[name] for name in cases.column_names},
        "model": pa.repeat(model, count),
        "dataset": pa.repeat(case_set.dataset, count),
        "suite": pa.repeat(case_set.suite, count),
        "relation": pa.repeat("equal", count),
        "holds": pa.array(holds, mask=undecided),
        "value": pa.array(values, mask=undecided),
        "status": pa.array(kinds.take(pa.array(status)).to_numpy(zero_copy_only=False), pa.string(), mask=~undecided),
        "reason": _reasons(status),
        "said": _map_column(roles, ~undecided, pa.array(ANSWERS).take(pa.array(per_role))),
        "scores": _map_column(roles, ~undecided, pa.array(np.repeat(values, len(roles)))),
        "texts": _map_column(roles, status == 2, pa.repeat("i would rather not choose", count * len(roles))),
    }
    schema = TABLES["verdicts"]
    rows = [columns.get(field.name, pa.nulls(count, field.type)) for field in schema]
    return pa.table(rows, schema=schema)


def _values(rng: np.random.Generator, suite: str, count: int) -> npt.NDArray[np.float64]:
    if suite == "accuracy":
        return rng.choice([0.0, 0.3, 0.6, 0.9, 1.0], count, p=[0.3, 0.05, 0.05, 0.1, 0.5])
    return rng.random(count).round(6) if suite == "sears" else (rng.random(count) < 0.7).astype(np.float64)


def _reasons(status: Numbers) -> pa.Array:
    texts = pa.array([None, *REASONS.values()], pa.string())
    return texts.take(pa.array(status))


def _map_column(roles: list[str], present: npt.NDArray[np.bool_], values: pa.Array) -> pa.MapArray:
    """Role → value where there is one, {} elsewhere."""
    ends = np.concatenate([[0], np.cumsum(present * len(roles))]).astype(np.int32)
    kept = pa.array(np.repeat(present, len(roles)))
    names = pa.array(list(itertools.islice(itertools.cycle(roles), len(values))))
    return pa.MapArray.from_arrays(pa.array(ends), names.filter(kept), values.filter(kept))
