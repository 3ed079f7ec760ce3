"""A metric by the value of a tag: what the metric view shows if the cases are split by question type or another tag."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import isfinite
from operator import attrgetter

import duckdb
import numpy as np
from askance.core.case_score import CaseScore
from askance.metrics.rate import encode_column, image_cluster_codes, rate_rows
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.dot_bar import DotBar, make_dot_bar
from askance.report.metric_scores import declared_case_scores
from askance.server.case_filter import CaseFilter
from askance.server.case_groups import group_tags_of
from askance.server.case_selection import Selection
from askance.server.folder_size import folder_size
from askance.server.index_sources import PLAIN_SCORES
from askance.server.metric_cases import MetricCases
from askance.server.metric_state import MetricState
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import Links
from askance.server.queries import Queries
from askance.server.tag_rates import TagRate, TagRequest
from askance.server.workspace_results import MOST_BYTES, WorkspaceResults
from askance.store import Workspace, query_to_arrow

NO_GROUP = "This group is made by a tag itself, so it cannot be split by another one: choose all cases, or a test."
NO_SCORE = "This metric is computed from all cases together, so it cannot be split by a tag."
TOO_LARGE = "This workspace is too large to split this metric by a tag. Metrics of the suite accuracy can be split."
_SCORES = (
    "select ({score})::double as score, image, coalesce(map_extract_value(tags, $1), '') as val from verdicts"
    " where ({where})"
    " and ($2 = '' or \"group\" = $2 or starts_with(coalesce(\"group\", ''), $2 || '/'))"
)


@dataclass(frozen=True, slots=True)
class TagLine:
    """The metric of one model on the cases with one value of the tag."""

    rate: TagRate
    color: int
    bar: DotBar
    cases: str  # address of all these cases; "" = they do not have the tag, so no filter selects them
    listed: str  # address of those to look at, such as those that fail; "" = there are none
    count: int  # how many these are
    word: str  # what they are, such as failing


@dataclass(frozen=True, slots=True)
class TagTable:
    """The metric by one tag."""

    tag: str
    values: list[tuple[str, list[TagLine]]]  # value of the tag → one line per model
    is_numeric: bool  # the values are in the order of numbers
    note: str  # why there are no values; "" = there are some


def tag_choices(queries: Queries, state: MetricState) -> list[str]:
    """The tags that the metric can be split by: those of the suite's cases that have few values."""
    few = {each.tag for each in queries.choices().tags} - {each.tag for each in group_tags_of(state.chosen.suite)}
    return [tag for tag in queries.tags_of(state.dataset, state.chosen.suite) if tag in few]


def tag_rates(opened: OpenedWorkspace, queries: Queries, state: MetricState) -> tuple[tuple[TagRate, ...], str]:
    """One rate per model and value of the chosen tag, and in one sentence why there are none."""
    score = declared_case_scores(state.chosen.suite).get(state.chosen.metric.name)
    group = MetricCases(queries, state.dataset, state.chosen).find(state.group)
    if group is None or group.tags:
        return (), NO_GROUP
    path = group.groups[0] if state.group and group.groups else ""
    if score is None or len(score.scores) > 1 or score.item or score.transform is not None:
        return (), NO_SCORE
    if score.where == "true" and score.scores[0] in PLAIN_SCORES:
        wanted = TagRequest(
            state.dataset, state.chosen.suite, state.tag, score.scores[0], state.models, path
        )  # fmt: skip
        return queries.tag_rates(wanted), ""
    if folder_size(opened.root / "verdicts") > MOST_BYTES:
        return (), TOO_LARGE
    key = "tag rates", state.dataset, state.chosen.key, state.tag, path, state.models
    return opened.cached(key, lambda space: _rates_of_verdicts(space, opened, state, score, path)), ""


def _rates_of_verdicts(
    space: Workspace, opened: OpenedWorkspace, state: MetricState, score: CaseScore, path: str
) -> tuple[TagRate, ...]:
    """The same from the stored verdicts, which have what the index lacks: the score of each role."""
    found: list[TagRate] = []
    for result in WorkspaceResults.of(opened).results:
        if (result.dataset, result.suite) != (state.dataset, state.chosen.suite) or result.model not in state.models:
            continue
        connection = duckdb.connect()
        connection.register("verdicts", read_or_rejudge_tables(space, "verdicts", [result]))
        sql = _SCORES.format(score=score.scores[0], where=score.where)
        table = query_to_arrow(connection, sql, [state.tag, path])
        scores = np.asarray(table["score"].fill_null(np.nan), dtype=np.float64)
        rows = rate_rows(scores, image_cluster_codes(table), [encode_column(table["val"])])
        found += [TagRate.of(result.model, value, row) for value, row in rows.items()]
    return tuple(found)


def make_tag_table(
    rates: Sequence[TagRate], note: str, state: MetricState, colors: dict[str, int], lister: "TagCaseLister"
) -> TagTable:
    """The rates as lines, values of the tag in the order of numbers, or the hardest one first."""
    ordered = sorted(rates, key=attrgetter("value"))
    values = {value: list(some) for value, some in groupby(ordered, key=attrgetter("value"))}
    without = values.pop("", [])  # cases that do not have the tag come last
    is_numeric = all(_is_number(value) for value in values)
    is_down = state.chosen.metric.better == "down"
    order = (
        sorted(values, key=float) if is_numeric else sorted(values, key=lambda each: _goodness(values[each], is_down))
    )
    values |= {"": without} if without and values else {}
    order += [""] if "" in values else []
    lines = [(each, [_line(rate, state, colors, lister) for rate in _by_model(values[each], state)]) for each in order]
    return TagTable(state.tag, lines, is_numeric, note or ("" if lines else "No case of this selection has the tag."))


def _by_model(rates: Sequence[TagRate], state: MetricState) -> list[TagRate]:
    return sorted(rates, key=lambda rate: state.models.index(rate.model))


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def _goodness(rates: Sequence[TagRate], is_down: bool) -> float:
    """The mean over models, such that the hardest value has the least."""
    known = [rate.percent for rate in rates if rate.percent is not None]
    mean = sum(known) / len(known) if known else 0.0
    return -mean if is_down else mean


def _line(rate: TagRate, state: MetricState, colors: dict[str, int], lister: "TagCaseLister") -> TagLine:
    row = {"value": rate.percent, "low": rate.low, "high": rate.high, "n": rate.n}
    bar = make_dot_bar(row, state.chosen.metric)
    if not rate.value:
        return TagLine(rate, colors[rate.model], bar, "", "", 0, "")
    return TagLine(rate, colors[rate.model], bar, *lister.addresses(rate))


@dataclass(frozen=True, slots=True)
class TagCaseLister:
    """Finds the cases behind the rates of a table."""

    queries: Queries
    state: MetricState
    links: Links

    def addresses(self, rate: TagRate) -> tuple[str, str, int, str]:
        """The address of all cases behind a rate; the address, number and word of those to look at."""
        state, tag = self.state, (self.state.tag, rate.value)
        cases = MetricCases(self.queries, state.dataset, state.chosen)
        found = cases.filter_of(state.group) or CaseFilter()
        chosen = Selection(replace(found, models=(rate.model,), tags=(*found.tags, tag))).cases_address(self.links)
        listed = cases.listed(state.group, rate.model, {"value": rate.percent, "n": rate.n, "undecided": 0}, (tag,))
        if listed.cases is None or not listed.count:
            return chosen, "", 0, ""
        return chosen, Selection(listed.cases).cases_address(self.links), listed.count, listed.word
