"""The steps themselves, of many problems at once.

x⁺ = shrink(x + S·Wv, S);  v⁺ = v + M·(b − Wᵀ(2x⁺ − x) − ridge·v);  then ρ times the way there
"""

from dataclasses import dataclass, fields
from typing import Any

from askance.ranking.lasso.arrays import Array, Arrays
from askance.ranking.lasso.whitened_pool import (
    EIGHT_BITS,
    LowPrecisionPool,
    WhitenedPool,
    approximate_fit,
    approximate_levels,
)

SPREAD = 2048.0  # the largest entry of b in a problem's own unit: far from both ends of half precision
AT_FIRST = 900.0  # mean coefficients: how far the first steps may go
TINY = 1e-20  # in a problem's own unit: no coefficient at all


@dataclass(slots=True)
class Iterates:
    """Problems under way, b and x in a unit of each; products in few bits only see what changed since the last look."""

    number: Array
    unit: Array  # (m, 1)
    b: Array  # (m, d)
    ridge: Array  # (m, d)
    common: Array  # (m, 1), the mean coefficient: ‖x‖₁/d
    x: Array  # (m, n)
    v: Array  # (m, d)
    mean: Array  # (m, d), v on average over the last steps
    base: Array  # (m, n), x⁺ at the last look
    fitted: Array  # (m, d), Wᵀ·base
    anchor: Array  # (m, d), v at the last look
    level: Array  # (m, n), W·anchor
    moved: Array  # (m, 1), by how much the coefficient moved that moved most between the last two looks


@dataclass(frozen=True, slots=True)
class Metric:
    """S and M of the steps: one stride and a diagonal a problem, or a stride a coefficient and a matrix a problem."""

    stride: Array  # (m, 1) or (m, n)
    inverse: Array  # (m, d), or (m, d, d) in the pool's precision
    scale: Array  # (m, 1), which the inverse is to be multiplied by
    relaxed: float


def initial_iterates(arrays: Arrays, white: WhitenedPool, main: Array, penalty: float) -> Iterates:
    """All problems at x = 0, v = 0; the mean coefficient is guessed from the least-squares x, 5 times as large."""
    xp, single, (rows, size) = arrays.xp, arrays.single, white.wide.shape
    turned = xp.matmul(main, white.turn)
    unit = replace_zeros_by_one(xp, xp.amax(xp.abs(turned), 1)[:, None] / SPREAD)
    b = arrays.as_type(turned / unit, single)
    ridge = arrays.as_type(penalty / (white.spread * unit), single)
    common = xp.abs(xp.matmul(b, white.wide.T)).sum(1)[:, None] / (5 * rows * size)
    x, base, level = (arrays.full((len(main), rows), 0, single) for _ in range(3))
    v = arrays.full((len(main), size), 0, single)
    number, unit = arrays.arange(len(main)), arrays.as_type(unit, single)
    return Iterates(number, unit, b, ridge, common, x, v, v, base, v, v, level, common * AT_FIRST)


def select_problems(course: Iterates, which: Array | slice) -> Iterates:
    """Some of the problems."""
    return Iterates(**{field.name: getattr(course, field.name)[which] for field in fields(course)})


def mean_coefficient(xp: Any, course: Iterates) -> Array:
    """‖x‖₁/d of each problem, the unit of its strides; as it was, where no coefficient is used."""
    mean = xp.abs(course.x).sum(1)[:, None] / course.v.shape[1]
    return xp.where(mean > 0, mean, course.common)


def replace_zeros_by_one(xp: Any, values: Array) -> Array:
    """The values, with one instead of zero: to divide by."""
    return xp.where(values > 0, values, values * 0 + 1)


def run_steps(arrays: Arrays, pool: LowPrecisionPool, course: Iterates, metric: Metric, steps: int) -> None:
    """So many steps of all problems."""
    total, unit = course.v * 0, replace_zeros_by_one(arrays.xp, course.moved) / EIGHT_BITS if pool.eight else 1.0
    step = arrays.compile_fused(
        _make_step_function(arrays, metric.relaxed, pool), (metric.relaxed, str(pool.rows.dtype))
    )
    for _ in range(steps):
        change, scale = approximate_levels(arrays, pool, course.v - course.anchor)
        course.x, forward = step(course.x, course.base, course.level, change, metric.stride, scale, unit)
        total = total + course.v
        lacking = course.b - course.fitted - approximate_fit(arrays, pool, forward) * unit - course.ridge * course.v
        course.v = course.v + metric.relaxed * _dual_response(arrays, metric, lacking)
    course.mean = total / steps


def _make_step_function(arrays: Arrays, relaxed: float, pool: LowPrecisionPool) -> Any:
    """One pass over all coefficients: x, and how far 2x⁺ − x is from the base, for the next product."""
    single, narrow = arrays.single, pool.rows.dtype

    def step(
        x: Array, base: Array, level: Array, change: Array, stride: Array, scale: Array | float, unit: Array | float
    ) -> tuple[Array, Array]:
        change = arrays.as_type(change, single)
        new = soft_threshold(arrays.xp, x + stride * (level + (change * scale if pool.eight else change)), stride)
        ahead = x + relaxed * (new - x) + TINY - TINY  # what fades away becomes zero: a CPU is slow below 1e-38
        forward = 2 * new - x - base
        if pool.eight:
            forward = (forward / unit).clip(-2 * EIGHT_BITS, 2 * EIGHT_BITS)
        return ahead, arrays.as_type(forward, narrow)

    return step


def soft_threshold(xp: Any, values: Array, stride: Array) -> Array:
    """The values, nearer to zero by the stride."""
    return values - xp.minimum(xp.maximum(values, -stride), stride)


def _dual_response(arrays: Arrays, metric: Metric, lacking: Array) -> Array:
    """How v answers to what is lacking of b."""
    if metric.inverse.ndim == 2:
        return metric.inverse * lacking
    xp = arrays.xp
    most = replace_zeros_by_one(xp, xp.amax(xp.abs(lacking), 1)[:, None])
    part = arrays.as_type(lacking / most, metric.inverse.dtype)  # half precision sees numbers up to one
    answer = xp.matmul(metric.inverse, part[:, :, None])[:, :, 0]
    return arrays.as_type(answer, arrays.single) * (most * metric.scale)
