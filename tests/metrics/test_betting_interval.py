"""The betting interval: equal to a plain computation, valid over the whole path, and narrower with more images."""

import itertools
import math

import numpy as np
import pytest
from askance.metrics.betting_interval import STEPS, betting_interval, log_wealth, predictable_stakes


def images(rng, rate, count, size=4):
    own = rng.beta(4 * rate, 4 * (1 - rate), count)
    return rng.binomial(size, own).astype(float), np.full(count, float(size))


def plain_log_wealth(totals, sizes, largest, planned, mean):
    """The definition, image by image."""
    up = down = 1.0
    seen_total = seen_size = squares = 0.0
    path = []
    for number, (total, size) in enumerate(zip(totals, sizes, strict=True)):
        guess = (seen_total + 0.5 * largest) / (seen_size + largest)
        stake = math.sqrt(2 * math.log(2 / 0.05) / ((0.25 + squares) / (number + 1) * planned))
        score = (total - mean * size) / largest
        up *= 1 + min(stake, 0.5 / mean) * score
        down *= 1 - min(stake, 0.5 / (1 - mean)) * score
        path.append(math.log((up + down) / 2))
        squares += ((total - guess * size) / largest) ** 2
        seen_total, seen_size = seen_total + total, seen_size + size
    return path


def test_equal_to_the_definition():
    totals, sizes = images(np.random.default_rng(1), 0.7, 300)
    sizes[::3] = 2.0
    totals = np.minimum(totals, sizes)
    for mean in (0.2, 0.65, 0.9):
        found = np.concatenate(list(log_wealth(totals, sizes, 4.0, 500, np.array([mean]))))[:, 0]
        assert found == pytest.approx(plain_log_wealth(totals, sizes, 4.0, 500, mean))


def test_the_interval_is_what_is_never_excluded():
    totals, sizes = images(np.random.default_rng(2), 0.7, 300)
    low, high = betting_interval(totals, sizes, 4.0, 300)
    for mean, is_kept in ((low, False), (high, False), (low + 2 / STEPS, True), (high - 2 / STEPS, True)):
        assert (max(plain_log_wealth(totals, sizes, 4.0, 300, mean)) < math.log(20)) is is_kept
    assert low < totals.sum() / sizes.sum() < high


def test_stakes_do_not_depend_on_later_images():
    totals, sizes = images(np.random.default_rng(3), 0.7, 100)
    whole, part = (predictable_stakes(totals[:end], sizes[:end], 4.0, 300) for end in (100, 60))
    assert whole[:60] == pytest.approx(part)
    changed = totals.copy()
    changed[59] = 4 - changed[59]
    assert predictable_stakes(changed, sizes, 4.0, 300)[:60] == pytest.approx(part)  # the bet is set before the image


def test_the_interval_only_shrinks():
    totals, sizes = images(np.random.default_rng(4), 0.5, 400)
    ends = [betting_interval(totals[:count], sizes[:count], 4.0, 400) for count in (1, 20, 100, 400)]
    assert all(a[0] <= b[0] and b[1] <= a[1] for a, b in itertools.pairwise(ends))
    assert ends[0][1] - ends[0][0] > 0.9
    assert ends[-1][1] - ends[-1][0] < 0.12


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_ends_of_the_scale(rate):
    sizes = np.full(200, 3.0)
    low, high = betting_interval(rate * sizes, sizes, 3.0, 200)
    assert low <= rate <= high
    assert high - low < 0.1


def test_images_without_decided_cases_change_nothing_else():
    totals, sizes = images(np.random.default_rng(5), 0.6, 100)
    empty = np.zeros(50)
    low, high = betting_interval(np.concatenate([totals, empty]), np.concatenate([sizes, empty]), 4.0, 300)
    assert (low, high) == betting_interval(totals, sizes, 4.0, 300)


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
def test_the_truth_is_kept_over_the_whole_path(rate):
    rng, trials = np.random.default_rng(int(100 * rate)), 300
    excluded = 0
    for _ in range(trials):
        totals, sizes = images(rng, rate, 300)
        wealth = max(part.max() for part in log_wealth(totals, sizes, 4.0, 300, np.array([rate])))
        excluded += wealth >= math.log(20)
    assert excluded / trials <= 0.08  # 5 % and three standard errors
