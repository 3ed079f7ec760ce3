"""The LASSO of many main questions over one pool: min ½‖Aᵀx − b‖² + λ‖x‖₁, rows of A = the pool."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt
from askance.core.errors import UserError
from askance.ranking.lasso.arrays import Array, Arrays, single_threaded_blas
from askance.ranking.lasso.homotopy import follow_path
from askance.ranking.lasso.homotopy_state import (
    WINDOW,
    FinishedState,
    State,
    finished_state,
    join_states,
    select_problems,
    start_problems,
)
from askance.ranking.lasso.primal_dual import solve_primal_dual
from askance.ranking.lasso.whitened_pool import WhitenedPool, whiten_pool

if TYPE_CHECKING:
    from askance.ranking.lasso.gpu import GpuPool

Floats = npt.NDArray[np.float64]
ProgressCallback = Callable[[int, int], None]
CPU_BLOCK = 16  # problems in step: what fits the cache
GPU_BLOCK = 8192
WATCHED = 512
SPARE = 8  # questions a dimension, from which on they can say any main question
LARGE = 1024  # dimensions, above which an inverse a problem is too much: first-order steps instead
CPU_ROOM = 50_000_000  # coefficients at once in first-order steps
BYTES = 60  # a coefficient of them takes on a GPU, with what is copied meanwhile
CAREFUL = 4  # times as many watched and as many looks, for those that did not get there


Path = Literal["homotopy", "gpu kernels", "first order"]


@dataclass(frozen=True, slots=True)
class Solution:
    """One problem's non-zero coefficients, and how near they are to the best: (P − D) / P, in double precision."""

    places: npt.NDArray[np.int64]
    values: Floats
    objective: float
    gap: float


@dataclass(frozen=True, slots=True)
class PreparedPool:
    """A pool on a device: its distinct rows, as they are watched, in double precision, and where they stood."""

    arrays: Arrays
    watched: Array
    exact: Array
    kept: npt.NDArray[np.int64]
    wide: "GpuPool | None" = None  # for the kernels of a GPU, where it has them
    white: WhitenedPool | None = None  # for first-order steps

    @property
    def algorithm(self) -> Path:
        """Which of the three algorithms solves problems over this pool."""
        return "first order" if self.white is not None else "homotopy" if self.wide is None else "gpu kernels"

    @property
    def block_size(self) -> int:
        """Problems in step."""
        return CPU_BLOCK if self.arrays.xp is np else GPU_BLOCK


def solve(
    pool: npt.NDArray[np.float32],
    main: npt.NDArray[np.float32],
    penalty: float,
    gap: float = 1e-4,
    device: str = "cpu",
    told: ProgressCallback = lambda done, total: None,
    highest: int = 0,
) -> list[Solution]:
    """A solution for each row of `main`; equal rows of the pool count as the first of them.

    `highest`: how many coefficients are asked for, in large dimensions, where a settled set costs less than the gap.
    """
    return solve_on_pool(prepare_pool(pool, device), main, penalty, gap, told, highest)


def solve_on_pool(
    here: PreparedPool,
    main: npt.NDArray[np.float32],
    penalty: float,
    gap: float = 1e-4,
    told: ProgressCallback = lambda done, total: None,
    highest: int = 0,
) -> list[Solution]:
    """The same over a pool that is on its device already, for main questions that come in parts."""
    _check_finite(main)
    if here.white is not None:
        return list(_solve_by_primal_dual(here, main, penalty, gap, told, highest))
    found: dict[int, Solution] = {}

    def note(solutions: Iterable[tuple[int, Solution]]) -> None:
        for number, solution in solutions:
            found[number] = solution
            told(len(found), len(main))

    if here.wide is None:
        _solve_in_blocks(here, main, penalty, note)
    else:
        note(solve_with_kernels(here, main, np.arange(len(main)), penalty))
    for walked in [follow_paths] if here.wide is None else [solve_with_kernels, follow_paths]:
        short = np.array([number for number in range(len(main)) if found[number].gap > gap], dtype=np.int64)
        for number, again in walked(here, main, short, penalty, CAREFUL):
            found[number] = min(found[number], again, key=lambda solution: solution.gap)
    return [found[number] for number in range(len(main))]


def _solve_in_blocks(
    here: PreparedPool,
    main: npt.NDArray[np.float32],
    penalty: float,
    note: Callable[[Iterable[tuple[int, Solution]]], None],
) -> None:
    """Solve by homotopy in blocks, one per core; on a device without kernels, in one large block."""
    on_cpu = here.arrays.xp is np
    size, workers = here.block_size, (os.cpu_count() or 1) if on_cpu else 1
    stream = max(size, -(-len(main) // (4 * workers)) if on_cpu else len(main))

    def one(start: int) -> None:
        numbers = np.arange(start, min(start + stream, len(main)))
        note(follow_paths(here, main, numbers, penalty))

    with single_threaded_blas(), ThreadPoolExecutor(workers) as threads:  # NumPy lets others run meanwhile
        list(threads.map(one, range(0, len(main), stream)))


def solve_with_kernels(
    here: PreparedPool, main: npt.NDArray[np.float32], numbers: npt.NDArray[np.int64], penalty: float, care: int = 1
) -> Iterator[tuple[int, Solution]]:
    """Solve by homotopy with the kernels of a GPU."""
    from askance.ranking.lasso.gpu import solve_on_gpu

    assert here.wide is not None
    wanted = here.arrays.array(main[numbers], here.arrays.double)
    for over in solve_on_gpu(here.wide, here.exact, wanted, penalty, care):
        for number, solution in _to_solutions(here, over, penalty):
            yield int(numbers[number]), solution


def _check_finite(vectors: npt.NDArray[np.float32]) -> None:
    if not np.isfinite(vectors).all():
        raise UserError("some vectors are not numbers: the encoder gave nan or infinity")


def choose_algorithm(distinct: int, dimensions: int, on_gpu: bool) -> Path:
    """The algorithm for a pool of this size: the table at the top of docs/lasso.md."""
    if dimensions > LARGE:
        return "first order"
    # Triton, which comes with torch for CUDA, makes the kernels.
    has_kernels = on_gpu and find_spec("triton") is not None
    return "gpu kernels" if has_kernels and distinct >= SPARE * dimensions else "homotopy"


def prepare_pool(pool: npt.NDArray[np.float32], device: str = "cpu") -> PreparedPool:
    """The pool on its device, as the algorithm that `path_for` chooses needs it."""
    _check_finite(pool)
    arrays, kept = Arrays(device), distinct_rows(pool)
    exact = arrays.array(pool[kept], arrays.double)
    path = choose_algorithm(len(kept), pool.shape[1], arrays.on_gpu)
    if path == "first order":
        narrow = arrays.xp.float16 if arrays.on_gpu else arrays.single
        return PreparedPool(
            arrays, exact, exact, kept, white=whiten_pool(arrays, exact, narrow, arrays.multiplies_eight_bits)
        )
    # Where much of b is left over, v is large, and single precision is too coarse to see who reaches a bound.
    rich = len(kept) >= SPARE * pool.shape[1]
    watched = arrays.array(pool[kept], arrays.single) if rich else exact
    if path == "homotopy":
        return PreparedPool(arrays, watched, exact, kept)
    from askance.ranking.lasso.gpu import to_gpu  # needs Triton

    return PreparedPool(arrays, watched, exact, kept, to_gpu(arrays.xp, watched))


def distinct_rows(pool: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """The places of distinct rows, each where it is first; a row and its opposite count as one.

    The same words in another order differ by rounding alone.
    """
    rounded = pool.round(5) + 0.0  # + 0.0: a negative zero is a zero
    rounded *= np.sign(rounded[np.arange(len(pool)), np.argmax(rounded != 0, axis=1)])[:, None]
    rounded += 0.0
    raw = rounded.view(np.dtype((np.void, rounded.dtype.itemsize * rounded.shape[1]))).ravel()
    return np.sort(np.unique(raw, return_index=True)[1])


def follow_paths(
    pool: PreparedPool, main: npt.NDArray[np.float32], numbers: npt.NDArray[np.int64], penalty: float, care: int = 1
) -> Iterator[tuple[int, Solution]]:
    """Solve all problems by homotopy; a finished problem makes room for the next."""
    arrays, waiting, size = pool.arrays, numbers, pool.block_size
    state = _start_problems(arrays, main, waiting[:size])
    waiting = waiting[size:]
    watched = min(WATCHED * care, len(pool.kept))
    while len(state.number):
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a path that ends in no number is not kept
            follow_path(arrays, pool.watched, pool.exact, state, penalty, watched, WINDOW // care)
        moving = int(state.live.sum())
        if moving <= (len(state.number) * 7) // 8:
            yield from _to_solutions(pool, finished_state(select_problems(state, ~state.live)), penalty)
            fresh = _start_problems(arrays, main, waiting[: size - moving])
            waiting = waiting[size - moving :]
            state = join_states(arrays, select_problems(state, state.live), fresh)


def _solve_by_primal_dual(
    pool: PreparedPool, main: npt.NDArray[np.float32], penalty: float, gap: float, told: ProgressCallback, highest: int
) -> Iterator[Solution]:
    """First-order steps, as many problems at once as there is room for."""
    arrays, count = pool.arrays, len(pool.kept)
    assert pool.white is not None
    size = arrays.count_that_fit(BYTES * count, GPU_BLOCK) if arrays.on_gpu else max(1, CPU_ROOM // count)
    for start in range(0, len(main), size):
        block = arrays.array(main[start : start + size], arrays.double)
        found = solve_primal_dual(arrays, pool.white, pool.exact, block, penalty, gap, highest)
        objectives, gaps = arrays.to_numpy(found.objective), arrays.to_numpy(found.gap)
        for (places, values), objective, reached in zip(arrays.nonzero_by_row(found.x), objectives, gaps, strict=True):
            yield Solution(pool.kept[places], values.astype(np.float64), float(objective), max(0.0, float(reached)))
        del found  # much memory, which the next block needs
        told(min(start + size, len(main)), len(main))


def _start_problems(arrays: Arrays, main: npt.NDArray[np.float32], numbers: npt.NDArray[np.int64]) -> State:
    """Some problems of which nothing is solved."""
    return start_problems(arrays, arrays.array(main[numbers], arrays.double), arrays.array(numbers, arrays.whole))


def _to_solutions(pool: PreparedPool, state: FinishedState, penalty: float) -> Iterator[tuple[int, Solution]]:
    """Coefficients from the columns in slots in closed form, the objective, and the duality gap over the whole pool."""
    arrays, xp, x = pool.arrays, pool.arrays.xp, state.x
    for _ in range(3):  # each time takes away most of what rounding has left
        fitted = xp.matmul(x[:, None, :], state.rows)[:, 0]
        wanted = state.asked - penalty * state.sign
        lacking = wanted - xp.matmul(state.rows, fitted[:, :, None])[:, :, 0]
        x = x + xp.matmul(state.inverse, lacking[:, :, None])[:, :, 0]
    x = xp.where(xp.isfinite(x).all(1)[:, None], x, 0.0)  # who lost the way altogether has said nothing
    residual = state.b - xp.matmul(x[:, None, :], state.rows)[:, 0]
    primal = 0.5 * (residual * residual).sum(1) + penalty * xp.abs(x).sum(1)
    most = xp.amax(xp.abs(xp.matmul(residual, pool.exact.T)), 1)
    dual = residual * (penalty / xp.where(most > penalty, most, penalty))[:, None]
    gap = (primal - (state.b * dual).sum(1) + 0.5 * (dual * dual).sum(1)) / xp.where(primal > 0, primal, 1.0)
    columns = [arrays.to_numpy(each) for each in (state.number, state.slot, x, primal, gap)]
    for number, slots, values, objective, reached in zip(*columns, strict=True):
        used = (slots >= 0) & (values != 0)
        yield int(number), Solution(pool.kept[slots[used]], values[used], float(objective), max(0.0, float(reached)))
