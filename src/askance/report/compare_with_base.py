"""Comparison gates of `askance check`: each metric of a model against the same metric of a base model."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from askance.core import UserError
from askance.core.metric import Metric
from askance.core.plural import plural
from askance.metrics.confidence_interval import Floats
from askance.metrics.metric_difference import MetricDifference, PairedMetrics
from askance.metrics.plugin_metrics import append_plugin_metrics
from askance.metrics.rate import encode_column
from askance.metrics.simultaneous_interval import widening_factor
from askance.report.checked_workspace import CheckedWorkspace
from askance.report.decide_gates import FEWEST_IMAGES, decide, unfinished_reason
from askance.report.gates import Gate, GateResult, Kind, Margin, MetricName, Row, scale_of
from askance.report.metric_declarations import headline_index
from askance.report.shared_cases import data_changes, pair_results
from askance.suites import open_suite

Image = tuple[str, str]  # data set and image
Influence = dict[Image, float]


@dataclass(slots=True)
class Comparison:
    """A model of one workspace against a base model, of the same or of another workspace."""

    new: CheckedWorkspace
    base: CheckedWorkspace
    model: str
    base_model: str
    base_label: str  # as gates name it
    notes: list[str] = field(default_factory=list)
    _pairs: dict[tuple[str, str], PairedMetrics | None] = field(default_factory=dict)

    def results(
        self, kind: Kind, names: Sequence[MetricName], margin: Margin, is_point: bool, is_named: bool
    ) -> list[GateResult]:
        """One result per metric and data set that either model has; the metrics were named by the user, or found."""
        found = [
            self._result(kind, dataset, name, margin, is_named)
            for name in names
            for dataset in self._datasets(name.suite)
        ]
        kept = [each for each in found if each is not None]
        results = [result for result, _ in kept]
        if kind == "nothing_worse" and not is_point:
            results = _widen(results, [influence for _, influence in kept])
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

    def _result(
        self, kind: Kind, dataset: str, name: MetricName, margin: Margin, is_named: bool
    ) -> tuple[GateResult, Influence] | None:
        """The difference of one metric, not yet decided, and what each image adds to its error."""
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
                return GateResult(gate, "missing", f"{label} has no value of {name} on {dataset}"), {}
            if reason := unfinished_reason(row):
                return GateResult(gate, "missing", f"{label}: {reason}"), {}
        assert new is not None
        assert base is not None
        loss = margin.in_units(base["value"], metric.bounds)
        gate = replace(gate, limit=-loss if metric.better == "up" else loss)
        return self._difference_result(gate, new, base)

    def _declared(self, name: MetricName) -> Metric:
        metric = self.new.metric(name)
        if metric.better is None:
            raise UserError(
                f"{name} has no direction (neither higher nor lower is better), so it cannot be compared with a base:"
                " use --min or --max"
            )
        return metric

    def _difference_result(self, gate: Gate, new: Row, base: Row) -> tuple[GateResult, Influence]:
        pair = self._paired(gate.dataset, gate.name.suite)
        if pair is None:
            value, low, high = _unpaired_difference(new, base)
            found = GateResult(gate, "undecided", "", value, low, high, min(new["n"], base["n"]))
            return found, {}
        difference = pair.difference(gate.name.metric, gate.name.group, scale_of(gate.metric))
        if math.isnan(difference.value):
            return GateResult(gate, "missing", "no shared case that both models decided"), {}
        found = GateResult(
            gate, "undecided", "", difference.value, difference.low, difference.high, difference.n,
            len(pair.new) - difference.n if not gate.name.group else 0, difference.images,
        )  # fmt: skip
        if difference.images < FEWEST_IMAGES:
            few = f"only {plural(difference.images, 'image')}: a comparison needs at least {FEWEST_IMAGES}"
            return replace(found, outcome="missing", reason=few), {}
        return found, dict(_influence_by_image(gate.dataset, pair, difference))

    def _paired(self, dataset: str, suite: str) -> PairedMetrics | None:
        """The shared cases of one suite; None where there are none, or where the suite cannot be opened."""
        if (dataset, suite) not in self._pairs:
            self._pairs[dataset, suite] = self._pair(dataset, suite)
        return self._pairs[dataset, suite]

    def _pair(self, dataset: str, suite_name: str) -> PairedMetrics | None:
        what = f"{suite_name} on {dataset}, {self.model} and {self.base_label}"
        new = self.new.result(self.model, dataset, suite_name)
        base = self.base.result(self.base_model, dataset, suite_name)
        try:
            suite = open_suite(suite_name)
        except UserError:
            self.notes.append(f"{what}: not paired, because the suite cannot be opened here")
            return None
        self.notes += data_changes(new, base)
        cases = pair_results(new, base)
        if not len(cases):
            self.notes.append(f"{what}: no shared case: compared as two independent samples")
            return None
        if cases.only_first + cases.only_second:
            alone = f"{cases.only_first:,} only of the first, {cases.only_second:,} only of the second"
            self.notes.append(f"{what}: compared on {plural(len(cases), 'shared case')} ({alone})")
        return PairedMetrics(
            lambda verdicts: append_plugin_metrics(suite.card, suite.metrics(verdicts), verdicts),
            cases.first,
            cases.second,
        )


def _unpaired_difference(new: Row, base: Row) -> tuple[float, float | None, float | None]:
    """The difference of two independent values, with the interval that their own intervals combine to (MOVER)."""
    value = new["value"] - base["value"]
    if None in (new["low"], new["high"], base["low"], base["high"]):
        return value, None, None
    below = math.hypot(new["value"] - new["low"], base["high"] - base["value"])
    above = math.hypot(new["high"] - new["value"], base["value"] - base["low"])
    return value, value - below, value + above


def _influence_by_image(
    dataset: str, pair: PairedMetrics, difference: MetricDifference
) -> Iterator[tuple[Image, float]]:
    """What each image adds to the error; images are the same in all suites of a data set."""
    names = encode_column(pair.new["image"]).names
    for code, weight in enumerate(difference.influence):
        if weight:
            yield (dataset, names[code] if code < len(names) else f"\0{code}"), float(weight)


def _widen(results: Sequence[GateResult], influences: Sequence[Influence]) -> list[GateResult]:
    """The results with simultaneous intervals, over those that have one."""
    inside = [place for place, each in enumerate(results) if each.low is not None and each.outcome != "missing"]
    if len(inside) < 2:
        return list(results)
    codes: dict[Image, int] = {}
    for place in inside:
        for image in influences[place] or [("", f"\0{place}")]:  # an unknown error is taken as independent
            codes.setdefault(image, len(codes))
    matrix: Floats = np.zeros((len(codes), len(inside)))
    for column, place in enumerate(inside):
        for image, weight in (influences[place] or {("", f"\0{place}"): 1.0}).items():
            matrix[codes[image], column] = weight
    fewest = min(results[place].images or len(codes) for place in inside)
    factor = widening_factor(matrix, max(1, fewest - 1))
    widened = list(results)
    for place in inside:
        each = results[place]
        assert each.value is not None
        assert each.low is not None
        assert each.high is not None
        low, high = (each.value + factor * (end - each.value) for end in (each.low, each.high))
        widened[place] = replace(each, low=low, high=high)
    return widened
