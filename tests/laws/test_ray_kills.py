"""Law 4 on a Ray cluster of two nodes: kill a worker, a node or the driver; nothing is lost or asked again."""

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import askance
import pytest
from askance.core import decode_query
from askance.store import Workspace, connect
from toy import ToyData, ToyModel

from ray_models import read_log
from ray_nodes import TwoNodes, start_python, wait_until
from ray_tables import sorted_tables

pytest.importorskip("ray", reason="needs pip install 'askance[ray]'")
pytestmark = pytest.mark.slow
SUITES = ["accuracy", "repeat"]
COUNT = 240
KINDS = ("worker", "node", "driver")
PARTS, EACH = 6, 5
CHILD = f"""
import sys
from pathlib import Path
import askance
from askance.engine import RayOptions
from ray_models import LoggedModel
from toy import ToyData
from askance.store import workspace
workspace.ROTATE_ROWS = 100
model = LoggedModel(log=Path(sys.argv[2]), pause=0.04)
engine = RayOptions(sys.argv[3], workers=2)
done = askance.run(model, ToyData({COUNT}), {SUITES}, out=sys.argv[1], batch_size=8, engine=engine)
print(done.done.outcome.made, done.done.outcome.failed)
"""


@pytest.fixture(scope="module")
def nodes():
    made = TwoNodes()
    yield made
    made.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    out = tmp_path_factory.mktemp("whole")
    askance.run(ToyModel(), ToyData(COUNT), SUITES, out=out, batch_size=8)
    return sorted_tables(out)


def begun(nodes: TwoNodes, folder: Path) -> subprocess.Popen[str]:
    """Start a run in another process."""
    return start_python("-c", CHILD, str(folder / "run"), str(folder / "log"), nodes.address, cwd=folder)


def ended(running: subprocess.Popen[str]) -> list[int]:
    """Wait for a run; the calls that it made, and those that failed."""
    output, errors = running.communicate()
    assert running.returncode == 0, errors
    return [int(number) for number in output.split()]


@pytest.fixture(scope="module")
def seconds(nodes, tmp_path_factory):
    """How long such a run takes here, so that kills fall within it on any machine."""
    folder, started = tmp_path_factory.mktemp("timed"), time.perf_counter()
    assert ended(begun(nodes, folder)) == [3 * COUNT, 0]
    return time.perf_counter() - started


def stored(out: Path) -> set[tuple[str, str]]:
    """Question and draw of each answer in a workspace; none is there twice."""
    if not (out / "askance.json").exists():
        return set()
    sql = "select request from answers join (select distinct query_key, request from queries) using (query_key)"
    queries = [decode_query(request) for (request,) in connect(Workspace.for_reading(out)).execute(sql).fetchall()]
    found = [(query.stimulus.question, str(query.draw)) for query in queries]
    assert len(found) == len(set(found)), "an answer is stored twice"
    return set(found)


def kill_part(kind: str, nodes: TwoNodes, running: subprocess.Popen[str], rng: random.Random) -> set[int]:
    """Kill a worker or a node of a run, or nothing where the run has ended; the worker processes that end."""
    if kind == "node":
        return nodes.kill_second_node()
    wait_until(lambda: nodes.workers() or running.poll() is not None)
    workers = nodes.workers()
    if not workers:
        return set()
    chosen = rng.choice(workers)
    with suppress(ProcessLookupError):
        os.kill(chosen, signal.SIGKILL)
    return {chosen}


def run_with_kill(kind: str, nodes: TwoNodes, folder: Path, moment: float, rng: random.Random) -> bool:
    """A run that meets a kill and ends well; False if it had ended before the kill."""
    running = begun(nodes, folder)
    with suppress(subprocess.TimeoutExpired):
        running.wait(moment)
    is_hit = running.poll() is None
    if kind == "driver":
        running.kill()
        running.communicate()
        wait_until(lambda: not nodes.workers())  # else the log would still grow
        before, asked = stored(folder / "run"), read_log(folder / "log")
        made, failed = ended(begun(nodes, folder))
        again = {key for key, by in read_log(folder / "log").items() if len(by) > len(asked.get(key, []))}
        assert not again & before, "a finished call was made again"
        assert (len(before) + made, failed) == (3 * COUNT, 0)
        return is_hit
    dead = kill_part(kind, nodes, running, rng)
    assert ended(running) == [3 * COUNT, 0]
    for key, by in read_log(folder / "log").items():
        assert set(by[:-1]) <= dead, f"{key} was asked again, although no worker that had it died"
    if kind == "node":
        nodes.replace_second_node()
    return is_hit


@pytest.mark.parametrize("part", range(PARTS))
def test_thirty_kills(part, nodes, tmp_path, undisturbed, seconds):
    rng, latest, hits = random.Random(part), 0.9 * seconds, 0
    for number in range(EACH):
        folder = tmp_path / str(number)
        folder.mkdir()
        kind = KINDS[(part * EACH + number) % len(KINDS)]
        hit = run_with_kill(kind, nodes, folder, rng.uniform(0, latest), rng)
        latest = latest if hit else latest / 2  # the run that was timed was slower, on a busy machine
        hits += hit
        assert len(stored(folder / "run")) == 3 * COUNT
        for name, rows in sorted_tables(folder / "run").items():
            assert rows == undisturbed[name], name
    assert hits, "every run had ended before its kill: the moments are too late"
