"""The homotopy: from b·0 to b·1, many problems at once; columns enter at their bound and leave at zero.

It is the homotopy of Osborne, Presnell and Turlach (2000) with b scaled instead of the penalty, so that each x on the
way is exact. Only the likeliest columns are watched; whoever is found over the bound at the next look comes in late,
and his bound is drawn in until he keeps it.
"""

from dataclasses import dataclass
from typing import Any

from askance.ranking.lasso.arrays import Array, Arrays
from askance.ranking.lasso.homotopy_state import State, apply_inverse, merge_updates_into_inverse

LATE = 1e-7  # how far over its bound a column must be to be called late
DEPENDENT = 1e-9  # what is left of a column beside those in slots, at least
PIVOT = 1e-7  # the share of a column in another, at least, for which it can be exchanged
PATIENCE = 24  # looks without any advance, after which a problem is left as it stands
LOOKS = 2000  # looks in all, after which likewise
NEAR = 1e-14  # what is called all of b
GROWTH = 2.0  # how many times as far as before a problem may be at the next look: who comes in beyond is not watched
FIRST = 4.0  # penalties over the length of b, and that is how far at the first one: columns of length 1 come in soon


@dataclass(slots=True)
class CandidateColumns:
    """The columns that may come in before the next look at the pool."""

    place: Array  # (m, w) in the pool
    columns: Array  # (m, w, d), single precision
    level: Array  # (m, w): column · v
    out: Array  # (m, w): not to be let in
    reach: Array  # (m,) the share of b up to which they are enough


@dataclass(frozen=True, slots=True)
class Event:
    """How far each problem goes in one step, and what stops it."""

    length: Array
    entering: Array  # (m,) mask
    leaving: Array  # (m,) mask
    which: Array  # (m,) the watched column that would come in
    slot: Array  # (m,) the slot that would go out
    side: Array  # (m,) the sign with which it would come in


@dataclass(frozen=True, slots=True)
class Direction:
    """Where x, v and the bounds go from here, for one unit of b."""

    dx: Array
    dv: Array
    draw: Array  # of the bounds of those in slots that came late
    pace: Array  # (m,) how far until a late one keeps its bound
    limit: Array  # (m,) how far this heading may be followed


def scan_columns(
    arrays: Arrays, pool: Array, exact: Array, state: State, penalty: float, size: int
) -> CandidateColumns:
    """Scan the whole pool: which problems are done, and which columns are near their bound and not in a slot."""
    xp = arrays.xp
    merge_updates_into_inverse(arrays, state)
    state.v[:] = (state.done[:, None] * state.b - xp.matmul(state.x[:, None, :], state.rows)[:, 0]) / penalty
    level = xp.matmul(arrays.as_type(state.v, pool.dtype), pool.T)
    state.bound[:] = state.sign * xp.matmul(state.rows, state.v[:, :, None])[:, :, 0]
    patient = (state.idle < PATIENCE) & (state.looks < LOOKS)
    state.live[:] = ((state.done < 1) | _columns_off_bound(arrays, state).any(1)) & patient
    arrived = state.done >= 1
    if bool(arrived.any()):  # whether they are done is told exactly
        precise = xp.matmul(state.v[arrived], exact.T)
        state.live[arrived] |= (xp.amax(xp.abs(precise), 1) > 1 + LATE) & patient[arrived]
        level[arrived] = arrays.as_type(precise, level.dtype)
    ahead = _optimal_direction(arrays, state, penalty).dv * xp.where(state.advance > 0, state.advance, penalty)[:, None]
    soon = level + xp.matmul(arrays.as_type(ahead, pool.dtype), pool.T)
    likely = xp.maximum(xp.abs(level), xp.abs(soon))
    rows = arrays.arange(len(state.slot))[:, None]
    held = xp.where(state.slot >= 0, state.slot, xp.amax(state.slot, 1)[:, None])  # a free slot repeats another's
    at = xp.where(held >= 0, held, 0)
    likely[rows, at] = xp.where(held >= 0, -1.0, likely[rows, at])
    place = arrays.largest_indices(likely, size)
    near = arrays.as_type(arrays.take_along_rows(level, place), arrays.double)
    return CandidateColumns(
        place,
        pool[place],
        near,
        arrays.take_along_rows(likely, place) < 0,
        _limit_before_next_scan(arrays, state, penalty),
    )


def _limit_before_next_scan(arrays: Arrays, state: State, penalty: float) -> Array:
    """The share of b up to which each problem may go before the next look; no limit where all of it is near."""
    xp = arrays.xp
    size = xp.sqrt((state.b * state.b).sum(1))
    first = FIRST * penalty / xp.where(size > 0, size, 1.0)
    reach = xp.where(state.done > 0, GROWTH * state.done, first)
    return xp.where(reach < 1, reach, float("inf"))


def step_problems(
    arrays: Arrays, exact: Array, state: State, watched: CandidateColumns, penalty: float, number: int
) -> None:
    """Go on until the next column comes in or goes out, and let it."""
    xp = arrays.xp
    heading = _optimal_direction(arrays, state, penalty)
    dx, dv = heading.dx, heading.dv
    rate = xp.matmul(watched.columns, arrays.as_type(dv, watched.columns.dtype)[:, :, None])[:, :, 0]
    rate = arrays.as_type(rate, arrays.double)
    event = _next_event(arrays, state, watched, heading, rate)
    move = event.length[:, None]
    state.x += move * dx
    state.v += move * dv
    state.bound += move * heading.draw
    watched.level += move * rate
    done = state.done + event.length
    state.done[:] = xp.where((state.done >= 1) | (1 - done < NEAR), 1.0, done)
    _exchange_columns(arrays, exact, state, watched, event, number)


def _optimal_direction(arrays: Arrays, state: State, penalty: float) -> Direction:
    """The direction in which everything in slots stays optimal."""
    xp = arrays.xp
    under_way = state.done < 1
    left = 1 - state.done
    pace = xp.minimum(xp.where(state.done > 0, state.done, left), left)  # a late one keeps its bound by twice `done`,
    pace = xp.where(under_way, pace, 1.0)  # and if b is all there, in one more unit
    strayed = _columns_off_bound(arrays, state) & state.live[:, None]
    draw = xp.where(strayed, (1 - state.bound) / pace[:, None], 0.0)
    push = xp.where(under_way, 1.0, 0.0)[:, None]
    dx = apply_inverse(arrays, state, push * state.asked - penalty * state.sign * draw)
    dv = (push * state.b - xp.matmul(dx[:, None, :], state.rows)[:, 0]) / penalty
    return Direction(dx, dv, draw, pace, xp.where(strayed.any(1), pace, left))


def _columns_off_bound(arrays: Arrays, state: State) -> Array:
    """Which columns in slots are not at the bound."""
    return (state.slot >= 0) & (arrays.xp.abs(1 - state.bound) > LATE)


def _next_event(arrays: Arrays, state: State, watched: CandidateColumns, heading: Direction, rate: Array) -> Event:
    """What happens first: a watched column reaches its bound, an x reaches zero, or the limit."""
    xp = arrays.xp
    dx, limit = heading.dx, xp.minimum(heading.limit, (watched.reach - state.done).clip(0))
    rows, never = arrays.arange(len(limit)), float("inf")
    late = xp.abs(watched.level) > 1 + LATE
    side = xp.where(late, xp.sign(watched.level), xp.sign(rate))
    space = 1 - side * watched.level
    draw = xp.where(late, space / heading.pace[:, None], 0.0)  # its bound is where it is now, and is drawn in
    space = xp.where(space > 0, space, 0.0)
    speed = side * rate - draw
    hit = xp.where(watched.out | (speed <= 0), never, space / xp.where(speed > 0, speed, 1.0))
    which = xp.argmin(hit, 1)
    shrinks = (state.slot >= 0) & (state.sign * dx < 0)
    size = xp.where(state.sign * state.x > 0, state.sign * state.x, 0.0)
    gone = xp.where(shrinks, size / xp.where(shrinks, xp.abs(dx), 1.0), never)
    slot = xp.argmin(gone, 1)
    first_in, first_out = hit[rows, which], gone[rows, slot]
    length = xp.where(state.live, xp.minimum(xp.minimum(first_in, first_out), limit), 0.0)
    at_rest = (limit == 0) & (first_in == 0)  # all of b is there, and a late one still comes in
    stopped = state.live & (at_rest | (xp.minimum(first_in, first_out) < limit))
    leaving = stopped & (first_out <= first_in)
    return Event(length, stopped & ~leaving, leaving, which, slot, side[rows, which])


def _exchange_columns(
    arrays: Arrays, exact: Array, state: State, watched: CandidateColumns, event: Event, number: int
) -> None:
    """Let columns in and out, and note what that adds to the inverse."""
    xp = arrays.xp
    rows = arrays.arange(len(event.which))
    place = watched.place[rows, event.which]
    column = exact[place]
    products = xp.matmul(state.rows, column[:, :, None])[:, :, 0]
    weights = apply_inverse(arrays, state, products)
    rest = (column * column).sum(1) - (products * weights).sum(1)
    full = (state.slot >= 0).all(1)
    tight = event.entering & (full | (rest < DEPENDENT))  # there is no room beside the columns in slots
    out, gain = event.leaving, arrays.full((len(rows),), 0, arrays.double)
    slot = event.slot
    if bool(tight.any()):
        slot, gain, tight = _swap_dependent_column(arrays, state, event, weights, tight, slot)
        out = out | tight
    _remove_columns(arrays, state, slot, out, 2 * number)
    enters = event.entering & (tight | (~full & (rest >= DEPENDENT)))
    if bool(tight.any()):
        products = xp.matmul(state.rows, column[:, :, None])[:, :, 0]
        weights = apply_inverse(arrays, state, products)
        rest = (column * column).sum(1) - (products * weights).sum(1)
        enters = enters & (rest > DEPENDENT * DEPENDENT)
    watched.out[rows, event.which] |= event.entering
    free = xp.argmax(arrays.as_type(state.slot < 0, arrays.whole), 1)
    one = arrays.arange(state.slot.shape[1])[None, :] == free[:, None]
    factor = xp.where(enters, 1 / xp.where(enters, rest, 1.0), 0.0)
    state.change[:, 2 * number + 1] = xp.where(one, -1.0, weights)
    state.factor[:, 2 * number + 1] = factor
    level = event.side * watched.level[rows, event.which]
    _fill_slot(state, rows, free, enters, xp, place, event.side, event.side * gain, level, (column * state.b).sum(1))
    state.rows[rows, free] = xp.where(enters[:, None], column, state.rows[rows, free])


def _fill_slot(state: State, rows: Array, at: Array, which: Array, xp: Any, *values: Array) -> None:
    """Write slot, sign, x, bound and what is asked of a column into one slot of some problems."""
    for target, value in zip((state.slot, state.sign, state.x, state.bound, state.asked), values, strict=True):
        target[rows, at] = xp.where(which, value, target[rows, at])


def _swap_dependent_column(
    arrays: Arrays, state: State, event: Event, weights: Array, tight: Array, slot: Array
) -> tuple[Array, Array, Array]:
    """Move x along the dependence on a column that finds no room, until one in a slot is zero: that one goes."""
    xp = arrays.xp
    rows = arrays.arange(len(slot))
    toward = -event.side[:, None] * weights
    shrinks = (state.slot >= 0) & (state.sign * toward < -PIVOT)
    size = xp.where(state.sign * state.x > 0, state.sign * state.x, 0.0)
    gone = xp.where(shrinks, size / xp.where(shrinks, xp.abs(toward), 1.0), float("inf"))
    first = xp.argmin(gone, 1)
    length = gone[rows, first]
    tight = tight & (length < float("inf"))
    length = xp.where(tight, length, 0.0)
    state.x += length[:, None] * toward
    return xp.where(tight, first, slot), length, tight


def _remove_columns(arrays: Arrays, state: State, slot: Array, out: Array, number: int) -> None:
    """Take columns out of their slots; they are watched again after the next look."""
    xp = arrays.xp
    rows = arrays.arange(len(slot))
    along = state.factor * state.change[rows, :, slot]
    column = state.inverse[rows, :, slot] + xp.matmul(along[:, None, :], state.change)[:, 0]
    own = column[rows, slot]
    state.change[:, number] = column
    state.factor[:, number] = xp.where(out, -1 / xp.where(out, own, 1.0), 0.0)
    zero = arrays.full((len(slot),), 0, arrays.double)  # not own · 0: a path that breaks down has no number there
    _fill_slot(state, rows, slot, out, xp, arrays.full((len(slot),), -1, arrays.whole), zero, zero, zero, zero)
    state.rows[rows, slot] = xp.where(out[:, None], zero[:, None], state.rows[rows, slot])


def follow_path(arrays: Arrays, pool: Array, exact: Array, state: State, penalty: float, size: int, steps: int) -> None:
    """Scan the pool and take some steps."""
    xp = arrays.xp
    watched = scan_columns(arrays, pool, exact, state, penalty, size)
    before = state.done + 0
    for number in range(steps):
        step_problems(arrays, exact, state, watched, penalty, number)
    state.advance[:] = state.done - before
    state.looks += 1
    state.idle[:] = xp.where(state.advance > 0, 0, state.idle + 1)
    merge_updates_into_inverse(arrays, state)
