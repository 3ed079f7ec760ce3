"""From answers to readings, verdicts and metrics of one case set and one model."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.compute as pc
from askance.core import Answer, Case, Reading, Suite
from askance.core.answer import Status, Undecided
from askance.core.case import decode_case
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.engine.image_order import case_units, keep_first_images
from askance.engine.stopping_rule import SuiteStop, with_anytime_intervals
from askance.metrics.plugin_metrics import append_plugin_metrics
from askance.readings import parser_versions, read
from askance.relations import accuracy_by_role, judge_case, probability_relations, undecided_status
from askance.store import TABLES, CaseSet, Workspace, build_map_column, final_answers_sql
from askance.wording.normalise_answers import normalise_answer

AT_ONCE = 10_000  # verdicts that are turned into a part of a table together


class ModelIdentity(Protocol):
    """Whose answers are judged: a model, or the name and fingerprint that a record has of one."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...


class VerdictRow(NamedTuple):
    """One verdict: strings and numbers only, since objects kept by the thousand are slow to keep."""

    name: str
    key: bytes
    holds: bool | None
    value: float | None
    status: Undecided | None
    reason: str | None
    scores: list[tuple[str, float]]
    readings: list[tuple[str, str, str | None, str | None]]  # role, kind, value, reason
    texts: list[tuple[str, str]]  # role, normalised answer; empty where every answer could be read
    bias: float | None = None


class PackedVerdicts:
    """Verdicts as bytes: a fifth of the memory that they take as objects, for case sets of any size."""

    def __init__(self) -> None:
        self._rows: list[bytes] = []
        self._order: list[bytes] = []  # name and key of each row

    def append(self, row: VerdictRow) -> None:
        """Add one."""
        self._rows.append(_encoder.encode(row))
        self._order.append(row.name.encode() + b"\0" + row.key)

    def sort(self) -> None:
        """Put the rows in the order of their names; a case that a suite made twice is kept once."""
        places = sorted(range(len(self._rows)), key=self._order.__getitem__)
        kept = [place for n, place in enumerate(places) if not n or self._order[place] != self._order[places[n - 1]]]
        self._rows, self._order = [self._rows[place] for place in kept], []

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[VerdictRow]:
        return map(_decoder.decode, self._rows)


_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(VerdictRow)


def judge_to_row(key: bytes, case: Case, answers: dict[str, Answer]) -> VerdictRow:
    """The verdict on one case from the answers to all its asks: the only way from answers to a verdict."""
    readings = parse_answers(case, answers)
    found = judge_case(case, readings, answers)
    told = [(role, each.kind, _reading_as_text(each), each.reason) for role, each in readings.items()]
    scores = accuracy_by_role(case, readings, answers)
    texts = texts_if_unreadable(readings, answers)
    return VerdictRow(
        case.name, key, found.holds, found.value, undecided_status(found), found.reason, scores, told, texts, found.bias
    )


def judge_case_set(
    space: Workspace,
    connection: duckdb.DuckDBPyConnection,
    case_set: CaseSet,
    suite: Suite,
    model: ModelIdentity,
    is_finished: bool = True,
    stops: Sequence[SuiteStop] = (),
) -> None:
    """Write readings, verdicts and metrics; cases that still lack an answer are left for the next run."""
    for name, table in compute_judged_tables(connection, case_set, suite, model, is_finished, stops).items():
        space.write_derived(name, case_set.id, model.fingerprint, table)


def compute_judged_tables(
    connection: duckdb.DuckDBPyConnection,
    case_set: CaseSet,
    suite: Suite,
    model: ModelIdentity,
    is_finished: bool = True,
    stops: Sequence[SuiteStop] = (),
) -> dict[str, pa.Table]:
    """Readings, verdicts and metrics, from the stored cases and answers alone.

    `is_finished`: False while an adaptive suite may still add cases. `stops`: how far `--until` let the suite be asked.
    """
    rows = _judge_all_cases(connection, case_set, model)
    verdicts = _build_verdicts_table(rows, connection, case_set, model)
    readings = _build_readings_table(rows, model)
    is_stopped = bool(stops) and all(stop.is_reached for stop in stops)
    if is_stopped:
        units = case_units(connection, case_set.id)
        verdicts, readings = (
            keep_first_images(table, units, stops[0].images, case_set.seed or 0) for table in (verdicts, readings)
        )
    with name_outside_code_in_errors(f"suite {suite.card.name}: metrics()", suite):
        found = suite.metrics(verdicts)
    metrics = append_plugin_metrics(suite.card, found, verdicts)
    wanted = _count_distinct_cases(connection, case_set) if is_finished else None
    told = {
        "model": model.name, "dataset": case_set.dataset, "suite": case_set.suite,
        "partial": verdicts.num_rows != wanted and not is_stopped, "judged": verdicts.num_rows, "wanted": wanted,
        "limit": case_set.limit, "seed": case_set.seed, "sample": case_set.sample,
        "fingerprint": model.fingerprint, "stopped": None,
    }  # fmt: skip
    if is_stopped:  # models that stopped at different images were not given the same cases
        told |= {"sample": f"{case_set.sample}-{stops[0].images}", "stopped": stops[0].progress}
    metrics = with_anytime_intervals(metrics, stops)
    columns = {name: [value] * metrics.num_rows for name, value in told.items()}
    columns |= {name: metrics.column(name) for name in metrics.column_names}
    table = pa.table({name: columns[name] for name in TABLES["metrics"].names}).cast(TABLES["metrics"])
    return {"readings": readings, "verdicts": verdicts, "metrics": table}


def compute_verdicts(connection: duckdb.DuckDBPyConnection, case_set: CaseSet, model: ModelIdentity) -> pa.Table:
    """The verdicts on the cases that are answered so far."""
    return _build_verdicts_table(_judge_all_cases(connection, case_set, model), connection, case_set, model)


def _count_distinct_cases(connection: duckdb.DuckDBPyConnection, case_set: CaseSet) -> int:
    """The distinct cases of a case set: a case that a suite makes twice is judged once."""
    sql = f"select count(distinct case_key) from cases where deck = '{case_set.id}'"
    return int(connection.execute(sql).fetchall()[0][0])


def _judge_all_cases(connection: duckdb.DuckDBPyConnection, case_set: CaseSet, model: ModelIdentity) -> PackedVerdicts:
    """The verdicts from the store, by name; shard by shard, since a large case set may not fit in memory."""
    columns = "query_key, status, text, score, top, reason"
    mine = final_answers_sql(model.fingerprint)
    connection.execute(f"create or replace temp table answered as select {columns} from {mine}")
    judged = PackedVerdicts()
    sql = f"select distinct shard from numbered_cases where deck = '{case_set.id}' order by shard"
    for (shard,) in connection.execute(sql).fetchall():
        for key, rows in groupby(_read_cases_with_answers(connection, case_set, shard), key=itemgetter(0)):
            asked = list(rows)
            case = decode_case(asked[0][1])
            answers = {role: _to_answer(*fields) for _, _, role, *fields in asked}
            if len(answers) == len(case.asks):
                judged.append(judge_to_row(key, case, answers))
    connection.execute("drop table answered")
    judged.sort()
    return judged


def _read_cases_with_answers(
    connection: duckdb.DuckDBPyConnection, case_set: CaseSet, shard: int
) -> Iterator[tuple[Any, ...]]:
    """The cases of one shard with their answers, the asks of a case one after the other."""
    names = ", ".join(f"'{name}'" for name in sorted(probability_relations()))
    return _iterate_rows(
        connection.sql(
            "select case_key, body, role, status, text, score,"
            f" case when relation in ({names}) then top end as top, reason from numbered_cases"
            " join asks using (case_key, deck) join answered using (query_key)"
            f" where deck = '{case_set.id}' and shard = {shard} order by case_key"
        )
    )


def _to_answer(status: Status, text: str | None, score: float | None, top: Any, reason: str | None) -> Answer:
    return Answer(status, text, score, tuple((each["answer"], each["score"]) for each in top or ()), reason)


def _iterate_rows(result: Any) -> Iterator[tuple[Any, ...]]:
    for batch in result.to_arrow_reader(8192):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def parse_answers(case: Case, answers: dict[str, Answer]) -> dict[str, Reading]:
    """Read every answer that came back as text."""
    asked = {role: (case.question or query.stimulus.question, case.options_for_role(role)) for role, query in case.asks}
    return {
        role: read(case.reads, answers[role].text or "", question, options)
        for role, (question, options) in asked.items()
        if answers[role].status == "ok"
    }


def texts_if_unreadable(readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> list[tuple[str, str]]:
    """What each role answered, normalised, where at least one answer could not be read; otherwise nothing."""
    if all(reading.value is not None for reading in readings.values()):
        return []
    return [(role, normalise_answer(answers[role].text or "")) for role in readings]


def _reading_as_text(reading: Reading) -> str | None:
    return None if reading.value is None else str(reading.value)


def _build_verdicts_table(
    rows: PackedVerdicts, connection: duckdb.DuckDBPyConnection, case_set: CaseSet, model: ModelIdentity
) -> pa.Table:
    columns = 'case_key, suite, name, "group", relation, image, tags'
    cases = connection.sql(f"select {columns} from cases where deck = '{case_set.id}'").to_arrow_table()
    schema = TABLES["verdicts"]
    parts = [schema.empty_table()]
    for some in _in_chunks(rows):
        keys = pa.array([row.key for row in some], cases.schema.field("case_key").type)
        own = cases.take(pc.index_in(keys, cases["case_key"]))
        made = {
            "model": pa.repeat(model.name, len(some)),
            "dataset": pa.repeat(case_set.dataset, len(some)),
            "holds": [row.holds for row in some],
            "value": [row.value for row in some],
            "status": [row.status for row in some],
            "reason": [row.reason for row in some],
            "said": build_map_column(
                [[(r, v) for r, _, v, _ in row.readings if v is not None] for row in some], pa.string()
            ),
            "scores": build_map_column([row.scores for row in some], pa.float64()),
            "texts": build_map_column([row.texts for row in some], pa.string()),
            "bias": pa.array([row.bias for row in some], pa.float64()),
        }
        taken = {name: own[name].cast(schema.field(name).type) for name in own.column_names}
        parts.append(pa.table({name: made.get(name, taken.get(name)) for name in schema.names}, schema))
    return pa.concat_tables(parts).combine_chunks()


def _in_chunks(rows: PackedVerdicts) -> Iterator[list[VerdictRow]]:
    """The rows by the ten thousand: as objects they are never all in memory."""
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _build_readings_table(rows: PackedVerdicts, model: ModelIdentity) -> pa.Table:
    schema = TABLES["readings"]
    parts = [schema.empty_table()]
    for some in _in_chunks(rows):
        readings = [(row.key, *each) for row in some for each in row.readings]
        keys, roles, kinds, values, reasons = zip(*readings, strict=True) if readings else ((),) * 5
        columns = {
            "case_key": keys,
            "role": roles,
            "model": pa.repeat(model.name, len(keys)),
            "kind": kinds,
            "value": values,
            "reason": reasons,
            "version": pa.repeat(parser_versions(), len(keys)),
        }
        parts.append(pa.table(columns, schema))
    return pa.concat_tables(parts).combine_chunks()
