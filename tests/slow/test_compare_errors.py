"""Equal models are rarely called different, and different ones often: simulated answers, two generators."""

import askance
import numpy as np
import pytest
from benchmarks.compare_error import family_wise_error, rejection_rates
from benchmarks.made_answers import GENERATORS, Setting
from benchmarks.made_results import write_results

pytestmark = pytest.mark.slow
OURS = ("swaps by image (askance)", "t interval by image (askance)")


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("icc", [0.0, 0.2, 0.6])
@pytest.mark.parametrize("images", [6, 20, 200])
def test_type_one_error(generator, icc, images):
    found = rejection_rates(generator, Setting(images, icc), 500)
    assert found[OURS[0]] <= 7.5  # 5 % and 2.5 standard errors of 500 draws
    assert found[OURS[1]] <= 8.5
    if icc == 0.6 and images > 6:
        assert found["McNemar over cases"] > 10  # why cases are not swapped


@pytest.mark.parametrize("generator", GENERATORS)
def test_power(generator):
    assert rejection_rates(generator, Setting(200, 0.2, gain=0.1), 100)[OURS[0]] > 90


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("true", [0, 3])
def test_family_wise_error(generator, true):
    found = family_wise_error(generator, Setting(20, 0.2), 400, true)
    assert found["max-t (askance)"] <= 7.8
    assert found["unadjusted"] > 15


def test_two_runs_of_the_same_model_are_not_different(tmp_path):
    """200 pairs of runs of one random model, through stored verdicts: at most 5 % (and 2 standard errors) differ."""
    different = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        image, a, b = GENERATORS["beta"](rng, Setting(40, 0.2))
        write_results(tmp_path / str(seed), {"first": a, "second": b}, image, "accuracy")
        found = askance.compare(tmp_path / str(seed), "first", "second", seed=seed, swaps=999)
        different += any(row.is_significant for row in found.rows)
    assert different <= 16
