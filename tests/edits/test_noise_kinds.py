"""Noise in pixels: each kind has the distribution that it names, exactly, and nothing wraps around."""

from math import erf, exp, lgamma, log, sqrt

import numpy as np
import pytest
from askance.core import ImageData
from askance.edits import edit_image, steps
from askance.edits.additive_noise import add_random_offsets, make_offset_distribution
from askance.edits.pixel_dependent_noise import make_level_distributions, redraw_levels

GREY = 128
KINDS = {
    "gaussian_noise": {"variance": 0.01},
    "poisson_noise": {"variance": 1 / 255},
    "salt_pepper": {"amount": 0.1},
    "speckle": {"variance": 0.05},
}
X = GREY / 255
VARIANCE = {
    "gaussian_noise": 0.01,
    "poisson_noise": X / 255,  # as much as photons, one a grey level
    "salt_pepper": 0.05 * (1 - X) ** 2 + 0.05 * X**2 - (0.05 * (1 - X) - 0.05 * X) ** 2,
    "speckle": 0.05 * X**2,
}


def noisy(name, pixels, seed=0, **args):
    return edit_image(ImageData(pixels), steps(name, **{**KINDS[name], **args}, seed=seed)).pixels


def grey(level=GREY, shape=(480, 640, 3)):
    return np.full(shape, level, dtype=np.uint8)


@pytest.mark.parametrize("name", KINDS)
def test_the_variance_on_grey_is_the_one_named(name):
    shown = noisy(name, grey())
    assert (shown.dtype, shown.shape) == (np.uint8, (480, 640, 3))
    assert np.var(shown / 255) == pytest.approx(VARIANCE[name], rel=0.01)
    assert np.mean(shown / 255) == pytest.approx(X, abs=0.001)


@pytest.mark.parametrize("name", KINDS)
def test_values_are_independent_of_their_neighbours(name):
    shown = noisy(name, grey()).astype(float) - GREY
    for one, other in [(shown[1:], shown[:-1]), (shown[:, 1:], shown[:, :-1]), (shown[..., 1:], shown[..., :-1])]:
        assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.006
    assert abs(np.corrcoef(noisy(name, grey(), 1).ravel(), noisy(name, grey(), 2).ravel())[0, 1]) < 0.006


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("level", [0, 255])
def test_black_and_white_do_not_wrap_around(name, level):
    shown = noisy(name, grey(level)).astype(int)
    if name == "salt_pepper":
        assert set(np.unique(shown)) == {0, 255}
        assert np.mean(shown != level) == pytest.approx(0.05, abs=0.002)
    elif level == 0 and name in ("poisson_noise", "speckle"):
        assert shown.max() == 0  # no light, no noise
    else:
        assert np.mean(shown == level) == pytest.approx(0.5, abs=0.04)  # half of it is clipped
        assert np.mean(np.abs(shown - level) > 200) < 0.001  # and none of it comes out at the other end


def normal(value, spread):
    return (1 + erf(value / spread / sqrt(2))) / 2


def expected(name, level):
    """Plain: the probability of each level, by the definition of the noise and rounding."""
    args = KINDS[name]
    if name == "poisson_noise":
        return [exp(k * log(level) - level - lgamma(k + 1)) for k in range(256)]
    spread = 255 * sqrt(args["variance"]) if name == "gaussian_noise" else level * sqrt(args["variance"])
    return [normal(k + 0.5 - level, spread) - normal(k - 0.5 - level, spread) for k in range(256)]


@pytest.mark.parametrize("name", ["gaussian_noise", "poisson_noise", "speckle"])
@pytest.mark.parametrize("level", [40, 100])
def test_every_level_is_as_frequent_as_the_distribution_says(name, level):
    drawn = np.concatenate([noisy(name, grey(level), seed).ravel() for seed in range(4)])
    wanted = np.array(expected(name, level))[1:255] * drawn.size
    found = np.bincount(drawn, minlength=256)[1:255]
    tested = wanted > 20
    chi = float(((found - wanted)[tested] ** 2 / wanted[tested]).sum())
    freedom = int(tested.sum())
    assert abs(chi - freedom) < 5 * sqrt(2 * freedom)


def test_shares_far_finer_than_the_table_are_drawn_too():
    """An edge inside a cell of the table is found by the draw of the rest: 1e-6 is a fifteenth of a cell."""
    drawn_from = make_offset_distribution([0, 100], np.array([1 - 1e-6]))
    black = np.zeros((2000, 2000, 3), dtype=np.uint8)
    assert 2 <= np.count_nonzero(add_random_offsets(black, drawn_from, 5)) <= 30  # of 12 million
    shares = np.ones((256, 255))
    shares[0, :100] = 1 - 1e-6
    assert 2 <= np.count_nonzero(redraw_levels(black, make_level_distributions(shares), 5)) <= 30


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("shape", [(1, 1, 3), (7, 5, 3), (181, 61, 3)])
def test_any_size_will_do(name, shape):
    assert noisy(name, grey(shape=shape)).shape == shape


@pytest.mark.parametrize(
    ("name", "args", "reason"),
    [
        ("gaussian_noise", {"variance": -0.1}, "variance must be a number from 0 on"),
        ("gaussian_noise", {"variance": float("nan")}, "variance must be a number from 0 on"),
        ("poisson_noise", {"variance": 1e-9}, "variance must be 0 or at least"),
        ("salt_pepper", {"amount": 1.5}, "amount must be a share"),
        ("speckle", {"seed": -1}, "seed must be a whole number"),
        ("speckle", {"seed": 0.5}, "seed must be a whole number"),
    ],
)
def test_arguments_without_sense_are_refused(name, args, reason):
    with pytest.raises(ValueError, match=reason):
        edit_image(ImageData(grey()), steps(name, **{**KINDS[name], "seed": 0, **args}))
