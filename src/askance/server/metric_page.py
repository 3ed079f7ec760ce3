"""What the metric view shows: the choices of an address, the values of a metric, and its distribution by group."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from askance.core import Metric, UserError
from askance.core.metric import ARROWS
from askance.report.board import COVERAGE
from askance.report.metric_declarations import find_suite, metric_of_row
from askance.report.metric_scores import declared_case_scores
from askance.server.case_filter import CaseFilter, Outcome
from askance.server.case_selection import Selection
from askance.server.metric_by_tag import tag_choices
from askance.server.metric_cases import MetricCases, outcomes_by_value
from askance.server.metric_distribution import DistributionRequest
from askance.server.metric_state import MetricChoice, MetricChoices, MetricState
from askance.server.metric_values import GroupLine, ValueLine, group_lines, value_lines
from askance.server.pages import Links
from askance.server.queries import Queries
from askance.server.query_results import DistributionBar
from askance.server.score_chart import COLORS, Histogram, is_yes_or_no, make_histogram, shared_axes
from askance.server.suite_results import model_order
from askance.server.workspace_results import WorkspaceResults

Row = dict[str, Any]
MOST_MODELS = 8  # that are chosen where an address names none
NO_CHART = (
    "There is no chart for this group: charts are made for groups of cases, and this one is made by a tag. The table"
    " “Value” has links to its cases."
)
NOT_LISTED = "Nothing in the cases says which of them belong to this group, so they cannot be shown."
MOST_PANELS = 24  # small histograms, one per group
BOTH_OUTCOMES: tuple[Outcome, ...] = ("fails", "holds")
ENDS = {"up": ("0: failed", "1: passed"), "down": ("0: passed", "1: failed"), None: ("0", "1")}


@dataclass(frozen=True, slots=True)
class Panel:
    """The distribution of one group."""

    group: str
    histogram: Histogram
    count: str  # of cases, by model where they differ
    address: str  # of the same page for this group; "" = it is this page


class MetricPage:
    """The metric view of one state of a workspace."""

    def __init__(self, results: WorkspaceResults, queries: Queries, links: Links):
        self._results, self._queries, self.links = results, queries, links

    def metrics_of(self, dataset: str) -> list[MetricChoice]:
        """The metrics that have results on a data set, headline metrics of each suite first."""
        found: dict[str, MetricChoice] = {}
        rows = [row for row in self._results.rows if row["dataset"] == dataset and row["metric"] != COVERAGE]
        for row in rows:
            choice = MetricChoice(row["suite"], metric_of_row(self._results.declared, row))
            found.setdefault(choice.key, choice)
        return sorted(
            found.values(), key=lambda each: (list(found).index(_first_of_suite(found, each)), self._rank(each))
        )

    def _rank(self, choice: MetricChoice) -> int:
        own = find_suite(self._results.declared, choice.suite)
        names = own.headline if own else ()
        return names.index(choice.metric.name) if choice.metric.name in names else len(names)

    def state(self, dataset: str, metric: str, group: str, models: Sequence[str], tag: str = "") -> MetricState | None:
        """The choices of an address; None: there are no results. A name that the workspace lacks is an error."""
        results = self._results
        if not results.rows:
            return None
        chosen_data = _one_of("data set", dataset, results.datasets)
        metrics = self.metrics_of(chosen_data)
        if metric and metric not in {each.key for each in metrics} and not dataset:
            chosen_data = next((data for data in results.datasets if self._has(data, metric)), chosen_data)
            metrics = self.metrics_of(chosen_data)
        is_elsewhere = metric not in {each.key for each in metrics} and any(
            self._has(data, metric) for data in results.datasets
        )
        missing = metric if is_elsewhere else ""
        key = _one_of("metric", "" if missing else metric, [each.key for each in metrics])
        chosen = next(each for each in metrics if each.key == key)
        have = self._models_with(chosen_data, chosen)
        unknown = [name for name in models if name not in results.models]
        if unknown:
            raise UserError(f"there is no model {unknown[0]!r} in this workspace")
        picked = [name for name in have if name in models] or have[:MOST_MODELS]
        known = self._known_group(chosen_data, chosen, group)
        state = MetricState(chosen_data, chosen, known, tuple(dict.fromkeys(picked)), instead_of=missing)
        return replace(state, tag=tag) if tag in tag_choices(self._queries, state) else state

    def _has(self, dataset: str, key: str) -> bool:
        return any(row["dataset"] == dataset and f"{row['suite']}.{row['metric']}" == key for row in self._results.rows)

    def _models_with(self, dataset: str, chosen: MetricChoice) -> list[str]:
        have = {row["model"] for row in self._rows_of(dataset, chosen)}
        return [name for name in model_order(self._results, chosen.suite, dataset) if name in have]

    def colors(self, state: MetricState) -> dict[str, int]:
        """Model → the number of its color, which is the same in all charts of the suite."""
        order = model_order(self._results, state.chosen.suite, state.dataset)
        return {name: place % COLORS for place, name in enumerate(order)}

    def _rows_of(self, dataset: str, chosen: MetricChoice) -> list[Row]:
        wanted = dataset, chosen.suite, chosen.metric.name
        return [row for row in self._results.rows if (row["dataset"], row["suite"], row["metric"]) == wanted]

    def choices(self, state: MetricState) -> MetricChoices:
        """What the boxes offer."""
        by_suite: dict[str, list[MetricChoice]] = {}
        for each in self.metrics_of(state.dataset):
            by_suite.setdefault(each.suite, []).append(each)
        have = self._models_with(state.dataset, state.chosen)
        return MetricChoices(self._results.datasets, by_suite, self._groups(state.dataset, state.chosen), have)

    def _groups(self, dataset: str, chosen: MetricChoice) -> list[str]:
        return MetricCases(self._queries, dataset, chosen).groups(self._reported(dataset, chosen))

    def _reported(self, dataset: str, chosen: MetricChoice) -> set[str]:
        """The groups that the metric has a result for."""
        return {row["group"] for row in self._rows_of(dataset, chosen)}

    def _known_group(self, dataset: str, chosen: MetricChoice, group: str) -> str:
        """The one name of a group; "" where it is a group of another metric."""
        if group in self._groups(dataset, chosen):
            return group
        names = MetricCases(self._queries, dataset, chosen).names_of_paths(self._reported(dataset, chosen))
        return names.get(group, "")

    def _cases_of(self, state: MetricState) -> MetricCases:
        return MetricCases(self._queries, state.dataset, state.chosen)

    def rows(self, state: MetricState) -> list[Row]:
        """The tidy rows of the chosen models in the chosen group and in those below it."""
        below = f"{state.group}/" if state.group else ""
        rows = self._rows_of(state.dataset, state.chosen)
        return [
            row
            for row in rows
            if row["model"] in state.models and (row["group"] == state.group or row["group"].startswith(below))
        ]

    def bars(self, state: MetricState) -> tuple[tuple[DistributionBar, ...], str]:
        """The distribution, and in one sentence why there is none."""
        metric, of_group = state.chosen.metric.name, self._cases_of(state).find(state.group)
        if of_group is None:
            return (), NOT_LISTED
        if state.group and of_group.tags:
            return (), NO_CHART
        path = of_group.groups[0] if state.group and of_group.groups else ""
        wanted = DistributionRequest(state.dataset, state.chosen.suite, metric, state.models, path)
        try:
            bars = self._with_groups_that_differ(wanted, self._queries.metric_distribution(wanted))
        except UserError:
            return (), "This metric is computed from all cases together, so single cases have no score."
        names = self._cases_of(state).names_of_paths(self._reported(state.dataset, state.chosen)) | {path: state.group}
        named = tuple(replace(bar, group=names.get(bar.group, bar.group)) for bar in bars)
        return named, "" if named else "No case of this group has a score."

    def _with_groups_that_differ(
        self, wanted: DistributionRequest, bars: tuple[DistributionBar, ...]
    ) -> tuple[DistributionBar, ...]:
        """The same bars; a single group below, which has the same cases, is replaced by the groups below it."""
        whole = tuple(bar for bar in bars if bar.group == wanted.group)
        below = {bar.group for bar in bars} - {wanted.group}
        while len(below) == 1:
            only = below.pop()
            if sum(bar.count for bar in bars if bar.group == only) != sum(bar.count for bar in whole):
                return bars
            bars = self._queries.metric_distribution(replace(wanted, group=only))
            below = {bar.group for bar in bars} - {only}
            bars = (*whole, *(bar for bar in bars if bar.group != only))
        return bars

    def note_about_value(self, state: MetricState) -> str:
        """How the scores of the chart differ from the value, and from the values in Cases; "" = they do not."""
        score = declared_case_scores(state.chosen.suite).get(state.chosen.metric.name)
        said = []
        if score is not None and score.is_mean_of_tests and not state.group:
            said.append("The value is the mean over the groups of tests. The chart counts every case once.")
        if score is not None and state.chosen.metric.better == "down":
            said.append(
                "This metric counts errors, so a score of 1 is bad. In Cases, a verdict with the value 1 is good."
            )
        return " ".join(said)

    def values(self, state: MetricState) -> list[ValueLine]:
        """The value of every chosen model in the chosen group."""
        return value_lines(self.rows(state), state, self._cases_of(state), self.colors(state), self.links)

    def groups_below(self, state: MetricState) -> list[GroupLine]:
        """The values of the groups right below the chosen one."""
        return group_lines(self.rows(state), state, self.links, self._parameters(state))

    def panels(self, state: MetricState, bars: Sequence[DistributionBar]) -> list[Panel]:
        """The histogram of the chosen group, then one for each group right below it."""
        groups = [state.group, *sorted({bar.group for bar in bars} - {state.group})]
        addresses, panels = self.addresses(state, bars), []
        axes = shared_axes(bars)
        for group in groups[: MOST_PANELS + 1]:
            mine = [bar for bar in bars if bar.group == group]
            if not mine:
                continue
            ends = self._ends(state)
            name = group or "all cases"
            label = f"{state.chosen.key}, {name}: percent of cases by score"
            chart = make_histogram(mine, self.colors(state), addresses, ends, axes, label)
            there = "" if group == state.group else self.address(state, group=group)
            panels.append(Panel(group, chart, _count_text(mine), there))
        return panels

    def _ends(self, state: MetricState) -> tuple[str, str]:
        """What the scores 0 and 1 mean."""
        if self._cases_of(state).counted_tag is not None:
            return "0: other cases", f"1: {state.chosen.metric.label or 'counted'}"
        return ENDS[state.chosen.metric.better]

    def address(self, state: MetricState, **changes: str) -> str:
        """The address of this page with some choices changed."""
        return self.links.to("/metric", **(self._parameters(state) | changes))

    def _parameters(self, state: MetricState) -> dict[str, Any]:
        return {
            "dataset": state.dataset, "metric": state.chosen.key, "group": state.group, "by": state.tag,
            "model": list(state.models),
        }  # fmt: skip

    def addresses(self, state: MetricState, bars: Sequence[DistributionBar]) -> dict[DistributionBar, str]:
        """Bar → the address of exactly the cases that it counts."""
        by_outcome = self._by_outcome(state, bars)
        found = {}
        for bar in bars:
            cases = bar.cases or by_outcome.get(bar)
            if cases is not None:
                found[bar] = Selection(cases).cases_address(self.links)
        return found

    def note_about_closed_bars(self, state: MetricState, bars: Sequence[DistributionBar]) -> str:
        """Why some bars have no list of cases; "" = all of them have one."""
        if len(self.addresses(state, bars)) == len(bars):
            return ""
        about = self._about(state, state.group)
        if is_yes_or_no(bars) and (count := self._queries.count(replace(about, outcomes=("undecided",)))):
            return (
                "Pale bars cannot be opened: this metric also scores answers that could not be read, and Cases lists"
                f" such cases as undecided ({count:,} of the shown models), not as holding or failing."
            )
        return "Pale bars cannot be opened: their score combines several answers, and Cases has no filter for it."

    def undecided_address(self, state: MetricState) -> str:
        """The failing and the undecided cases of the chosen models and group; "" = there are none."""
        chosen = replace(self._about(state, state.group), outcomes=("fails", "undecided"))
        return Selection(chosen).cases_address(self.links) if self._queries.count(chosen) else ""

    def _about(self, state: MetricState, group: str) -> CaseFilter:
        """The cases of a group that has a chart."""
        found = self._cases_of(state).filter_of(group)
        found = found or CaseFilter(datasets=(state.dataset,), suites=(state.chosen.suite,))
        return replace(found, models=state.models)

    def _by_outcome(self, state: MetricState, bars: Sequence[DistributionBar]) -> dict[DistributionBar, CaseFilter]:
        """Filters of bars whose scores follow from the outcomes: a case scores 1 if and only if it holds (or fails).

        Some scores differ from the outcome for unreadable answers only; where there are none, outcomes select the same.
        """
        found: dict[DistributionBar, CaseFilter] = {}
        for model, group in {(bar.model, bar.group) for bar in bars if bar.cases is None}:
            mine = [bar for bar in bars if (bar.model, bar.group) == (model, group)]
            if not is_yes_or_no(mine):
                continue
            about = replace(self._about(state, group), models=(model,))
            zero = sum(bar.count for bar in mine if bar.low == 0)
            one = sum(bar.count for bar in mine if bar.high == 1)
            fails, holds = (replace(about, outcomes=(outcome,)) for outcome in BOTH_OUTCOMES)
            not_held, held = outcomes_by_value(replace(about, outcomes=("measured",)))
            pairs = [(fails, holds), (holds, fails), (not_held, held), (held, not_held)]
            if state.chosen.metric.better == "down":  # where as many cases score 0 as 1, the direction decides
                pairs = [(good, bad) for bad, good in pairs]
            for of_zero, of_one in pairs:
                if (self._queries.count(of_zero), self._queries.count(of_one)) == (zero, one):
                    found |= {bar: of_zero if bar.low == 0 else of_one for bar in mine}
                    break
        return found


def _first_of_suite(found: dict[str, MetricChoice], choice: MetricChoice) -> str:
    return next(key for key, each in found.items() if each.suite == choice.suite)


def _one_of(what: str, wanted: str, known: Sequence[str]) -> str:
    """The wanted name, or the first one where none is given."""
    if wanted and wanted not in known:
        raise UserError(f"there is no {what} {wanted!r} here: choose one of {', '.join(known[:20])}")
    return wanted or known[0]


def _count_text(bars: Sequence[DistributionBar]) -> str:
    totals: dict[str, int] = {}
    for bar in bars:
        totals[bar.model] = totals.get(bar.model, 0) + bar.count
    least, most = min(totals.values()), max(totals.values())
    return f"n = {least:,}" if least == most else f"n = {least:,} to {most:,}"


def arrow_text(metric: Metric) -> str:
    """Which direction is better, in words."""
    return {" ↑": "higher is better", " ↓": "lower is better", "": "neither direction is better"}[ARROWS[metric.better]]
