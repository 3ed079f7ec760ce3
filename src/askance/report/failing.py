"""The cases that a model fails, with what it answered."""

from collections.abc import Iterator
from dataclasses import dataclass

from askance.core import Case, case_from
from askance.report.current import Current
from askance.store import Workspace, final_answers, lens

CHUNK = 4096  # cases decoded at a time


@dataclass(frozen=True, slots=True)
class Failing:
    """One case whose relation is broken; `answers`: role → the answer's text, or its status where it has none."""

    case: Case
    answers: dict[str, str]
    reason: str | None


def failing(space: Workspace, standing: Current, count: int | None = None) -> Iterator[Failing]:
    """The failing cases of one model on one deck, the same every time; a few are spread over all groups."""
    connection = lens(space, [standing.deck])
    connection.register("these", space.derived("verdicts", [(standing.deck, standing.fingerprint)]))
    some = "" if count is None else f" order by turn, md5(name) limit {int(count)}"
    stream = connection.sql(
        "select any_value(body) body, any_value(bad.reason) reason, list(role) roles,"
        " list(coalesce(text, status)) texts from (select * from (select case_key, name, image, reason,"
        ' row_number() over (partition by "group" order by md5(name)) turn from these where holds = false)'
        f"{some}) bad join cases using (case_key) join asks using (case_key)"
        f" join (select query_key, text, status from {final_answers(standing.fingerprint)}) given using (query_key)"
        " group by case_key, bad.image, bad.name order by bad.image, bad.name, case_key"
    )
    for batch in stream.to_arrow_reader(CHUNK):
        for row in batch.to_pylist():
            yield Failing(case_from(row["body"]), dict(zip(row["roles"], row["texts"], strict=True)), row["reason"])
