"""Kills real `askance run` processes at random moments: the next run goes on, and asks nothing that was stored."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from askance.core import decode_query
from askance.store import Workspace, connect, query_to_arrow
from attempts import Counts, counted, seeded, times
from PIL import Image

HERE = Path(__file__).parent
QUESTIONS = 60
KILLS = 8  # of one workspace at most, before it is run to its end
NEVER = ("repeated calls", "lost answers", "other tables", "exit 70", "tracebacks")
SIGNALS = {signal.SIGKILL: "SIGKILL", signal.SIGTERM: "SIGTERM", signal.SIGINT: "SIGINT"}


class Runner:
    """Commands as forks of one process that has everything loaded."""

    def __init__(self, folder: Path):
        environment = {**os.environ, "ASKANCE_CACHE": ""}
        command = [sys.executable, str(HERE / "forks.py")]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE, env=environment
        )
        self.folder = folder
        self.data = self._data(folder / "data")

    @staticmethod
    def _data(folder: Path) -> Path:
        (folder / "images").mkdir(parents=True)
        rows = []
        for number in range(QUESTIONS):
            image = f"{number // 4}.png"
            Image.fromarray(np.full((8, 8, 3), 4 * (number // 4), np.uint8)).save(folder / "images" / image)
            answers = ["yes" if number % 2 else "no"]
            rows.append({"id": f"q{number}", "image": image, "question": f"Is it {number}?", "answers": answers})
        (folder / "questions.json").write_text(json.dumps(rows))
        return folder

    def begin(self, out: Path, log: Path, die_at: int = 0) -> int:
        """Start `askance run`; returns its process id."""
        arguments = ["run", "-m", "python:logged_model:answer", "-d", f"folder:{self.data}", "-s", "accuracy",
                     "-s", "repeat", "--batch-size", "8", "--out", str(out), "--json"]  # fmt: skip
        output = str(self.folder / "output")
        self._send({"arguments": arguments, "log": str(log), "output": output, "die_at": die_at})
        return self._number()

    def end(self) -> tuple[int, str]:
        """Wait for its end: the exit code (negative: the signal), and all that it printed."""
        return self._number(), (self.folder / "output").read_text(errors="replace")

    def _send(self, command: dict[str, object]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def _number(self) -> int:
        assert self.process.stdout is not None
        return int(self.process.stdout.readline())

    def close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        self.process.wait()


@pytest.fixture(scope="module")
def runner(tmp_path_factory) -> Iterator[Runner]:
    found = Runner(tmp_path_factory.mktemp("kills"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def whole(runner) -> tuple[dict[str, list[object]], float]:
    """The tables of a run that nobody disturbs, and how long it takes."""
    started = time.perf_counter()
    runner.begin(runner.folder / "whole", runner.folder / "whole.log")
    code, said = runner.end()
    assert code == 0, said
    seconds = time.perf_counter() - started
    assert Counter(_logged(runner.folder / "whole.log")) == Counter(_stored(runner.folder / "whole"))
    return _tables(runner.folder / "whole"), seconds


def _logged(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


def _stored(out: Path) -> list[str]:
    """The questions of all stored answers, one for each call."""
    if not (out / "answers").is_dir():
        return []
    space = Workspace.for_reading(out, lambda line: None)
    connection = connect(space)
    requests: dict[bytes, bytes] = {}
    for path in (out / "queries").rglob("*.parquet"):  # of any deck, also of one that was not finished
        requests |= dict(connection.execute(f"select query_key, request from '{path}'").fetchall())
    keys = [key for (key,) in connection.execute("select query_key from answers").fetchall()]
    return [decode_query(requests[key]).stimulus.question for key in keys]


def _tables(out: Path) -> dict[str, list[object]]:
    connection = connect(Workspace.for_reading(out, lambda line: None))
    less = {"answers": "exclude (seconds)"}
    every = ("cases", "asks", "queries", "answers", "readings", "verdicts", "metrics")
    return {
        name: query_to_arrow(connection, f"select * {less.get(name, '')} from {name} order by all").to_pylist()
        for name in every
    }


def kill_once(runner: Runner, out: Path, log: Path, seconds: float, rng: random.Random) -> tuple[int, str, str]:
    """One run that is killed at a random moment, or at a random storage operation: exit code, output, how."""
    if rng.random() < 0.5:
        number = rng.randint(1, 60)
        runner.begin(out, log, die_at=number)
        return *runner.end(), f"storage operation {number}"
    how, moment = rng.choice(list(SIGNALS)), rng.uniform(0, seconds)
    pid = runner.begin(out, log)
    time.sleep(moment)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, how)
    return *runner.end(), f"{SIGNALS[how]} after {moment:.2f} s"


def check(code: int, said: str, what: str, counts: Counts) -> bool:
    """Whether a run ended as it may: well, or killed."""
    if "Traceback" in said:
        counts.add("tracebacks", f"{what}: {said[-600:]}")
    elif code == 70:
        counts.add("exit 70", f"{what}: {said[-600:]}")
    else:
        return True
    return False


def one_workspace(runner: Runner, place: int, whole: tuple[dict[str, list[object]], float], counts: Counts) -> None:
    """Kill and resume until a run comes to its end; then compare."""
    rng, (tables, seconds) = seeded(f"kills {place}"), whole
    folder = Path(tempfile.mkdtemp(dir=runner.folder))  # both forms of the test may run in one process
    out = folder / "run"
    wanted = Counter(_stored(runner.folder / "whole"))
    for number in range(KILLS + 1):
        log, before = folder / f"{number}.log", Counter(_stored(out))
        if number < KILLS:
            code, said, how = kill_once(runner, out, log, seconds, rng)
        else:
            runner.begin(out, log)
            code, said, how = *runner.end(), "to its end"
        what = f"workspace {place}, run {number}: {how}"
        if not check(code, said, what, counts):
            return
        repeated = Counter(_logged(log)) - (wanted - before)  # what is stored must not be asked again
        lost = before - Counter(_stored(out))
        if repeated:
            counts.add("repeated calls", f"{what}: {repeated}")
        elif lost:
            counts.add("lost answers", f"{what}: {lost}")
        elif code == 0:
            is_same = _tables(out) == tables
            counts.add("resumed to the same tables" if is_same else "other tables", f"{what}: {said[-300:]}")
            return
        else:
            counts.add("killed" if code < 0 else "interrupted" if code == 130 else "other tables", f"{what} {said}")


def kills(runner: Runner, whole: tuple[dict[str, list[object]], float], counts: Counts, number: int) -> None:
    """Workspace after workspace, until so many runs were killed."""
    place = 0
    while counts.found["killed"] + counts.found["interrupted"] < number and not counts.bad:
        one_workspace(runner, place, whole, counts)
        place += 1


def test_a_few_kills(runner, whole, record_property):
    with counted(record_property, "kills", "runs", NEVER) as counts:
        kills(runner, whole, counts, times(4))


@pytest.mark.slow
def test_hundreds_of_kills(runner, whole, record_property):
    with counted(record_property, "kills", "runs", NEVER) as counts:
        kills(runner, whole, counts, times(300))
