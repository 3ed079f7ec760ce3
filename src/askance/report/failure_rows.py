"""Failing cases as data: what was asked and answered, the rule that is broken, and ground truth where it is known."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import UserError, canonical
from askance.report.case_view import AskView, CaseView, Viewer
from askance.report.current_results import CurrentResult, current_results
from askance.report.failing_cases import failing_cases
from askance.report.image_files import ImageWriter
from askance.report.training_export import step_text
from askance.store import AGAIN, Workspace
from askance.store.detection_cache import open_data_with_detections

Row = dict[str, Any]
CHUNK = 20_000  # cases a Parquet row group
_TEXT, _TEXTS = pa.string(), pa.list_(pa.string())
_ASK = pa.struct([
    ("role", _TEXT), ("label", _TEXT), ("question", _TEXT), ("changed_words", _TEXTS), ("image", _TEXT),
    ("edits", _TEXTS), ("plain_edits", _TEXTS), ("steps", _TEXT), ("settings", _TEXTS), ("picture", _TEXT),
    ("answer", _TEXT), ("reading", _TEXT), ("note", _TEXT), ("probability", pa.float64()), ("grade", _TEXT),
    ("true", _TEXTS), ("turns", pa.list_(pa.struct([("question", _TEXT), ("answer", _TEXT)]))),
])  # fmt: skip
_TAG = pa.struct([("tag", _TEXT), ("value", _TEXT)])
_NAMES = ("model", "dataset", "suite", "name", "group", "relation", "rule", "finding", "reads", "reason")
SCHEMA = pa.schema([*((name, _TEXT) for name in _NAMES), ("asks", pa.list_(_ASK)), ("tags", pa.list_(_TAG))])


@dataclass(frozen=True, slots=True)
class FailureFilter:
    """Which failing cases: of one model or of all, of one suite or of all."""

    model: str | None = None
    suite: str | None = None


def matching_results(space: Workspace, wanted: FailureFilter) -> list[CurrentResult]:
    """The models and suites that are wanted; one clear line if there are none."""
    known = current_results(space)
    models = {name for each in known for name in (each.model, each.name)}
    for what, name, names in (("model", wanted.model, models), ("suite", wanted.suite, {each.suite for each in known})):
        if name is not None and name not in names:
            raise UserError(f"--{what} {name}: this workspace has {', '.join(sorted(names)) or 'no finished run'}")
    mine = [each for each in known if wanted.suite in (None, each.suite)]
    found = [each for each in mine if wanted.model in (None, each.model)]
    found = found or [each for each in mine if each.name == wanted.model]  # only earlier versions were run by it
    if not found:
        raise UserError(f"{space.root} has no finished run of {wanted.model} by {wanted.suite}")
    return found


def failure_rows(space: Workspace, wanted: FailureFilter, pictures: Path | None = None) -> Iterator[Row]:
    """One row per failing case and model; with a folder, the images as they were shown are written there."""
    case_sets = {case_set.id: case_set for case_set in space.case_sets()}
    for standing in matching_results(space, wanted):
        case_set = case_sets.get(standing.case_set)
        if case_set is None:
            space.say(f"{standing.suite} on {standing.dataset}: cases missing or damaged: {AGAIN} to show failing ones")
            continue
        data = open_data_with_detections(case_set.data_name, space.root)
        viewer, album = Viewer(data), None if pictures is None else ImageWriter(pictures, data)
        for each in failing_cases(space, standing):
            view = viewer.view(each.case, each.answers, each.reason)
            asks = {ask.role: ask_row(ask) for ask in view.asks}
            if album is not None:
                for ask in view.asks:
                    asks[ask.role]["picture"] = album.add(ask.stimulus)
            yield _row(standing, view, [asks[role] for role, _ in view.case.asks])


def _row(standing: CurrentResult, view: CaseView, asks: list[Row]) -> Row:
    case = view.case
    about = (case.suite, case.name, case.group, case.relation, view.rule, view.finding, case.reads, view.reason)
    tags = [{"tag": tag, "value": value} for tag, value in case.tags]
    named = dict(zip(_NAMES, (standing.model, standing.dataset, *about), strict=True))
    return {**named, "asks": asks, "tags": tags}


def ask_row(ask: AskView) -> Row:
    """One query and its answer as plain values; `picture` is for the caller to fill."""
    stimulus = ask.stimulus
    return {
        "role": ask.role,
        "label": ask.label,
        "question": stimulus.question,
        "changed_words": [words.text for words in ask.words if words.is_changed],
        "image": stimulus.image,
        "edits": [step_text(step) for step in stimulus.edits],
        "plain_edits": list(ask.edits),
        "steps": canonical(stimulus.edits).decode(),  # the edits as a program reads them
        "settings": list(ask.settings),
        "picture": None,
        "answer": ask.answer,
        "reading": ask.reading,
        "note": ask.note,
        "probability": ask.probability,
        "grade": ask.grade,
        "true": list(ask.expected),
        "turns": [{"question": question, "answer": answer} for question, answer in stimulus.turns],
    }


def write_rows(rows: Iterable[Row], path: Path) -> int:
    """Write rows as JSON lines or, to a file that ends in .parquet, as Parquet; returns how many."""
    if path.suffix not in (".jsonl", ".parquet"):
        raise UserError(f"{path}: failing inputs are written to a file that ends in .jsonl or .parquet")
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        count = (_parquet if path.suffix == ".parquet" else _jsonl)(rows, temporary)
        temporary.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
    return count


def _jsonl(rows: Iterable[Row], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            tags = {each["tag"]: each["value"] for each in row["tags"]}
            file.write(json.dumps({**row, "tags": tags}, ensure_ascii=False) + "\n")
            count += 1
    return count


def _parquet(rows: Iterable[Row], path: Path) -> int:
    stream, count = iter(rows), 0
    with pq.ParquetWriter(path, SCHEMA) as writer:
        while chunk := list(islice(stream, CHUNK)):
            writer.write_table(pa.Table.from_pylist(chunk, schema=SCHEMA))
            count += len(chunk)
    return count
