"""Intervals of differences: from sums by image, from single differences, and by leaving out blocks of images."""

import askance
import numpy as np
import pyarrow.compute as pc
import pytest
from askance.core import Metric
from askance.metrics import paired_difference
from askance.metrics.difference_estimate import estimate_difference, simultaneous_intervals
from askance.metrics.jackknifed_difference import jackknifed_difference
from askance.metrics.paired_sums import sums_of_cases
from askance.metrics.paired_swaps import swap_images
from askance.metrics.rate import image_cluster_codes
from askance.suites import SUITES

PERCENTAGE = Metric("x", "")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("levels", [2, 4])
def test_sums_by_image_give_the_interval_of_single_differences(seed, levels):
    """`compare` and `check` (sums in SQL) and the metrics of suites (single cases) have one interval."""
    rng = np.random.default_rng(seed)
    images = np.sort(rng.integers(0, 15, 60))
    a, b = (rng.integers(0, levels, 60) / (levels - 1) for _ in range(2))
    if seed == 0:
        b = a.copy()  # no difference at all
    if seed == 1:
        b = np.where(images == images[0], b, a)  # one image shows a difference
    wanted = paired_difference(b - a, images)
    found = estimate_difference(PERCENTAGE, sums_of_cases(images, a, b), int(images.max()) + 1)
    assert found.statistic.difference == pytest.approx(100 * wanted.value)
    assert found.interval() == pytest.approx((100 * wanted.low, 100 * wanted.high))
    assert found.images == wanted.images


def test_cases_that_cancel_within_an_image_show_a_difference():
    found = estimate_difference(PERCENTAGE, sums_of_cases(np.repeat(np.arange(9), 2), [0, 1] * 9, [1, 0] * 9), 9)
    assert (found.statistic.difference, found.images, found.differing) == (0, 9, 9)


def test_a_mean_of_tests_without_a_difference_has_the_interval_of_its_images():
    found = estimate_difference(PERCENTAGE, sums_of_cases(np.arange(30), [1] * 30, [1] * 30, np.arange(30) % 3), 30)
    low, high = found.interval()
    assert low == pytest.approx(-high)
    assert high == pytest.approx(100 * found.quantile() / 32)


def test_simultaneous_intervals_contain_all_differences_at_once():
    rng, trials, misses, single_misses = np.random.default_rng(5), 200, 0, 0
    for trial in range(trials):
        shared = rng.normal(size=(40, 1))
        values = np.clip(0.4 * (shared + rng.normal(size=(40, 6))), -1, 1)  # 40 images, six metrics, true differences 0
        sums = [sums_of_cases(np.arange(40), np.zeros(40), column) for column in values.T]
        found = [estimate_difference(PERCENTAGE, each, 40) for each in sums]
        wide = simultaneous_intervals(found, swap_images([each.statistic for each in found], 400, trial))
        misses += any(low > 0 or high < 0 for low, high in wide)
        single_misses += any(low > 0 or high < 0 for low, high in (each.interval() for each in found))
    assert misses / trials <= 0.09
    assert single_misses / trials > 0.1


def test_the_jackknife_of_a_plain_mean_is_the_paired_interval(tmp_path):
    done = askance.run(["oracle", "builtin:blind"], "stickers", "metamorphic", limit=90, out=tmp_path)
    table = done.verdicts
    base, new = (table.filter(pc.equal(table["model"], model)) for model in ("oracle", "builtin:blind"))
    codes = image_cluster_codes(new)
    found = jackknifed_difference(SUITES["metamorphic"].metrics, new, base, codes, "error", "", 100.0)
    fails = [1 - np.asarray(each["holds"].cast("float64")) for each in (new, base)]
    decided = ~np.isnan(fails[0]) & ~np.isnan(fails[1])
    wanted = paired_difference((fails[0] - fails[1])[decided], codes[decided])
    assert found.value == pytest.approx(100 * wanted.value)
    assert found.high - found.low == pytest.approx(100 * (wanted.high - wanted.low), rel=0.35)
    assert found.images == len(np.unique(codes))
