"""Intervals: equal to the formulas, to statsmodels and to scipy; order-free, within bounds, and they cover."""

import importlib

import numpy as np
import pytest
from askance.metrics import clustered_rate
from askance.metrics.confidence_interval import degrees_of_freedom, grouped_rates
from askance.metrics.image_sums import sum_by_image
from askance.metrics.t_distribution import normal_quantile, t_probability, t_quantile
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from interval_reference import fewer, matrix_df, reference_interval

CASES = st.lists(st.tuples(st.sampled_from([0.0, 0.3, 0.6, 0.9, 1.0]), st.integers(0, 6)), min_size=1, max_size=40)


@pytest.fixture(scope="module")
def proportion_confint():
    """The interval of statsmodels, imported where it is needed: that takes seconds."""
    return importlib.import_module("statsmodels.stats.proportion").proportion_confint


def clustered(seed, images=30, rate=0.6, spread=0.3, most=8, *, graded=False):
    """Values and images: cases about one image are alike."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, most + 1, images)
    codes = np.repeat(np.arange(images), sizes)
    chance = np.clip(rate + spread * rng.standard_normal(images), 0, 1)[codes]
    draws = rng.binomial(3, chance) / 3 if graded else rng.random(len(codes)) < chance
    return np.asarray(draws, dtype=float), codes


@pytest.mark.parametrize(("right", "n"), [(0, 10), (10, 10), (0, 1)])
def test_boundary_is_plain_wilson(proportion_confint, right: int, n: int) -> None:
    rate = clustered_rate([1.0] * right + [0.0] * (n - right), np.arange(n))
    low, high = proportion_confint(right, n, method="wilson")
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-12)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("right", "n"), [(3, 10), (70, 100), (999, 1000)])
def test_one_case_an_image_is_wilson_with_one_case_less(proportion_confint, right: int, n: int, confidence) -> None:
    """n − 1, since the variance is divided by that: p(1 − p) / V₀ = n − 1."""
    rate = clustered_rate([1.0] * right + [0.0] * (n - right), np.arange(n), confidence)
    low, high = proportion_confint(right / n * (n - 1), n - 1, alpha=1 - confidence, method="wilson")
    assert (rate.value, rate.n, rate.images) == (right / n, n, n)
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-12)


def test_the_variance_by_image_is_that_of_a_regression_on_a_constant_if_sizes_are_equal() -> None:
    """With images of equal size 1 / (1 − w) is G / (G − 1), the factor of statsmodels."""
    from statsmodels.api import OLS

    generator = np.random.default_rng(5)
    clusters = np.repeat(np.arange(40), 8)
    values = (generator.random(320) < 0.3 + 0.4 * (clusters % 2)).astype(float)
    fit = OLS(values, np.ones(320)).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    sums = sum_by_image(values, clusters, clusters * 0, 1)
    assert sums.by_image[0] == pytest.approx(float(fit.cov_params()[0, 0]))
    assert sums.independent[0] == pytest.approx(float(OLS(values, np.ones(320)).fit().cov_params()[0, 0]))


@pytest.mark.parametrize("graded", [False, True])
@pytest.mark.parametrize("images", [1, 2, 5, 30, 200])
@pytest.mark.parametrize("seed", range(6))
def test_equal_to_the_formulas(seed, images, graded) -> None:
    values, codes = clustered(seed, images, (0.6, 0.05, 0.95)[seed % 3], 0.3 * (seed % 2), graded=graded)
    rate = clustered_rate(values, codes)
    assert rate[:3] == pytest.approx(reference_interval(zip(codes, values, strict=True)), abs=1e-9)
    assert (rate.n, rate.images) == (len(values), images)


@pytest.mark.parametrize("seed", range(20))
def test_degrees_of_freedom_need_no_matrix(seed) -> None:
    values, codes = clustered(seed, 5 + 10 * seed, most=2 + seed)
    sums = sum_by_image(values, codes, np.zeros(len(codes), dtype=np.int64), 1)
    expected = matrix_df(sums.size, sums.by_image[0] / sums.independent[0])
    wanted = max(3, min(expected, fewer(sums.total, sums.size, False) - 1))
    assert degrees_of_freedom(sums)[0] == pytest.approx(wanted, rel=1e-9)


def test_few_failing_images_worked_by_hand() -> None:
    """As `sears` in the demo: 31 cases about 23 images, 4 failures on 3 images, one of which fails twice."""
    sizes = np.array([2] * 8 + [1] * 15)
    codes = np.repeat(np.arange(23), sizes)
    values = np.ones(31)
    values[[0, 1, 30, 29]] = 0.0
    p, n = 27 / 31, 31
    residuals = np.array([0 - 2 * p] + [2 - 2 * p] * 7 + [1 - p] * 13 + [0 - p] * 2)
    by_image = (residuals**2 / (1 - sizes / n)).sum() / n**2  # above p(1 − p)/(n − 1), so that t is used
    size, t = p * (1 - p) / by_image, 3.182446  # t at 3 degrees of freedom; 3 failing images − 1 would be 2, t = 4.30
    middle, half = p + t**2 / (2 * size), t * np.sqrt(p * (1 - p) / size + t**2 / (4 * size**2))
    rate = clustered_rate(values, codes)
    wanted = (middle - half) / (1 + t**2 / size), (middle + half) / (1 + t**2 / size)
    assert (rate.low, rate.high) == pytest.approx(wanted, abs=1e-6)
    assert [round(100 * each) for each in wanted] == [51, 98]


@pytest.mark.parametrize(("images", "graded", "df"), [(4, False, 2), (5, False, 3), (30, False, 3), (30, True, 2)])
def test_least_degrees_of_freedom(images, graded, df) -> None:
    values = np.concatenate([[0.0, 0.5 if graded else 0.0], np.ones(2 * images - 2)])
    sums = sum_by_image(values, np.repeat(np.arange(images), 2), np.zeros(2 * images, dtype=np.int64), 1)
    assert degrees_of_freedom(sums)[0] == df


def test_many_groups_at_once_are_what_each_is_alone() -> None:
    parts = [clustered(seed, 3 + seed, graded=seed % 2 == 0) for seed in range(12)]
    values, codes = (np.concatenate([part[which] for part in parts]) for which in (0, 1))
    groups = np.repeat(np.arange(12), [len(part[0]) for part in parts])
    order = np.random.default_rng(0).permutation(len(values))
    found = grouped_rates(values[order], codes[order], groups[order], 13)
    for place, part in enumerate(parts):
        assert [column[place] for column in found] == pytest.approx(list(clustered_rate(*part)))
    assert (found.n[12], found.images[12]) == (0, 0)
    assert np.isnan([column[12] for column in found[:3]]).all()


def test_keys_too_large_to_pack_are_sorted_as_well() -> None:
    values, codes = clustered(1)
    apart = codes.astype(np.int64) * (1 << 54)
    assert grouped_rates(values, apart, codes * 0, 1) == grouped_rates(values, codes, codes * 0, 1)


def test_like_answers_about_one_image_widen_the_interval() -> None:
    values = np.repeat([1.0, 0.0, 1.0, 1.0, 0.0, 1.0], 10)
    alone = clustered_rate(values, np.arange(60))
    together = clustered_rate(values, np.repeat(np.arange(6), 10))
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_unlike_answers_about_one_image_do_not_narrow_it(proportion_confint) -> None:
    """Every image has 1 of 3 right: by image the variance is 0, but no more is known than from 24 cases."""
    rate = clustered_rate([1.0, 0.0, 0.0] * 8, np.repeat(np.arange(8), 3))
    low, high = proportion_confint(23 / 3, 23, method="wilson")
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-12)


def test_graded_values_that_are_all_equal_count_as_their_images(proportion_confint) -> None:
    rate = clustered_rate([0.3] * 24, np.repeat(np.arange(8), 3))
    low, high = proportion_confint(0.3 * 8, 8, method="wilson")
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-12)


def test_one_image_says_next_to_nothing() -> None:
    rate = clustered_rate([1.0, 0.0] * 500, np.zeros(1000))
    assert rate.images == 1
    assert rate.high - rate.low > 0.95


@given(CASES, st.randoms(use_true_random=False))
def test_order_does_not_matter(cases: list[tuple[float, int]], random: object) -> None:
    shuffled = list(cases)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = (
        clustered_rate([value for value, _ in rows], np.array([f"image {cluster}" for _, cluster in rows]))
        for rows in (cases, shuffled)
    )
    assert list(first) == pytest.approx(list(second), abs=1e-12)


@given(CASES)
def test_bounds(cases: list[tuple[float, int]]) -> None:
    rate = clustered_rate([value for value, _ in cases], np.array([cluster for _, cluster in cases]))
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


@given(CASES)
def test_any_small_sample_equals_the_formulas(cases: list[tuple[float, int]]) -> None:
    rate = clustered_rate([value for value, _ in cases], np.array([cluster for _, cluster in cases]))
    assert rate[:3] == pytest.approx(reference_interval((cluster, value) for value, cluster in cases), abs=1e-9)


def test_no_cases_have_no_rate() -> None:
    rate = clustered_rate([], np.array([], dtype=str))
    assert (rate.n, rate.images) == (0, 0)
    assert np.isnan([rate.value, rate.low, rate.high]).all()


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95, 0.99, 0.999])
def test_quantiles_equal_scipy(confidence) -> None:
    df = np.concatenate([[1, 1.5, 2, 2.7, 3, 29, 1e4, 1e9, np.inf], np.geomspace(2, 1e5, 200)])
    np.testing.assert_allclose(t_quantile(df, confidence), stats.t.ppf((1 + confidence) / 2, df), rtol=1e-7)
    assert normal_quantile(confidence) == pytest.approx(stats.norm.ppf((1 + confidence) / 2))


def test_probabilities_equal_scipy() -> None:
    t, df = np.linspace(-8, 8, 41)[:, None], np.array([1.0, 2.5, 7, 200])
    np.testing.assert_allclose(t_probability(t, df), 2 * stats.t.sf(np.abs(t), df), atol=1e-9)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_a_confidence_is_between_0_and_1(confidence) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        clustered_rate([1.0, 0.0], np.arange(2), confidence)
    with pytest.raises(ValueError, match="at least 1 degree"):
        t_quantile(0.5)
