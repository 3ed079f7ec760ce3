"""The cases that a model fails, with what it answered."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from askance.core import Answer, Case, decode_case
from askance.relations import diagnostic_relations
from askance.report.current_results import CurrentResult
from askance.report.derived_tables import read_or_rejudge_tables
from askance.store import AGAIN, Workspace, connect, final_answers_sql

CHUNK = 4096  # cases decoded at a time


@dataclass(frozen=True, slots=True)
class FailingCase:
    """One case whose relation is broken; `total`: how many cases of that model, data set and suite are."""

    case: Case
    answers: dict[str, Answer]  # by role; `top` has at most the probability of the answer given
    reason: str | None
    total: int


def find_failing_cases(space: Workspace, standing: CurrentResult, count: int | None = None) -> Iterator[FailingCase]:
    """The failing cases of one model on one case set, the same every time; a few are spread over all groups.

    A relation that only measures something (a diagnosis) has no failing cases, whatever its verdict.
    """
    connection = connect(space, [standing.case_set], tables=("cases", "asks", "answers"))
    verdicts = read_or_rejudge_tables(space, "verdicts", [standing])
    connection.register("these", verdicts)
    some = "" if count is None else f" order by turn, md5(these.name) limit {int(count)}"
    measured = ", ".join(f"'{name}'" for name in sorted(diagnostic_relations()))
    stream = connection.sql(
        "select any_value(body) body, any_value(bad.reason) reason, any_value(total) total,"
        " list({'role': role, 'status': status, 'text': text, 'reason': given.reason, 'probability': probability}) said"
        " from (select case_key, these.name, these.image, these.reason, body, count(*) over () total,"
        '  row_number() over (partition by these."group" order by md5(these.name)) turn'
        "  from these join cases using (case_key)"
        f"  where holds = false and cases.relation not in ({measured}){some}) bad"
        " join asks using (case_key)"
        " join (select query_key, text, status, reason,"
        "  [each.score for each in top if each.answer = text][1] probability"
        f"  from {final_answers_sql(standing.fingerprint)}) given using (query_key)"
        " group by case_key, bad.image, bad.name order by bad.image, bad.name, case_key"
    )
    shown = 0
    for batch in stream.to_arrow_reader(CHUNK):
        for row in batch.to_pylist():
            answers = {each["role"]: _to_answer(each) for each in row["said"]}
            case = decode_case(row["body"])
            if len(answers) == len(case.asks):
                shown += 1
                yield FailingCase(case, answers, row["reason"], row["total"])
    wanted = _count_failures(verdicts) if count is None else min(count, _count_failures(verdicts))
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


def _count_failures(verdicts: pa.Table) -> int:
    """How many verdicts are failures, and no diagnoses."""
    pairs = zip(verdicts["holds"].to_pylist(), verdicts["relation"].to_pylist(), strict=True)
    measured = diagnostic_relations()
    return sum(holds is False and relation not in measured for holds, relation in pairs)


def _to_answer(said: dict[str, Any]) -> Answer:
    text, probability = said["text"], said["probability"]
    top = () if text is None or probability is None else ((text, probability),)
    return Answer(said["status"], text, None, top, said["reason"])
