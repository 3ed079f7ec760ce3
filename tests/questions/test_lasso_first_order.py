"""First-order steps: near the exact solution, with a gap that tells how near."""

import askance.questions.lasso.many as many
import numpy as np
import pytest
from askance.core.errors import UserError
from askance.questions.lasso import solve


def _problems(dimension: int = 24, pool: int = 300, main: int = 5) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(pool + main, dimension)) + 1.0  # a large common direction, as questions have
    unit = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit[:pool], unit[pool:]


@pytest.mark.parametrize("device", ["cpu", "torch"])
def test_they_come_near_the_exact_solution_and_say_how_near(monkeypatch, device):
    pool, main = _problems()
    exact = solve(pool, main, 1e-3)
    monkeypatch.setattr(many, "LARGE", 8)
    monkeypatch.setattr(many, "STEPS", 3000)
    near = solve(pool, main, 1e-3, device=device)
    for one, best in zip(near, exact, strict=True):
        assert best.gap < 1e-9
        assert 0 < one.gap < 0.02
        # what the gap promises: the objective is at most that much above the best
        assert best.objective * (1 - 1e-9) <= one.objective <= best.objective / (1 - one.gap) * (1 + 1e-9)
        strongest = best.places[np.argmax(best.values)]
        assert one.places[np.argmax(one.values)] == strongest


def test_more_steps_come_nearer(monkeypatch):
    pool, main = _problems()
    monkeypatch.setattr(many, "LARGE", 8)
    gaps = []
    for steps in (60, 600):
        monkeypatch.setattr(many, "STEPS", steps)
        gaps.append(max(one.gap for one in solve(pool, main, 1e-3)))
    assert gaps[1] < gaps[0] / 2


def test_vectors_that_are_no_numbers_are_refused():
    pool, main = _problems()
    pool[3, 2] = np.nan
    with pytest.raises(UserError, match="not numbers"):
        solve(pool, main, 1e-3)
