"""Swaps of two models image by image: by hand, against brute force, and against scipy and statsmodels."""

import dataclasses
from itertools import product

import numpy as np
import pytest
from askance.metrics.multiplicity import (
    confidence_of_scaled,
    false_discovery_p_values,
    on_one_scale,
    simultaneous_quantile,
    step_down_p_values,
    swap_p_values,
)
from askance.metrics.paired_sums import PairedSums, sums_of_cases
from askance.metrics.paired_swaps import SwapDistribution, swap_images, swap_statistic
from scipy.stats import permutation_test
from statsmodels.stats.multitest import multipletests


def random_cases(rng, images=9, most=4, tests=1):
    """Cases of several images: image, score of A, score of B, test."""
    image = np.repeat(np.arange(images), rng.integers(1, most + 1, images))
    a, b = (rng.integers(0, 2, len(image)).astype(float) for _ in range(2))
    return image, a, b, rng.integers(0, tests, len(image))


def by_hand(image, a, b, test, signs):
    """Difference and variance under signs of images, written as in the specification."""
    d = signs[image] * (b - a)
    names = np.unique(test)
    delta = np.mean([d[test == t].mean() for t in names])
    weights = np.array([1 / (len(names) * (test == t).sum()) for t in test])
    clustered = 0.0
    for g in np.unique(image):
        mine = image == g
        residual = sum(weights[i] * (d[i] - d[test == test[i]].mean()) for i in np.flatnonzero(mine))
        clustered += residual**2 / (1 - weights[mine].sum())
    independent = sum(
        ((d[test == t] - d[test == t].mean()) ** 2).sum() / max((test == t).sum() * ((test == t).sum() - 1), 1)
        for t in names
    ) / len(names) ** 2  # fmt: skip
    return delta, max(clustered, independent)


def test_difference_and_variance_by_hand():
    # 3 images with 2, 1 and 1 cases: differences B - A are (1, 0), 1, -1; mean 1/4
    found = swap_statistic(sums_of_cases([0, 0, 1, 2], [0, 1, 0, 1], [1, 1, 1, 0]), 3)
    assert found.difference == pytest.approx(25.0)
    # residual sums 1 - 2/4 = .5, .75, -1.25 with shares .5, .25, .25
    clustered = (0.5**2 / 0.5 + 0.75**2 / 0.75 + 1.25**2 / 0.75) / 16
    independent = ((0.75**2) * 2 + 0.25**2 + 1.25**2) / (4 * 3)
    assert found.variance == pytest.approx(1e4 * max(clustered, independent))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tests", [1, 3])
def test_every_swap_is_what_brute_force_gives(seed, tests):
    rng = np.random.default_rng(seed)
    image, a, b, test = random_cases(rng, 7, tests=tests)
    sums = sums_of_cases(image, a, b, test)
    found = swap_images([swap_statistic(sums, 7)], 0, 0)
    assert found.is_exact
    wanted = []
    for signs in product((1.0, -1.0), repeat=7):
        delta, variance = by_hand(image, a, b, test, np.array(signs))
        wanted.append(abs(delta) / np.sqrt(variance) if variance > 1e-15 else (0 if abs(delta) < 1e-12 else 1e12))
    share = 2**7 // len(found.swapped)  # swaps of images that do not differ give the same again
    assert np.sort(np.repeat(np.abs(found.swapped[:, 0]), share)) == pytest.approx(np.sort(wanted), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_p_of_a_mean_is_scipys(seed):
    rng = np.random.default_rng(seed)
    a, b = (rng.integers(0, 4, 10) / 3 for _ in range(2))
    ours = swap_p_values(swap_images([swap_statistic(sums_of_cases(np.arange(10), a, b), 10)], 0, 0))
    theirs = permutation_test(
        (b, a), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", n_resamples=np.inf
    )
    assert ours[0] == pytest.approx(theirs.pvalue)


def test_p_of_clusters_of_equal_size_is_scipys():
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 2, (9, 4)), rng.integers(0, 2, (9, 4))
    sums = sums_of_cases(np.repeat(np.arange(9), 4), a.ravel(), b.ravel())
    theirs = permutation_test(
        (b.sum(1), a.sum(1)), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
        n_resamples=np.inf,
    )  # fmt: skip
    assert swap_p_values(swap_images([swap_statistic(sums, 9)], 0, 0))[0] == pytest.approx(theirs.pvalue)


def test_random_swaps_approach_all_swaps():
    rng = np.random.default_rng(1)
    image, a, b, test = random_cases(rng, 12)
    statistic = swap_statistic(sums_of_cases(image, a, b, test), 12)
    exact = swap_p_values(swap_images([statistic], 0, 0))
    import askance.metrics.paired_swaps as swaps

    before, swaps.EXACT_IMAGES = swaps.EXACT_IMAGES, 0
    try:
        found = swap_images([statistic], 20_000, 5)
        assert not found.is_exact
        assert np.array_equal(found.swapped, swap_images([statistic], 20_000, 5).swapped)  # the seed decides
    finally:
        swaps.EXACT_IMAGES = before
    assert swap_p_values(found) == pytest.approx(exact, abs=0.015)


def test_five_images_cannot_be_significant_and_six_can():
    for images, wanted in ((5, 2 / 32), (6, 2 / 64)):
        found = swap_images(
            [swap_statistic(sums_of_cases(np.arange(images), [0] * images, [1] * images), images)], 0, 0
        )
        assert swap_p_values(found)[0] == pytest.approx(wanted)


def test_few_images_with_one_difference_do_not_hide_a_clear_metric():
    """Three images that all differ have an infinite t in 2 of 8 swaps, whatever another metric shows."""
    few = swap_statistic(sums_of_cases([0, 1, 2], [0, 0, 0], [1, 1, 1]), 60)
    clear = swap_statistic(sums_of_cases(np.arange(60), [0] * 60, [0] * 5 + [1] * 55), 60)
    swapped = swap_images([few, clear], 5000, 0)
    assert step_down_p_values(swapped)[1] > 0.2
    scaled = on_one_scale(swapped, [3, 60])
    few_p, clear_p = step_down_p_values(scaled)
    assert clear_p < 0.001
    assert few_p == pytest.approx(0.25, abs=0.01)
    assert np.array_equal(swap_p_values(scaled), swap_p_values(swapped))  # each metric alone: as before
    assert 1.8 < simultaneous_quantile(scaled) < 2.6
    assert confidence_of_scaled(1.959964) == pytest.approx(0.95)


def test_one_scale_changes_little_for_metrics_that_are_alike():
    rng = np.random.default_rng(3)
    found = SwapDistribution(rng.normal(0, 2, 9), rng.normal(0, 1, (999, 9)), is_exact=False)
    scaled = on_one_scale(found, [80] * 9)
    assert step_down_p_values(scaled) == pytest.approx(step_down_p_values(found), abs=0.03)
    assert simultaneous_quantile(scaled) == pytest.approx(simultaneous_quantile(found), rel=0.1)


def test_equal_models_have_no_difference():
    found = swap_images([swap_statistic(sums_of_cases([0, 1, 2], [1, 0, 1], [1, 0, 1]), 3)], 100, 0)
    assert found.observed.tolist() == [0.0]
    assert swap_p_values(found).tolist() == step_down_p_values(found).tolist() == [1.0]


def test_random_swaps_count_the_observed_one():
    found = SwapDistribution(np.array([3.0]), np.array([[1.0], [-2.0], [0.5]]), is_exact=False)
    assert swap_p_values(found).tolist() == [1 / 4]


def test_step_down_by_hand():
    observed = np.array([1.0, 3.0, 2.0])
    swapped = np.array([[0.5, 1.0, 2.5], [1.5, 0.1, 0.2], [0.2, 3.5, 0.1], [0.1, 0.2, 0.3]])
    found = SwapDistribution(observed, swapped, is_exact=True)
    # metric 1 (t = 3): max over all reaches it once; metric 2 (t = 2): max over {2, 0} once; metric 0: once, monotone
    assert step_down_p_values(found).tolist() == [0.25, 0.25, 0.25]
    assert swap_p_values(found).tolist() == [0.25, 0.25, 0.25]
    assert simultaneous_quantile(found, 0.75) == 2.5


def test_step_down_is_between_single_and_single_step():
    rng = np.random.default_rng(0)
    found = SwapDistribution(rng.normal(0, 2, 9), rng.normal(0, 1, (999, 9)), is_exact=False)
    single_step = (1 + (np.abs(found.swapped).max(1)[:, None] >= np.abs(found.observed)).sum(0)) / 1000
    p = step_down_p_values(found)
    assert (p >= swap_p_values(found)).all()
    assert (p <= single_step + 1e-12).all()
    assert p.min() == single_step.min()


def test_false_discovery_rate_is_statsmodels():
    for seed in range(5):
        p = np.random.default_rng(seed).uniform(0, 1, 20) ** 3
        assert false_discovery_p_values(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])


def ratio_sums(rng, images=8):
    """Two columns: a numerator and a denominator, such as those of F1."""
    image = np.repeat(np.arange(images), 3)
    a, b = (np.stack([rng.integers(0, 2, len(image)), np.ones(len(image))], 1) * rng.uniform(0.5, 1, (len(image), 1))
            for _ in range(2))  # fmt: skip
    cells = [np.stack([each[image == g].sum(0) for g in range(images)]) for each in (a, b)]
    return PairedSums(
        np.arange(images), np.zeros(images, int), np.full(images, 3.0), *cells, np.zeros(images),
        transform=lambda means: 100 * means[..., 0] / means[..., 1],
    )  # fmt: skip


def share_sums(rng, images, rates=(0.3, 0.3)):
    """Two models with 3 to 9 cases of their own per image, of which some count."""
    sizes = rng.integers(3, 10, (2, images)).astype(float)
    hits = [rng.binomial(size.astype(int), rate).astype(float) for size, rate in zip(sizes, rates, strict=True)]
    a, b = (np.stack([hit, size], axis=1) for hit, size in zip(hits, sizes, strict=True))
    return PairedSums(
        np.arange(images), np.zeros(images, int), sizes.sum(axis=0), a, b, ((b - a) ** 2).sum(axis=1),
        transform=lambda means: 100 * means[..., 0] / means[..., 1], are_shares=True,
    )  # fmt: skip


def test_shares_of_own_cases():
    sums = share_sums(np.random.default_rng(2), 9, (0.1, 0.8))
    found = swap_statistic(sums, 9)
    share_a, share_b = (100 * each[:, 0].sum() / each[:, 1].sum() for each in (sums.a, sums.b))
    assert found.difference == pytest.approx(share_b - share_a)
    assert sums.values() == pytest.approx((share_a, share_b))
    other = dataclasses.replace(sums, a=sums.b, b=sums.a)
    swapped, back = (swap_images([swap_statistic(each, 9)], 0, 0) for each in (sums, other))
    assert swapped.observed == pytest.approx(-back.observed)  # A and B have the same part
    assert swap_p_values(swapped)[0] == swap_p_values(back)[0] == pytest.approx(2 / 2**9)


def test_equal_shares_are_rarely_called_different():
    rng = np.random.default_rng(11)
    p = [swap_p_values(swap_images([swap_statistic(share_sums(rng, 10), 10)], 0, 0))[0] for _ in range(300)]
    assert 0.02 < np.mean(np.array(p) < 0.05) < 0.08


def test_a_ratio_is_recomputed_for_every_swap():
    sums = ratio_sums(np.random.default_rng(4))
    found = swap_images([swap_statistic(sums, 8)], 0, 0)
    a, b = sums.a, sums.b
    se = np.sqrt(swap_statistic(sums, 8).variance)
    wanted = []
    for signs in product((1, -1), repeat=8):
        keep = np.array(signs)[:, None] == 1
        first, second = np.where(keep, a, b).sum(0), np.where(keep, b, a).sum(0)
        wanted.append(100 * (second[0] / second[1] - first[0] / first[1]) / se)
    assert np.sort(found.swapped[:, 0]) == pytest.approx(np.sort(wanted))
    left_out = [
        100 * ((b.sum(0) - b[g])[0] / (b.sum(0) - b[g])[1] - (a.sum(0) - a[g])[0] / (a.sum(0) - a[g])[1])
        for g in range(8)
    ]
    assert se**2 == pytest.approx(7 / 8 * ((np.array(left_out) - np.mean(left_out)) ** 2).sum())
