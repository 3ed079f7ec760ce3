"""The LASSO of 256 main questions at once over a pool of 20,000, beside scikit-learn's and celer's, to the same gap."""

import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from askance.ranking.encoders import open_encoder
from askance.ranking.lasso import solve
from askance.ranking.question_pool import prepare_pool

POOL, ASKED, GAP = 20_000, 256, 1e-4
PENALTIES = (1e-3, 1e-6)
TOLERANCES = (1e-4, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12)
EACH, ENOUGH, QUESTIONS = 120, 60, 3  # seconds a question at most; seconds after which a peer gets no other; questions
DATA = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[2] / "shared" / "data"))
Floats = npt.NDArray[np.float64]
Tries = Iterator[tuple[float, Floats]]  # seconds to the coefficients, and these


def questions() -> tuple[str, list[str]]:
    """Real questions, or those that are shipped."""
    real = DATA / "vqa" / "v1_questions.txt"
    if real.exists():
        return "VQA v1", prepare_pool(real.read_text().splitlines())
    from askance.suites.basic_questions.question_pools import STICKERS_FILE

    return "stickers", prepare_pool(STICKERS_FILE.read_text().splitlines()[1:])


def timed(model: Any, columns: Floats, b: Floats) -> tuple[float, Floats]:
    """Seconds of one fit, and its coefficients."""
    started = time.perf_counter()
    model.fit(columns, b)
    return time.perf_counter() - started, model.coef_


def scikit_learn(columns: Floats, b: Floats, penalty: float) -> Tries:
    """Coordinate descent, looked at every 200 rounds and going on from there: no tolerance need be guessed."""
    from sklearn.linear_model import Lasso

    model = Lasso(alpha=penalty / len(b), fit_intercept=False, tol=1e-14, max_iter=200, warm_start=True, copy_X=False)
    spent = 0.0
    while True:
        seconds, found = timed(model, columns, b)
        spent += seconds
        yield spent, found


def celer(columns: Floats, b: Floats, penalty: float) -> Tries:
    """Working sets with extrapolated duals; a fit for each tolerance, each timed by itself."""
    from celer import Lasso

    for tolerance in TOLERANCES:
        alpha = penalty / len(b)
        model = Lasso(alpha=alpha, fit_intercept=False, tol=tolerance, max_iter=500, max_epochs=10**6)
        yield timed(model, columns, b)


def scikit_learn_lars(columns: Floats, b: Floats, penalty: float) -> Tries:
    """LARS, which has no tolerance; on the problem scaled to penalty 1, since it takes small numbers for zero."""
    from sklearn.linear_model import LassoLars

    model = LassoLars(alpha=1 / len(b), fit_intercept=False, max_iter=10**6, eps=1e-20)
    seconds, found = timed(model, columns, b / penalty)
    yield seconds, found * penalty


PEERS: dict[str, Callable[[Floats, Floats, float], Tries]] = {
    "scikit_learn": scikit_learn,
    "celer": celer,
    "scikit_learn_lars": scikit_learn_lars,
}


def relative_gap(columns: Floats, b: Floats, penalty: float, x: Floats) -> float:
    """(P − D) / P in double precision, the same for every peer."""
    residual = b - columns @ x
    primal = residual @ residual / 2 + penalty * np.abs(x).sum()
    dual = residual * min(1.0, penalty / np.abs(columns.T @ residual).max())
    return float((primal - b @ dual + dual @ dual / 2) / primal)


def run(peer: str, penalty: float, number: int, folder: str) -> None:
    """In this process: a line of seconds and gap for each try of a peer, until the gap is reached."""
    warnings.simplefilter("ignore")  # that it did not get there is seen from the gap
    columns = np.asfortranarray(np.load(f"{folder}/pool.npy").T, np.float64)
    b = np.load(f"{folder}/main.npy")[number].astype(np.float64)
    for seconds, found in PEERS[peer](columns, b, penalty):
        gap = relative_gap(columns, b, penalty, found)
        print(json.dumps([seconds, gap]), flush=True)
        if gap <= GAP:
            return


def one(peer: str, penalty: float, number: int, folder: str) -> tuple[float, float | None, bool]:
    """Seconds, the lowest gap seen, and whether it is low enough; what takes longer than it may is stopped."""
    code = f"from benchmarks.lasso import run; run({peer!r}, {penalty!r}, {number}, {folder!r})"
    least = 0.0
    try:
        said = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, timeout=EACH).stdout
    except subprocess.TimeoutExpired as late:
        said, least = late.stdout or b"", float(EACH)
    tries = [json.loads(line) for line in said.splitlines(keepends=True) if line.endswith(b"\n")]
    if tries and tries[-1][1] <= GAP:
        return tries[-1][0], tries[-1][1], True
    return max([least, *(seconds for seconds, _ in tries)]), min((gap for _, gap in tries), default=None), False


def peer_row(peer: str, penalty: float, folder: str, ours: float) -> dict[str, Any]:
    """Seconds a question of one peer, a lower bound of them where it was stopped, and how many times ours that is."""
    done: list[tuple[float, float | None, bool]] = []
    for number in range(0, ASKED, ASKED // QUESTIONS):
        if sum(seconds for seconds, _, _ in done) < ENOUGH:
            done.append(one(peer, penalty, number, folder))
    seconds = sum(each for each, _, _ in done) / len(done)
    gaps = [gap for _, gap, _ in done if gap is not None]
    return {
        "questions": len(done),
        "seconds_a_question": round(seconds, 2),
        "gap": float(f"{max(gaps):.2g}") if gaps else None,
        "reached": sum(there for _, _, there in done),
        "times_ours": round(seconds / ours, 1),
    }


def measure() -> dict[str, Any]:
    """Per penalty: ours for all main questions at once, each peer for a few of them, one after the other."""
    source, known = questions()
    size = min(POOL, len(known) - ASKED)
    encoder = open_encoder("wordllama")
    pool, main = encoder.encode(known[:size]), encoder.encode(known[-ASKED:])
    result: dict[str, Any] = {"from": source, "pool": size, "dimensions": pool.shape[1], "asked": ASKED, "gap": GAP}
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/pool.npy", pool)
        np.save(f"{folder}/main.npy", main)
        for penalty in PENALTIES:
            started = time.perf_counter()
            found = solve(pool, main, penalty, GAP)
            ours = (time.perf_counter() - started) / ASKED
            worst = max(solution.gap for solution in found)
            row = {"ours": {"ms_a_question": round(ours * 1000, 1), "gap": float(f"{worst:.2g}")}}
            result[f"penalty-{penalty:g}"] = row | {name: peer_row(name, penalty, folder, ours) for name in PEERS}
    return {**result, "target_times": {"scikit_learn": 10, "celer": 3}}
