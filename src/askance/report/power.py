"""`askance.power`: how many images does a comparison need to find a difference of a given size?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
from askance.core import UserError
from askance.core.html_table import html_lines
from askance.core.metric import PERCENT, POINTS, Metric
from askance.core.plural import plural
from askance.metrics.difference_estimate import detectable_difference
from askance.metrics.paired_sums import PairedSums
from askance.metrics.paired_swaps import MeanStatistic, swap_statistic
from askance.report.board import Board
from askance.report.board_text import to_html, to_text
from askance.report.compare_models import check_metrics, check_pairs, join_pairs
from askance.report.current_results import declared_metrics
from askance.report.metric_scores import headline_scores
from askance.report.model_versions import ModelVersion, parse_model_targets, target_text
from askance.report.paired_cases import MetricSums, PairedCases, pair_results

if TYPE_CHECKING:
    from askance.engine import Run

FACTOR = 7.85  # (1.96 + 0.84)²: 5 % two-sided, 80 % power
DISCORDANCES = (0.05, 0.10, 0.20)  # shares of cases on which exactly one of two models is right
SCALE = 100.0**2  # from shares to percent, squared
SCHEMA = pa.schema([
    ("dataset", pa.string()), ("suite", pa.string()), ("metric", pa.string()), ("discordance", pa.float64()),
    ("detect", pa.float64()), ("images_needed", pa.int64()), ("cases_needed", pa.int64()), ("images", pa.int64()),
    ("n", pa.int64()), ("detectable", pa.float64()),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class PowerRow:
    """The images that one metric needs; `discordance` is None where it was measured on two models."""

    dataset: str
    suite: str
    metric: Metric
    discordance: float | None
    detect: float
    images: int
    n: int
    variance: float  # of the difference with the present images, in the squared unit of the metric

    @property
    def images_needed(self) -> int:
        """7.85 · G · V / δ²."""
        return max(2, math.ceil(FACTOR * self.images * self.variance / self.detect**2))

    @property
    def cases_needed(self) -> int:
        """With as many cases per image as now."""
        return math.ceil(self.images_needed * self.n / self.images)

    @property
    def detectable(self) -> float:
        """The difference that the present images would find in 80 % of comparisons, as in `compare`."""
        return detectable_difference(math.sqrt(self.variance), self.images)


@dataclass(frozen=True, slots=True)
class PowerEstimate:
    """The images that each headline metric needs."""

    models: tuple[ModelVersion, ...]
    rows: tuple[PowerRow, ...]
    notes: tuple[str, ...]

    @property
    def table(self) -> pa.Table:
        """One row per metric, and per assumed discordance where there is one model."""
        records = [
            {
                "dataset": row.dataset, "suite": row.suite, "metric": row.metric.name, "discordance": row.discordance,
                "detect": row.detect, "images_needed": row.images_needed, "cases_needed": row.cases_needed,
                "images": row.images, "n": row.n, "detectable": row.detectable,
            }
            for row in self.rows
        ]  # fmt: skip
        return pa.Table.from_pylist(records, schema=SCHEMA)

    def board(self) -> Board:
        """One line per metric, and per assumed discordance."""
        several, assumed = len({row.dataset for row in self.rows}) > 1, self.rows[0].discordance is not None
        heads = ["metric", *(["data"] if several else []), *(["discordance"] if assumed else []), "to detect"]
        heads += ["images needed", "cases needed", "images now", "cases now", "detectable now"]
        lines = [
            [
                f"{row.suite}.{row.metric.name}", *([row.dataset] if several else []),
                *([f"{row.discordance:.0%}"] if row.discordance is not None else []), _amount(row.detect, row),
                f"{row.images_needed:,}", f"{row.cases_needed:,}", f"{row.images:,}", f"{row.n:,}",
                _amount(row.detectable, row),
            ]
            for row in self.rows
        ]  # fmt: skip
        return Board(heads, lines, " and ".join(each.label for each in self.models))

    @property
    def text(self) -> str:
        """The table and the notes as plain text."""
        return "\n".join([to_text(self.board()), *self.notes]) + "\n"

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return to_html(self.board()) + html_lines(self.notes, "small")


def _amount(value: float, row: PowerRow) -> str:
    return f"{value:.1f} points" if row.metric.unit in (PERCENT, POINTS) else f"{value:.3f}"


def power(*targets: "str | Path | Run", detect: float = 2.0, metrics: Sequence[str] = ()) -> PowerEstimate:
    """Images needed to find a difference of `detect` points with 80 % power: `power(DIR, A, B)` or `power(DIR, A)`.

    With one model, the share of cases on which exactly one of two models is right is assumed: 5, 10 and 20 %.
    """
    if not 0 < detect <= 100:
        raise UserError(f"--detect {detect:g}: write a difference above 0 and at most 100 points")
    found = parse_model_targets([target_text(each) for each in targets])
    if len(found) == 1:
        return _power_of_one(found[0], detect, metrics)
    if len(found) == 2:
        return _power_of_two(found[0], found[1], detect, metrics)
    raise UserError("power needs one model or two: write DIR MODEL_A, or DIR MODEL_A MODEL_B")


def _power_of_two(a: ModelVersion, b: ModelVersion, detect: float, metrics: Sequence[str]) -> PowerEstimate:
    pairs = pair_results(a.results, b.results)
    check_pairs(a, b, pairs)
    cases, _, unknown = join_pairs(a, b, pairs, None, metrics)
    rows, flat = [], []
    totals = cases.totals()
    for each in totals:
        statistic = swap_statistic(each.sums, cases.image_count)
        if each.sums.image_count > 1 and statistic.variance > 0:
            rows.append(_row(each, None, detect, statistic.variance))
        else:
            flat.append((f"{each.suite}.{each.metric.name}", _why_flat(statistic.difference, each.sums.image_count)))
    notes = [
        f"images = {FACTOR} · G · V / δ² (5 % two-sided, 80 % power), from the variance V of the present difference"
    ]
    lost = [f"no estimate: {name}: {why}" for name, why in flat]
    lost += [f"no estimate: {each.text(a.label, b.label)}" for each in cases.uncompared(totals)]
    if not rows and lost:
        raise UserError("; ".join(lost))
    return _estimate((a, b), rows, [*notes, *lost], unknown)


def _why_flat(difference: float, images: int) -> str:
    """Why the spread of a difference is not known."""
    if images < 2:
        return "only 1 image"
    return "the two models never differ" if difference == 0 else "the difference is the same on every image"


def _power_of_one(a: ModelVersion, detect: float, metrics: Sequence[str]) -> PowerEstimate:
    cases, unknown = PairedCases(against_zero=True), []
    known: set[str] = set()
    declared = declared_metrics(a.space)
    cases.connect_images([(a, each) for each in a.results])
    for each in a.results:
        scores, missing = headline_scores(declared, ((a, each),), metrics)
        means = {name: score for name, score in scores.items() if score.score.transform is None}
        unknown += [*missing, *(f"{each.suite}.{name}" for name in scores if name not in means)]
        known |= {f"{each.suite}.{name}" for name in scores}
        if means:
            cases.add((a, each), (a, each), means)
    check_metrics(metrics, known, [each.suite for each in a.results])
    rows = [
        _row(each, share, detect, share * SCALE * _variance_per_discordance(each.sums, cases.image_count))
        for each in cases.totals()
        for share in DISCORDANCES
        if each.sums.image_count > 1
    ]
    notes = [
        f"images = {FACTOR} · G · V / δ² (5 % two-sided, 80 % power). With one model, the discordance is assumed: the"
        " share of cases on which exactly one of the two models is right. Answers about one image are assumed to be as"
        " alike as those of this model"
    ]
    return _estimate((a,), rows, notes, unknown)


def _variance_per_discordance(sums: PairedSums, image_count: int) -> float:
    """The variance of a difference if every case differed by ±1, with the design effect of the model's own rate."""
    statistic = MeanStatistic(sums, image_count)
    independent = statistic.independent_variance
    effect = max(1.0, statistic.variance / independent) if independent > 0 else 1.0
    sizes = sums.cases_by_test[sums.cases_by_test > 0]
    return effect * float((1 / sizes).sum()) / len(sizes) ** 2


def _row(each: MetricSums, discordance: float | None, detect: float, variance: float) -> PowerRow:
    amount = detect if each.metric.unit in (PERCENT, POINTS) else detect / 100  # a metric from 0 to 1
    counts = each.sums.image_count, each.sums.case_count
    return PowerRow(each.dataset, each.suite, each.metric, discordance, amount, *counts, variance)


def _estimate(
    models: tuple[ModelVersion, ...], rows: Sequence[PowerRow], notes: list[str], unknown: list[str]
) -> PowerEstimate:
    if not rows:
        raise UserError(f"{' and '.join(each.label for each in models)}: no metric with two images or more")
    more = (
        [f"no estimate for {plural(len(unknown), 'metric')} that are not means: {', '.join(unknown)}"]
        if unknown
        else []
    )
    return PowerEstimate(models, tuple(rows), (*notes, *more))
