"""Is the confidence of a model justified? Its accuracy by the probability of its answer, where the truth is known."""

import numpy as np
import pyarrow as pa
from askance.metrics.confidence_interval import Floats
from askance.metrics.paired_difference import paired_difference
from askance.metrics.rate import PERCENT, TIDY, Grouping, image_cluster_codes, rate_rows, tidy_table

BINS = 10  # of confidence, each ten points wide
PREFIX = "confidence-"


def reliability_rows(verdicts: pa.Table) -> pa.Table:
    """Tidy rows: confidence and accuracy in total and by confidence, and overconfidence; none without ground truth.

    A verdict's value is the probability of its top answer. The accuracy of several draws is their median, because most
    draws give the top answer.
    """
    confidence = np.asarray(verdicts["value"].cast(pa.float64()).fill_null(np.nan), dtype=np.float64)
    accuracy = _median_scores(verdicts)
    known = ~np.isnan(confidence) & ~np.isnan(accuracy)
    if not known.any():
        return TIDY.empty_table()
    confidence, accuracy = confidence[known], accuracy[known]
    clusters = image_cluster_codes(verdicts)[known]
    bins = np.minimum((np.round(confidence, 9) * BINS).astype(np.int64), BINS - 1)
    present = sorted(set(bins.tolist()))
    names = [f"{PREFIX}{each * 100 // BINS}" for each in present]
    groupings = [Grouping([""], np.zeros(len(bins), dtype=np.int64)), Grouping(names, np.searchsorted(present, bins))]
    gap = paired_difference(confidence - accuracy, clusters)
    row = (PERCENT * gap.value, PERCENT * gap.low, PERCENT * gap.high, gap.n, 0, gap.images)
    return pa.concat_tables(
        [
            tidy_table("confidence", rate_rows(np.clip(confidence, 0.0, 1.0), clusters, groupings)),
            tidy_table("accuracy", rate_rows(accuracy, clusters, groupings)),
            tidy_table("overconfidence", {"": row}),
        ]
    )


def _median_scores(verdicts: pa.Table) -> Floats:
    """How right the draws of each case are; not a number where the truth is not known."""
    found = np.full(len(verdicts), np.nan)
    for index, scores in enumerate(verdicts["scores"].to_pylist()):
        if scores:
            found[index] = float(np.median([score for _, score in scores]))
    return found
