"""The mean over tests: its value, and an interval that a cluster bootstrap confirms."""

import numpy as np
import pytest
from askance.metrics.confidence_interval import clustered_rate
from askance.metrics.macro_average import mean_of_rates


def images(seed, count=150, tests=(30, 8, 4, 2), spread=0.25):
    """Scores of several tests about shared images: an image that is hard in one test is hard in all."""
    rng = np.random.default_rng(seed)
    values, clusters, groups = [], [], []
    for image in range(count):
        hard = rng.normal(0, spread)
        for test, most in enumerate(tests):
            for _ in range(rng.integers(0, most + 1)):
                values.append(float(rng.random() < np.clip(0.55 + 0.1 * test + hard, 0, 1)))
                clusters.append(image)
                groups.append(test)
    return np.array(values), np.array(clusters), np.array(groups)


def macro(values, groups, count=4):
    return np.mean([values[groups == test].mean() for test in range(count)])


def bootstrap(values, clusters, groups, draws=600):
    """The deviation of the mean over tests when images are drawn with replacement."""
    rng = np.random.default_rng(1)
    rows = [np.flatnonzero(clusters == image) for image in np.unique(clusters)]
    found = []
    for _ in range(draws):
        drawn = np.concatenate([rows[place] for place in rng.integers(len(rows), size=len(rows))])
        found.append(macro(values[drawn], groups[drawn]))
    return float(np.std(found))


@pytest.mark.parametrize("spread", [0.0, 0.25])
def test_the_interval_is_that_of_a_cluster_bootstrap(spread):
    values, clusters, groups = images(0, spread=spread)
    found = mean_of_rates(values, clusters, groups, 4)
    assert found.value == pytest.approx(macro(values, groups))
    assert found.n == len(values)
    half = (found.high - found.low) / 2
    assert half == pytest.approx(1.96 * bootstrap(values, clusters, groups), rel=0.1)


def test_shared_images_widen_it():
    """Where an image is hard in all tests, errors add up; as if images were distinct, the interval is too narrow."""
    values, clusters, groups = images(0, spread=0.25)
    apart = mean_of_rates(values, clusters + 1000 * groups, groups, 4)
    together = mean_of_rates(values, clusters, groups, 4)
    assert together.high - together.low > 1.2 * (apart.high - apart.low)


def test_it_contains_the_true_mean_about_as_often_as_it_says():
    inside = 0
    for seed in range(150):
        values, clusters, groups = images(seed, count=60, spread=0.0)
        found = mean_of_rates(values, clusters, groups, 4)
        inside += found.low <= 0.7 <= found.high
    assert 0.90 <= inside / 150 <= 0.99


def test_one_test_is_its_own_mean():
    values, clusters, _ = images(2)
    alone = mean_of_rates(values, clusters, np.zeros(len(values), dtype=np.int64), 1)
    assert list(alone) == pytest.approx(list(clustered_rate(values, clusters)))


def test_a_small_test_that_is_wholly_right_still_adds_uncertainty():
    """The delta method would say that 3 right answers out of 3 are known exactly."""
    rng = np.random.default_rng(0)
    large = (rng.random(4000) < 0.8).astype(float)
    values, clusters = np.append(large, np.ones(3)), np.arange(4003)
    groups = np.append(np.zeros(4000, dtype=np.int64), np.ones(3, dtype=np.int64))
    found = mean_of_rates(values, clusters, groups, 2)
    assert found.value - found.low > 0.2
    assert found.high - found.value < 0.02


def test_all_right_is_as_uncertain_as_its_images_and_bounds_hold():
    same = np.tile(np.arange(50), 4)
    groups = np.repeat(np.arange(4), 50)
    shared = mean_of_rates(np.ones(200), same, groups, 4)
    distinct = mean_of_rates(np.ones(200), np.arange(200), groups, 4)
    assert shared.value == shared.high == distinct.high == 1
    assert shared.low == pytest.approx(clustered_rate(np.ones(50), np.arange(50)).low)
    assert shared.low < distinct.low < 1


def test_tests_without_values_have_no_vote_and_nothing_at_all_is_no_number():
    found = mean_of_rates(np.array([1.0, 0.0, 1.0]), np.arange(3), np.array([0, 0, 2]), 4)
    assert found.value == pytest.approx(0.75)
    assert np.isnan(mean_of_rates(np.zeros(0), np.zeros(0, np.int64), np.zeros(0, np.int64), 4).value)
