"""A whitened pool, and its copies in the precisions that the steps multiply in."""

from dataclasses import dataclass
from typing import Any

from askance.ranking.lasso.arrays import Array, Arrays

FLAT = 1e-12  # of the largest eigenvalue: what is below is a direction that the pool does not have
ROWS = 64  # the pool is filled up with rows of zeros to a multiple of this, which products want
SIXTEEN = 16  # products of eight bits want their sides to be multiples of this
ROUNDED = 1.02  # of WᵀW, at least: how much longer eight bits make it
FINER = 2048.0  # times as fine as half precision is the rest of a number in half precision
EIGHT_BITS = 224.0  # the largest number that is written in eight bits: half of what they can say


@dataclass(frozen=True, slots=True)
class LowPrecisionPool:
    """The pool in few bits, both ways round where products want that."""

    rows: Array  # (n, d)
    columns: Array  # (d, n)
    eight: bool = False
    longest: float = 1.0  # the longest direction of WᵀW, divided by n


@dataclass(frozen=True, slots=True)
class WhitenedPool:
    """W = A·turn, WᵀW = n·I; good for all blocks of problems."""

    half: LowPrecisionPool  # in half precision on a GPU
    eight: LowPrecisionPool | None  # in eight bits, where a GPU multiplies them
    rest: Array | None  # (n, d), what half precision leaves out, times 2,048: where two halves are sooner than a single
    wide: Array  # (n, d), in single precision
    turn: Array  # (d, d), in double precision
    spread: Array  # (d,), eigenvalues of AᵀA/n


def whiten_pool(arrays: Arrays, exact: Array, narrow: object, eight: bool = False) -> WhitenedPool:
    """The whitened pool, its copy for the steps in the type `narrow`, and in eight bits too if that is wanted."""
    xp, (count, size) = arrays.xp, exact.shape
    values, vectors = xp.linalg.eigh(xp.matmul(exact.T, exact))
    values = values.clip(max(float(values[-1]) * FLAT, 1e-30), None)
    turn = vectors * (count / values) ** 0.5
    wide = arrays.full((-(-count // ROWS) * ROWS, size), 0, arrays.single)
    wide[:count] = arrays.as_type(xp.matmul(exact, turn), arrays.single)
    half = arrays.as_type(wide, narrow)
    rest = None if half.dtype == wide.dtype else arrays.as_type(_rounding_rest(arrays, wide, half), narrow)
    few = _to_eight_bits(arrays, wide, count) if eight and size % SIXTEEN == 0 else None
    return WhitenedPool(LowPrecisionPool(half, half.T), few, rest, wide, turn, values / count)


def _to_eight_bits(arrays: Arrays, wide: Array, count: int) -> LowPrecisionPool:
    """Rounding makes some direction longer, and steps that do not know grow without end."""
    few = wide.clip(-EIGHT_BITS, EIGHT_BITS).to(arrays.xp.float8_e4m3fn)
    again = few.to(arrays.single)
    longest = float(arrays.xp.linalg.eigvalsh(arrays.xp.matmul(again.T, again))[-1]) / count
    return LowPrecisionPool(few, few.T.contiguous(), eight=True, longest=max(ROUNDED, 1.002 * longest))


def approximate_levels(arrays: Arrays, pool: LowPrecisionPool, change: Array) -> tuple[Array, Array | float]:
    """W·change in few bits, and what it is to be multiplied by."""
    xp = arrays.xp
    if not pool.eight:
        return xp.matmul(arrays.as_type(change, pool.rows.dtype), pool.rows.T), 1.0
    unit = xp.amax(xp.abs(change), 1)[:, None].clip(1e-30) / EIGHT_BITS
    return _eight_bit_product(arrays, (change / unit).to(pool.rows.dtype), pool.rows.T, xp.bfloat16), unit


def approximate_fit(arrays: Arrays, pool: LowPrecisionPool, forward: Array) -> Array:
    """Wᵀ·forward, in single precision."""
    if not pool.eight:
        return arrays.as_type(arrays.xp.matmul(forward, pool.columns.T), arrays.single)
    return _eight_bit_product(arrays, forward, pool.columns.T, arrays.single)


def _eight_bit_product(arrays: Arrays, left: Array, right: Array, kind: Any) -> Array:
    """A product of eight bits; the sums are in more."""
    if not arrays.on_gpu:
        return arrays.xp.matmul(left.float(), right.float()).to(kind)
    one = arrays.full((), 1, arrays.single)
    return arrays.xp._scaled_mm(left, right, scale_a=one, scale_b=one, out_dtype=kind)


def exact_levels(arrays: Arrays, white: WhitenedPool, v: Array, quick: bool) -> Array:
    """W·v in single precision; `quick`: to 1e-5, where the device does that sooner."""
    if white.rest is None or not quick:
        return arrays.xp.matmul(v, white.wide.T)
    return _product_in_half_precisions(arrays, v, white.half.rows.T, white.rest.T)


def exact_fit(arrays: Arrays, white: WhitenedPool, x: Array, quick: bool) -> Array:
    """Wᵀ·x in single precision; `quick`: to 2e-4, where the device does that sooner."""
    if white.rest is None or not quick:
        return arrays.xp.matmul(x, white.wide)
    return _product_in_half_precisions(arrays, x, white.half.rows, white.rest)


def _product_in_half_precisions(arrays: Arrays, left: Array, right: Array, rest: Array) -> Array:
    """A product of single precision as three of half precision, which takes a GPU a third of the time."""
    xp, half = arrays.xp, right.dtype
    unit = xp.amax(xp.abs(left), 1)[:, None].clip(1e-30) / FINER
    scaled = left / unit
    first = scaled.to(half)
    second = _rounding_rest(arrays, scaled, first).to(half)
    small = _half_precision_product(arrays, second, right)
    small += _half_precision_product(arrays, first, rest)
    small /= FINER
    small += _half_precision_product(arrays, first, right)
    return small.mul_(unit)


def _rounding_rest(arrays: Arrays, values: Array, rounded: Array) -> Array:
    return (values - arrays.as_type(rounded, arrays.single)) * FINER


def _half_precision_product(arrays: Arrays, left: Array, right: Array) -> Array:
    """A product of half precision, its sums in single precision."""
    if not arrays.on_gpu:
        return arrays.xp.matmul(left.float(), right.float())
    return arrays.xp.mm(left, right, out_dtype=arrays.single)
