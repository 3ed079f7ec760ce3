"""The cluster jackknife: equal to leaving each image out by hand, and to scipy's formulas for a mean."""

import numpy as np
import pytest
from askance.metrics.chance_corrected_consistency import correct_consistency_for_chance
from askance.metrics.jackknife import LEAST_DF, jackknife_bias, jackknife_interval, jackknife_variance
from askance.metrics.left_out_consistency import AnsweredPairs, leave_out_each_image
from askance.metrics.macro_average import macro_average_rows
from askance.metrics.rate import Grouping
from scipy import stats


def made(seed=0, count=200, images=25, answers=4):
    """Answered pairs of three groups; some opposite answers do not exist."""
    rng = np.random.default_rng(seed)
    first, wanted = rng.integers(0, answers, count), rng.integers(-1, answers, count)
    wanted = np.where(rng.random(count) < 0.5, first, wanted)
    pairs = AnsweredPairs(
        first, wanted, rng.random(count) < 0.3, (first == wanted).astype(float), rng.integers(0, images, count)
    )
    return pairs, rng.integers(0, 3, count)


def plain_chance(pairs):
    """Expected consistency of independent answers, with loops."""
    expected = 0.0
    for directional in (False, True):
        inside = pairs.is_directional == directional
        first, wanted = pairs.first[inside].tolist(), pairs.wanted[inside].tolist()
        matches = sum(one == other for one in first for other in wanted)
        expected += matches / len(first) if first else 0.0
    return expected / len(pairs.first)


@pytest.mark.parametrize("seed", range(4))
def test_leaving_out_each_image_equals_doing_so_by_hand(seed):
    pairs, groups = made(seed)
    found = leave_out_each_image(pairs, groups, 3)
    for group in range(3):
        inside = pairs.select(groups == group)
        assert found.chance[group] == pytest.approx(plain_chance(inside))
        assert found.consistency[group] == pytest.approx(inside.scores.mean())
    for group, image, consistency, chance in zip(
        found.group, found.image, found.consistency_without, found.chance_without, strict=True
    ):
        rest = pairs.select((groups == group) & (pairs.images != image))
        assert consistency == pytest.approx(rest.scores.mean())
        assert chance == pytest.approx(plain_chance(rest))


def test_the_variance_of_a_mean_is_that_of_scipy_and_its_bias_is_nothing():
    values = np.random.default_rng(1).random(30)
    without = (values.sum() - values) / 29
    assert jackknife_variance(without, np.zeros(30, dtype=int), 1)[0] == pytest.approx(stats.sem(values) ** 2)
    assert jackknife_bias(float(values.mean()), without) == pytest.approx(0, abs=1e-12)
    assert np.isnan(jackknife_variance(without[:1], np.zeros(1, dtype=int), 1)[0])
    assert np.isnan(jackknife_bias(0.5, without[:1]))


def test_the_bias_of_a_square_is_found():
    """The square of a mean exceeds that of the true mean by its variance."""
    values = np.random.default_rng(2).random(40)
    without = ((values.sum() - values) / 39) ** 2
    assert jackknife_bias(float(values.mean()) ** 2, without) == pytest.approx(stats.sem(values) ** 2, rel=1e-9)


def test_the_interval_is_wilson_with_the_size_that_the_variance_says():
    from statsmodels.stats.proportion import proportion_confint

    low, high = jackknife_interval(0.3, 0.3 * 0.7 / 50, 40, 40)
    t = stats.t.ppf(0.975, 39)
    wanted = proportion_confint(0.3 * 50, 50, alpha=2 * stats.norm.sf(t), method="wilson")
    assert (float(low), float(high)) == pytest.approx(wanted, abs=1e-9)
    low, high = jackknife_interval(1.0, 0.0, 40, 0)
    wanted = proportion_confint(40, 40, alpha=2 * stats.norm.sf(stats.t.ppf(0.975, LEAST_DF)), method="wilson")
    assert (float(low), float(high)) == pytest.approx(wanted, abs=1e-9)


def corrected(pairs, answers_of, tests, groups):
    layout = Layout(pairs.images, tests, groups)
    cons = macro_average_rows(pairs.scores, pairs.images, tests, groups)
    return correct_consistency_for_chance(cons, pairs.scores, answers_of, pairs.is_directional, layout)


class Layout:
    def __init__(self, clusters, tests, groupings):
        self.clusters, self.tests, self.groupings = clusters, tests, groupings


def yes_no_pairs(rng, images=60, size=3, copied=0.6):
    """Pairs whose second answer copies the first with this chance, else is drawn anew: kappa is that chance."""
    import pyarrow as pa

    codes = np.repeat(np.arange(images), size)
    first, anew = rng.random((2, len(codes))) < 0.7
    second = np.where(rng.random(len(codes)) < copied, first, anew)
    pairs = AnsweredPairs(first.astype(int), second.astype(int), first & False, (first == second).astype(float), codes)
    return pairs, [pa.array(np.where(each, "yes", "no").tolist()) for each in (first, second)]


def test_intervals_of_kappa_cover_it():
    rng = np.random.default_rng(3)
    inside, widths = 0, []
    for _ in range(200):
        pairs, answers = yes_no_pairs(rng)
        one = Grouping(["t"], np.zeros(len(pairs.first), dtype=np.int64))
        everything = Grouping([""], one.codes)
        rows = corrected(pairs, answers, one, [everything, one])
        value, low, high, n, undecided, images = rows["t"]
        assert (n, undecided, images) == (180, 0, 60)
        assert rows["pooled"] == rows["t"]
        assert low <= value <= high
        inside += low <= 60 <= high
        widths.append(high - low)
    assert 0.92 < inside / 200 <= 0.99
    assert 20 < np.mean(widths) < 35
