"""Intervals contain the truth as often as docs/intervals.md says, on generators that they were not chosen on."""

import numpy as np
import pytest
from benchmarks.clustered_outcomes import Setting
from benchmarks.interval_coverage import KINDS, coverage, needed, settings

NOISE = 0.015  # three standard errors of a share of .95 of 2,000 samples
HARD = {"binary, mixture", "graded and skewed, Gaussian copula"}  # few images decide: docs/intervals.md has the counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(set(KINDS) - HARD))
def test_coverage_is_as_promised(kind):
    chosen = [each for each in settings(kind, (5, 20, 50)) if each.sizes == "geometric"]
    found = {each: coverage(kind, each, samples=2000)["askance"][0] for each in chosen}
    assert {each.name: share for each, share in found.items() if share < needed(each) - NOISE} == {}
    assert np.mean(list(found.values())) < 0.99  # not by being too wide everywhere


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"graded and skewed, Gaussian copula"}))
def test_coverage_of_ordinary_settings(kind):
    """A few settings only, so that it is quick."""
    for setting in (Setting(0.2, 20, "geometric", 0.5), Setting(0.0, 50, "constant", 0.9)):
        found = coverage(kind, setting, samples=1000)
        assert found["askance"][0] >= needed(setting) - NOISE
        if setting.icc:
            assert found["plain_wilson"][0] < 0.9  # cases about one image are no independent cases
