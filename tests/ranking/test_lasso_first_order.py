"""First-order steps: the set of the highest coefficients is the exact one's, and the gap tells how near the rest is."""

import askance.ranking.lasso.primal_dual as first_order
import askance.ranking.lasso.solver as many
import numpy as np
import pytest
from askance.core.errors import UserError
from askance.ranking.lasso import solve
from askance.ranking.lasso.arrays import Arrays, single_threaded_blas
from askance.ranking.lasso.preconditioner import invert_symmetric
from askance.ranking.lasso.primal_dual import BestIterates, solve_primal_dual
from askance.ranking.lasso.whitened_pool import exact_fit, exact_levels, whiten_pool
from askance.ranking.ranker import TOP

PENALTY = 1e-6


@pytest.fixture(autouse=True, scope="module")
def _one_thread():
    """Small arrays: threads of several workers would only wait for each other."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    with single_threaded_blas():
        yield
    torch.set_num_threads(before)


def _unit(vectors: np.ndarray) -> np.ndarray:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def _sentences(count: int, dimension: int, seed: int) -> np.ndarray:
    """Vectors as an encoder gives them: a random GRU over sentences of common and of rare words."""
    rng, half = np.random.default_rng(seed), np.random.default_rng(7)
    words = half.normal(size=(400, 32))
    into, over = half.normal(size=(32, 2 * dimension)) / 3, np.linalg.qr(half.normal(size=(dimension, dimension)))[0]
    state = np.zeros((count, dimension))
    for _ in range(7):
        word = words[(400 * rng.random(count) ** 2).astype(int)] @ into
        keep = 1 / (1 + np.exp(-word[:, dimension:] - state @ over))
        state = keep * state + (1 - keep) * np.tanh(word[:, :dimension] + state @ over.T)
    return _unit(state)


@pytest.fixture(scope="module")
def problems() -> tuple[np.ndarray, np.ndarray, list[np.ndarray], np.ndarray]:
    """A pool, main questions, the exact sets of their highest coefficients, and the exact objectives."""
    pool, main = _sentences(96 * 39, 96, 1), _sentences(12, 96, 2)
    exact = solve(pool, main, PENALTY)
    sets = [np.sort(one.places[np.argsort(-one.values)[:TOP]]) for one in exact]
    return pool, main, sets, np.array([one.objective for one in exact])


def _found(
    pool: np.ndarray,
    main: np.ndarray,
    device: str = "cpu",
    penalty: float = PENALTY,
    gap: float = 1e-4,
    highest: int = 0,
    narrow: str = "float32",
    eight: bool = False,
) -> BestIterates:
    arrays = Arrays(device)
    exact, wanted = arrays.array(pool, arrays.double), arrays.array(main, arrays.double)
    white = whiten_pool(arrays, exact, getattr(arrays.xp, narrow), eight)
    return solve_primal_dual(arrays, white, exact, wanted, penalty, gap, highest)


def _sets(found: BestIterates) -> np.ndarray:
    return np.sort(np.argsort(-np.asarray(found.x), axis=1)[:, :TOP], axis=1)


@pytest.mark.parametrize("device", ["cpu", "torch"])
def test_the_sets_are_those_of_the_exact_solutions(problems, device):
    pool, main, sets, objectives = problems
    found = _found(pool, main, device)
    assert (_sets(found) == np.array(sets)).all(1).sum() >= len(main) - 1
    reached, gap = np.asarray(found.reached), np.asarray(found.gap)
    assert reached.sum() >= len(main) * 3 // 4
    assert (reached == (gap <= 1e-4)).all()
    assert (np.asarray(found.objective) >= objectives * (1 - 1e-9)).all()
    assert len(np.unique(np.asarray(found.steps))) > 1, "all took as many steps: nobody left early"


def test_a_wider_gap_takes_fewer_steps(problems):
    pool, main, _, _ = problems
    near, far = _found(pool, main[:8]), _found(pool, main[:8], gap=9e-3)
    assert (far.gap <= 9e-3).all()
    assert far.steps.mean() < near.steps.mean() * 0.8


def test_a_wide_gap_is_reached_by_steps_that_all_share(problems, monkeypatch):
    pool, main, sets, _ = problems
    monkeypatch.setattr(first_order, "OWN_METRICS", ())
    found = _found(pool, main, gap=0.5)
    assert found.reached.sum() >= len(main) * 3 // 4
    assert np.mean([len(np.intersect1d(ours, exact)) for ours, exact in zip(_sets(found), sets, strict=True)]) > 19.5


def test_numpy_and_torch_agree(problems):
    pool, main, _, _ = problems
    here, there = _found(pool, main[:8]), _found(pool, main[:8], "torch")
    np.testing.assert_array_equal(_sets(here), _sets(there))
    np.testing.assert_allclose(here.objective, np.asarray(there.objective), rtol=1e-3)


def test_the_gap_is_that_of_the_coefficients_and_the_dual_told(problems):
    pool, main, _, objectives = problems
    found, wide, b = _found(pool, main), pool.astype(np.float64), main.astype(np.float64)
    for x, v, target, objective, gap, best in zip(
        found.x.astype(np.float64), found.v, b, found.objective, found.gap, objectives, strict=True
    ):
        primal = 0.5 * np.sum((target - x @ wide) ** 2) + PENALTY * np.abs(x).sum()
        dual = PENALTY * v / max(1.0, np.abs(wide @ v).max())
        below = target @ dual - 0.5 * dual @ dual
        assert objective == pytest.approx(primal, rel=1e-9)
        assert gap == pytest.approx((primal - below) / primal, rel=1e-6, abs=1e-12)
        assert below <= best * (1 + 1e-9)
        assert best <= primal * (1 + 1e-9)


def test_half_precision_sees_only_changes(problems):
    pool, main, sets, _ = problems
    found = _found(pool, main[:8], "torch", narrow="float16")
    assert (_sets(found) == np.array(sets[:8])).all(1).sum() >= 7
    assert float(found.gap.median()) < 0.1


@pytest.mark.slow
def test_eight_bits_get_there_too(problems, monkeypatch):
    """Half of the steps that problems share are in eight bits; metrics may not mend what these spoil."""
    pool, main, sets, _ = problems
    monkeypatch.setattr(first_order, "OWN_METRICS", ())
    found = _found(pool, main[:4], "torch", gap=0.05, eight=True)
    assert bool(found.reached.all())
    assert np.mean([len(np.intersect1d(ours, exact)) for ours, exact in zip(_sets(found), sets, strict=False)]) > 20


@pytest.mark.parametrize("device", ["cpu", pytest.param("torch", marks=pytest.mark.slow)])
def test_settled_sets_are_right_before_the_gap_is_reached(problems, device):
    """In 96 dimensions nineteen of twenty are; more in more of them (docs/lasso.md)."""
    pool, main, sets, _ = problems
    found = _found(pool, main, device, highest=TOP)
    settled, gap = np.asarray(found.settled), np.asarray(found.gap)
    assert settled.sum() > len(main) / 2
    assert (gap[settled] <= first_order.SETTLED_GAP).all()
    assert np.median(gap[settled]) > 1e-3, "the gap was waited for"
    assert (_sets(found) == np.array(sets)).all(1)[settled].mean() >= 0.9


@pytest.mark.parametrize("rows", [64, 128, pytest.param(600, marks=pytest.mark.slow)])
def test_what_a_gpu_does_is_right_in_pools_of_few_rows(rows):
    """Eight bits make a direction of such a pool longer by up to 8 %, and steps that did not know grew without end."""
    pool, main = _sentences(rows, 96, 1), _sentences(4, 96, 2)
    exact, found = solve(pool, main, PENALTY), _found(pool, main, "torch", highest=TOP, narrow="float16", eight=True)
    assert bool((found.settled | found.reached).all())
    sets = np.array([np.sort(one.places[np.argsort(-one.values)[:TOP]]) for one in exact])
    assert (_sets(found) == sets).all(1).sum() >= 3


def test_a_set_is_settled_once_its_last_is_far_above_the_next():
    def settled(values: list[float], before: list[float], highest: int = 2) -> bool:
        return bool(first_order.is_settled(Arrays(), np.array([values]), np.array([before]), highest)[0])

    assert settled([0.1, 5, 0, 9, -7], [0.2, 4, 0, 10, -7])  # by 4.9, and the largest move is 1
    assert not settled([3.2, 5, 0, 9, -7], [3.2, 4, 0, 9, -7])  # by 1.8
    assert not settled([5, 5, 0, 9, -7], [5, 5, 0, 9, -7])  # two are equal
    assert not settled([5, 9], [5, 9])  # nobody is next


def test_what_gets_worse_or_is_no_number_is_not_kept(problems, monkeypatch):
    pool, main, _, _ = problems
    steps, calls = first_order.run_steps, []

    def lost(arrays, seen, course, metric, count):
        steps(arrays, seen, course, metric, count)
        calls.append(count)
        if len(calls) >= len(first_order.FIRST):
            course.v = course.v * np.nan

    monkeypatch.setattr(first_order, "run_steps", lost)
    monkeypatch.setattr(first_order, "OWN_METRICS", ())
    found = _found(pool, main[:4])
    assert np.isfinite(found.x).all()
    assert ((found.gap > 0) & (found.gap < 1)).all()
    assert len(calls) > len(first_order.FIRST)
    assert found.x.any(axis=1).all()


def test_a_product_in_halves_is_that_in_single_precision():
    arrays, rng = Arrays("torch"), np.random.default_rng(1)
    exact = arrays.array(_sentences(600, 16, 1), arrays.double)
    white = whiten_pool(arrays, exact, arrays.xp.float16)
    v, x = arrays.array(rng.normal(size=(3, 16)), arrays.single), arrays.array(rng.normal(size=(3, 640)), arrays.single)
    for product, values in ((exact_levels, v), (exact_fit, x)):
        quick, slow = (product(arrays, white, values, quick=quick) for quick in (True, False))
        assert float((quick - slow).abs().max() / slow.abs().max()) < 1e-6


def test_nothing_is_said_with_nothing_and_a_question_of_the_pool_with_itself(problems):
    pool, main, _, _ = problems
    found = _found(pool, np.stack([main[0] * 0, pool[7], main[1]]))
    assert not found.x[0].any()
    assert (found.objective[0], found.gap[0]) == (0, 0)
    assert found.x[1].argmax() == 7
    assert found.x[1, 7] == pytest.approx(1, abs=1e-3)
    assert np.abs(np.delete(found.x[1], 7)).max() < 1e-3
    assert np.isfinite(found.x).all()
    assert np.isfinite(found.gap).all()


def test_a_pool_that_does_not_span_all_directions_is_still_solved():
    pool, main = _sentences(600, 16, 1), _sentences(4, 16, 2)
    flat, tall = np.pad(pool, ((0, 0), (0, 8))), np.pad(main, ((0, 0), (0, 8)), constant_values=0.1)
    found, best = _found(flat, tall, penalty=1e-3), solve(flat, tall, 1e-3)
    np.testing.assert_allclose(found.objective, [one.objective for one in best], rtol=1e-3)
    assert (found.gap < 1e-2).all()


def test_a_heavy_penalty_leaves_nothing():
    pool, main = _sentences(300, 16, 1), _sentences(3, 16, 2)
    found = _found(pool, main, penalty=10.0)
    assert not found.x.any()
    assert (found.gap < 1e-3).all()


def test_an_inverse_by_halves_is_the_inverse():
    rows = np.random.default_rng(1).normal(size=(2, 900, 801))
    matrices = np.swapaxes(rows, 1, 2) @ rows / 900 + 0.1 * np.eye(801)
    np.testing.assert_allclose(invert_symmetric(np, matrices) @ matrices, np.stack([np.eye(801)] * 2), atol=1e-8)


@pytest.mark.parametrize(("device", "highest"), [("cpu", 0), ("torch", 0), ("cpu", 3), ("cpu", 1000)])
def test_large_dimensions_are_solved_with_them(monkeypatch, device, highest):
    pool, main = _sentences(600, 24, 1), _sentences(5, 24, 2)
    exact = solve(pool, main, 1e-3)
    monkeypatch.setattr(many, "LARGE", 8)
    for one, best in zip(solve(pool, main, 1e-3, device=device, highest=highest), exact, strict=True):
        # what the gap promises: the objective is at most that much above the best
        assert best.objective * (1 - 1e-9) <= one.objective <= best.objective / (1 - one.gap) * (1 + 1e-9)
        assert one.gap < (0.1 if highest else 0.02)
        assert one.places[np.argmax(one.values)] == best.places[np.argmax(best.values)]


def test_vectors_that_are_no_numbers_are_refused():
    pool, main = _sentences(300, 24, 1), _sentences(5, 24, 2)
    pool[3, 2] = np.nan
    with pytest.raises(UserError, match="not numbers"):
        solve(pool, main, 1e-3)
