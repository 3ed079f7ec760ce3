"""Does inconsistency predict error? Accuracy with and without a contradiction, and the AUC, by images left out."""

import numpy as np
import pyarrow as pa
from askance.metrics.confidence_interval import Floats
from askance.metrics.image_sums import Codes
from askance.metrics.jackknife import jackknife_interval, variance_of_one
from askance.metrics.rate import PERCENT, Grouping, Row, image_cluster_codes, rate_rows, tidy_table
from askance.metrics.t_distribution import t_quantile
from askance.relations.follows import ORIGINAL

RIGHT = 0.5  # the least score of a right answer
MOST_FEW = 2  # images; with fewer there is no interval


def error_prediction_rows(first: pa.Table) -> list[pa.Table]:
    """The rows of accuracy, error_difference and error_auc; empty values where no ground truth is known."""
    scores, values = _accuracy(first), np.asarray(first["value"].cast(pa.float64()).fill_null(np.nan))
    known = ~np.isnan(scores) & ~np.isnan(values)
    if not known.any():
        return []
    clusters = image_cluster_codes(first)[known]
    scores, values = scores[known], values[known]
    whole, broken = values == 1.0, values < 1.0
    every = [Grouping([""], np.zeros(len(scores), dtype=np.int64))]
    tables = [
        tidy_table("accuracy", rate_rows(scores, clusters, every)),
        tidy_table("accuracy_consistent", rate_rows(scores[whole], clusters[whole], [_all_of(whole)])),
        tidy_table("accuracy_contradicted", rate_rows(scores[broken], clusters[broken], [_all_of(broken)])),
    ]
    difference, auc = _difference_and_auc(scores, values, clusters)
    return [*tables, tidy_table("error_difference", {"": difference}), tidy_table("error_auc", {"": auc})]


def _all_of(mask: np.ndarray) -> Grouping:
    return Grouping([""], np.zeros(int(mask.sum()), dtype=np.int64))


def _accuracy(rows: pa.Table) -> Floats:
    """The accuracy of each original question; not a number without ground truth."""
    return np.array([dict(each or ()).get(ORIGINAL, np.nan) for each in rows["scores"].to_pylist()], dtype=np.float64)


def _difference_and_auc(scores: Floats, values: Floats, clusters: Codes) -> tuple[Row, Row]:
    """Both figures with their intervals, from counts of right and wrong answers per level of consistency."""
    levels, level = np.unique(np.round(values, 6), return_inverse=True)
    right = scores >= RIGHT
    hot = np.zeros((len(scores), len(levels)))
    hot[np.arange(len(scores)), level] = 1.0
    columns = np.concatenate([hot * right[:, None], hot * ~right[:, None], hot * scores[:, None]], axis=1)
    codes = np.unique(clusters, return_inverse=True)[1]
    sums = np.stack([np.bincount(codes, weights=column) for column in columns.T], axis=-1)
    has_whole = bool(levels[-1] == 1.0)
    total, left_out = sums.sum(axis=0), _figures(sums.sum(axis=0) - sums, len(levels), has_whole)
    difference, auc = (float(each) for each in _figures(total, len(levels), has_whole))
    tail = (len(scores), 0, len(sums))
    low, high = _difference_interval(difference, left_out[:, 0])
    rarer = min(len(np.unique(codes[right])), len(np.unique(codes[~right])))
    return (_percent(difference), low, high, *tail), (_percent(auc), *_auc_interval(auc, left_out[:, 1], rarer), *tail)


def _percent(value: float) -> float | None:
    return PERCENT * value if np.isfinite(value) else None


def _difference_interval(value: float, left_out: Floats) -> tuple[float | None, float | None]:
    """The value ± t·√V, within its bounds; none where nothing varies."""
    known = left_out[np.isfinite(left_out)]
    variance = variance_of_one(known)
    if len(known) < MOST_FEW or not np.isfinite(value) or not variance > 0:
        return None, None
    half = float(t_quantile(len(known) - 1)) * variance**0.5
    return PERCENT * max(-1.0, value - half), PERCENT * min(1.0, value + half)


def _auc_interval(value: float, left_out: Floats, rarer: int) -> tuple[float | None, float | None]:
    """Wilson's form; where nothing varies, the images of the rarer outcome count as independent cases."""
    if rarer < MOST_FEW or not np.isfinite(value):
        return None, None
    low, high = jackknife_interval(value, variance_of_one(left_out), rarer, rarer)
    return PERCENT * float(low), PERCENT * float(high)


def _figures(sums: Floats, levels: int, has_whole: bool) -> Floats:
    """(…, columns) sums → (…, 2): the difference of the accuracies, and the AUC of consistency for right answers."""
    right, wrong, scored = (sums[..., start : start + levels] for start in (0, levels, 2 * levels))
    count = right + wrong
    with np.errstate(divide="ignore", invalid="ignore"):
        last = slice(levels - 1, levels) if has_whole else slice(levels, levels)
        rest = slice(0, levels - 1) if has_whole else slice(0, levels)
        whole = scored[..., last].sum(-1) / count[..., last].sum(-1)
        broken = scored[..., rest].sum(-1) / count[..., rest].sum(-1)
        below = np.cumsum(wrong, axis=-1) - wrong  # wrong answers that are less consistent
        pairs = (right * (below + wrong / 2)).sum(-1)
        auc = pairs / (right.sum(-1) * wrong.sum(-1))
    return np.stack([whole - broken, auc], axis=-1)
