"""How the scores of one metric are distributed over cases, by model and group."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from askance.core import UserError
from askance.report.metric_scores import declared_case_scores
from askance.server.case_filter import CaseFilter, ValueRange
from askance.server.filter_ids import OUTCOME_CODES, IndexNames, is_below
from askance.server.index_schema import STEPS
from askance.server.index_sources import HOLDS, LOST_VALUE, VALUE, stored_scores
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import DistributionBar


@dataclass(frozen=True, slots=True)
class DistributionRequest:
    """Which distribution: of one metric of a suite on a data set, for some models (() = all).

    The bars are about the group `group` ("" = all cases of the suite) and about the groups right below it.
    """

    dataset: str
    suite: str
    metric: str = ""  # "" = the value of each verdict
    models: tuple[str, ...] = ()
    group: str = ""
    bars: int = 20  # from score 0 to 1

    def __post_init__(self) -> None:
        if self.bars < 1 or (2 * STEPS) % self.bars:
            raise UserError(f"{self.bars} bars: write a divisor of {2 * STEPS}, such as 10, 20 or 40")


def metric_distribution(
    pool: QueryPool, names: IndexNames, wanted: DistributionRequest, ticket: Ticket | None
) -> tuple[DistributionBar, ...]:
    """The bars that are not empty, by model, group and score."""
    score = _score_of(wanted)
    counts = _count_bins(pool, names, wanted, score, ticket)
    totals: dict[tuple[int, str], int] = {}
    bars: dict[tuple[int, str, int], int] = {}
    for model, path, number, count in counts:
        bar = min(max(number // (2 * STEPS // wanted.bars), 0), wanted.bars - 1)
        for group in _shown_groups(path, wanted.group):
            totals[model, group] = totals.get((model, group), 0) + count
            bars[model, group, bar] = bars.get((model, group, bar), 0) + count
    paths = sorted({path for _, path, _, _ in counts})
    return tuple(
        DistributionBar(
            model=names.model[model],
            dataset=wanted.dataset,
            group=group,
            low=bar / wanted.bars,
            high=(bar + 1) / wanted.bars,
            count=count,
            percent=100 * count / totals[model, group],
            cases=_cases_behind(wanted, score, names.model[model], group, paths, bar),
        )
        for (model, group, bar), count in sorted(bars.items())
    )


def _score_of(wanted: DistributionRequest) -> str:
    """The SQL of the score of a case; UserError where a metric does not score single cases."""
    if not wanted.metric:
        return VALUE
    declared = declared_case_scores(wanted.suite).get(wanted.metric)
    if declared is None or len(declared.scores) > 1 or declared.item:
        raise UserError(f"{wanted.suite}.{wanted.metric}: this metric has no score for single cases")
    return declared.scores[0]


def _count_bins(
    pool: QueryPool, names: IndexNames, wanted: DistributionRequest, score: str, ticket: Ticket | None
) -> list[tuple[int, str, int, int]]:
    """Model, group, bin of the score, number of cases."""
    dataset, suite = names.id_of("dataset", wanted.dataset), names.id_of("suite", wanted.suite)
    models = names.ids_of("model", wanted.models)
    groups = [each.id for each in names.groups if not wanted.group or is_below(each.path, wanted.group)]
    where = "dataset = ? and suite = ? and list_contains(?::uinteger[], grp)"
    values: list[Any] = [dataset, suite, groups]
    if models is not None:
        where, values = f"{where} and list_contains(?::usmallint[], model)", [*values, sorted(models)]
    if wanted.metric in stored_scores(wanted.suite):
        sql = f"select model, grp, bin, n from score where {where} and metric = ?"
        values.append(names.id_of("metric", wanted.metric))
    else:
        holds = f"case when outcome in (1, 4) then {2 * STEPS} when outcome in (0, 3) then 0 end"
        place = {VALUE: "bin", LOST_VALUE: f"{2 * STEPS} - bin", HOLDS: holds}[score]
        sql = f"select model, grp, {place} as place, sum(n) from cube where {where} and place is not null group by all"
    found = pool.rows(sql, values, ticket)
    return [(model, names.groups[group].path, at, int(count)) for model, group, at, count in found]


def _shown_groups(path: str, above: str) -> list[str]:
    """The group that is asked for, and the one right below it that a path belongs to."""
    inside = path[len(above) + 1 :] if above and path != above else ("" if path == above else path)
    first = inside.split("/")[0]
    return [above, "/".join(filter(None, (above, first)))] if first else [above]


def _cases_behind(
    wanted: DistributionRequest, score: str, model: str, group: str, paths: Sequence[str], bar: int
) -> CaseFilter | None:
    """The filter that selects the cases of a bar."""
    chosen = CaseFilter(models=(model,), datasets=(wanted.dataset,), suites=(wanted.suite,))
    if group:
        chosen = replace(chosen, groups=(group,))
    elif wanted.metric in stored_scores(wanted.suite):  # the metric may be about some groups only
        chosen = replace(chosen, groups=tuple(paths))
    if score == HOLDS:
        outcome = {0: "fails", wanted.bars - 1: "holds"}.get(bar)
        return replace(chosen, outcomes=(outcome,)) if outcome in OUTCOME_CODES else None
    if score == VALUE:
        return replace(chosen, values=_range(bar, wanted.bars, is_mirrored=False))
    return replace(chosen, values=_range(bar, wanted.bars, is_mirrored=True)) if score == LOST_VALUE else None


def _range(bar: int, bars: int, *, is_mirrored: bool) -> ValueRange:
    """The values of a bar, whose upper end belongs to the next one; the first and the last bar have no outer end."""
    if is_mirrored:
        low, high = (bars - bar - 1) / bars, (bars - bar) / bars
        return ValueRange(None if bar == bars - 1 else low, None if bar == 0 else high, excludes_low=True)
    low, high = bar / bars, (bar + 1) / bars
    return ValueRange(None if bar == 0 else low, None if bar == bars - 1 else high, excludes_high=True)
