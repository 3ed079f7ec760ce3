"""Table in, table out: rates with intervals, coverage, VQA accuracy."""

from askance.metrics.coverage import coverage
from askance.metrics.interval import Rate, clustered_rate
from askance.metrics.metamorphic import metamorphic_metrics
from askance.metrics.pairs import pair_metrics
from askance.metrics.rate import TIDY, rates
from askance.metrics.trials import part_rates
from askance.wording.vqa_accuracy import vqa_accuracy

__all__ = [
    "TIDY", "Rate", "clustered_rate", "coverage", "metamorphic_metrics", "pair_metrics", "part_rates", "rates",
    "vqa_accuracy",
]  # fmt: skip
