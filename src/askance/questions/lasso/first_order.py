"""Steps of first order for large dimensions: over-relaxed primal-dual steps over a whitened pool.

Some steps all problems share; whoever is not at the gap asked for then goes on in a metric of its own (own_metric),
and in another one from where that has led, until it is, or the metrics are used up. The gap is told for every problem.

    x⁺ = shrink(x + S·Wv, S);  v⁺ = v + M·(b − Wᵀ(2x⁺ − x) − ridge·v);  then ρ times the way there
"""

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from askance.questions.lasso.arrays import Array, Arrays
from askance.questions.lasso.own_metric import own_inverses, own_strides

STEPS = 200  # that all share, at most, before those in a metric of each problem's own
LOOK = 110  # shared steps between two looks
LEAVING = 4  # once one in so many has reached its gap, they leave the block
FRESH = (0, 10, 25, 50)  # steps at which the shared stride is set anew
STRIDE, RELAXED = 0.6, 1.8  # in units of the mean coefficient; over-relaxation
LOOSE, LONG = 0.01, 660  # a gap, from which on shared steps alone get there sooner, and so many of them at most
FALLING = (2.0, 0.6, 0.2)  # strides for a third of these each: large ones find x sooner, small ones the gap
OWN_METRICS = ((0.03, 0.002), (0.015, 0.0005), *((0.008, 0.0005),) * 4)  # scale and least slack, one after the other
OWN_LOOK, OWN_LOOKS, OWN_RELAXED = 50, 4, 1.6  # steps between two looks, looks a metric: it costs as much as 200 steps
OWN_CPU_ROOM, OWN_GPU_ROOM = 250_000_000, 16_000_000_000  # entries of inverses at once
SPREAD = 2048.0  # the largest entry of b in a problem's own unit: far from both ends of half precision
FLAT = 1e-12  # of the largest eigenvalue: what is below is a direction that the pool does not have
ROWS = 64  # the pool is filled up with rows of zeros to a multiple of this, which products want
TINY = 1e-20  # in a problem's own unit: no coefficient at all
TOGETHER = 512  # problems whose gap is worked out at once


@dataclass(frozen=True, slots=True)
class Whitened:
    """A pool turned so that it is spread evenly, WᵀW = n·I; good for all blocks of problems."""

    narrow: Array  # (n, d), for steps: in half precision on a GPU
    wide: Array  # (n, d), in single precision
    turn: Array  # (d, d), in double precision: W = A·turn
    spread: Array  # (d,), eigenvalues of AᵀA/n


@dataclass(frozen=True, slots=True)
class Found:
    """Where the steps have come: coefficients, the objective, the relative duality gap, whether it is small enough."""

    x: Array  # (m, n)
    v: Array  # (m, d), of the dual problem, divided by the penalty
    objective: Array
    gap: Array
    steps: Array
    reached: Array


@dataclass(frozen=True, slots=True)
class Task:
    """What all problems of a block share."""

    arrays: Arrays
    white: Whitened
    exact: Array  # (n, d)
    main: Array  # (m, d)
    penalty: float
    gap: float


@dataclass(slots=True)
class Course:
    """Problems under way, b and x in a unit of each; half precision only sees what changed since the last look."""

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


@dataclass(frozen=True, slots=True)
class Metric:
    """S and M of the steps: one stride and a diagonal a problem, or a stride a coefficient and a matrix a problem."""

    stride: Array  # (m, 1) or (m, n)
    inverse: Array  # (m, d), or (m, d, d) in the pool's precision
    scale: Array  # (m, 1), which the inverse is to be multiplied by
    relaxed: float


def whitened(arrays: Arrays, exact: Array, narrow: object) -> Whitened:
    """The whitened pool, its copy for the steps in the type `narrow`."""
    xp, (count, size) = arrays.xp, exact.shape
    values, vectors = xp.linalg.eigh(xp.matmul(exact.T, exact))
    values = values.clip(max(float(values[-1]) * FLAT, 1e-30), None)
    turn = vectors * (count / values) ** 0.5
    wide = arrays.full((-(-count // ROWS) * ROWS, size), 0, arrays.single)
    wide[:count] = arrays.as_type(xp.matmul(exact, turn), arrays.single)
    return Whitened(arrays.as_type(wide, narrow), wide, turn, values / count)


def approach(
    arrays: Arrays, pool: Array | Whitened, exact: Array, main: Array, penalty: float, gap: float
) -> Found:
    """Go on until each problem's gap is small enough, or the steps are used up.

    `pool` is whitened(…), which serves many calls, or is whitened here in its precision.
    """
    white = pool if isinstance(pool, Whitened) else whitened(arrays, exact, pool.dtype)
    task, found = Task(arrays, white, exact, main, penalty, gap), _nothing(arrays, exact, main)
    course = _shared(task, _begun(arrays, white, main, penalty), found)
    course = _some(course, ~found.reached[course.number])
    entries = OWN_GPU_ROOM if arrays.device.startswith("cuda") else OWN_CPU_ROOM
    room = max(1, entries // main.shape[1] ** 2)
    for start in range(0, len(course.number), room):
        _own(task, _some(course, slice(start, start + room)), found)
    return found


def _shared(task: Task, course: Course, found: Found) -> Course:
    """The steps that all problems share; the problems left over."""
    most = STEPS if task.gap < LOOSE else LONG
    stops, seen = sorted({*FRESH, *range(LOOK, most, LOOK), most // 3, 2 * most // 3, most}), 0
    for start, stop in pairwise(stops):
        if start in FRESH[1:]:
            course.common = _mean_coefficient(task.arrays.xp, course)
        stride = STRIDE if most == STEPS else FALLING[3 * start // most]
        metric = _even(course, len(task.white.wide), stride)
        _advance(task.arrays, task.white, course, metric, stop - start)
        if stop % LOOK == 0 or stop == most:
            _look(task, course, metric, found, stop - seen)
            course, seen = _without_reached(course, found), stop
            if not len(course.number):
                break
    return course


def _own(task: Task, course: Course, found: Found) -> None:
    """Steps in metrics of their own, each from where the one before has led."""
    for scale, least in OWN_METRICS:
        if not len(course.number):
            break
        course.common = _mean_coefficient(task.arrays.xp, course)
        metric = _own_metric(task.arrays, task.white, course, scale, least)
        for _ in range(OWN_LOOKS):
            _advance(task.arrays, task.white, course, metric, OWN_LOOK)
            _look(task, course, metric, found, OWN_LOOK)
            if bool(found.reached[course.number].all()):
                break
        del metric  # much memory, which the next one needs
        course = _some(course, ~found.reached[course.number])


def _begun(arrays: Arrays, white: Whitened, main: Array, penalty: float) -> Course:
    """All problems at x = 0, v = 0; the mean coefficient is guessed from the least-squares x, 5 times as large."""
    xp, single, (rows, size) = arrays.xp, arrays.single, white.wide.shape
    turned = xp.matmul(main, white.turn)
    unit = _positive(xp, xp.amax(xp.abs(turned), 1)[:, None] / SPREAD)
    b = arrays.as_type(turned / unit, single)
    ridge = arrays.as_type(penalty / (white.spread * unit), single)
    common = xp.abs(xp.matmul(b, white.wide.T)).sum(1)[:, None] / (5 * rows * size)
    x, base, level = (arrays.full((len(main), rows), 0, single) for _ in range(3))
    v = arrays.full((len(main), size), 0, single)
    number, unit = arrays.count(len(main)), arrays.as_type(unit, single)
    return Course(number, unit, b, ridge, common, x, v, v, base, v, v, level)


def _nothing(arrays: Arrays, exact: Array, main: Array) -> Found:
    """Nothing found yet."""
    zeros = main[:, 0] * 0
    x = arrays.full((len(main), len(exact)), 0, arrays.single)
    steps = arrays.full((len(main),), 0, arrays.whole)
    return Found(x, main * 0, zeros, zeros + 1, steps, steps > 0)


def _some(course: Course, which: Array | slice) -> Course:
    """Some of the problems."""
    return Course(**{field.name: getattr(course, field.name)[which] for field in fields(course)})


def _without_reached(course: Course, found: Found) -> Course:
    """The problems whose gap is not reached, once the others are so many that it pays to move them together."""
    reached = found.reached[course.number]
    return _some(course, ~reached) if int(reached.sum()) * LEAVING >= len(reached) else course


def _mean_coefficient(xp: Any, course: Course) -> Array:
    """‖x‖₁/d of each problem, the unit of its strides; as it was, where no coefficient is used."""
    mean = xp.abs(course.x).sum(1)[:, None] / course.v.shape[1]
    return xp.where(mean > 0, mean, course.common)


def _positive(xp: Any, values: Array) -> Array:
    """The values, with one instead of zero: to divide by."""
    return xp.where(values > 0, values, values * 0 + 1)


def _even(course: Course, rows: int, stride_of: float) -> Metric:
    """The metric of the shared steps: the pool is white, so that the inverse is a diagonal."""
    stride = stride_of * course.common
    return Metric(stride, 1 / (rows * stride + course.ridge), stride * 0 + 1, RELAXED)


def _own_metric(arrays: Arrays, white: Whitened, course: Course, scale: float, least: float) -> Metric:
    """A metric of each problem's own, by its levels on average."""
    size = len(white.wide) * _positive(arrays.xp, course.common)
    strides = own_strides(arrays.xp, arrays.xp.matmul(course.mean, white.wide.T), scale, least)
    inverse = own_inverses(arrays, white.narrow, strides, course.ridge / size)
    return Metric(strides * course.common, inverse, 1 / size, OWN_RELAXED)


def _advance(arrays: Arrays, white: Whitened, course: Course, metric: Metric, steps: int) -> None:
    """So many steps of all problems."""
    xp, total, narrow = arrays.xp, course.v * 0, white.narrow.dtype
    step = arrays.fused(_step_of(arrays, metric.relaxed, narrow), (metric.relaxed, str(narrow)))
    for _ in range(steps):
        change = xp.matmul(arrays.as_type(course.v - course.anchor, narrow), white.narrow.T)
        course.x, forward = step(course.x, course.base, course.level, change, metric.stride)
        fitted = course.fitted + arrays.as_type(xp.matmul(forward, white.narrow), arrays.single)
        total = total + course.v
        lacking = course.b - fitted - course.ridge * course.v
        course.v = course.v + metric.relaxed * _answer(arrays, metric, lacking)
    course.mean = total / steps


def _step_of(arrays: Arrays, relaxed: float, narrow: object) -> Any:
    """One pass over all coefficients: x, and how far 2x⁺ − x is from the base, for the next product."""

    def step(x: Array, base: Array, level: Array, change: Array, stride: Array) -> tuple[Array, Array]:
        new = _shrunk(arrays.xp, x + stride * (level + arrays.as_type(change, arrays.single)), stride)
        ahead = x + relaxed * (new - x) + TINY - TINY  # what fades away becomes zero: a CPU is slow below 1e-38
        return ahead, arrays.as_type(2 * new - x - base, narrow)

    return step


def _shrunk(xp: Any, values: Array, stride: Array) -> Array:
    """The values, nearer to zero by the stride."""
    return values - xp.minimum(xp.maximum(values, -stride), stride)


def _answer(arrays: Arrays, metric: Metric, lacking: Array) -> Array:
    """How v answers to what is lacking of b."""
    if metric.inverse.ndim == 2:
        return metric.inverse * lacking
    xp = arrays.xp
    most = _positive(xp, xp.amax(xp.abs(lacking), 1)[:, None])
    part = arrays.as_type(lacking / most, metric.inverse.dtype)  # half precision sees numbers up to one
    answer = xp.matmul(metric.inverse, part[:, :, None])[:, :, 0]
    return arrays.as_type(answer, arrays.single) * (most * metric.scale)


def _look(task: Task, course: Course, metric: Metric, found: Found, steps: int) -> None:
    """Note where the problems are and how good that is, and set their base here, in single precision."""
    arrays, white, xp = task.arrays, task.white, task.arrays.xp
    level = xp.matmul(course.v, white.wide.T)
    x = _shrunk(xp, course.x + metric.stride * level, metric.stride)
    under_way = ~found.reached[course.number]
    number = course.number[under_way]
    found.x[number] = (x * course.unit)[under_way][:, : found.x.shape[1]]
    found.v[number] = xp.matmul(arrays.as_type(course.v[under_way], arrays.double), white.turn.T)
    found.steps[number] += steps
    _judge(task, found, number)
    course.base, course.fitted = x, xp.matmul(x, white.wide)
    course.anchor, course.level = course.v, level


def _judge(task: Task, found: Found, numbers: Array) -> None:
    """Objective and gap in double precision, some problems at a time."""
    arrays, exact, main, penalty, xp = task.arrays, task.exact, task.main, task.penalty, task.arrays.xp
    for start in range(0, len(numbers), TOGETHER):
        some = numbers[start : start + TOGETHER]
        values, dual, b = arrays.as_type(found.x[some], arrays.double), penalty * found.v[some], main[some]
        residual = b - xp.matmul(values, exact)
        most = xp.amax(xp.abs(xp.matmul(dual, exact.T)), 1)
        dual = dual * (penalty / xp.where(most > penalty, most, penalty))[:, None]
        objective = 0.5 * (residual * residual).sum(1) + penalty * xp.abs(values).sum(1)
        below = (b * dual).sum(1) - 0.5 * (dual * dual).sum(1)
        found.objective[some] = objective
        found.gap[some] = (objective - below) / xp.where(objective > 0, objective, 1.0)
        found.reached[some] = found.gap[some] <= task.gap
