"""Intervals of findings: widened 95 % intervals, differences, and what accuracy explains."""

import pytest
from askance.report.finding_interval import (
    Estimate,
    explained_by_accuracy,
    least_excess,
    quantile_for_selection,
    widen_difference,
    widen_share,
)
from finding_rows import wilson

Z95 = 1.959964


@pytest.mark.parametrize("percent", [0.0, 3.0, 50.0, 97.0, 100.0])
@pytest.mark.parametrize("n", [8, 60, 5000])
def test_a_widened_interval_is_the_wilson_interval_at_that_quantile(percent, n):
    low, high = wilson(percent, n)
    same = widen_share(Estimate(percent, low, high), Z95)
    assert (same.low, same.high) == pytest.approx((low, high), abs=1e-4)
    wide = widen_share(Estimate(percent, low, high), 3.0)
    assert (wide.low, wide.high) == pytest.approx(wilson(percent, n, 3.0), abs=0.01)


def test_a_difference_is_widened_on_both_sides():
    wide = widen_difference(Estimate(10.0, 4.0, 18.0), 2 * Z95)
    assert (wide.low, wide.high) == pytest.approx((-2.0, 26.0))


def test_seven_of_many_need_a_higher_level():
    assert quantile_for_selection(7, 7, 0.05) == pytest.approx(Z95)
    assert quantile_for_selection(7, 3, 0.05) == pytest.approx(Z95)
    assert quantile_for_selection(7, 70, 0.05) == pytest.approx(2.807, abs=1e-3)  # level 99.5 %


def test_the_least_excess_allows_for_both_intervals():
    assert least_excess(Estimate(50, 40, 60), Estimate(10, 10, 10)) == pytest.approx(30)
    assert least_excess(Estimate(50, 47, 60), Estimate(10, 5, 14)) == pytest.approx(40 - 5)


def test_what_accuracy_explains():
    assert explained_by_accuracy(Estimate(90, 80, 95), 1) == Estimate(
        pytest.approx(10), pytest.approx(5), pytest.approx(20)
    )
    assert explained_by_accuracy(Estimate(90, 90, 90), 2).value == pytest.approx(18)  # one right, one wrong
    assert explained_by_accuracy(Estimate(60, 45, 70), 2).high == pytest.approx(50)
