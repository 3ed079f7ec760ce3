"""Steps of first order for large dimensions, where an inverse a problem is too much: ADMM on the dual problem.

All problems share one matrix (penalty·I + s·AᵀA)⁻¹, so a step is two products with the pool. It comes near soon and
close late: the largest coefficients are in order long before the gap is small, which is why the gap is told.
"""

from dataclasses import dataclass

from askance.questions.lasso.arrays import Array, Arrays

STEPS = 600  # at most
CHECK = 50  # steps between two looks at the gap
STRIDES = (1e-2, 3e-3, 1e-3)  # s, for a third of the steps each: large ones find x sooner, small ones the gap
RELAXED = 1.6  # over-relaxation
TOGETHER = 512  # problems whose gap is worked out at once


@dataclass(slots=True)
class Found:
    """Where first-order steps have come: coefficients, the objective, and the relative duality gap of each problem."""

    x: Array  # (m, n)
    objective: Array
    gap: Array
    steps: int


def approach(arrays: Arrays, pool: Array, exact: Array, main: Array, penalty: float, gap: float, most: int) -> Found:
    """Go on until every gap is small enough, or the steps are used up; `pool` may be in half precision."""
    xp = arrays.xp
    asked, products = arrays.as_type(main, arrays.single), xp.matmul(exact.T, exact)
    moved = arrays.full((len(main), len(pool)), 0, arrays.single)
    back = arrays.as_type(moved, pool.dtype)
    found, before = Found(moved, main[:, 0], main[:, 0] * 0 + 1, 0), STRIDES[0]
    for number, stride in enumerate(STRIDES):
        shared = arrays.as_type(_inverse(arrays, products, penalty, stride), arrays.single)
        moved = moved + (stride / before - 1) * moved.clip(-before, before)
        before = stride
        for step in range(number * most // len(STRIDES), (number + 1) * most // len(STRIDES)):
            fitted = xp.matmul(back, pool)
            v = xp.matmul(asked - arrays.as_type(fitted, arrays.single), shared)
            level = xp.matmul(arrays.as_type(v, pool.dtype), pool.T)
            moved, back = _advance(arrays, moved, level, stride)
            if (step + 1) % CHECK == 0 or step + 1 == most:
                x = moved - moved.clip(-stride, stride)
                found = _judged(arrays, exact, main, penalty, x, v, step + 1)
                if bool((found.gap <= gap).all()):
                    return found
    return found


def _advance(arrays: Arrays, moved: Array, level: Array, stride: float) -> tuple[Array, Array]:
    """One step of all coefficients: what is within the stride is z, what is over it is x; and x − z for the next v."""

    def step(moved: Array, level: Array) -> tuple[Array, Array]:
        within = moved.clip(-stride, stride)
        now = moved - RELAXED * within + RELAXED * stride * arrays.as_type(level, arrays.single)
        return now, arrays.as_type(now - 2 * now.clip(-stride, stride), level.dtype)

    return arrays.fused(step, stride)(moved, level)  # type: ignore[no-any-return]


def _inverse(arrays: Arrays, products: Array, penalty: float, stride: float) -> Array:
    """The matrix that all problems share."""
    size = arrays.count(len(products))
    matrix = products * stride
    matrix[size, size] += penalty
    return arrays.xp.linalg.inv(matrix)


def _judged(arrays: Arrays, exact: Array, main: Array, penalty: float, x: Array, v: Array, steps: int) -> Found:
    """Objective and gap in double precision, some problems at a time."""
    xp = arrays.xp
    objective, gap = main[:, 0] * 0, main[:, 0] * 0
    for start in range(0, len(main), TOGETHER):
        some = slice(start, start + TOGETHER)
        values, dual = arrays.as_type(x[some], arrays.double), penalty * arrays.as_type(v[some], arrays.double)
        residual = main[some] - xp.matmul(values, exact)
        most = xp.amax(xp.abs(xp.matmul(dual, exact.T)), 1)
        dual = dual * (penalty / xp.where(most > penalty, most, penalty))[:, None]
        objective[some] = 0.5 * (residual * residual).sum(1) + penalty * xp.abs(values).sum(1)
        below = (main[some] * dual).sum(1) - 0.5 * (dual * dual).sum(1)
        gap[some] = (objective[some] - below) / xp.where(objective[some] > 0, objective[some], 1.0)
    return Found(x, objective, gap, steps)
