"""The cases that a model fails, with what it answered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pyarrow as pa
from askance.core import Answer, Case, decode_case
from askance.core.group_tag import GroupTag
from askance.relations import diagnostic_relations
from askance.report.current_results import CurrentResult
from askance.report.declared_group_tags import declared_group_tags
from askance.report.derived_tables import read_or_rejudge_tables
from askance.store import AGAIN, Workspace, connect, final_answers_sql
from duckdb import DuckDBPyConnection

CHUNK = 4096  # cases decoded at a time
Outcome = Literal["broken", "kept", "measured", "undecided"]


@dataclass(frozen=True, slots=True)
class FailingCase:
    """One case whose relation is broken; `total`: how many cases of that model, data set and suite are."""

    case: Case
    answers: dict[str, Answer]  # by role; `top` has at most the probability of the answer given
    reason: str | None
    total: int
    outcome: Outcome = "broken"


@dataclass(frozen=True, slots=True)
class CaseFilter:
    """Cases whose group begins with a path, or whose tag has a value (`tag/value`); "" = all."""

    path: str = ""
    status: str = ""  # why they are undecided, such as refused; "" = those whose relation is broken
    with_kept: bool = False  # also those whose relation holds

    def sql(self, group_tags: Sequence[GroupTag] = ()) -> tuple[str, list[Any]]:
        """A condition on verdicts, and its parameters; `group_tags`: groups of results that the suite declares."""
        outcome = "these.status = ?" if self.status else "true" if self.with_kept else "holds = false"
        values = [self.status] if self.status else []
        if not self.path:
            return outcome, values
        tag, _, value = self.path.partition("/")
        about = "these.\"group\" = ? or starts_with(these.\"group\", ? || '/') or replace(these.tags[?], '/', '-') = ?"
        values += [self.path, self.path, tag, value]
        for each in group_tags:  # the path may begin with the part that the cases are in: implied/negation
            about += f" or list_has_any({each.values}, [?, ?])"
            values += [part.removeprefix(each.prefix) for part in (self.path, value)]
        return f"{outcome} and ({about})", values


def find_failing_cases(space: Workspace, standing: CurrentResult, count: int | None = None) -> Iterator[FailingCase]:
    """The failing cases of one model on one case set, the same every time; a few are spread over all groups.

    A relation that only measures something (a diagnosis) has no failing cases, whatever its verdict.
    """
    verdicts = read_or_rejudge_tables(space, "verdicts", [standing])
    connection = connect(space, [standing.case_set], tables=("cases", "asks", "answers"))
    connection.register("these", verdicts)
    shown = 0
    for each in _read_cases(connection, standing, _fails_sql(), [], count):
        shown += 1
        yield each
    wanted = _count_failures(verdicts) if count is None else min(count, _count_failures(verdicts))
    _say_what_is_missing(space, standing, shown, wanted)


def count_failing_cases(space: Workspace, standing: CurrentResult) -> int:
    """How many cases of one model on one case set fail."""
    return _count_failures(read_or_rejudge_tables(space, "verdicts", [standing]))


class CaseSampler:
    """Draws a few cases of each result of a workspace; the views of a case set are made once for all models."""

    def __init__(self, space: Workspace):
        self._space = space
        self._connections: dict[str, DuckDBPyConnection] = {}

    def sample(
        self, standing: CurrentResult, failing: int, about: Sequence[CaseFilter] = (), each: int = 3
    ) -> tuple[list[FailingCase], int]:
        """Some failing cases and `each` of every filter, without repetition; and how many fail in all.

        Where no case of a filter fails, it is illustrated by cases whose relation holds.
        """
        verdicts = read_or_rejudge_tables(self._space, "verdicts", [standing])
        if standing.case_set not in self._connections:
            tables = ("cases", "asks", "answers")
            self._connections[standing.case_set] = connect(self._space, [standing.case_set], tables=tables)
        connection = self._connections[standing.case_set]
        connection.register("these", verdicts)
        keys = _draw_case_keys(connection, _fails_sql(), [], failing)
        wanted = len(keys)
        group_tags = declared_group_tags(standing.suite)
        for filter_ in about:
            found = _draw_case_keys(connection, *filter_.sql(group_tags), each)
            if not found and not filter_.status:
                found = _draw_case_keys(connection, *CaseFilter(filter_.path, with_kept=True).sql(group_tags), each)
            keys += found
        if not keys:
            return [], 0
        cases = list(_read_cases(connection, standing, "list_contains(?, these.case_key)", [list(set(keys))], None))
        total = _count_failures(verdicts)
        _say_what_is_missing(self._space, standing, sum(case.outcome == "broken" for case in cases), wanted)
        return cases, total


def _fails_sql() -> str:
    """The condition of a failing case."""
    measured = ", ".join(f"'{name}'" for name in sorted(diagnostic_relations()))
    return f"holds = false and these.relation not in ({measured})"


def _draw_case_keys(connection: DuckDBPyConnection, where: str, values: list[Any], count: int) -> list[bytes]:
    """The keys of a few cases for which a condition holds, spread over the groups, the same every time."""
    sql = (
        "select case_key from (select case_key, name,"
        ' row_number() over (partition by "group" order by md5(name)) turn'
        f" from these where {where}) order by turn, md5(name) limit {int(count)}"
    )
    return [bytes(key) for (key,) in connection.execute(sql, values).fetchall()]


def _read_cases(
    connection: DuckDBPyConnection, standing: CurrentResult, where: str, values: list[Any], count: int | None
) -> Iterator[FailingCase]:
    """The cases of the verdicts `these` for which a condition holds, with all their answers."""
    some = "" if count is None else f" order by turn, md5(these.name) limit {int(count)}"
    stream = connection.sql(
        "select any_value(body) body, any_value(bad.reason) reason, any_value(total) total, any_value(holds) holds,"
        " list({'role': role, 'status': status, 'text': text, 'reason': given.reason, 'probability': probability}) said"
        " from (select case_key, these.name, these.image, these.reason, these.holds, body, count(*) over () total,"
        '  row_number() over (partition by these."group" order by md5(these.name)) turn'
        f"  from these join cases using (case_key) where {where}{some}) bad"
        " join asks using (case_key)"
        " join (select query_key, text, status, reason,"
        "  [each.score for each in top if each.answer = text][1] probability"
        f"  from {final_answers_sql(standing.fingerprint)}) given using (query_key)"
        " group by case_key, bad.image, bad.name order by bad.image, bad.name, case_key",
        params=values,
    )
    measured = diagnostic_relations()
    for batch in stream.to_arrow_reader(CHUNK):
        for row in batch.to_pylist():
            answers = {each["role"]: _to_answer(each) for each in row["said"]}
            case = decode_case(row["body"])
            if len(answers) == len(case.asks):
                outcome = _outcome(row["holds"], case.relation in measured)
                yield FailingCase(case, answers, row["reason"], row["total"], outcome)


def _say_what_is_missing(space: Workspace, standing: CurrentResult, shown: int, wanted: int) -> None:
    if shown < wanted:
        who = f"{standing.suite} for {standing.model} on {standing.dataset}"
        space.say(f"{who}: {wanted - shown:,} of {wanted:,} failing cases lack stored cases or answers: {AGAIN}")


def answers_of_cases(
    space: Workspace, result: CurrentResult, keys: pa.Table
) -> Iterator[tuple[bytes, bytes, dict[str, Answer]]]:
    """Key, body and one model's answers of the cases in the table (`case_key`), by image and name."""
    connection = connect(space, [result.case_set], tables=("cases", "asks", "answers"))
    connection.register("these", keys)
    stream = connection.sql(
        "select case_key, any_value(body) body, list({'role': role, 'status': status, 'text': text,"
        " 'reason': given.reason, 'probability': probability}) said"
        " from these join cases using (case_key) join asks using (case_key)"
        " join (select query_key, text, status, reason,"
        "  [each.score for each in top if each.answer = text][1] probability"
        f"  from {final_answers_sql(result.fingerprint)}) given using (query_key)"
        " group by case_key, these.image, these.name order by these.image, these.name, case_key"
    )
    for batch in stream.to_arrow_reader(CHUNK):
        for row in batch.to_pylist():
            yield row["case_key"], row["body"], {each["role"]: _to_answer(each) for each in row["said"]}


def _outcome(holds: bool | None, is_measured: bool) -> Outcome:
    if holds is None:
        return "undecided"
    return "measured" if is_measured else "kept" if holds else "broken"


def _count_failures(verdicts: pa.Table) -> int:
    """How many verdicts are failures, and no diagnoses."""
    pairs = zip(verdicts["holds"].to_pylist(), verdicts["relation"].to_pylist(), strict=True)
    measured = diagnostic_relations()
    return sum(holds is False and relation not in measured for holds, relation in pairs)


def _to_answer(said: dict[str, Any]) -> Answer:
    text, probability = said["text"], said["probability"]
    top = () if text is None or probability is None else ((text, probability),)
    return Answer(said["status"], text, None, top, said["reason"])
