"""The state of problems on the homotopy path."""

from dataclasses import dataclass, fields

from askance.ranking.lasso.arrays import Array, Arrays

WINDOW = 16  # steps between two looks at the whole pool
ROUNDING = 1e-9  # relative error of the inverse that is let stand


@dataclass(slots=True)
class State:
    """m problems with K = dimension places for columns each; a free place has slot -1 and zeros elsewhere.

    A problem has solved b·done: x and v are optimal there, |A v| ≤ 1, and columns in slots are at their bound.
    """

    number: Array  # (m,) which problem
    b: Array  # (m, d)
    done: Array  # (m,) the share of b that is solved, 0 … 1
    advance: Array  # (m,) how much of it was solved since the last look
    idle: Array  # (m,) looks since it last came nearer
    looks: Array  # (m,) at the whole pool
    live: Array  # (m,)
    v: Array  # (m, d): residual / penalty
    slot: Array  # (m, K) column
    sign: Array  # (m, K)
    x: Array  # (m, K)
    bound: Array  # (m, K): sign · column · v; 1, but for columns that came late
    asked: Array  # (m, K): column · b
    rows: Array  # (m, K, d): the columns themselves
    inverse: Array  # (m, K, K): of the columns' products, as of the last look
    change: Array  # (m, 2 WINDOW, K): what has been added to it since, as factors · changes changes'
    factor: Array  # (m, 2 WINDOW)


@dataclass(frozen=True, slots=True)
class FinishedState:
    """What a solution is worked out from; fields as in State."""

    number: Array
    b: Array
    slot: Array
    sign: Array
    x: Array
    asked: Array
    rows: Array
    inverse: Array


def finished_state(state: State) -> FinishedState:
    """Problems that are over."""
    return FinishedState(**{field.name: getattr(state, field.name) for field in fields(FinishedState)})


def start_problems(arrays: Arrays, main: Array, numbers: Array) -> State:
    """Problems of which nothing is solved."""
    m, d = main.shape
    zeros = [arrays.full(shape, 0, arrays.double) for shape in [(m, d)] + [(m, d)] * 4]
    return State(
        number=numbers,
        b=main,
        done=arrays.full((m,), 0, arrays.double),
        advance=arrays.full((m,), 0, arrays.double),
        idle=arrays.full((m,), 0, arrays.whole),
        looks=arrays.full((m,), 0, arrays.whole),
        live=arrays.full((m,), 1, arrays.xp.bool),
        v=zeros[0],
        slot=arrays.full((m, d), -1, arrays.whole),
        sign=zeros[1],
        x=zeros[2],
        bound=zeros[3],
        asked=zeros[4],
        rows=arrays.full((m, d, d), 0, arrays.double),
        inverse=arrays.full((m, d, d), 0, arrays.double),
        change=arrays.full((m, 2 * WINDOW, d), 0, arrays.double),
        factor=arrays.full((m, 2 * WINDOW), 0, arrays.double),
    )


def select_problems(state: State, which: Array) -> State:
    """The problems that a mask names."""
    return State(**{field.name: getattr(state, field.name)[which] for field in fields(state)})


def join_states(arrays: Arrays, first: State, second: State) -> State:
    """The problems of both."""
    pairs = {field.name: (getattr(first, field.name), getattr(second, field.name)) for field in fields(first)}
    return State(**{name: arrays.xp.concatenate(both) for name, both in pairs.items()})


def merge_updates_into_inverse(arrays: Arrays, state: State) -> None:
    """Work what has been added to the inverse into it, and clear what rounding left of columns that went."""
    xp = arrays.xp
    scaled = state.change * state.factor[:, :, None]
    state.inverse += xp.matmul(scaled.swapaxes(1, 2), state.change)
    used = arrays.as_type(state.slot >= 0, arrays.double)
    state.inverse *= used[:, :, None] * used[:, None, :]
    state.factor[:] = 0
    _reinvert_where_inexact(arrays, state, used)


def _reinvert_where_inexact(arrays: Arrays, state: State, used: Array) -> None:
    """Invert anew where rounding has grown: tried on what is asked, whose image must come back."""
    xp = arrays.xp
    image = xp.matmul(state.inverse, state.asked[:, :, None])
    back = xp.matmul(state.rows, xp.matmul(state.rows.swapaxes(1, 2), image))[:, :, 0]
    worn = xp.amax(xp.abs(back - state.asked), 1) > ROUNDING * xp.amax(xp.abs(state.asked), 1)
    if bool(worn.any()):
        rows, kept = state.rows[worn], used[worn]
        size = arrays.arange(kept.shape[1])
        products = xp.matmul(rows, rows.swapaxes(1, 2))
        products[:, size, size] += 1 - kept
        state.inverse[worn] = xp.linalg.inv(products) * (kept[:, :, None] * kept[:, None, :])


def apply_inverse(arrays: Arrays, state: State, vector: Array) -> Array:
    """The inverse, with all that has been added to it, times one vector a problem."""
    xp = arrays.xp
    along = state.factor * xp.matmul(state.change, vector[:, :, None])[:, :, 0]
    return xp.matmul(state.inverse, vector[:, :, None])[:, :, 0] + xp.matmul(along[:, None, :], state.change)[:, 0]
