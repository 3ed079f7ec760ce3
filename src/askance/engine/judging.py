"""From answers to readings, verdicts and metrics of one deck and one model."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import duckdb
import pyarrow as pa
from askance.core import Answer, Case, Model, Reading, Suite, Verdict
from askance.core.answer import Status
from askance.core.case import case_from
from askance.readings import read, version
from askance.relations import judge, role_scores, status_of
from askance.store import TABLES, Deck, Workspace, final_answers

Judged = tuple[bytes, Case, dict[str, Reading], dict[str, Answer], Verdict]


def judge_deck(
    space: Workspace, connection: duckdb.DuckDBPyConnection, deck: Deck, suite: Suite, model: Model
) -> pa.Table:
    """Write readings, verdicts and metrics; cases that still lack an answer are left for the next run."""
    judged = list(_judged(connection, deck, model))
    verdicts = _verdicts_table(judged, deck, model)
    metrics = suite.metrics(verdicts)
    rows = metrics.num_rows
    named = {"model": [model.name] * rows, "dataset": [deck.dataset] * rows, "suite": [deck.suite] * rows}
    columns = {**named, **{name: metrics.column(name) for name in metrics.column_names}}
    table = pa.table({name: columns[name] for name in TABLES["metrics"].names}).cast(TABLES["metrics"])
    space.write_derived("readings", deck.id, model.fingerprint, _readings_table(judged, model))
    space.write_derived("verdicts", deck.id, model.fingerprint, verdicts)
    space.write_derived("metrics", deck.id, model.fingerprint, table)
    return table


def _judged(connection: duckdb.DuckDBPyConnection, deck: Deck, model: Model) -> Iterator[Judged]:
    result = connection.sql(
        "select case_key, body, role, status, text, score, top, reason from cases"
        f" join asks using (case_key, deck) join {final_answers(model.fingerprint)} answered using (query_key)"
        f" where deck = '{deck.id}' order by cases.name, case_key"
    )
    for key, rows in groupby(_rows(result), key=itemgetter(0)):
        asked = list(rows)
        case = case_from(asked[0][1])
        answers = {role: _answer(*fields) for _, _, role, *fields in asked}
        if len(answers) == len(case.asks):
            readings = read_answers(case, answers)
            yield key, case, readings, answers, judge(case, readings, answers)


def _answer(status: Status, text: str | None, score: float | None, top: Any, reason: str | None) -> Answer:
    return Answer(status, text, score, tuple((each["answer"], each["score"]) for each in top or ()), reason)


def _rows(result: Any) -> Iterator[tuple[Any, ...]]:
    for batch in result.to_arrow_reader(8192):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def read_answers(case: Case, answers: dict[str, Answer]) -> dict[str, Reading]:
    """Read every answer that came back as text."""
    return {
        role: read(case.reads, answers[role].text or "", query.stimulus.question, case.options)
        for role, query in case.asks
        if answers[role].status == "ok"
    }


def _verdicts_table(judged: list[Judged], deck: Deck, model: Model) -> pa.Table:
    cases = [case for _, case, _, _, _ in judged]
    verdicts = [verdict for *_, verdict in judged]
    return pa.table(
        {
            "case_key": [key for key, *_ in judged],
            "model": [model.name] * len(judged),
            "dataset": [deck.dataset] * len(judged),
            "suite": [case.suite for case in cases],
            "name": [case.name for case in cases],
            "group": [case.group for case in cases],
            "image": [case.asks[0][1].stimulus.image for case in cases],
            "tags": [case.tags for case in cases],
            "holds": [verdict.holds for verdict in verdicts],
            "value": [verdict.value for verdict in verdicts],
            "status": [status_of(verdict) for verdict in verdicts],
            "reason": [verdict.reason for verdict in verdicts],
            "said": [_said(readings) for _, _, readings, _, _ in judged],
            "scores": [role_scores(case, readings, answers) for _, case, readings, answers, _ in judged],
        },
        schema=TABLES["verdicts"],
    )


def _said(readings: dict[str, Reading]) -> list[tuple[str, str]]:
    return [(role, str(reading.value)) for role, reading in readings.items() if reading.value is not None]


def _readings_table(judged: list[Judged], model: Model) -> pa.Table:
    rows = [(key, role, reading) for key, _, readings, _, _ in judged for role, reading in readings.items()]
    parser = version()
    return pa.table(
        {
            "case_key": [key for key, _, _ in rows],
            "role": [role for _, role, _ in rows],
            "model": [model.name] * len(rows),
            "kind": [reading.kind for *_, reading in rows],
            "value": [None if reading.value is None else str(reading.value) for *_, reading in rows],
            "reason": [reading.reason for *_, reading in rows],
            "version": [parser] * len(rows),
        },
        schema=TABLES["readings"],
    )
