"""Steps of first order for large dimensions: over-relaxed primal-dual steps over a whitened pool.

Most steps all problems share (stepping). Whoever is not there after them goes on in a metric of its own (own_metric),
and in another one from where that has led, until it is, or the metrics are used up. There is who has the gap asked for
or, if only the highest coefficients are asked for, whose set of them is settled. The gap is told for every problem.
"""

from dataclasses import dataclass
from itertools import pairwise

from askance.ranking.lasso.arrays import Array, Arrays
from askance.ranking.lasso.preconditioner import inverse_metrics, step_sizes
from askance.ranking.lasso.primal_dual_steps import (
    Iterates,
    Metric,
    initial_iterates,
    mean_coefficient,
    replace_zeros_by_one,
    run_steps,
    select_problems,
    soft_threshold,
)
from askance.ranking.lasso.whitened_pool import WhitenedPool, exact_fit, exact_levels

FIRST, LATER = (0, 10, 25, 50, 110), (0, 110, 220)  # where the stride is set anew up to the first look, and to others
OFTEN = (0, 110)  # between looks that are cheap, as no gap is told
SHORT, LONG = 330, 2750  # shared steps at most before metrics: on a CPU, which makes one sooner, and else
LAST = 5390  # shared steps at most where only a set is asked for, without metrics
ROUGH = 1430  # steps in eight bits, where a gap is asked for
STRIDE, RELAXED = 0.6, 1.8  # in units of the mean coefficient; over-relaxation
HIGH, SINCE, FALL, LEAST = 4.0, 110, 0.7, 0.05  # on the long way: large strides find the set sooner, small ones the gap
LOOSE = 0.01  # a gap, from which on shared steps alone get there sooner on any device
SETTLED, AROUND = 2.0, 8  # the last of a set is so many moves above the next; the largest of so many on either side
SETTLED_GAP = 0.1  # and the gap is not above this
UNSETTLED = 2640  # steps after which the gap is told also where only a set is asked for, and all is more exact
OWN_METRICS = ((0.03, 0.002), (0.015, 0.0005), *((0.008, 0.0005),) * 4)  # scale and least slack, one after the other
OWN_LOOK, OWN_LOOKS, OWN_RELAXED = 50, 4, 1.6  # steps between two looks, looks a metric: it costs as much as 200 steps
OWN_ROOM = 250_000_000  # entries of inverses at once on a CPU
OWN_BYTES, OWN_MOST = 6, 384  # memory an entry on a GPU, of which most is left for what is copied meanwhile; at once
JUDGED = 512  # problems whose gap is worked out at once


@dataclass(frozen=True, slots=True)
class BestIterates:
    """The best that was found: coefficients, the objective, the relative duality gap; and who is there."""

    x: Array  # (m, n)
    v: Array  # (m, d), of the dual problem, divided by the penalty
    objective: Array
    gap: Array
    steps: Array
    reached: Array  # the gap
    settled: Array  # the set of the highest


@dataclass(frozen=True, slots=True)
class BlockOfProblems:
    """What all problems of a block share."""

    arrays: Arrays
    white: WhitenedPool
    exact: Array  # (n, d)
    main: Array  # (m, d)
    penalty: float
    gap: float
    highest: int  # 0: the gap is what is asked for

    @property
    def max_shared_steps(self) -> int:
        """Shared steps at most."""
        if self.highest:
            return LAST
        return LONG if self.arrays.on_gpu or self.gap >= LOOSE else SHORT


def solve_primal_dual(
    arrays: Arrays, white: WhitenedPool, exact: Array, main: Array, penalty: float, gap: float, highest: int = 0
) -> BestIterates:
    """Go on until each problem is there, or the steps are used up; `highest`: how many coefficients are asked for."""
    task = BlockOfProblems(arrays, white, exact, main, penalty, gap, highest)
    found = _zero_solution(arrays, exact, main)
    course = _run_shared_steps(task, initial_iterates(arrays, white, main, penalty), found)
    if highest:
        return found
    area = main.shape[1] ** 2
    room = arrays.count_that_fit(OWN_BYTES * area, OWN_MOST) if arrays.on_gpu else max(1, OWN_ROOM // area)
    for start in range(0, len(course.number), room):
        _run_own_metric_steps(task, select_problems(course, slice(start, start + room)), found)
    return found


def _zero_solution(arrays: Arrays, exact: Array, main: Array) -> BestIterates:
    """x = 0 and v = 0, which are worth something too."""
    x = arrays.full((len(main), len(exact)), 0, arrays.single)
    steps = arrays.full((len(main),), 0, arrays.whole)
    return BestIterates(x, main * 0, 0.5 * (main * main).sum(1), main[:, 0] * 0 + 1, steps, steps > 0, steps > 0)


def _run_shared_steps(task: BlockOfProblems, course: Iterates, found: BestIterates) -> Iterates:
    """The steps that all problems share; the problems left over."""
    arrays, white, taken = task.arrays, task.white, 0
    while taken < task.max_shared_steps and len(course.number):
        rough = taken < (UNSETTLED if task.highest else ROUGH)
        pool = white.eight if rough and white.eight is not None else white.half
        pieces = FIRST if not taken else OFTEN if task.highest else LATER
        for start, stop in pairwise(pieces):
            if start and not taken:
                course.common = mean_coefficient(arrays.xp, course)
            stride = _stride_after(taken + start, task.max_shared_steps) * course.common
            steady = len(task.exact) * stride * pool.longest + course.ridge
            metric = Metric(stride, 1 / steady, stride * 0 + 1, RELAXED)  # the pool is white: a diagonal
            run_steps(arrays, pool, course, metric, stop - start)
        taken += pieces[-1]
        _evaluate_iterates(task, course, metric, found, pieces[-1], task.highest, quick=rough and task.highest > 0)
        course = select_problems(course, ~_is_reached(found, course))
    return course


def _stride_after(taken: int, most: int) -> float:
    """The stride after so many steps, in units of the mean coefficient."""
    return STRIDE if most == SHORT else max(LEAST, HIGH * min(1.0, SINCE / (taken + SINCE / 2)) ** FALL)


def _is_reached(found: BestIterates, course: Iterates) -> Array:
    """Which problems have reached the target."""
    return found.reached[course.number] | found.settled[course.number]


def _run_own_metric_steps(task: BlockOfProblems, course: Iterates, found: BestIterates) -> None:
    """Steps in metrics of their own, each from where the one before has led."""
    for scale, least in OWN_METRICS:
        if not len(course.number):
            break
        course.common = mean_coefficient(task.arrays.xp, course)
        metric = _make_own_metric(task.arrays, task.white, course, scale, least)
        for _ in range(OWN_LOOKS):
            run_steps(task.arrays, task.white.half, course, metric, OWN_LOOK)
            _evaluate_iterates(task, course, metric, found, OWN_LOOK)
            if bool(_is_reached(found, course).all()):
                break
        del metric  # much memory, which the next one needs
        course = select_problems(course, ~_is_reached(found, course))


def _make_own_metric(arrays: Arrays, white: WhitenedPool, course: Iterates, scale: float, least: float) -> Metric:
    """A metric of each problem's own, by its levels on average."""
    size = len(white.wide) * replace_zeros_by_one(arrays.xp, course.common)
    strides = step_sizes(arrays.xp, arrays.xp.matmul(course.mean, white.wide.T), scale, least)
    inverse = inverse_metrics(arrays, white.half.rows, strides, course.ridge / size)
    return Metric(strides * course.common, inverse, 1 / size, OWN_RELAXED)


def _evaluate_iterates(
    task: BlockOfProblems,
    course: Iterates,
    metric: Metric,
    found: BestIterates,
    steps: int,
    highest: int = 0,
    quick: bool = False,
) -> None:
    """Evaluate the iterates: which problems are solved, and how well; sets the base in single precision."""
    xp = task.arrays.xp
    level = exact_levels(task.arrays, task.white, course.v, quick)
    x = soft_threshold(xp, course.x + metric.stride * level, metric.stride)
    judged = ~_is_reached(found, course)
    found.steps[course.number[judged]] += steps
    if highest:
        found.settled[course.number] = is_settled(task.arrays, x, course.base, highest)
        few = (x > 0).sum(1) < highest  # no set can settle
        judged &= found.settled[course.number] | few | (found.steps[course.number] >= UNSETTLED)
    if bool(judged.any()):
        _keep_better_solutions(task, course.number[judged], x[judged] * course.unit[judged], course.v[judged], found)
    course.moved = xp.amax(xp.abs(x - course.base), 1)[:, None]
    course.base, course.fitted = x, exact_fit(task.arrays, task.white, x, quick)
    course.anchor, course.level = course.v, level


def is_settled(arrays: Arrays, x: Array, before: Array, highest: int) -> Array:
    """Whether the last of the highest is far above the next, measured by how those around them moved since before."""
    xp = arrays.xp
    places = arrays.largest_indices(x, min(highest + AROUND, x.shape[1]))
    places = arrays.take_along_rows(places, xp.argsort(-arrays.take_along_rows(x, places)))
    values = arrays.take_along_rows(x, places)
    if values.shape[1] <= highest:
        return values[:, 0] > values[:, 0]  # nobody is next
    moves = xp.abs(values - arrays.take_along_rows(before, places))[:, max(0, highest - AROUND) :]
    margin = values[:, highest - 1] - values[:, highest]
    return (margin > 0) & (margin >= SETTLED * xp.amax(moves, 1))


def _keep_better_solutions(task: BlockOfProblems, numbers: Array, x: Array, v: Array, found: BestIterates) -> None:
    """Objective and gap in double precision, some problems at a time; the better result is kept."""
    arrays, exact, penalty, xp = task.arrays, task.exact, task.penalty, task.arrays.xp
    for start in range(0, len(numbers), JUDGED):
        some, part = numbers[start : start + JUDGED], slice(start, start + JUDGED)
        short, b = x[part][:, : len(exact)], task.main[some]
        values = arrays.as_type(short, arrays.double)
        unbound = xp.matmul(arrays.as_type(v[part], arrays.double), task.white.turn.T)
        residual = b - xp.matmul(values, exact)
        most = penalty * xp.amax(xp.abs(xp.matmul(unbound, exact.T)), 1)
        dual = unbound * (penalty * penalty / xp.where(most > penalty, most, penalty))[:, None]
        objective = 0.5 * (residual * residual).sum(1) + penalty * xp.abs(values).sum(1)
        below = (b * dual).sum(1) - 0.5 * (dual * dual).sum(1)
        gap = (objective - below) / xp.where(objective > 0, objective, 1.0)
        found.settled[some] &= gap <= SETTLED_GAP
        better = (gap < found.gap[some]) | found.settled[some]  # what is no number is not better
        kept = some[better]
        found.x[kept], found.v[kept] = short[better], unbound[better]
        found.objective[kept], found.gap[kept] = objective[better], gap[better]
        found.reached[some] = found.gap[some] <= task.gap
