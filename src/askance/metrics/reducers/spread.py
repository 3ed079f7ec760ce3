"""Reducer `spread`: the accuracy of the best variant minus that of the worst."""

import numpy as np
from askance.metrics.confidence_interval import Floats
from askance.metrics.jackknife import jackknife_of_sums
from askance.metrics.reducers.scored_answers import Reduced, ScoredAnswers, from_jackknife, to_percent


def spread(answers: ScoredAnswers) -> dict[str, Reduced]:
    """The range of accuracy over variants, and its jackknife bias: chance alone makes a range larger than 0."""
    decided = ~np.isnan(answers.score)
    mine = answers.where(decided)
    names, codes = np.unique(mine.variant.astype(str), return_inverse=True)
    is_variant = (codes[:, None] == np.arange(len(names))).astype(np.float64)
    sums = np.concatenate([is_variant * mine.score[:, None], is_variant], axis=1)
    (found,) = jackknife_of_sums(sums, mine.cluster, _range_of_means)
    n, undecided, images = len(mine.score), int((~decided).sum()), len(np.unique(mine.cluster))
    return {
        "spread": from_jackknife(found, n, undecided, images),
        "spread_bias": Reduced(to_percent(found.bias), None, None, n, undecided, images),
    }


def _range_of_means(sums: Floats) -> Floats:
    scores, counts = np.split(sums, 2, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = scores / counts
    return np.asarray(means.max(axis=-1) - means.min(axis=-1))[..., None]
