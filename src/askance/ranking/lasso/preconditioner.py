"""A metric for the steps of each problem: long strides for coefficients that will be used, short ones for the others.

Whether a coefficient will be used is read off the dual problem: its level is near ±1. A metric takes one d×d inverse a
problem, so it is for the few that the steps they all share do not settle.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from askance.ranking.lasso.arrays import Array, Arrays

NEAR = 0.1  # slack below which the level counts as near its bound
FAR = 0.5  # slack that all others are given
SAFE = 0.95  # of the inverse: rounding may not make it too long
INVERTED, BYTES = 64, 24  # matrices inverted at once, and what an entry of them takes meanwhile
LEAF = 384  # side of a matrix that is inverted in one piece


def step_sizes(xp: Any, level: Array, scale: float, least: float) -> Array:
    """The stride of each coefficient, (m, n), in units of its problem's mean coefficient."""
    slack = (1 - xp.abs(level)).clip(0, 1)
    return scale / (xp.where(slack < NEAR, slack, FAR) + least)


def inverse_metrics(arrays: Arrays, pool: Array, strides: Array, ridge: Array) -> Array:
    """(WᵀSW/n + ridge)⁻¹ of each problem, (m, d, d), in the pool's precision; WᵀW = n·I."""
    size = pool.shape[1]
    inverses = arrays.full((len(strides), size, size), 0, pool.dtype)
    together = arrays.count_that_fit(BYTES * size * size, INVERTED) if arrays.on_gpu else INVERTED
    for start in range(0, len(strides), together):
        some = slice(start, start + together)
        matrices = _metric_matrices(arrays, pool, strides[some], ridge[some])
        with _allow_tensor_cores(arrays):
            inverse = invert_symmetric(arrays.xp, matrices)
        both = inverse + arrays.xp.swapaxes(inverse, 1, 2)
        inverses[some] = arrays.as_type(SAFE / 2 * both, pool.dtype)
    return inverses


@contextmanager
def _allow_tensor_cores(arrays: Arrays) -> Iterator[None]:
    """Products of single precision on the tensor cores of a GPU: an inverse within 2 % is as good a metric."""
    if not arrays.on_gpu:
        yield
        return
    products = arrays.xp.backends.cuda.matmul
    before, products.allow_tf32 = products.allow_tf32, True
    try:
        yield
    finally:
        products.allow_tf32 = before


def _metric_matrices(arrays: Arrays, pool: Array, strides: Array, ridge: Array) -> Array:
    """WᵀSW/n + ridge: the far rows have one stride, so that only what the near ones have above it is multiplied out."""
    xp, (length, size) = arrays.xp, pool.shape
    diagonal = arrays.arange(size)
    matrices = arrays.full((len(strides), size, size), 0, arrays.single)
    for matrix, stride, more in zip(matrices, strides, ridge, strict=True):
        far = xp.amin(stride, 0)
        near = xp.nonzero(stride > far)
        near = near[0] if isinstance(near, tuple) else near[:, 0]
        root = ((stride[near] - far) / length) ** 0.5  # on both sides: its square is too small for half precision
        rows = pool[near] * arrays.as_type(root, pool.dtype)[:, None]
        matrix[:] = arrays.as_type(xp.matmul(rows.T, rows), arrays.single)
        matrix[diagonal, diagonal] += far + more
    return matrices


def invert_symmetric(xp: Any, matrices: Array) -> Array:
    """The inverses of symmetric positive matrices by halves: nearly all of it is products, which a GPU is made for."""
    size = matrices.shape[1]
    if size <= LEAF:
        return xp.linalg.inv(matrices)
    half = size // 2
    first, across, last = matrices[:, :half, :half], matrices[:, :half, half:], matrices[:, half:, half:]
    first = invert_symmetric(xp, first)
    reach = xp.matmul(first, across)
    last = invert_symmetric(xp, last - xp.matmul(xp.swapaxes(across, 1, 2), reach))
    out = xp.zeros_like(matrices)
    reached = xp.matmul(reach, last)
    out[:, :half, :half] = first + xp.matmul(reached, xp.swapaxes(reach, 1, 2))
    out[:, :half, half:] = -reached
    out[:, half:, :half] = -xp.swapaxes(reached, 1, 2)
    out[:, half:, half:] = last
    return out
