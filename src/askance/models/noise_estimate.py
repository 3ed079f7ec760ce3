"""How noisy a picture looks: the median of a high-frequency residual, which flat areas, edges and blur leave small."""

import numpy as np
from askance.core.image import Pixels

NOISY = 6.0  # grey levels; flat drawings stay below 2, Gaussian noise of variance 0.01 is above 15
_GAIN = 6.0 * 0.6745  # standard deviation of the residual per unit of noise, and the median of |normal|


def estimate_noise_level(pixels: Pixels) -> float:
    """The standard deviation of the noise in grey levels, estimated robustly."""
    if min(pixels.shape[:2]) < 3:
        return 0.0
    green = pixels[..., 1].astype(np.int32)  # one channel: noise that is averaged over channels looks weaker
    columns = green[:, :-2] - 2 * green[:, 1:-1] + green[:, 2:]
    residual = columns[:-2] - 2 * columns[1:-1] + columns[2:]
    return float(np.median(np.abs(residual))) / _GAIN


def is_noisy(pixels: Pixels) -> bool:
    """Whether a picture carries noise that a person would see."""
    return estimate_noise_level(pixels) > NOISY
