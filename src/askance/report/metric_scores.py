"""How the metrics of a suite follow from single cases: as the suite declares, or as its results show."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.core import Metric, UserError
from askance.core.case_score import CaseScore, SuiteWithCaseScores, is_in_part
from askance.metrics.macro_average import POOLED
from askance.report.current_results import CurrentResult
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.metric_declarations import Declarations, headline_index, metric_of_row
from askance.report.model_versions import ModelVersion
from askance.report.paired_cases import ScoredMetric
from askance.store import query_to_arrow
from askance.suites import open_stored_suite

PLAIN = tuple(
    CaseScore(score, is_mean_of_tests=by_test)
    for by_test in (False, True)
    for score in ("value", "holds::double", "1 - value", "1 - holds::double")
)
_ROUNDING = 1e-6  # points


def headline_scores(
    declared: Declarations, sides: Sequence[tuple[ModelVersion, CurrentResult]], wanted: Collection[str] = ()
) -> tuple[dict[str, ScoredMetric], list[str]]:
    """Metric → how cases are scored for it, of the headline metrics or those `wanted`; and the names of the others.

    A suite of another package that declares nothing is tried: does a plain mean give the stored values of both models?
    """
    suite = sides[0][1].suite
    names = [row["metric"] for side in sides for row in _total_rows(side)]  # one model may lack a metric
    rows = [{"suite": suite, "metric": name} for name in dict.fromkeys(names)]
    if wanted:
        chosen = [row for row in rows if f"{suite}.{row['metric']}" in wanted]
    else:
        ranked = [(headline_index(declared, row), row) for row in rows if row["metric"] != "coverage"]
        chosen = [row for index, row in sorted(((i, r) for i, r in ranked if i is not None), key=lambda each: each[0])]
    scores, found, unknown = declared_case_scores(suite), {}, []
    for row in chosen:
        score = _find_score(scores, row["metric"], "", sides)
        if score is None:
            unknown.append(f"{suite}.{row['metric']}")
        else:
            found[row["metric"]] = ScoredMetric(metric_of_row(declared, row), score)
    return found, unknown


def scores_of_metrics(
    metrics: Sequence[tuple[Metric, str]], sides: Sequence[tuple[ModelVersion, CurrentResult]]
) -> dict[str, ScoredMetric]:
    """`metric` or `metric/group` → how cases are scored for it, where it is a mean or a declared function of means."""
    declared = declared_case_scores(sides[0][1].suite)
    found: dict[str, ScoredMetric] = {}
    for metric, group in metrics:
        score = _find_score(declared, metric.name, group, sides)
        if score is not None:
            found["/".join(filter(None, [metric.name, group]))] = ScoredMetric(metric, score, group)
    return found


def _find_score(
    declared: dict[str, CaseScore], metric: str, group: str, sides: Sequence[tuple[ModelVersion, CurrentResult]]
) -> CaseScore | None:
    """The declared score, or the plain mean that gives the stored values of both models; also within a group."""
    if not group and metric in declared:
        return declared[metric]
    whole = [declared[metric]] if metric in declared else PLAIN
    candidates = whole if not group else [part for score in whole for part in _scores_in_group(score, group)]
    fits = (score for score in candidates if all(_gives_value(score, metric, group, each) for each in sides))
    return next(fits, None)


def _scores_in_group(score: CaseScore, group: str) -> Iterator[CaseScore]:
    """The score restricted to a part of the group path, or to the cases with the value of a tag."""
    name, _, value = (part.replace("'", "''") for part in group.partition("/"))
    pooled = replace(score, is_mean_of_tests=False)
    if group == POOLED:
        yield pooled
    for inside in (is_in_part(group.replace("'", "''")), f"replace(tags['{name}'], '/', '-') = '{value}'"):
        yield replace(pooled, where=f"({score.where}) and coalesce({inside}, false)")


def declared_case_scores(suite: str) -> dict[str, CaseScore]:
    """Metric → how cases are scored for it, as the suite declares; {} where the suite is not installed."""
    try:
        opened = open_stored_suite(suite)
    except UserError:  # of a package that is not installed here
        return {}
    return dict(opened.case_scores) if isinstance(opened, SuiteWithCaseScores) else {}


def _gives_value(score: CaseScore, metric: str, group: str, side: tuple[ModelVersion, CurrentResult]) -> bool:
    stored = [row["value"] for row in _total_rows(side, group) if row["metric"] == metric]
    return bool(stored) and stored[0] is not None and abs(stored[0] - score_total(score, side)) < _ROUNDING


def score_total(score: CaseScore, side: tuple[ModelVersion, CurrentResult]) -> float:
    """The value of a mean over all decided cases of one model; not a number where there are none."""
    connection = duckdb.connect()
    connection.register("these", read_or_rejudge_tables(side[0].space, "verdicts", [side[1]]))
    test = "split_part(coalesce(\"group\", ''), '/', 1)" if score.is_mean_of_tests else "''"
    units = f"select {test} as test, ({score.scores[0]})::double as score from these where {score.where}"
    if score.item:
        units = (
            f"select '' as test, sum(({score.scores[0]})::double) as score from these where {score.where}"
            f" group by {score.item} having count(({score.scores[0]})::double) = {score.cases_per_item}"
        )
    sql = f"select avg(mean) as mean from (select avg(score) as mean from ({units}) group by test)"
    mean = query_to_arrow(connection, sql)["mean"].to_pylist()[0]
    if mean is None:
        return float("nan")
    if score.transform is None:
        return float(100 * mean)
    return float(score.transform(np.array([mean])))


def _total_rows(side: tuple[ModelVersion, CurrentResult], group: str = "") -> list[dict[str, Any]]:
    table: pa.Table = read_or_rejudge_tables(side[0].space, "metrics", [side[1]])
    rows: list[dict[str, Any]] = table.filter(pc.equal(table["group"], group)).to_pylist()
    return rows
