"""Intervals: equal to statsmodels, order-free, within bounds."""

import importlib

import numpy as np
import pytest
from askance.metrics import clustered_rate
from askance.metrics.confidence_interval import wilson_interval
from hypothesis import given
from hypothesis import strategies as st

Z = 1.959963984540054
CASES = st.lists(st.tuples(st.sampled_from([0.0, 0.3, 0.6, 0.9, 1.0]), st.integers(0, 6)), min_size=1, max_size=40)


@pytest.fixture(scope="module")
def proportion_confint():
    """The interval of statsmodels, imported where it is needed: that takes seconds."""
    return importlib.import_module("statsmodels.stats.proportion").proportion_confint


@pytest.mark.parametrize(("right", "n"), [(0, 10), (10, 10), (0, 1)])
def test_boundary_is_plain_wilson(proportion_confint, right: int, n: int) -> None:
    rate = clustered_rate([1.0] * right + [0.0] * (n - right), np.arange(n), Z)
    low, high = proportion_confint(right, n, method="wilson")
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-12)


@pytest.mark.parametrize(("right", "n"), [(3, 10), (70, 100), (999, 1000)])
def test_one_case_an_image_is_wilson_with_one_case_less(proportion_confint, right: int, n: int) -> None:
    """G/(G−1) makes the effective size n − 1."""
    rate = clustered_rate([1.0] * right + [0.0] * (n - right), np.arange(n), Z)
    low, high = proportion_confint(right / n * (n - 1), n - 1, method="wilson")
    assert (rate.value, rate.n) == (right / n, n)
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-12)


def test_variance_is_that_of_a_cluster_robust_regression_on_a_constant() -> None:
    from statsmodels.api import OLS

    generator = np.random.default_rng(5)
    clusters = generator.integers(0, 40, 300)
    values = (generator.random(300) < 0.3 + 0.4 * (clusters % 2)).astype(float)
    fit = OLS(values, np.ones(300)).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    variance = float(fit.cov_params()[0, 0])  # its small-sample factor is G/(G−1) · (n−1)/(n−k), with k = 1
    mean = values.mean()
    low, high = wilson_interval(np.array([mean]), np.array([mean * (1 - mean) / variance]), Z)
    rate = clustered_rate(values, clusters, Z)
    assert (rate.value, rate.low, rate.high) == pytest.approx((mean, low[0], high[0]), abs=1e-12)


def test_like_answers_about_one_image_widen_the_interval() -> None:
    values = np.repeat([1.0, 0.0, 1.0, 1.0, 0.0, 1.0], 10)
    alone = clustered_rate(values, np.arange(60))
    together = clustered_rate(values, np.repeat(np.arange(6), 10))
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_equal_clusters_count_as_so_many_cases(proportion_confint) -> None:
    rate = clustered_rate([1.0, 0.0, 0.0] * 8, np.repeat(np.arange(8), 3), Z)
    low, high = proportion_confint(8 / 3, 8, method="wilson")
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-12)


@given(CASES, st.randoms(use_true_random=False))
def test_order_does_not_matter(cases: list[tuple[float, int]], random: object) -> None:
    shuffled = list(cases)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = (
        clustered_rate([value for value, _ in rows], np.array([f"image {cluster}" for _, cluster in rows]))
        for rows in (cases, shuffled)
    )
    assert first == pytest.approx(second, abs=1e-12)


@given(CASES)
def test_bounds(cases: list[tuple[float, int]]) -> None:
    rate = clustered_rate([value for value, _ in cases], np.array([cluster for _, cluster in cases]))
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


def test_no_cases_have_no_rate() -> None:
    rate = clustered_rate([], np.array([], dtype=str))
    assert rate.n == 0
    assert np.isnan([rate.value, rate.low, rate.high]).all()
