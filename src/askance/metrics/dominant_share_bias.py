"""The bias of the most frequent answer's share: of few answers one is the most frequent by chance."""

import numpy as np
from askance.metrics.image_sums import Codes, Floats

_NOTHING = 1e-9  # a weight below this is rounding


def dominant_share_bias(
    answers: Codes, weights: Floats, clusters: Codes, groups: Codes, shape: tuple[int, int]
) -> Floats:
    """The jackknife bias of the largest share in each group, from 0 on; not a number with fewer than two images.

    Per answer: its code, its weight (those of one test add up to 1), image and group; shape: groups × answers.
    """
    count, span = shape[0], int(clusters.max()) + 1 if len(clusters) else 1
    cells, cell = np.unique(groups * span + clusters, return_inverse=True)
    group = cells // span
    table = np.bincount(groups * shape[1] + answers, weights=weights, minlength=shape[0] * shape[1])
    totals: Floats = table.reshape(shape).astype(np.float64)
    tests, tests_in = totals.sum(axis=1), np.bincount(cell, weights=weights, minlength=len(cells))
    largest = _largest_without_each_image(answers, weights, cell, group, totals)
    images = np.bincount(group, minlength=count)
    with np.errstate(divide="ignore", invalid="ignore"):
        without = largest / (tests[group] - tests_in)
        mean = np.bincount(group, weights=without, minlength=count) / images
        bias = (images - 1) * (mean - totals.max(axis=1, initial=0.0) / tests)
    return np.asarray(np.where(images > 1, bias, np.nan))


def _largest_without_each_image(answers: Codes, weights: Floats, cell: Codes, group: Codes, totals: Floats) -> Floats:
    """The weight of the most frequent answer without each image's own answers.

    Going down from the group's most frequent answer, the first one that the image does not give ends the search.
    """
    kinds = totals.shape[1]
    keys, place = np.unique(cell * kinds + answers, return_inverse=True)
    own = np.bincount(place, weights=weights)
    ranked = np.argsort(-totals, axis=1, kind="stable")
    largest, still = np.zeros(len(group)), np.arange(len(group))
    for rank in range(kinds):
        answer = ranked[group[still], rank]
        wanted = still * kinds + answer
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        mine = np.where(keys[at] == wanted, own[at], 0.0)
        largest[still] = np.maximum(largest[still], totals[group[still], answer] - mine)
        still = still[mine > _NOTHING]
        if not len(still):
            break
    return largest
