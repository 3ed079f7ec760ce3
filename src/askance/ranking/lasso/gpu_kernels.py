"""The steps of the homotopy as Triton kernels: one program per problem; each array is read once per step.

Penalty 1: b and x are those of the problem divided by it. D is a power of two, and there are as many slots. `dual` is
the inverse of the slots' products times the columns in slots, so that a column's weights are dual · column; what has
been added to it since the last look is the sum of left × right over `past` steps.
"""
# Names in capitals are known when a kernel is compiled. Arguments are pointers: there is nothing to annotate.
# ruff: noqa: N803
# mypy: disable-error-code="no-untyped-def, untyped-decorator, no-untyped-call"

import triton
import triton.language as tl
from askance.ranking.lasso import homotopy

LATE, DEPENDENT = tl.constexpr(homotopy.LATE), tl.constexpr(homotopy.DEPENDENT)
PIVOT, NEAR = tl.constexpr(homotopy.PIVOT), tl.constexpr(homotopy.NEAR)
FAR = tl.constexpr(1e-2)  # over its bound


@triton.jit
def _load_pool_rows(pool, places, D: tl.constexpr):
    """Rows of the pool, zeros where there is no place."""
    at = places.to(tl.int64)[:, None] * D + tl.arange(0, D)[None, :]
    return tl.load(pool + at, mask=(places >= 0)[:, None], other=0.0)


@triton.jit
def _load_pool_rows_double(pool, places, D: tl.constexpr):
    """The same in double precision."""
    return _load_pool_rows(pool, places, D).to(tl.float64)


@triton.jit
def _load_matrix_rows(start, first, T: tl.constexpr, D: tl.constexpr):
    """T rows of a matrix of D columns."""
    return tl.load(start + (first + tl.arange(0, T)).to(tl.int64)[:, None] * D + tl.arange(0, D)[None, :])


@triton.jit
def compute_direction(
    pool, b, done, slot, sign, x, draw, dx, v, dv, dual, top, ending, strayed, worn,
    D: tl.constexpr, T: tl.constexpr
):  # fmt: skip
    """Recompute state and direction from x and the columns in slots; `worn`: the error of `dual`."""
    p = tl.program_id(0).to(tl.int64)
    each, some, own = tl.arange(0, D), tl.arange(0, T), tl.program_id(0).to(tl.int64) * D
    many, share = tl.load(top + p), tl.load(done + p)
    push = tl.where(share < 1, 1.0, 0.0).to(tl.float64)
    asked = tl.load(b + own + each)
    total = tl.zeros([T, D], tl.float64)
    for t in range(0, many, T):
        at = own + t + some
        total += _load_pool_rows_double(pool, tl.load(slot + at), D) * tl.load(x + at)[:, None]
    here = share * asked - tl.sum(total, 0)
    tl.store(v + own + each, here)

    most = share * 0
    total = tl.zeros([T, D], tl.float64)
    for t in range(0, many, T):
        at = own + t + some
        places = tl.load(slot + at)
        side = tl.load(sign + at)
        level = side * tl.sum(_load_pool_rows_double(pool, places, D) * here[None, :], 1)
        off = tl.where((places >= 0) & (tl.abs(1 - level) > LATE), 1 - level, 0.0)
        tl.store(draw + at, off)
        farthest = tl.max(tl.abs(off), 0)
        most = tl.maximum(most, farthest)
        if farthest > 0:
            total += _load_matrix_rows(dual, p * D + t, T, D) * (side * off)[:, None]
    # Whoever is far over its bound keeps it by twice `done`, others by the end; if b is all there, in one more unit.
    pace = tl.where(most > FAR, tl.minimum(share, 1 - share), 1 - share)
    pace = tl.where(share < 1, pace, 1.0)
    aim = push * asked - tl.sum(total, 0) / pace

    tl.debug_barrier()  # what is off is read again
    total = tl.zeros([T, D], tl.float64)
    for t in range(0, many, T):
        at = own + t + some
        places = tl.load(slot + at)
        share_of = tl.where(places >= 0, tl.sum(_load_matrix_rows(dual, p * D + t, T, D) * aim[None, :], 1), 0.0)
        tl.store(dx + at, share_of)
        tl.store(draw + at, tl.load(draw + at) / pace)
        total += _load_pool_rows_double(pool, places, D) * share_of[:, None]
    going = push * asked - tl.sum(total, 0)
    tl.store(dv + own + each, going)

    tl.debug_barrier()  # what was drawn is read again
    error, largest = share * 0, share * 0
    for t in range(0, many, T):
        at = own + t + some
        wanted = tl.load(sign + at) * tl.load(draw + at)
        is_there = tl.sum(_load_pool_rows_double(pool, tl.load(slot + at), D) * going[None, :], 1)
        error = tl.maximum(error, tl.max(tl.abs(is_there - wanted), 0))
        largest = tl.maximum(largest, tl.max(tl.abs(wanted), 0))
    size = push * tl.sqrt(tl.sum(asked * asked, 0)) + largest
    tl.store(worn + p, tl.where(size > 0, error / tl.where(size > 0, size, 1.0), 0.0))
    tl.store(strayed + p, most)
    tl.store(ending + p, pace)


@triton.jit
def pick_columns_to_watch(levels, soon, least, place, count, size, columns, W: tl.constexpr, BLOCK: tl.constexpr):
    """The first W columns whose level, now or soon, is at least so large, and how many there are."""
    p = tl.program_id(0).to(tl.int64)
    threshold = tl.load(least + p)
    taken = 0
    for t in range(0, columns, BLOCK):
        at = t + tl.arange(0, BLOCK)
        now = tl.abs(tl.load(levels + p * size + at, mask=at < columns, other=0.0))
        then = tl.abs(tl.load(soon + p * size + at, mask=at < columns, other=0.0))
        near = (tl.maximum(now, then) >= threshold) & (at < columns)
        one = near.to(tl.int32)
        where = taken + tl.cumsum(one, 0) - one
        tl.store(place + p * W + where, at.to(tl.int32), mask=near & (where < W))
        taken += tl.sum(one, 0)
    tl.store(count + p, taken)


@triton.jit
def measure_levels(pool, place, v, level, rate, D: tl.constexpr, W: tl.constexpr, T: tl.constexpr):
    """The levels of the watched columns, exactly; their rates are not known yet."""
    p = tl.program_id(0).to(tl.int64)
    here = tl.load(v + p * D + tl.arange(0, D))
    for t in range(0, W, T):
        at = p * W + t + tl.arange(0, T)
        rows = _load_pool_rows_double(pool, tl.load(place + at), D)
        tl.store(level + at, tl.sum(rows * here[None, :], 1))
        tl.store(rate + at, tl.zeros([T], tl.float64))


@triton.jit
def _first_zero_coefficient(places, signs, values, slopes, LEAST: tl.constexpr, D: tl.constexpr):
    """How far it is until the first coefficient in a slot is zero, and which slot that is."""
    shrinks = (places >= 0) & (signs * slopes < -LEAST)
    gone = tl.where(shrinks, tl.maximum(signs * values, 0.0) / tl.where(shrinks, tl.abs(slopes), 1.0), float("inf"))
    far = tl.min(gone, 0)
    return far, tl.min(tl.where(gone == far, tl.arange(0, D), D - 1), 0)


@triton.jit
def advance_to_next_event(
    pool, half, place, level, rate, turn, gain, slot, sign, x, dx, draw, v, dv, done, limit, ending, length,
    kind, which, column, side_of, D: tl.constexpr, W: tl.constexpr, T: tl.constexpr
):  # fmt: skip
    """Go on until the next column comes in (kind 1) or goes out (kind 2); at the limit (kind 0) rest until a look."""
    p = tl.program_id(0).to(tl.int64)
    each, some, own = tl.arange(0, D), tl.arange(0, T), tl.program_id(0).to(tl.int64) * D
    stop, end, went, gained = tl.load(limit + p), tl.load(ending + p), tl.load(length + p), tl.load(gain + p)
    turned, share = tl.load(turn + own + each).to(tl.float32), tl.load(done + p)
    first_in = stop * 0 + float("inf")
    chosen, towards, enters = -1, stop * 0, -1
    if stop > 0:
        for t in range(0, W, T):
            at = p * W + t + some
            places = tl.load(place + at)
            before = tl.load(rate + at)
            now = tl.load(level + at) + went * before
            # The last steps are exact.
            rows = _load_pool_rows(half, places, D).to(tl.float32) if share < 1 else _load_pool_rows(pool, places, D)
            speed = before + gained * tl.sum(rows * turned[None, :], 1).to(tl.float64)
            tl.debug_barrier()  # several threads have read each number, and one of them writes it
            tl.store(level + at, now)
            tl.store(rate + at, speed)
            late = tl.abs(now) > 1 + LATE
            up = tl.where(late, now > 0, speed > 0)
            side = tl.where(up, 1.0, -1.0).to(tl.float64)
            space = 1 - side * now
            speed = side * speed - tl.where(late, space / end, 0.0)  # its bound is where it is now, and is drawn in
            hits = (places >= 0) & (speed > 0)
            hit = tl.where(hits, tl.maximum(space, 0.0) / tl.where(hits, speed, 1.0), float("inf"))
            soonest = tl.min(hit, 0)
            index = tl.min(tl.where(hit == soonest, some, T), 0)
            better = soonest < first_in
            mine = some == index
            chosen = tl.where(better, t + index, chosen)
            towards = tl.where(better, tl.sum(tl.where(mine, side, 0.0), 0), towards)
            enters = tl.where(better, tl.sum(tl.where(mine, places, 0), 0), enters)
            first_in = tl.where(better, soonest, first_in)

        places, signs = tl.load(slot + own + each), tl.load(sign + own + each)
        values, slopes = tl.load(x + own + each), tl.load(dx + own + each)
        first_out, spot = _first_zero_coefficient(places, signs, values, slopes, 0.0, D)
        far = tl.minimum(tl.minimum(first_in, first_out), stop)
        stopped = tl.minimum(first_in, first_out) < stop
        leaves = stopped & (first_out <= first_in)
        tl.store(x + own + each, values + far * slopes)
        tl.store(v + own + each, tl.load(v + own + each) + far * tl.load(dv + own + each))
        reached = share + far
        tl.store(done + p, tl.where((share >= 1) | (1 - reached < NEAR), 1.0, reached))
        tl.store(limit + p, tl.where(stopped, stop - far, 0.0))
        tl.store(ending + p, end - far)
        tl.store(length + p, far)
        tl.store(kind + p, tl.where(leaves, 2, tl.where(stopped, 1, 0)))
        tl.store(which + p, chosen)
        tl.store(column + p, tl.where(leaves, spot, enters))
        tl.store(side_of + p, towards)
    else:
        tl.store(length + p, stop * 0)
        tl.store(kind + p, 0)


@triton.jit
def _dual_products(
    pool, dual, left, right, past, slot, weight, vector, many, own, SUM: tl.constexpr, C: tl.constexpr, D: tl.constexpr,
    T: tl.constexpr
):  # fmt: skip
    """The dual columns' products with a vector, and, if they are wanted, the columns in slots summed by these."""
    each, some, changes = tl.arange(0, D), tl.arange(0, T), own * C + tl.arange(0, C).to(tl.int64) * D
    known = tl.arange(0, C) < past
    rights = tl.load(right + changes[:, None] + each[None, :], mask=known[:, None], other=0.0)
    along = tl.sum(rights * vector[None, :], 1)
    total = tl.zeros([T, D], tl.float64)
    tl.debug_barrier()
    for t in range(0, many, T):
        places = tl.load(slot + own + t + some)
        image = tl.sum(_load_matrix_rows(dual, own + t, T, D) * vector[None, :], 1)
        lefts = tl.load(left + changes[:, None] + t + some[None, :], mask=known[:, None], other=0.0)
        image = tl.where(places >= 0, image + tl.sum(lefts * along[:, None], 0), 0.0)
        tl.store(weight + own + t + some, image)
        if SUM:
            total += _load_pool_rows_double(pool, places, D) * image[:, None]
    tl.debug_barrier()
    return tl.load(weight + own + each, mask=each < many, other=0.0), tl.sum(total, 0)


@triton.jit
def _load_dual_column(dual, left, right, past, spot, own, C: tl.constexpr, D: tl.constexpr):
    """One dual column, with all that has been added to it."""
    each, changes = tl.arange(0, D), own * C + tl.arange(0, C).to(tl.int64) * D
    known = tl.arange(0, C) < past
    rights = tl.load(right + changes[:, None] + each[None, :], mask=known[:, None], other=0.0)
    lefts = tl.load(left + changes + spot, mask=known, other=0.0)
    return tl.load(dual + (own + spot) * D + each) + tl.sum(rights * lefts[:, None], 0)


@triton.jit
def _add_column(values, slopes, weights, left_over, size, speed, spot, D: tl.constexpr):
    """A column comes into a free slot."""
    mine = tl.arange(0, D) == spot
    gained = -speed / size
    slopes = tl.where(mine, -gained, slopes + gained * weights)
    return tl.where(mine, 0.0, values), slopes, tl.where(mine, 1.0, -weights), left_over / size, left_over, gained, spot


@triton.jit
def _swap_column(
    pool, dual, left, right, past, slot, weight, many, places, signs, values, slopes, weights, side, speed, own,
    C: tl.constexpr, D: tl.constexpr, T: tl.constexpr
):  # fmt: skip
    """A column comes that depends on those in slots: x moves along that until one of them is zero, and it goes."""
    towards = -side * weights
    length, spot = _first_zero_coefficient(places, signs, values, towards, PIVOT, D)
    length = tl.where(length < float("inf"), length, 0.0)
    mine = tl.arange(0, D) == spot
    share = tl.sum(tl.where(mine, weights, 0.0), 0)
    turned = _load_dual_column(dual, left, right, past, spot, own, C, D)
    gained = -speed / share
    image, _ = _dual_products(pool, dual, left, right, past, slot, weight, turned, many, own, False, C, D, T)
    slopes = slopes - gained * image
    part = tl.sum(tl.where(mine, slopes, 0.0), 0) / share
    slopes = tl.where(mine, part, slopes - part * weights)
    values = tl.where(mine, side * length, values + length * towards)
    return values, slopes, tl.where(mine, 1 / share - 1, -weights / share), turned, turned, gained, spot


@triton.jit
def _remove_column(
    pool, dual, left, right, past, slot, weight, many, values, slopes, spot, own, C: tl.constexpr, D: tl.constexpr,
    T: tl.constexpr
):  # fmt: skip
    """A column leaves its slot."""
    mine = tl.arange(0, D) == spot
    turned = _load_dual_column(dual, left, right, past, spot, own, C, D)
    weights, _ = _dual_products(pool, dual, left, right, past, slot, weight, turned, many, own, False, C, D, T)
    size = tl.sum(turned * turned, 0)
    gained = tl.sum(tl.where(mine, slopes, 0.0), 0) / size
    slopes = tl.where(mine, 0.0, slopes - gained * weights)
    return tl.where(mine, 0.0, values), slopes, tl.where(mine, -1.0, -weights / size), turned, turned, gained


@triton.jit
def exchange_columns(
    pool, dual, left, right, past, slot, sign, x, dx, draw, v, dv, turn, gain, weight, place, kind, which,
    column, side_of, ending, top, D: tl.constexpr, W: tl.constexpr, C: tl.constexpr, T: tl.constexpr
):  # fmt: skip
    """Let a column in or out, and turn the direction accordingly."""
    p = tl.program_id(0).to(tl.int64)
    each, own = tl.arange(0, D), tl.program_id(0).to(tl.int64) * D
    what, spot, many = tl.load(kind + p), tl.load(column + p), tl.load(top + p)
    slopes, going = tl.load(dx + own + each), tl.load(dv + own + each)
    values, signs, places = tl.load(x + own + each), tl.load(sign + own + each), tl.load(slot + own + each)
    zero = tl.sum(going * 0, 0)
    lefts, rights, turned, gained = going * 0, going * 0, going, zero
    if what == 1:
        named = spot
        vector = tl.load(pool + named.to(tl.int64) * D + each).to(tl.float64)
        side = tl.load(side_of + p)
        level = side * tl.sum(vector * tl.load(v + own + each), 0)
        pull = tl.where(tl.abs(1 - level) > LATE, (1 - level) / tl.load(ending + p), 0.0)
        speed = tl.sum(vector * going, 0) - side * pull
        weights, sum_of = _dual_products(pool, dual, left, right, past, slot, weight, vector, many, own, True, C, D, T)
        size = tl.sum((vector - sum_of) * (vector - sum_of), 0)
        free = tl.min(tl.where(places < 0, each, D), 0)
        if (free < D) & (size >= DEPENDENT):
            values, slopes, lefts, rights, turned, gained, spot = _add_column(
                values, slopes, weights, vector - sum_of, size, speed, free, D
            )
        else:
            values, slopes, lefts, rights, turned, gained, spot = _swap_column(
                pool, dual, left, right, past, slot, weight, many, places, signs, values, slopes, weights, side, speed,
                own, C, D, T,
            )  # fmt: skip
        tl.store(slot + own + spot, named)
        tl.store(sign + own + spot, side)
        tl.store(draw + own + spot, pull)
        tl.store(place + p * W + tl.load(which + p), -1)
        tl.store(top + p, tl.maximum(many, spot + 1))
    elif what == 2:
        values, slopes, lefts, rights, turned, gained = _remove_column(
            pool, dual, left, right, past, slot, weight, many, values, slopes, spot, own, C, D, T
        )
        tl.store(slot + own + spot, -1)
        tl.store(sign + own + spot, zero)
        tl.store(draw + own + spot, zero)
    tl.store(x + own + each, values)
    tl.store(dx + own + each, slopes)
    tl.store(dv + own + each, going + gained * turned)
    tl.store(turn + own + each, turned)
    tl.store(gain + p, gained)
    tl.store(left + own * C + past * D + each, lefts)
    tl.store(right + own * C + past * D + each, rights)
