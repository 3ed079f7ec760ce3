"""The LASSO solver: optimal by the conditions of optimality, whatever the pool, the neighbours and the arrays."""

from dataclasses import dataclass
from itertools import count

import numpy as np
import pytest
from askance.core import UserError
from askance.ranking.encoders import open_encoder
from askance.ranking.lasso import solve, solver
from askance.ranking.lasso.arrays import Arrays
from askance.ranking.lasso.homotopy import LATE, _remove_columns
from askance.ranking.lasso.homotopy_state import start_problems
from askance.ranking.rankers.lasso import LassoRanker
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from lasso_proof import dense, prove

MAIN = "How old is the car?"
THINGS = ("car", "truck", "bus", "cat", "dog", "pizza", "woman", "clock", "boat", "tree", "house", "horse")
FORMS = ("How old is this {}?", "What color is the {}?", "Is the {} old?", "Where is the {}?", "Is that a new {}?")
POOL = [form.format(thing) for form in FORMS for thing in THINGS]


@dataclass(frozen=True)
class Problem:
    pool: np.ndarray
    main: np.ndarray
    penalty: float


@st.composite
def problems(draw, ties=False):
    """Small pools with equal, opposite and zero rows; main questions that are anything, zero, or a row of the pool."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, 40)), draw(st.integers(1, 12))
    pool = rng.standard_normal((n, d)) + draw(st.sampled_from([0, 3])) * rng.standard_normal(d)
    if ties:
        pool = rng.integers(-2, 3, (n, d)).astype(float)
    for factor in draw(st.lists(st.sampled_from([1, -1, 0]), max_size=5)):
        pool[rng.integers(n)] = factor * pool[rng.integers(n)]
    if draw(st.booleans()) and not ties:
        lengths = np.linalg.norm(pool, axis=1, keepdims=True)
        pool /= np.where(lengths > 0, lengths, 1)
    kinds = draw(st.lists(st.sampled_from(["any", "any", "zero", "row"]), min_size=1, max_size=5))
    made = {"any": lambda: rng.standard_normal(d), "zero": lambda: np.zeros(d), "row": lambda: pool[rng.integers(n)]}
    main = np.stack([made[kind]() for kind in kinds])
    return Problem(pool.astype(np.float32), main.astype(np.float32), 10.0 ** draw(st.floats(-7, 2)))


def solved(problem, **settings):
    found = solve(problem.pool, problem.main, problem.penalty, **settings)
    return np.stack([dense(solution, len(problem.pool)) for solution in found])


def close(ours, theirs, far, penalty):
    """Equal to `far`, relative to the largest coefficient if that is above 1; a column at its very bound may be out."""
    allowed = far * np.maximum(1, np.abs(theirs).max(1, keepdims=True)) + 2 * LATE * penalty
    assert (np.abs(ours - theirs) <= allowed).all()


@given(problems())
@examples(40)
def test_the_conditions_of_optimality_hold(problem):
    for asked, solution in zip(problem.main, solve(problem.pool, problem.main, problem.penalty), strict=True):
        proof = prove(problem.pool, asked, problem.penalty, dense(solution, len(problem.pool)))
        longest = (problem.pool.astype(np.float64) ** 2).sum(1).max()
        rounding = 1e-15 * longest * np.abs(solution.values).sum()  # of a column's product with the residual
        allowed = max(1e-6, rounding / problem.penalty)
        assert max(proof.gap, proof.over, proof.slack, solution.gap) <= allowed
        assert solution.objective == pytest.approx(proof.objective, rel=1e-9)
        assert len(solution.places) == len(set(solution.places.tolist())) <= problem.pool.shape[1]


@given(problems(ties=True))
@examples(20)
def test_the_gap_said_is_the_gap_there_is(problem):
    """Whole numbers make many columns reach their bounds at once: the walk may lose its way, but never silently."""
    for asked, solution in zip(problem.main, solve(problem.pool, problem.main, problem.penalty), strict=True):
        proof = prove(problem.pool, asked, problem.penalty, dense(solution, len(problem.pool)))
        assert solution.objective == pytest.approx(proof.objective, rel=1e-6)
        assert solution.gap == pytest.approx(proof.gap, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("windows", [1, 3])
def test_a_walk_cut_short_says_how_far_it_got(windows, monkeypatch):
    calls, whole = count(1), solver.follow_path

    def cut(arrays, watched, exact, state, *rest):
        whole(arrays, watched, exact, state, *rest)
        state.live &= next(calls) < windows

    monkeypatch.setattr(solver, "follow_path", cut)
    pool, main = crowd(6)
    for asked, solution in zip(main, solve(pool, main, 1e-5), strict=True):
        proof = prove(pool, asked, 1e-5, dense(solution, len(pool)))
        assert solution.gap > 1e-3
        assert solution.gap == pytest.approx(proof.gap, rel=1e-9)
        assert solution.objective == pytest.approx(proof.objective, rel=1e-9)


@given(problems())
@examples(10)
def test_neighbours_do_not_matter(problem):
    alone = [solved(Problem(problem.pool, asked[None], problem.penalty))[0] for asked in problem.main]
    close(solved(problem), np.stack(alone), 1e-9, problem.penalty)


@given(problems())
@examples(10)
def test_torch_finds_what_numpy_finds(problem):
    pytest.importorskip("torch")
    close(solved(problem, device="torch"), solved(problem), 1e-8, problem.penalty)


def crowd(count, n=300, d=24, seed=0):
    """Unit rows around a common direction, as questions are."""
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((n + count, d)) + 2 * rng.standard_normal(d)
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return rows[:n], rows[n:]


@pytest.mark.parametrize("device", ["cpu", "torch"])
def test_more_problems_than_a_block_keep_their_order(device, monkeypatch):
    if device == "torch":
        pytest.importorskip("torch")
        monkeypatch.setattr(solver, "GPU_BLOCK", 16)
    pool, main = crowd(2 * solver.CPU_BLOCK + 3)
    told = []
    found = solve(pool, main, 1e-4, device=device, told=lambda done, total: told.append((done, total)))
    assert max(told) == (35, 35)
    assert {total for _, total in told} == {35}
    for asked, solution in zip(main, found, strict=True):
        assert prove(pool, asked, 1e-4, dense(solution, len(pool))).gap < 1e-9


def test_a_pool_wider_than_is_watched():
    pool, main = crowd(4, n=3 * solver.WATCHED)
    for asked, solution in zip(main, solve(pool, main, 1e-6), strict=True):
        assert prove(pool, asked, 1e-6, dense(solution, len(pool))).gap < 1e-6


def means_of_words(count, n=2000, d=32, known=150, seed=0):
    """Rows that are means of few vectors, frequent ones more often, as an encoder of word means has them."""
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((known, d)) + 1.5 * rng.standard_normal(d)
    often = 1 / np.arange(1, known + 1)
    said = [rng.choice(known, rng.integers(3, 8), replace=False, p=often / often.sum()) for _ in range(n + count)]
    rows = np.stack([vectors[words].mean(0) for words in said])
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return rows[:n], rows[n:]


@pytest.mark.parametrize("care", [1, solver.CAREFUL])
def test_the_first_walk_gets_there(care):
    """Also of those that come later into a block, whose first steps must not go farther than anyone was watched for."""
    pool, main = means_of_words(3 * solver.CPU_BLOCK)
    walked = dict(solver.follow_paths(solver.prepare_pool(pool), main, np.arange(len(main)), 1e-6, care))
    assert max(solution.gap for solution in walked.values()) < 1e-8


def test_what_is_left_over_is_told_from_the_coefficients(monkeypatch):
    """A column that nearly depends on others is exchanged for one of them, which leaves a little more or less."""
    rng, whole = np.random.default_rng(0), solver.follow_path

    def off(arrays, watched, exact, state, *rest):
        state.v += 0.01 * rng.standard_normal(state.v.shape)
        whole(arrays, watched, exact, state, *rest)

    monkeypatch.setattr(solver, "follow_path", off)
    pool, main = crowd(2)
    walked = dict(
        solver.follow_paths(solver.prepare_pool(pool), main, np.arange(2), 1e-2)
    )  # fewer columns than dimensions
    assert max(solution.gap for solution in walked.values()) < 1e-8


def test_equal_rows_count_as_the_first_of_them():
    pool, main = crowd(3, n=60)
    single = solve(pool, main, 1e-3)
    for one, twice in zip(single, solve(np.concatenate([pool, pool[::-1]]), main, 1e-3), strict=True):
        assert set(twice.places.tolist()) == set(one.places.tolist())
        np.testing.assert_allclose(dense(twice, 60), dense(one, 60), atol=1e-9)


def test_an_opposite_row_counts_as_the_first_with_the_other_sign():
    pool, main = crowd(3, n=60)
    turned = [dense(solution, 120)[:60] for solution in solve(np.concatenate([-pool, pool]), main, 1e-3)]
    straight = [dense(solution, 60) for solution in solve(pool, main, 1e-3)]
    np.testing.assert_allclose(np.stack(turned), -np.stack(straight), atol=1e-9)


def test_a_zero_with_a_sign_is_a_zero():
    pool = np.array([[1.0, 0.0], [0.0, 1.0], [-0.0, 1.0], [-0.0, -1.0], [0.0, 0.0], [-0.0, 0.0]], np.float32)
    assert solver.distinct_rows(pool).tolist() == [0, 1, 4]


@pytest.mark.parametrize("device", ["cpu", "torch"])
def test_nothing_is_worth_a_penalty_above_all_products(device):
    if device == "torch":
        pytest.importorskip("torch")
    pool, main = crowd(2)
    highest = float(np.abs(main.astype(float) @ pool.astype(float).T).max())
    for solution, asked in zip(solve(pool, main, highest * 1.001, device=device), main, strict=True):
        assert len(solution.places) == 0
        assert solution.objective == pytest.approx(asked.astype(float) @ asked / 2)
        assert solution.gap < 1e-12


def test_no_main_questions():
    assert solve(crowd(1)[0], np.zeros((0, 24), np.float32), 1e-3) == []


def test_a_device_that_is_not_here():
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("it is here")
    pool, main = crowd(1)
    with pytest.raises(UserError, match="use device cpu"):
        solve(pool, main, 1e-3, device="cuda")


class TestWhyThePoolIsPrepared:
    def test_a_question_in_the_pool_is_its_own_answer(self):
        ranking = LassoRanker(open_encoder("wordllama:64")).for_pool([*POOL[:30], MAIN, *POOL[30:]]).rank([MAIN])
        assert ranking.places[0, 0] == 30
        assert ranking.scores[0, 0] == pytest.approx(1, abs=1e-4)
        assert np.abs(ranking.scores[0, 1:]).max() < 1e-4

    def test_without_it_others_share_the_score(self):
        ranking = LassoRanker(open_encoder("wordllama:64")).for_pool(POOL).rank([MAIN])
        assert POOL[ranking.places[0, 0]] == "How old is this car?"
        assert 0.1 < ranking.scores[0, 1] < ranking.scores[0, 0] < 0.95

    def test_every_row_says_its_gap(self):
        main = [MAIN, "Is the bus red?", "Where is it?"]
        ranking = LassoRanker(open_encoder("wordllama:64")).for_pool(POOL).rank(main)
        assert ranking.gaps.shape == (3,)
        assert (ranking.gaps <= 1e-6).all()


@pytest.mark.parametrize(
    ("distinct", "dimensions", "on_gpu", "has_triton", "path"),
    [
        (100, 256, False, True, "homotopy"),
        (20_000, 1024, False, True, "homotopy"),
        (2047, 256, True, True, "homotopy"),
        (2048, 256, True, True, "gpu kernels"),
        (2048, 256, True, False, "homotopy"),
        (20_000, 1025, True, True, "first order"),
        (100, 1025, False, False, "first order"),
    ],
)
def test_which_path_runs_when(monkeypatch, distinct, dimensions, on_gpu, has_triton, path):
    monkeypatch.setattr(solver, "find_spec", lambda _: object() if has_triton else None)
    assert solver.choose_algorithm(distinct, dimensions, on_gpu) == path


@pytest.mark.parametrize(("dimensions", "path"), [(8, "homotopy"), (1025, "first order")])
def test_a_placed_pool_says_its_path(dimensions, path):
    rows = np.random.default_rng(0).standard_normal((20, dimensions)).astype(np.float32)
    assert solver.prepare_pool(rows).algorithm == path


@pytest.mark.parametrize("own", [np.nan, np.inf])
def test_a_path_without_a_number_frees_its_slot(own):
    """Nearly dependent columns can make the inverse infinite: the path is dropped later, and no index may be wrong."""
    arrays = Arrays()
    state = start_problems(arrays, np.ones((1, 4)), np.arange(1))
    state.slot[0, 2], state.inverse[0, 2, 2] = 7, own
    with np.errstate(invalid="ignore"):
        _remove_columns(arrays, state, np.array([2]), np.array([True]), 0)
    assert state.slot.tolist() == [[-1] * 4]
