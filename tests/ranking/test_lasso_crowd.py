"""The GPU's kernels, run by Triton's interpreter (see conftest.py): what the walk on NumPy finds."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from askance.ranking.lasso import prepare_pool, solve, solve_on_pool, solver

from lasso_proof import dense

torch = pytest.importorskip("torch")
gpu = pytest.importorskip("askance.ranking.lasso.gpu", reason="Triton is not installed")

D, N, PENALTY = 5, 70, 1e-5  # D: not a power of two


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Kernels of few columns: the interpreter takes every program one after the other."""
    for name, value in {"WATCHED": 48, "AIMED": 24, "SCAN": 64, "SAMPLE": 64, "ROOM": 16 * 16}.items():
        monkeypatch.setattr(gpu, name, value)


def problems(seed, asked):
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((N + asked, D)) + 2 * rng.standard_normal(D)
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return rows[:N], rows[N:]


def kernels_for(pool):
    here = prepare_pool(pool, "torch")
    return solver.PreparedPool(here.arrays, here.watched, here.exact, here.kept, gpu.to_gpu(torch, here.watched))


def test_kernels_find_what_numpy_finds():
    """Two problems in room for one: the first is done before the second begins."""
    pool, main = problems(1, 2)
    main[1] = pool[7]
    found = solve_on_pool(kernels_for(pool), main, PENALTY)
    for ours, theirs in zip(found, solve(pool, main, PENALTY), strict=True):
        np.testing.assert_allclose(dense(ours, N), dense(theirs, N), atol=1e-9)
        assert ours.gap < 1e-8
    assert found[1].places.tolist() == [7]


@pytest.mark.slow
def test_slots_that_nobody_used_hold_nothing(monkeypatch):
    """A problem that needs few columns comes in the place of one that needed many, and was still moving."""

    class Left(gpu.GpuWorkspace):
        def __init__(self, *of):
            super().__init__(*of)
            self.dx += 1

    monkeypatch.setattr(gpu, "GpuWorkspace", Left)
    monkeypatch.setattr(gpu, "ENTRIES", 64)  # four slots at once, so that not all are seen to
    pool, main = problems(7, 1)
    main[0] = pool[0] * 0.5 + pool[3] * 0.5
    walked = dict(solver.solve_with_kernels(kernels_for(pool), main, np.arange(1), PENALTY))  # once
    assert walked[0].gap < 1e-8
    assert len(walked[0].places) < D


def test_nothing_asked_is_nothing_answered():
    pool, main = problems(2, 1)
    assert not len(solve_on_pool(kernels_for(pool), main * 0, PENALTY)[0].places)


@pytest.mark.slow
def test_worn_dual_columns_are_mended():
    """What rounding would do in long walks, done at once: all dual columns a little off before the third look."""
    pool, main = problems(3, 1)
    here, looks, whole = kernels_for(pool), [], gpu.follow_path

    def worn(wide, exact, group, *rest):
        looks.append(float(group.done[0]))
        group.dual *= 1.0 if len(looks) != 3 else 1 + 1e-5
        return whole(wide, exact, group, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpu, "follow_path", worn)
        (found,) = solve_on_pool(here, main, PENALTY)
    assert len(looks) > 3
    np.testing.assert_allclose(dense(found, N), dense(solve(pool, main, PENALTY)[0], N), atol=1e-9)


@pytest.mark.slow
def test_coefficients_do_not_rest_on_worn_dual_columns(monkeypatch):
    """At the end nothing moves any more, so nobody has seen that they are worn."""
    pool, main = problems(4, 1)
    whole = gpu.finished_problems

    def worn(wide, group, *rest):
        group.dual *= 1.01
        return whole(wide, group, *rest)

    monkeypatch.setattr(gpu, "finished_problems", worn)
    (found,) = solve_on_pool(kernels_for(pool), main, PENALTY)
    np.testing.assert_allclose(dense(found, N), dense(solve(pool, main, PENALTY)[0], N), atol=1e-9)


@pytest.mark.slow
def test_the_kernels_can_be_compiled_for_a_gpu(tmp_path):
    """The interpreter takes what a compiler may not; no GPU is needed to see that."""
    settings = {**os.environ, "TRITON_INTERPRET": "0", "TRITON_CACHE_DIR": str(tmp_path)}
    program = [sys.executable, str(Path(__file__).parents[1] / "compile_kernels.py")]
    done = subprocess.run(program, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    started = set(re.findall(r"gpu_kernels\.(\w+)\[", Path(gpu.__file__).read_text()))
    assert {line.split()[0] for line in done.stdout.splitlines()} == started
