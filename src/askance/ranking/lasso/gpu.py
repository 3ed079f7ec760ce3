"""The homotopy of homotopy.py on a GPU, at penalty 1: thousands of problems at once, two kernels per step."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from askance.ranking.lasso import gpu_kernels
from askance.ranking.lasso.arrays import Array
from askance.ranking.lasso.homotopy import FIRST, LATE, LOOKS
from askance.ranking.lasso.homotopy_state import FinishedState

EARLY = 8  # looks, while much changes: no farther than twice as far before the next
FAR = float(gpu_kernels.FAR.value)
STEPS = 24  # between two looks at the whole pool
CHANGES = 32  # room for what they add to the dual columns
WATCHED = 256  # columns at most
AIMED = 112  # so many are aimed at: how many there are above a level is estimated
PATIENCE = 48  # looks without any advance, after which a problem is left as it stands
SAMPLE = 16384  # columns, to estimate it from
ENTRIES = 4096  # of a matrix at once in a kernel
ROOM = 1 << 29  # entries of all dual columns together
SMALLEST = 16  # dimensions
SCAN = 4096  # columns at once when picking
LEAST = 1e-4  # level of whoever is watched
WORN = 1e-9  # relative error of the dual columns that is let stand
TOGETHER = 1024  # problems whose dual columns are fixed at once
LOST = 1e-3  # error from which on they are worked out anew
HIGHEST = 6e4  # in half precision


@dataclass(frozen=True, slots=True)
class GpuPool:
    """The pool as kernels read it: dimensions filled up to a power of two, and zero columns after the last."""

    torch: Any
    single: Array  # (n', D)
    half: Array  # (n', D)
    columns: int  # of the pool; the place after the last is a column of zeros

    @property
    def size(self) -> int:
        """Dimensions as kernels count them."""
        return int(self.single.shape[1])

    @property
    def tile(self) -> int:
        """Rows of a matrix at once."""
        return max(1, min(ENTRIES // self.size, self.size, WATCHED))


@dataclass(slots=True)
class GpuProblems:
    """m problems, each with D slots; what the kernels need beside that is in `notes`."""

    number: Array  # (m,) which problem
    b: Array  # (m, D), divided by the penalty
    done: Array  # (m,) the share of b that is solved
    advance: Array  # (m,) of it since the last look
    idle: Array  # (m,) looks since it last came nearer
    looks: Array  # (m,)
    slot: Array  # (m, D) column, -1: free
    sign: Array  # (m, D)
    x: Array  # (m, D), divided by the penalty
    dual: Array  # (m, D, D)


def to_gpu(torch: Any, pool: Array) -> GpuPool:
    """The pool for kernels, from its rows in single precision."""
    n, d = pool.shape
    single = torch.zeros((n // 64 + 1) * 64, max(SMALLEST, 1 << (d - 1).bit_length()), device=pool.device)
    single[:n, :d] = pool
    return GpuPool(torch, single, single.half(), n)


def start_problems(wide: GpuPool, main: Array, numbers: Array, penalty: float) -> GpuProblems:
    """Problems of which nothing is solved."""
    torch, (m, d), size = wide.torch, main.shape, wide.size
    at: dict[str, Any] = {"device": main.device, "dtype": torch.float64}
    b = torch.zeros(m, size, **at)
    b[:, :d] = main / penalty
    return GpuProblems(
        number=numbers,
        b=b,
        done=torch.zeros(m, **at),
        advance=torch.zeros(m, **at),
        idle=torch.zeros(m, dtype=torch.int32, device=main.device),
        looks=torch.zeros(m, dtype=torch.int32, device=main.device),
        slot=torch.full((m, size), -1, dtype=torch.int32, device=main.device),
        sign=torch.zeros(m, size, **at),
        x=torch.zeros(m, size, **at),
        dual=torch.zeros(m, size, size, **at),
    )


def select_problems(crowd: GpuProblems, which: Array) -> GpuProblems:
    """The problems that a mask or an index names."""
    return GpuProblems(**{field.name: getattr(crowd, field.name)[which] for field in fields(crowd)})


def replace_finished_problems(crowd: GpuProblems, at: Array, fresh: GpuProblems) -> None:
    """Other problems in the places of those that are done."""
    for field in fields(crowd):
        getattr(crowd, field.name)[at] = getattr(fresh, field.name)


class GpuWorkspace:
    """What the kernels write between two looks, for m problems; made once."""

    def __init__(self, wide: GpuPool, m: int):
        torch, size = wide.torch, wide.size
        at: dict[str, Any] = {"device": wide.single.device, "dtype": torch.float64}
        whole: dict[str, Any] = {"device": wide.single.device, "dtype": torch.int32}
        self.draw, self.dx, self.v, self.dv, self.turn, self.weight = torch.zeros(6, m, size, **at)
        self.left, self.right = torch.zeros(2, m, CHANGES, size, **at)
        self.level, self.rate = torch.zeros(2, m, WATCHED, **at)
        self.place = torch.zeros(m, WATCHED, **whole)
        self.top, self.kind, self.which, self.column, self.count = torch.zeros(5, m, **whole)
        self.ending, self.strayed, self.worn, self.limit, self.length, self.gain, self.side = torch.zeros(7, m, **at)

    def for_fewer_problems(self, m: int) -> "GpuWorkspace":
        """The same for fewer problems."""
        view = object.__new__(GpuWorkspace)
        for name, array in vars(self).items():
            setattr(view, name, array[:m])
        return view


def follow_path(wide: GpuPool, exact: Array, crowd: GpuProblems, notes: GpuWorkspace, steps: int) -> Array:
    """Scan the pool and take some steps; returns which problems are finished."""
    torch = wide.torch
    m, size = crowd.slot.shape
    grid = (m,)
    where = torch.arange(1, size + 1, device=crowd.slot.device, dtype=torch.int32)
    notes.top[:] = torch.where(crowd.slot >= 0, where, 0).amax(1)
    notes.dx[:] = 0  # of slots that this problem has not used yet, and another one had
    moving = (wide.single, crowd.b, crowd.done, crowd.slot, crowd.sign, crowd.x, notes.draw, notes.dx)
    gpu_kernels.compute_direction[grid](
        *moving, notes.v, notes.dv, crowd.dual, notes.top, notes.ending, notes.strayed, notes.worn, D=size, T=wide.tile
    )
    _refresh_dual_columns(wide, crowd, notes)
    _choose_columns_to_watch(wide, crowd, notes)
    late = notes.level.abs().amax(1) - 1
    over = _find_finished_or_stuck(exact, crowd, notes, late)
    _set_limits(wide, crowd, notes, late, over)
    notes.length[:] = 0
    notes.turn[:], notes.gain[:] = notes.dv, 1
    before = crowd.done.clone()
    for number in range(steps):
        _step_all_problems(wide, crowd, notes, number)
    crowd.dual.baddbmm_(notes.left[:, :steps].transpose(1, 2), notes.right[:, :steps])
    crowd.advance[:] = crowd.done - before
    crowd.idle[:] = torch.where(crowd.advance > 0, 0, crowd.idle + 1)
    crowd.looks += 1
    return over


def _set_limits(wide: GpuPool, crowd: GpuProblems, notes: GpuWorkspace, late: Array, over: Array) -> None:
    """Set how far each problem may go before the next scan, and when a late column must reach its bound."""
    torch = wide.torch
    left = torch.where(crowd.done < 1, 1 - crowd.done, 1.0)
    twice = torch.where(crowd.done > 0, torch.minimum(crowd.done, left), (FIRST / crowd.b.norm(dim=1)).clamp(max=1))
    notes.ending[:] = torch.where((late > FAR) & (crowd.done < 1), torch.minimum(notes.ending, twice), notes.ending)
    early = (crowd.looks < EARLY) & (crowd.done < 1)
    notes.limit[:] = torch.where(over, 0.0, torch.where(early, torch.minimum(notes.ending, twice), notes.ending))


def _step_all_problems(wide: GpuPool, crowd: GpuProblems, notes: GpuWorkspace, number: int) -> None:
    """One step of all problems."""
    m, size = crowd.slot.shape
    at = notes
    gpu_kernels.advance_to_next_event[(m,)](
        wide.single, wide.half, at.place, at.level, at.rate, at.turn, at.gain, crowd.slot, crowd.sign, crowd.x, at.dx,
        at.draw, at.v, at.dv, crowd.done, at.limit, at.ending, at.length, at.kind, at.which, at.column,
        at.side, D=size, W=WATCHED, T=wide.tile,
    )  # fmt: skip
    gpu_kernels.exchange_columns[(m,)](
        wide.single, crowd.dual, at.left, at.right, number, crowd.slot, crowd.sign, crowd.x, at.dx, at.draw,
        at.v, at.dv, at.turn, at.gain, at.weight, at.place, at.kind, at.which, at.column, at.side, at.ending,
        at.top, D=size, W=WATCHED, C=CHANGES, T=wide.tile,
    )  # fmt: skip


def _choose_columns_to_watch(wide: GpuPool, crowd: GpuProblems, notes: GpuWorkspace) -> None:
    """Choose the columns to watch: those near their bound, or soon to be, that are not in a slot."""
    torch, (m, size) = wide.torch, crowd.slot.shape
    ahead = torch.where(crowd.advance > 0, crowd.advance, 1 / crowd.b.abs().amax(1).clamp(min=1))[:, None]
    soon = notes.v + notes.dv * ahead
    both = torch.cat([notes.v, soon]).clamp(-HIGHEST, HIGHEST).half()
    levels = torch.matmul(both, wide.half.T)
    held = torch.where(crowd.slot >= 0, crowd.slot, wide.columns).long()
    levels[:m].scatter_(1, held, 0.0)
    levels[m:].scatter_(1, held, 0.0)
    sample = min(SAMPLE, wide.columns)
    likely = torch.maximum(levels[:m, :sample].abs(), levels[m:, :sample].abs())
    aimed = max(1, round(AIMED * sample / wide.columns))
    least = likely.topk(min(aimed, sample), dim=1).values[:, -1].clamp(min=LEAST)
    notes.place[:] = -1
    pools = (levels, levels[m:], least, notes.place, notes.count, levels.shape[1], wide.columns)
    gpu_kernels.pick_columns_to_watch[(m,)](*pools, W=WATCHED, BLOCK=SCAN)
    for at in (notes.count > WATCHED).nonzero()[:, 0].split(256):  # more than expected: the nearest of them
        likely = torch.maximum(levels[at].abs(), levels[m + at].abs())[:, : wide.columns]
        notes.place[at] = likely.topk(WATCHED, dim=1).indices.int()
    gpu_kernels.measure_levels[(m,)](
        wide.single, notes.place, notes.v, notes.level, notes.rate, D=size, W=WATCHED, T=wide.tile
    )


def _find_finished_or_stuck(exact: Array, crowd: GpuProblems, notes: GpuWorkspace, late: Array) -> Array:
    """Find the problems that are solved (checked in double precision) and those that will not be."""
    d = exact.shape[1]
    over = (crowd.done >= 1) & (notes.strayed == 0) & (late <= LATE)
    if bool(over.any()):
        ready = over.nonzero()[:, 0]
        over[ready] = (notes.v[ready, :d] @ exact.T).abs().amax(1) <= 1 + LATE
    return over | (crowd.idle >= PATIENCE) | (crowd.looks >= LOOKS) | ~notes.v.isfinite().all(1)


def _refresh_dual_columns(wide: GpuPool, crowd: GpuProblems, notes: GpuWorkspace) -> None:
    """Recompute the dual columns where rounding errors have grown."""
    worn = (notes.worn > WORN).nonzero()[:, 0]
    for at in worn.split(TOGETHER):
        crowd.dual[at] = _recompute_dual_columns(wide, crowd, at)[1]


def _recompute_dual_columns(wide: GpuPool, crowd: GpuProblems, at: Array) -> tuple[Array, Array]:
    """The columns in slots of some problems, and their dual columns after two steps of Newton's, or worked out anew."""
    torch, (rows, used) = wide.torch, _columns_in_slots(wide, crowd, at)
    dual, one = crowd.dual[at] * used[:, :, None], torch.diag_embed(used)
    off = one - dual @ rows.transpose(1, 2)
    lost = ~(off.abs().amax((1, 2)) <= LOST)
    for _ in range(2):  # the error is squared each time
        dual = dual + off @ dual
        off = one - dual @ rows.transpose(1, 2)
    if bool(lost.any()):
        products = rows[lost] @ rows[lost].transpose(1, 2) + torch.diag_embed(1 - used[lost])
        dual[lost] = torch.linalg.inv_ex(products)[0] @ rows[lost]
    return rows, dual


def _columns_in_slots(wide: GpuPool, crowd: GpuProblems, at: Array) -> tuple[Array, Array]:
    """The columns in slots of some problems in double precision, and which slots are used."""
    slots = crowd.slot[at]
    places = wide.torch.where(slots >= 0, slots, wide.columns).long()
    return wide.single[places].double(), (slots >= 0).double()


def finished_problems(wide: GpuPool, crowd: GpuProblems, penalty: float, d: int) -> Iterator[FinishedState]:
    """Problems that are over, some at a time."""
    for at in wide.torch.arange(len(crowd.number), device=crowd.slot.device).split(TOGETHER):
        rows, dual = _recompute_dual_columns(wide, crowd, at)  # x is worked out with them: it is as good as they are
        b, x, inverse = crowd.b[at] * penalty, crowd.x[at] * penalty, dual @ dual.transpose(1, 2)
        asked = (rows @ b[:, :, None])[:, :, 0]
        yield FinishedState(
            crowd.number[at], b[:, :d], crowd.slot[at], crowd.sign[at], x, asked, rows[:, :, :d], inverse
        )


def solve_on_gpu(wide: GpuPool, exact: Array, main: Array, penalty: float, care: int = 1) -> Iterator[FinishedState]:
    """Solve all problems; a finished problem makes room for the next. `care`: a factor on the number of scans."""
    torch, d, size = wide.torch, main.shape[1], ROOM // wide.size**2
    waiting = torch.arange(len(main), device=main.device)
    crowd = start_problems(wide, main[:size], waiting[:size], penalty)
    waiting, notes = waiting[size:], GpuWorkspace(wide, len(crowd.number))
    while len(crowd.number):
        over = follow_path(wide, exact, crowd, notes, STEPS // care)
        at = over.nonzero()[:, 0]
        if len(at) * (32 if len(waiting) else 8) >= len(over):
            yield from finished_problems(wide, select_problems(crowd, at), penalty, d)
            fresh, waiting = waiting[: len(at)], waiting[len(at) :]
            replace_finished_problems(crowd, at[: len(fresh)], start_problems(wide, main[fresh], fresh, penalty))
            if len(fresh) < len(at):
                over[at[: len(fresh)]] = False
                crowd = select_problems(crowd, ~over)
                notes = notes.for_fewer_problems(len(crowd.number))
