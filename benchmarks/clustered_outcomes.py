"""Simulated outcomes of cases about images: a rate differs from image to image, and by how much is known."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Rng = np.random.Generator
GRADES = 3  # a graded outcome of the first generator is 0, 1/3, 2/3 or 1
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(80)
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Setting:
    """What is simulated: the correlation of two cases about one image, the images, their sizes, and the true rate."""

    icc: float
    images: int
    sizes: str  # "constant" or "geometric"
    rate: float

    @property
    def is_ordinary(self) -> bool:
        """Where coverage must be at least 93.5 %, not only 90 %."""
        return 0.1 <= self.rate <= 0.9 and self.images >= 20 and self.icc <= 0.2

    @property
    def name(self) -> str:
        return f"icc {self.icc}, {self.images} images, {self.sizes} sizes, rate {self.rate}"


@dataclass(frozen=True, slots=True)
class Sample:
    """Samples (rows) of images (columns): the number of cases, the sum of their outcomes; and Σx² of each sample."""

    size: Floats
    total: Floats
    squares: Floats


ImageRates = Callable[[Setting, tuple[int, int], Rng], Floats]
MEAN_SIZE = 4  # cases per image


def draw_sizes(setting: Setting, shape: tuple[int, int], rng: Rng) -> Floats:
    """The number of cases of each image, 4 on average."""
    if setting.sizes == "constant":
        return np.full(shape, float(MEAN_SIZE))
    return rng.geometric(1 / MEAN_SIZE, shape).astype(np.float64)


def beta_rates(setting: Setting, shape: tuple[int, int], rng: Rng) -> Floats:
    """Rates of images from a beta distribution."""
    if not setting.icc:
        return np.full(shape, setting.rate)
    spread = (1 - setting.icc) / setting.icc
    return rng.beta(setting.rate * spread, (1 - setting.rate) * spread, shape)


def copula_rates(setting: Setting, shape: tuple[int, int], rng: Rng) -> Floats:
    """Rates of images as a probit model with a normal effect of the image has them (a Gaussian copula)."""
    shift, share = _NORMAL.inv_cdf(setting.rate), _latent_share(setting.rate, setting.icc)
    return normal_cdf((shift - np.sqrt(share) * rng.standard_normal(shape)) / np.sqrt(1 - share))


def mixture_rates(setting: Setting, shape: tuple[int, int], rng: Rng) -> Floats:
    """A share of the images is wholly right or wholly wrong; the others all have the same rate."""
    is_whole = rng.random(shape) < setting.icc
    whole = (rng.random(shape) < setting.rate).astype(np.float64)
    return np.where(is_whole, whole, setting.rate)


def draw_binary(setting: Setting, samples: int, rates: ImageRates, rng: Rng) -> Sample:
    """Right or wrong: independent given the image's rate."""
    shape = samples, setting.images
    size = draw_sizes(setting, shape, rng)
    total = rng.binomial(size.astype(np.int64), rates(setting, shape, rng)).astype(np.float64)
    return Sample(size, total, total.sum(axis=1))


def draw_graded(setting: Setting, samples: int, rates: ImageRates, rng: Rng) -> Sample:
    """Outcomes of 0, 1/3, 2/3 or 1, mostly 0 or 1, whose mean is the image's rate: as VQA accuracy is."""

    def draw(rate: Floats) -> Floats:
        inside = np.clip(rate, 1e-6, 1 - 1e-6)
        return np.asarray(rng.binomial(GRADES, rng.beta(inside, 1 - inside)) / GRADES)

    return _draw_values(setting, samples, rates, rng, draw)


def draw_skewed(setting: Setting, samples: int, rates: ImageRates, rng: Rng) -> Sample:
    """Continuous outcomes, hardly ever 0 or 1, with a long tail if the rate is near either: as uncertainty may be."""

    def draw(rate: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            return np.asarray(rng.random(len(rate)) ** ((1 - rate) / rate))

    return _draw_values(setting, samples, rates, rng, draw)


def _draw_values(
    setting: Setting, samples: int, rates: ImageRates, rng: Rng, draw: Callable[[Floats], Floats]
) -> Sample:
    shape = samples, setting.images
    size = draw_sizes(setting, shape, rng)
    image = np.repeat(np.arange(size.size), size.astype(np.int64).ravel())
    values = draw(rates(setting, shape, rng).ravel()[image])
    total, squares = (
        np.bincount(image, weights=each, minlength=size.size).reshape(shape) for each in (values, values**2)
    )
    return Sample(size, total, squares.sum(axis=1))


def normal_cdf(x: Floats) -> Floats:
    """The standard normal distribution function, to 1e-7 (Abramowitz and Stegun 26.2.17)."""
    t = 1 / (1 + 0.2316419 * np.abs(x))
    powers = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi) * powers
    return np.asarray(np.where(x > 0, 1 - tail, tail))


def _latent_share(rate: float, icc: float) -> float:
    """How much of the normal variable is of the image, so that two of its outcomes correlate by icc; by bisection."""
    low, high = 0.0, 1 - 1e-9
    shift = _NORMAL.inv_cdf(rate)
    for _ in range(60):
        share = (low + high) / 2
        chances = normal_cdf((shift - np.sqrt(share) * _NODES) / np.sqrt(1 - share))
        both = float((chances**2 @ _WEIGHTS) / _WEIGHTS.sum())
        low, high = (share, high) if (both - rate**2) / (rate * (1 - rate)) < icc else (low, share)
    return low
