"""Table in, table out: rates with intervals, coverage, VQA accuracy."""

from askance.metrics.confidence_interval import Rate, clustered_rate
from askance.metrics.coverage import coverage_rows
from askance.metrics.metamorphic_metrics import metamorphic_metrics
from askance.metrics.pair_metrics import pair_metrics
from askance.metrics.paired_difference import paired_difference
from askance.metrics.rate import TIDY, rates
from askance.metrics.robustness_metrics import r_score, robustness_metrics
from askance.metrics.trial_rates import rates_within_part
from askance.wording.vqa_accuracy import vqa_accuracy

__all__ = [
    "TIDY",
    "Rate",
    "clustered_rate",
    "coverage_rows",
    "metamorphic_metrics",
    "pair_metrics",
    "paired_difference",
    "r_score",
    "rates",
    "rates_within_part",
    "robustness_metrics",
    "vqa_accuracy",
]  # fmt: skip
