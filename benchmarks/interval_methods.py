"""Intervals of a rate from simulated samples: Askance's, its former one, and the naive ones beside it."""

from collections.abc import Callable

import numpy as np
from askance.metrics.confidence_interval import rates_of_sums, wilson_interval
from askance.metrics.image_sums import combine_cells
from askance.metrics.t_distribution import normal_quantile

from benchmarks.clustered_outcomes import Floats, Sample

Ends = tuple[Floats, Floats]
DRAWS = 500  # bootstrap samples
Z = normal_quantile()


def current_interval(sample: Sample) -> Ends:
    """What Askance reports."""
    samples, images = sample.size.shape
    groups = np.repeat(np.arange(samples), images)
    found = rates_of_sums(combine_cells(groups, sample.size.ravel(), sample.total.ravel(), sample.squares))
    return found.low, found.high


def former_interval(sample: Sample) -> Ends:
    """What Askance reported before: the variance by image, effective n, Wilson with z."""
    images = sample.size.shape[1]
    mean = sample_means(sample)
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = mean * (1 - mean) / clustered_variance(sample)
    return wilson_interval(mean, np.where(np.isfinite(effective) & (effective > 0), effective, images), Z)


def plain_wilson(sample: Sample) -> Ends:
    """Wilson on all cases, as if they were independent."""
    return wilson_interval(sample_means(sample), sample.size.sum(axis=1), Z)


def clustered_z(sample: Sample) -> Ends:
    """Mean ± z · standard error by image, as several evaluation tools print it."""
    mean, half = sample_means(sample), Z * np.sqrt(clustered_variance(sample))
    return mean - half, mean + half


def percentile_bootstrap(sample: Sample) -> Ends:
    """Percentiles of the rate over samples of images drawn with replacement."""
    images = sample.size.shape[1]
    rng = np.random.default_rng(0)
    weights = rng.multinomial(images, np.full(images, 1 / images), size=DRAWS).astype(np.float64)
    rates = (weights @ sample.total.T) / (weights @ sample.size.T)
    ends = round(0.025 * (DRAWS - 1)), round(0.975 * (DRAWS - 1))
    rates = np.partition(rates, ends, axis=0)
    return rates[ends[0]], rates[ends[1]]


def sample_means(sample: Sample) -> Floats:
    """The rate of each sample."""
    return np.asarray(sample.total.sum(axis=1) / sample.size.sum(axis=1))


def clustered_variance(sample: Sample) -> Floats:
    """The cluster-robust variance of the rate, with the factor G/(G − 1)."""
    images = sample.size.shape[1]
    residual = sample.total - sample_means(sample)[:, None] * sample.size
    return np.asarray((residual**2).sum(axis=1) / sample.size.sum(axis=1) ** 2 * images / (images - 1))


METHODS: dict[str, Callable[[Sample], Ends]] = {
    "askance": current_interval,
    "former": former_interval,
    "plain_wilson": plain_wilson,
    "percentile_bootstrap": percentile_bootstrap,
    "clustered_z": clustered_z,
}
