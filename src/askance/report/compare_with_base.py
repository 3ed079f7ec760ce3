"""Comparison gates of `askance check`: each metric of a model against the same metric of a base model."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from askance.core import UserError
from askance.core.metric import Metric
from askance.core.plural import plural
from askance.metrics.difference_estimate import LEAST_IMAGES, Interval, simultaneous_intervals
from askance.metrics.paired_swaps import swap_images
from askance.metrics.t_distribution import CONFIDENCE, t_quantile
from askance.report.base_differences import BaseDifference, BaseDifferences
from askance.report.checked_workspace import CheckedWorkspace
from askance.report.decide_gates import decide, unfinished_reason
from askance.report.gates import Gate, GateResult, Kind, Margin, MetricName, Row
from askance.report.metric_declarations import headline_index
from askance.report.undecided_reasons import reasons_of_two

SWAPS = 10_000  # of which max-t intervals are made, as in `askance compare`
Rows = tuple[Row, Row]  # of the model and of the base


@dataclass(slots=True)
class BaseComparison:
    """A model of one workspace against a base model, of the same or of another workspace."""

    new: CheckedWorkspace
    base: CheckedWorkspace
    model: str
    base_model: str
    base_label: str  # as gates name it
    notes: list[str] = field(default_factory=list)

    def results(
        self, kind: Kind, names: Sequence[MetricName], margin: Margin, is_point: bool, is_named: bool
    ) -> list[GateResult]:
        """One result per metric and data set that either model has; the metrics were named by the user, or found."""
        gates = [
            self._gate(kind, dataset, name, margin, is_named)
            for name in names
            for dataset in self._datasets(name.suite)
        ]
        kept = [each for each in gates if each is not None]
        differences = self._join([gate for gate, rows in kept if isinstance(gate, Gate)])
        found = [
            (gate, None) if isinstance(gate, GateResult) else self._result(gate, rows, differences)
            for gate, rows in kept
        ]
        self.notes += differences.notes
        results = [result for result, _ in found]
        if kind == "nothing_worse" and not is_point:
            results = _widen(results, [difference for _, difference in found])
        return [each if each.outcome == "missing" else decide(each, is_point) for each in results]

    def headline_metrics(self) -> list[MetricName]:
        """The headline metrics with a direction that either model has."""
        found: dict[MetricName, None] = {}
        for side, model in ((self.new, self.model), (self.base, self.base_model)):
            for row in side.rows:
                is_headline = headline_index(side.declared, row) is not None and not row["group"]
                name = MetricName(row["suite"], row["metric"])
                if row["model"] == model and is_headline and side.metric(name).better:
                    found[name] = None
        return list(found)

    def _datasets(self, suite: str) -> list[str]:
        sides = ((self.new, self.model), (self.base, self.base_model))
        return list(dict.fromkeys(data for side, model in sides for data in side.datasets(suite, model)))

    def _gate(
        self, kind: Kind, dataset: str, name: MetricName, margin: Margin, is_named: bool
    ) -> tuple[Gate, Rows] | tuple[GateResult, None] | None:
        """The gate and the rows of both models; a result where one of them has no value; None where neither has."""
        new, base = (
            side.row(model, dataset, name) for side, model in ((self.new, self.model), (self.base, self.base_model))
        )
        values = [None if row is None else row["value"] for row in (new, base)]
        if values == [None, None] and not is_named:
            return None  # neither model supports this part of the suite
        metric = self._declared(name)
        gate = Gate(kind, self.model, dataset, name, metric, 0.0, self.base_label)
        for row, label in ((new, self.model), (base, self.base_label)):
            if row is None or row["value"] is None:
                return GateResult(gate, "missing", f"{label} has no value of {name} on {dataset}"), None
            if reason := unfinished_reason(row):
                return GateResult(gate, "missing", f"{label}: {reason}"), None
        assert new is not None
        assert base is not None
        loss = margin.in_units(base["value"], metric.bounds)
        return replace(gate, limit=-loss if metric.better == "up" else loss), (new, base)

    def _declared(self, name: MetricName) -> Metric:
        metric = self.new.metric(name)
        if metric.better is None:
            raise UserError(
                f"{name} has no direction (neither higher nor lower is better), so it cannot be compared with a base:"
                " use --min or --max"
            )
        return metric

    def _join(self, gates: Sequence[Gate]) -> BaseDifferences:
        """The shared cases of all suites that have a gate."""
        found = BaseDifferences(
            self.new.version(self.model), self.base.version(self.base_model), self.base_label
        )  # fmt: skip
        places = dict.fromkeys((gate.dataset, gate.name.suite) for gate in gates)
        pairs = {
            place: (self.new.result(self.model, *place), self.base.result(self.base_model, *place)) for place in places
        }
        found.join(pairs, [((gate.dataset, gate.name), gate.metric) for gate in gates])
        return found

    def _result(
        self, gate: Gate, rows: Rows | None, differences: BaseDifferences
    ) -> tuple[GateResult, BaseDifference | None]:
        """The difference of one metric, not yet decided."""
        assert rows is not None
        found = differences.find(gate.dataset, gate.name, gate.metric) or _unpaired_difference(*rows)
        if math.isnan(found.value):
            return GateResult(gate, "missing", "no shared case counts for both models"), None
        result = GateResult(
            gate, "undecided", "", found.value, found.low, found.high, found.n, found.undecided, found.images,
            "" if found.lost is None else reasons_of_two(found.lost, self.model, self.base_label),
        )  # fmt: skip
        if found.images is not None and found.images < LEAST_IMAGES:
            few = f"only {plural(found.images, 'image')}: a comparison needs at least {LEAST_IMAGES}"
            return replace(result, outcome="missing", reason=few), None
        return result, found


def _unpaired_difference(new: Row, base: Row) -> BaseDifference:
    """The difference of two independent values, with the interval that their own intervals combine to (MOVER)."""
    value, n = new["value"] - base["value"], min(new["n"], base["n"])
    if None in (new["low"], new["high"], base["low"], base["high"]):
        return BaseDifference(value, None, None, n)
    below = math.hypot(new["value"] - new["low"], base["high"] - base["value"])
    above = math.hypot(new["high"] - new["value"], base["value"] - base["low"])
    return BaseDifference(value, value - below, value + above, n)


def _widen(results: Sequence[GateResult], differences: Sequence[BaseDifference | None]) -> list[GateResult]:
    """The results with simultaneous intervals: max-t over those that swaps apply to, Bonferroni between the rest."""
    inside = [place for place, each in enumerate(differences) if each is not None and each.low is not None]
    widened = list(results)
    if len(inside) < 2:
        return widened
    found = {place: each for place in inside if (each := differences[place]) is not None}
    estimates = {place: each.estimate for place, each in found.items() if each.estimate is not None}
    missed = (1 - CONFIDENCE) / len(inside)  # by each metric, at most
    intervals = {place: _at_confidence(each, 1 - missed) for place, each in found.items() if each.estimate is None}
    if estimates:
        swapped = swap_images([each.statistic for each in estimates.values()], SWAPS, 0)
        wide = simultaneous_intervals(list(estimates.values()), swapped, 1 - missed * len(estimates))
        intervals |= dict(zip(estimates, wide, strict=True))
    for place, (low, high) in intervals.items():
        widened[place] = replace(results[place], low=low, high=high)
    return widened


def _at_confidence(found: BaseDifference, confidence: float) -> Interval:
    """The interval of a difference that cannot be swapped, at another confidence."""
    assert found.low is not None
    assert found.high is not None
    ratio = float(t_quantile(found.df, confidence)) / float(t_quantile(found.df))
    return found.value + ratio * (found.low - found.value), found.value + ratio * (found.high - found.value)
