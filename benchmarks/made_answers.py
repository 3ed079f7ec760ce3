"""Synthetic right and wrong answers of two models about the same images: two generators with correlation by image."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Setting:
    """What is drawn: `icc` is the correlation of one model's answers about one image, `shared` the part of it that is
    the image's difficulty for both models; `gain` is added to the rate of B.
    """

    images: int
    icc: float
    rate: float = 0.6
    gain: float = 0.0
    shared: float = 0.5


Answers = tuple[Codes, Floats, Floats]  # image, A's score and B's score of each case
Generator = Callable[[np.random.Generator, Setting], Answers]


def _images(rng: np.random.Generator, count: int, is_constant: bool) -> Codes:
    sizes = np.full(count, 6) if is_constant else rng.geometric(1 / 6, count)
    return np.repeat(np.arange(count), sizes)


def probit(rng: np.random.Generator, setting: Setting) -> Answers:
    """Six cases per image; normal effects of the image, and of the image on each model; right where the sum is high."""
    image = _images(rng, setting.images, is_constant=True)
    both = rng.normal(0, np.sqrt(setting.icc * setting.shared), setting.images)
    scores = []
    for rate in (setting.rate, setting.rate + setting.gain):
        own = rng.normal(0, np.sqrt(setting.icc * (1 - setting.shared)), setting.images)
        noise = rng.normal(0, np.sqrt(1 - setting.icc), len(image))
        scores.append(((both + own)[image] + noise + norm.ppf(rate) > 0).astype(np.float64))
    return image, scores[0], scores[1]


def beta(rng: np.random.Generator, setting: Setting) -> Answers:
    """Geometric numbers of cases per image (mean 6); a beta-distributed rate per image and model, shared on some."""
    image = _images(rng, setting.images, is_constant=False)
    is_shared = rng.random(setting.images) < setting.shared
    rates = []
    for rate in (setting.rate, setting.rate + setting.gain):
        if setting.icc == 0:
            rates.append(np.full(setting.images, rate))
        else:
            size = (1 - setting.icc) / setting.icc
            rates.append(rng.beta(rate * size, (1 - rate) * size, setting.images))
    rates[1] = np.where(is_shared, np.clip(rates[0] + setting.gain, 0, 1), rates[1])
    scores = [(rng.random(len(image)) < each[image]).astype(np.float64) for each in rates]
    return image, scores[0], scores[1]


GENERATORS: dict[str, Generator] = {"probit": probit, "beta": beta}
