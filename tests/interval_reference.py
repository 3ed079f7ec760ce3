"""The interval of one rate straight from its formulas, with matrices of images × images and scipy's quantiles."""

from collections import defaultdict

import numpy as np
from scipy import stats


def reference_interval(pairs):
    """Mean, low and high of (image, value) pairs, in [0, 1]."""
    clusters = defaultdict(list)
    for image, value in pairs:
        clusters[image].append(float(value))
    m = np.array([len(values) for values in clusters.values()], dtype=float)
    s = np.array([sum(values) for values in clusters.values()])
    x = np.array([value for values in clusters.values() for value in values])
    n, p = m.sum(), x.mean()
    if p in (0, 1) or np.ptp(x) < 1e-9 or len(m) == 1:
        return wilson(p, len(m), stats.t.ppf(0.975, 2) if len(m) == 1 and 0 < p < 1 else stats.norm.ppf(0.975))
    by_image = np.sum((s - p * m) ** 2 / (1 - m / n)) / n**2
    independent = np.sum((x - p) ** 2) / (n * (n - 1))
    is_graded = not set(x.tolist()) <= {0.0, 1.0}
    quantile = stats.norm.ppf(0.975)
    if by_image > independent * (1 + 1e-9) or is_graded:
        least = 2 if is_graded or len(m) < 5 else 3
        df = max(least, min(matrix_df(m, by_image / independent), fewer(s, m, is_graded) - 1))
        quantile = stats.t.ppf(0.975, df)
    return wilson(p, p * (1 - p) / max(by_image, independent), quantile)


def matrix_df(m, ratio):
    """Satterthwaite's degrees of freedom, (tr C)² / ‖C‖²."""
    n = m.sum()
    w, excess = m / n, (m**2).sum() / n - 1
    alike = min(1.0, max(0.0, (ratio - 1) / excess)) if excess > 0 else 0.0
    one = np.ones(len(m))
    a, d = np.diag((1 - w) ** -0.5), np.diag(m * (1 + (m - 1) * alike))
    c = a @ (np.eye(len(m)) - np.outer(w, one)) @ d @ (np.eye(len(m)) - np.outer(one, w)) @ a
    return np.trace(c) ** 2 / (c**2).sum()


def fewer(s, m, is_graded):
    """The images with any success or with any failure; of graded values the effective number of them."""
    if is_graded:
        return min(each.sum() ** 2 / (each**2).sum() for each in (s, m - s))
    return min((s > 0).sum(), (s < m).sum())


def wilson(p, size, z):
    middle, half = p + z * z / (2 * size), z * (p * (1 - p) / size + z * z / (4 * size * size)) ** 0.5
    return p, max(0.0, (middle - half) / (1 + z * z / size)), min(1.0, (middle + half) / (1 + z * z / size))
