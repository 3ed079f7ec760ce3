"""The differences of a model from a base model that `askance check` decides on, from the same code as `compare`."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from askance.core import UserError
from askance.core.metric import Metric
from askance.core.plural import plural
from askance.metrics.difference_estimate import DifferenceEstimate, estimate_difference
from askance.metrics.image_sums import Codes
from askance.metrics.jackknifed_difference import NO_DIFFERENCE, JackknifedDifference, jackknifed_difference
from askance.metrics.plugin_metrics import append_plugin_metrics
from askance.report.current_results import CurrentResult
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.gates import MetricName, scale_of
from askance.report.metric_scores import scores_of_metrics
from askance.report.model_versions import ModelVersion
from askance.report.paired_cases import MetricSums, PairedCases, SharedCases, pairing_key
from askance.report.shared_verdicts import shared_verdicts
from askance.report.undecided_cases import UndecidedCases
from askance.suites import open_stored_suite

Place = tuple[str, str]  # data set and suite
Key = tuple[str, str, str, str]  # data set, suite, metric and group
Wanted = tuple[str, MetricName]  # data set and metric


@dataclass(frozen=True, slots=True)
class BaseDifference:
    """new − base in the metric's unit; not a number where no shared case is decided by both."""

    value: float
    low: float | None
    high: float | None
    n: int
    undecided: int = 0  # shared cases that either model did not decide
    images: int | None = None  # None: compared as two independent samples
    df: float = math.inf  # of the interval, where there is no estimate
    estimate: DifferenceEstimate | None = None  # of a mean, or of a declared function of means
    lost: UndecidedCases | None = None  # why cases are undecided, where it is known


NOTHING_DECIDED = BaseDifference(math.nan, None, None, 0, images=0)


@dataclass(slots=True)
class BaseDifferences:
    """All differences of two models: `find` after `join`."""

    new: ModelVersion
    base: ModelVersion
    label: str  # of the base, in notes
    notes: list[str] = field(default_factory=list)
    _cases: PairedCases = field(default_factory=PairedCases)
    _pairs: dict[Place, tuple[CurrentResult, CurrentResult]] = field(default_factory=dict)
    _shared: dict[Place, SharedCases] = field(default_factory=dict)
    _scored: set[Key] = field(default_factory=set)  # metrics that are computed from single cases
    _sums: dict[Key, MetricSums] = field(default_factory=dict)

    def join(
        self, pairs: Mapping[Place, tuple[CurrentResult, CurrentResult]], metrics: Sequence[tuple[Wanted, Metric]]
    ) -> None:
        """Join the shared cases of some suites (results of new and base), for these metrics."""
        self._pairs.update(pairs)
        datasets = {dataset for dataset, _ in pairs}
        self._cases.connect_images(
            (side, each) for side in (self.new, self.base) for each in side.results if each.dataset in datasets
        )
        for (dataset, suite), (new, base) in pairs.items():
            sides = (self.base, base), (self.new, new)
            mine = [(one, name.group) for (data, name), one in metrics if (data, name.suite) == (dataset, suite)]
            scores = scores_of_metrics(mine, sides)
            self._scored |= {(dataset, suite, each.metric.name, each.group) for each in scores.values()}
            shared = self._cases.add(*sides, scores)
            self._shared[dataset, suite] = shared
            self.notes += [*_data_changes(new, base), *self._shared_notes(shared)]
        self._sums = {(each.dataset, each.suite, each.metric.name, each.group): each for each in self._cases.totals()}

    def _shared_notes(self, shared: SharedCases) -> Iterator[str]:
        what = f"{shared.suite} on {shared.dataset}, {self.new.label} and {self.label}"
        if shared.are_own:
            return
        if not shared.shared:
            yield f"{what}: no shared case: compared as two independent samples"
        elif shared.only_a + shared.only_b:
            alone = f"{shared.only_b:,} only of the first, {shared.only_a:,} only of the second"
            yield f"{what}: compared on {plural(shared.shared, 'shared case')} ({alone})"

    def find(self, dataset: str, name: MetricName, metric: Metric) -> BaseDifference | None:
        """The difference of one metric; None where the cases cannot be paired."""
        if not self._shared[dataset, name.suite].shared:
            return None
        key = dataset, name.suite, name.metric, name.group
        if key not in self._scored:
            return self._jackknifed(dataset, name, metric)
        if key not in self._sums:
            return NOTHING_DECIDED
        sums = self._sums[key]
        estimate = estimate_difference(metric, sums.sums, self._cases.image_count)
        low, high = estimate.interval()
        value, n = estimate.statistic.difference, sums.sums.case_count
        lost = sums.undecided
        return BaseDifference(value, low, high, n, lost.either, estimate.images, estimate=estimate, lost=lost)

    def _jackknifed(self, dataset: str, name: MetricName, metric: Metric) -> BaseDifference | None:
        """The difference of a metric that is not a mean, by calling the suite's own function."""
        try:
            suite = open_stored_suite(name.suite)
        except UserError:
            what = f"{name} on {dataset}, {self.new.label} and {self.label}"
            self.notes.append(f"{what}: not paired, because the suite cannot be opened here")
            return None
        new, base = self._pairs[dataset, name.suite]
        sides = (self.new, new), (self.base, base)
        first, second = (read_or_rejudge_tables(side.space, "verdicts", [each]) for side, each in sides)
        first, second = shared_verdicts(first, second, pairing_key(*sides))
        found = jackknifed_difference(
            lambda verdicts: append_plugin_metrics(suite.card, suite.metrics(verdicts), verdicts),
            first,
            second,
            self._clusters(dataset, first["image"].to_pylist()),
            name.metric,
            name.group,
            scale_of(metric),
        )
        return _from_jackknife(found, 0 if name.group else len(first) - found.n)

    def _clusters(self, dataset: str, images: Sequence[str | None]) -> Codes:
        """One code per cluster of images; a case without image is a cluster of its own."""
        root = self._cases.connected_to(dataset)
        names = [f"\0{place}" if one is None else root.get(one, one) for place, one in enumerate(images)]
        return np.unique(np.array(names, dtype=str), return_inverse=True)[1].astype(np.int64)


def _from_jackknife(found: JackknifedDifference, undecided: int) -> BaseDifference:
    if found is NO_DIFFERENCE:
        return NOTHING_DECIDED
    return BaseDifference(found.value, found.low, found.high, found.n, undecided, found.images, found.df)


def _data_changes(new: CurrentResult, base: CurrentResult) -> Iterator[str]:
    """One line if the data set changed between the two runs: equal cases may then show different images."""
    data = new.data, base.data
    if None not in data and data[0] != data[1]:
        yield (
            f"{new.dataset} changed between the two runs: the paired cases may show different images;"
            " run both models on the same data"
        )
