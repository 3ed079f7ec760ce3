"""Table in, table out: rates with intervals, coverage, VQA accuracy."""

from askance.metrics.coverage import coverage
from askance.metrics.difference import paired_difference
from askance.metrics.interval import Rate, clustered_rate
from askance.metrics.metamorphic import metamorphic_metrics
from askance.metrics.pairs import pair_metrics
from askance.metrics.rate import TIDY, rates
from askance.metrics.robustness import r_score, robustness_metrics
from askance.metrics.trial_rates import part_rates
from askance.wording.vqa_accuracy import vqa_accuracy

__all__ = [
    "TIDY", "Rate", "clustered_rate", "coverage", "metamorphic_metrics", "pair_metrics", "paired_difference",
    "part_rates", "r_score", "rates", "robustness_metrics", "vqa_accuracy",
]  # fmt: skip
