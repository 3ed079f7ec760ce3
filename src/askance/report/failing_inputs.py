"""Failing inputs as training data: what was asked, what was answered, and what is true where that can be known."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import Query, UserError, canonical
from askance.report.current import Current, current
from askance.report.failing import Failing, failing
from askance.report.pictures import Album
from askance.report.training import step_text
from askance.report.truth import TrueAnswer, true_answers
from askance.store import Workspace
from askance.store.detections import open_kept

Row = dict[str, Any]
CHUNK = 20_000  # cases a Parquet row group
_TEXT, _TEXTS = pa.string(), pa.list_(pa.string())
_ASK = pa.struct([
    ("role", _TEXT), ("question", _TEXT), ("image", _TEXT), ("edits", _TEXTS), ("steps", _TEXT), ("picture", _TEXT),
    ("answer", _TEXT), ("true", _TEXTS), ("turns", pa.list_(pa.struct([("question", _TEXT), ("answer", _TEXT)]))),
])  # fmt: skip
_TAG = pa.struct([("tag", _TEXT), ("value", _TEXT)])
_NAMES = ("model", "dataset", "suite", "name", "group", "relation", "reads", "reason")
SCHEMA = pa.schema([*((name, _TEXT) for name in _NAMES), ("asks", pa.list_(_ASK)), ("tags", pa.list_(_TAG))])


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which failing cases: of one model or of all, of one suite or of all."""

    model: str | None = None
    suite: str | None = None


def standings(space: Workspace, wanted: Wanted) -> list[Current]:
    """The models and suites that are wanted; one clear line if there are none."""
    known = current(space)
    for what, name in (("model", wanted.model), ("suite", wanted.suite)):
        names = sorted({str(getattr(each, what)) for each in known})
        if name is not None and name not in names:
            raise UserError(f"--{what} {name}: this workspace has {', '.join(names) or 'no finished run'}")
    found = [each for each in known if wanted.model in (None, each.model) and wanted.suite in (None, each.suite)]
    if not found:
        raise UserError(f"{space.root} has no finished run of {wanted.model} by {wanted.suite}")
    return found


def failing_inputs(space: Workspace, wanted: Wanted, pictures: Path | None = None) -> Iterator[Row]:
    """One row a failing case and model; with a folder, the pictures as they were shown are written there."""
    decks = {deck.id: deck for deck in space.decks()}
    for standing in standings(space, wanted):
        deck = decks.get(standing.deck)
        if deck is None:
            continue
        data = open_kept(deck.data_name, space.root)
        true, album = true_answers(data), None if pictures is None else Album(pictures, data)
        for each in failing(space, standing):
            asks = [_ask(role, query, each, true) for role, query in each.case.asks]
            if album is not None:
                for ask, (_, query) in zip(asks, each.case.asks, strict=True):
                    ask["picture"] = album.add(query.stimulus)
            yield _row(standing, each, asks)


def _row(standing: Current, each: Failing, asks: list[Row]) -> Row:
    case = each.case
    about = (case.suite, case.name, case.group, case.relation, case.reads, each.reason)
    tags = [{"tag": tag, "value": value} for tag, value in case.tags]
    named = dict(zip(_NAMES, (standing.model, standing.dataset, *about), strict=True))
    return {**named, "asks": asks, "tags": tags}


def _ask(role: str, query: Query, each: Failing, true: TrueAnswer) -> Row:
    stimulus = query.stimulus
    expected = dict(each.case.expected).get(role, ())
    known = expected or tuple(answer for answer in (true(query),) if answer is not None)
    return {
        "role": role,
        "question": stimulus.question,
        "image": stimulus.image,
        "edits": [step_text(step) for step in stimulus.edits],
        "steps": canonical(stimulus.edits).decode(),  # the edits as a program reads them
        "picture": None,
        "answer": each.answers.get(role),
        "true": list(known),
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
    with path.open("w") as file:
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
