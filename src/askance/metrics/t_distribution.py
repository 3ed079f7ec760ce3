"""Student's t distribution without scipy: probabilities and quantiles, also for degrees of freedom with a fraction."""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

CONFIDENCE = 0.95  # of every interval, unless the caller asks for another
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_TERMS = 40  # of the series that quantiles come from
_MOST_STEPS = 200


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """The z of a two-sided interval: 1.96 for 95 %."""
    _check_confidence(confidence)
    return NormalDist().inv_cdf((1 + confidence) / 2)


def t_quantile(df: npt.ArrayLike, confidence: float = CONFIDENCE) -> Floats:
    """The t of a two-sided interval for each number of degrees of freedom (at least 1); infinity gives z."""
    freedom = np.asarray(df, dtype=np.float64)
    if not (freedom >= 1).all():
        raise ValueError("t_quantile needs at least 1 degree of freedom")
    coefficients = np.array(_log_quantile_series(confidence))
    return np.asarray(np.exp(np.polynomial.chebyshev.chebval(2 / freedom - 1, coefficients)))


def t_probability(t: npt.ArrayLike, df: npt.ArrayLike) -> Floats:
    """The two-sided p value: how likely a value at least as far from 0 as t is."""
    sizes, freedom = np.broadcast_arrays(np.abs(np.asarray(t, dtype=np.float64)), np.asarray(df, dtype=np.float64))
    return np.asarray(np.clip(1 - 2 * _area_from_zero(sizes.astype(np.float64), freedom.astype(np.float64)), 0.0, 1.0))


@lru_cache(maxsize=256)
def _log_quantile_series(confidence: float) -> tuple[float, ...]:
    """log t as a Chebyshev series in 1/df: thousands of quantiles then cost no more than one polynomial each."""
    angles = (np.arange(_TERMS) + 0.5) * np.pi / _TERMS
    logs = np.log(_solve_quantile(2 / (np.cos(angles) + 1), confidence))
    orders = np.arange(_TERMS)
    series = 2 / _TERMS * np.cos(orders[:, None] * angles) @ logs
    series[0] /= 2
    return tuple(series.tolist())


def _solve_quantile(df: Floats, confidence: float) -> Floats:
    """Newton's method from z, which is below t: the distribution function is concave there, so it never overshoots."""
    t = np.full(len(df), normal_quantile(confidence))
    scale = _density_at_zero(df)
    for _ in range(_MOST_STEPS):
        density = scale * (1 + t**2 / df) ** (-(df + 1) / 2)
        step = (confidence / 2 - _area_from_zero(t, df)) / density
        t = t + step
        if (np.abs(step) <= 1e-12 * t).all():
            break
    return t


def _area_from_zero(t: Floats, df: Floats) -> Floats:
    """The probability between 0 and t ≥ 0: with t = √df·tan u the density is that of a power of cos u."""
    end = np.arctan(t / np.sqrt(df))[..., None]
    powers = np.cos(end * (_NODES + 1) / 2) ** (df[..., None] - 1)
    return np.asarray(_density_at_zero(df) * np.sqrt(df) * end[..., 0] / 2 * (powers @ _WEIGHTS))


def _density_at_zero(df: Floats) -> Floats:
    flat = [
        math.exp(math.lgamma((each + 1) / 2) - math.lgamma(each / 2)) / math.sqrt(each * math.pi) for each in df.flat
    ]
    return np.array(flat, dtype=np.float64).reshape(df.shape)


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"an interval needs a confidence between 0 and 1, not {confidence}")
