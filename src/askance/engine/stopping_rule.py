"""Rules of `--until`: when a suite has seen enough images, by the width of an interval or by its value."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from askance.core import Metric, Suite, UserError
from askance.core.plural import plural
from askance.core.unknown_names import unknown_name_error
from askance.metrics.betting_interval import betting_interval
from askance.metrics.confidence_interval import Floats
from askance.metrics.macro_average import group_by_test
from askance.metrics.plugin_metrics import append_plugin_metrics, metrics_of_suite
from askance.metrics.probed_case_scores import ProbedCaseScores, ScoredCases

FEWEST_IMAGES = 50  # with fewer, stopping by the width of an ordinary interval makes it too optimistic
_FORM = re.compile(r"(?P<name>.+?)\s*(?P<sign>[=<>])\s*(?P<number>[0-9.]+(?:e-?[0-9]+)?)\s*")


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """One `--until`: SUITE.METRIC[/GROUP]=WIDTH, or > or < VALUE; all in the metric's unit."""

    text: str
    suite: str
    metric: Metric
    group: str
    sign: Literal["=", "<", ">"]
    target: float
    is_anytime: bool

    def is_reached(self, low: float | None, high: float | None) -> bool:
        """Whether an interval is narrow enough, or excludes the value, whichever side it is on."""
        if low is None or high is None:
            return False
        if self.sign == "=":
            return (high - low) / 2 <= self.target
        return low > self.target or high < self.target


@dataclass(frozen=True, slots=True)
class SuiteStop:
    """How far one suite was asked for one model under a rule; `is_reached`: no more images were needed."""

    deck: str
    suite: str
    dataset: str
    model: str
    rule: str
    metric: str
    group: str
    images: int
    all_images: int
    low: float | None
    high: float | None
    is_anytime: bool
    is_reached: bool

    @property
    def progress(self) -> str:
        """Where the rule was reached, in words."""
        return f"{self.rule} at {self.images:,} of {self.all_images:,} images"

    def __str__(self) -> str:
        who = f"{self.suite} on {self.dataset} for {self.model}"
        interval = "no interval" if self.low is None or self.high is None else f"[{self.low:.1f}, {self.high:.1f}]"
        if self.is_reached:
            others = plural(self.all_images - self.images, "other image is", "other images are")
            rest = f"{others} not asked"
            return f"{who}: stopped by --until {self.rule} at {plural(self.images, 'image')} {interval}; {rest}"
        return f"{who}: --until {self.rule} is not reached at {self.images:,} of {self.all_images:,} images {interval}"


def parse_rules(texts: Sequence[str] | str, suites: Sequence[Suite], is_anytime: bool) -> tuple[StoppingRule, ...]:
    """The rules of a run; UserError where a text is not a rule, or names a metric that the run does not have."""
    several = [texts] if isinstance(texts, str) else texts
    if is_anytime and not several:
        raise UserError('--anytime goes with --until, such as --until "carets.cons>60"')
    return tuple(_parse_rule(text, suites, is_anytime) for text in several)


def _parse_rule(text: str, suites: Sequence[Suite], is_anytime: bool) -> StoppingRule:
    match = _FORM.fullmatch(text.strip())
    if not match or match["number"].count(".") > 1:
        raise UserError(f"--until {text}: write SUITE.METRIC=HALF_WIDTH, such as carets.cons=2, or SUITE.METRIC>VALUE")
    sign, target = match["sign"], float(match["number"])
    suite, metric, group = _find_metric(text, match["name"], suites)
    if suite.card.adaptive:
        raise UserError(
            f"--until {text}: the cases of {suite.card.name} depend on the answers, so it cannot stop early"
        )
    if sign == "=" and not target > 0:
        raise UserError(f"--until {text}: the half width must be above 0")
    if sign != "=" and not is_anytime:
        raise UserError(
            f"--until {text}: a stop that depends on the value needs --anytime, because an ordinary 95 % interval that"
            " is looked at again and again misses the true value at some look in about 40 % of runs"
        )
    if is_anytime and None in metric.bounds:
        raise UserError(f"--until {text}: --anytime needs a metric with bounds on both sides")
    return StoppingRule(text, suite.card.name, metric, group, sign, target, is_anytime)  # type: ignore[arg-type]


def _find_metric(text: str, name: str, suites: Sequence[Suite]) -> tuple[Suite, Metric, str]:
    known = {
        f"{suite.card.name}.{each.name}": (suite, each) for suite in suites for each in metrics_of_suite(suite.card)
    }
    for heading, (suite, metric) in known.items():
        if name == heading or name.startswith(f"{heading}/"):
            return suite, metric, name[len(heading) + 1 :]
    raise UserError(f"--until {text}: {unknown_name_error('metric of this run', name.partition('/')[0], known)}")


@dataclass(frozen=True, slots=True)
class PlannedImages:
    """The images of a case set in the order in which they are asked, and all its cases."""

    order: dict[str, int]  # image → index
    cases: pa.Table  # image (never null), group

    def case_weights(self, has_tests: bool) -> tuple[dict[str, float], float]:
        """The weight of a case by its test, so that every test has the same vote, and the largest sum in an image."""
        tests = group_by_test(self.cases)
        counts = np.bincount(tests.codes, minlength=len(tests.names)).astype(np.float64)
        each = len(tests.codes) / (len(counts) * counts) if has_tests else np.ones(len(counts))
        places = np.array([self.order[image] for image in self.cases["image"].to_pylist()])
        return dict(zip(tests.names, each.tolist(), strict=True)), float(
            np.bincount(places, weights=each[tests.codes]).max(initial=0.0)
        )


def interval_so_far(
    rule: StoppingRule, suite: Suite, verdicts: pa.Table, images: Sequence[str], planned: PlannedImages
) -> tuple[float | None, float | None]:
    """The interval of a rule's metric from the verdicts of the images asked so far; `images` has one per verdict."""

    compute = partial(_metric_rows, suite)
    if rule.is_anytime:
        return _anytime_interval(rule, compute, verdicts, images, planned)
    for row in compute(verdicts).to_pylist():
        if (row["metric"], row["group"]) == (rule.metric.name, rule.group):
            return row["low"], row["high"]
    return None, None


def group_warning(rule: StoppingRule, suite: Suite, verdicts: pa.Table, images: int) -> str:
    """One line if no case asked so far is in the group of the rule; a rare group may still appear later."""
    rows = _metric_rows(suite, verdicts).to_pylist()
    known = sorted({row["group"] for row in rows if row["metric"] == rule.metric.name and row["group"]})
    if not rule.group or rule.group in known:
        return ""
    found = unknown_name_error("group", rule.group, known)
    return f"--until {rule.text}: no case of the first {plural(images, 'image')} is in this group: {found}"


def _metric_rows(suite: Suite, verdicts: pa.Table) -> pa.Table:
    return append_plugin_metrics(suite.card, suite.metrics(verdicts), verdicts)


def _anytime_interval(
    rule: StoppingRule,
    compute: Callable[[pa.Table], pa.Table],
    verdicts: pa.Table,
    images: Sequence[str],
    planned: PlannedImages,
) -> tuple[float | None, float | None]:
    scores = ProbedCaseScores(compute, verdicts)
    found = scores.find(rule.metric.name, rule.group)
    if found is None:
        if np.isnan(scores.value(rule.metric.name, rule.group)):
            return None, None
        raise UserError(
            f"--until {rule.text}: {rule.metric.name} is not a mean over cases, so --anytime has no interval for it:"
            f" give a half width without --anytime, such as --until {rule.suite}.{rule.metric.name}=2"
        )
    low, high = rule.metric.bounds
    assert low is not None
    assert high is not None
    totals, sizes, largest = _sums_by_image(found, low, high, verdicts, images, planned)
    least, most = betting_interval(totals, sizes, largest, len(planned.order))
    return low + (high - low) * least, low + (high - low) * most


def _sums_by_image(
    found: ScoredCases, low: float, high: float, verdicts: pa.Table, images: Sequence[str], planned: PlannedImages
) -> tuple[Floats, Floats, float]:
    """Sum of scores and of weights of each image, in the order of asking, and the largest weight of an image."""
    weight_of, largest = planned.case_weights(has_tests=bool(found.strata.any()))
    tests = group_by_test(verdicts)
    weights = np.array([weight_of[name] for name in tests.names])[tests.codes]
    places = np.array([planned.order[image] for image in images], dtype=np.int64)
    decided = ~np.isnan(found.scores)
    scores = (found.scores[decided] - low) / (high - low)
    count = int(places.max()) + 1 if len(places) else 0
    totals = np.bincount(places[decided], weights=weights[decided] * scores, minlength=count)
    sizes = np.bincount(places[decided], weights=weights[decided], minlength=count)
    return totals.astype(np.float64), sizes.astype(np.float64), largest


def with_anytime_intervals(metrics: pa.Table, stops: Sequence[SuiteStop]) -> pa.Table:
    """Tidy rows in which the metrics of `--anytime` rules have the interval that allows for looking often."""
    wanted = {(stop.metric, stop.group): (stop.low, stop.high) for stop in stops if stop.is_anytime}
    if not wanted:
        return metrics
    rows = [
        {**row, **dict(zip(("low", "high"), wanted[row["metric"], row["group"]], strict=True))}
        if (row["metric"], row["group"]) in wanted
        else row
        for row in metrics.to_pylist()
    ]
    return pa.Table.from_pylist(rows, schema=metrics.schema)


def recorded_stops(runs: Sequence[dict[str, Any]], deck: str, model: str) -> list[SuiteStop]:
    """How far the latest run of a case set and model was asked, from the records of all runs."""
    for run in reversed(runs):
        if any(each["deck"] == deck and model in each["models"] for each in run["decks"]):
            found = [SuiteStop(**each) for each in run.get("until", ())]
            return [stop for stop in found if (stop.deck, stop.model) == (deck, model)]
    return []
