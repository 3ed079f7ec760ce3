"""A server that rejects, fails, hangs, cuts and garbles: everything is answered, once, with few requests."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import askance
import pytest
from askance.models import open_model
from servers import chat_server
from toy import ToyData

ROOT = Path(__file__).parents[3]
RUN = """
import sys
sys.path[:0] = sys.argv[4:]
import askance
from askance.models import open_model
from toy import ToyData
model = open_model(f"openai:toy@{sys.argv[1]}", {"timeout": "3", "concurrency": "48"})
askance.run(model, ToyData(int(sys.argv[2])), ["accuracy"], out=sys.argv[3])
"""


def checked(server, run, calls, most=1.6):
    stats, answers = server.get("/stats"), run.answers.to_pylist()
    keys = [row["query_key"] for row in answers if not row["temporary"]]
    assert len(keys) == len(set(keys)) == calls
    assert {row["status"] for row in answers if not row["temporary"]} == {"ok"}
    assert stats["twice"] == 0  # the server answered no question a second time
    assert stats["requests"] <= most * calls + 1  # and the one that asks what the server can do
    assert next(row["value"] for row in run.metrics.to_pylist() if row["metric"] == "accuracy") == 100
    return stats


def test_every_question_is_answered_once_by_a_faulty_server(tmp_path):
    slots = [[0, 12], [120, 4], [240, 16]]
    with chat_server(latency=0.02, faults=0.1, seed=3, slots=slots, retry_after="0.2") as server:
        model = open_model(f"openai:toy@{server.url}", {"timeout": "8"})  # a busy machine answers late
        run = askance.run(model, ToyData(300), ["accuracy"], out=tmp_path)
        stats = checked(server, run, 300, most=1.8)  # the slow test of 5,000 calls has the target, 1.6
    assert stats["requests"] >= 400  # the faults were there
    assert stats["least_gap"] >= 0.2  # Retry-After is obeyed
    assert run.done.outcome.failed == 0


def test_a_server_that_rejects_more_than_a_rate_is_waited_for(tmp_path):
    """One slot, and a client that may send 32 at once: no question is given up, and few are sent in vain."""
    with chat_server(latency=0.02, slots=[[0, 1]], retry_after="0.1") as server:
        run = askance.run(open_model(f"openai:toy@{server.url}"), ToyData(60), ["accuracy"], out=tmp_path)
        checked(server, run, 60, most=2.0)


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path):
    with chat_server(latency=0.05, faults=0.1, seed=5, retry_after="0.2", slots=[[0, 8]]) as server:
        killed(server, tmp_path / "run", 200, at=0.5)
        model = open_model(f"openai:toy@{server.url}", {"timeout": "3", "concurrency": "48"})
        run = askance.run(model, ToyData(200), ["accuracy"], out=tmp_path / "run")
        answers = [row for row in run.answers.to_pylist() if not row["temporary"]]
        stats = server.get("/stats")
    assert 0 < run.done.outcome.made < 200
    assert len({row["query_key"] for row in answers}) == len(answers) == 200
    assert stats["twice"] <= 48  # only what was under way when it was killed


def killed(server, out, calls, at):
    """Start a run in a process, and kill it once the server has answered a share of its calls."""
    paths = [str(ROOT / "src"), str(ROOT / "tests")]
    process = subprocess.Popen([sys.executable, "-c", RUN, server.url, str(calls), str(out), *paths])
    end = time.monotonic() + 300
    while server.get("/stats")["answered"] < at * calls and time.monotonic() < end:
        time.sleep(0.05)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.slow
def test_five_thousand_calls_of_a_faulty_server_with_a_kill(tmp_path):
    slots = [[0, 24], [2000, 8], [3500, 32]]
    with chat_server(latency=0.3, faults=0.1, seed=11, slots=slots, retry_after="1") as server:
        killed(server, tmp_path / "run", 5000, at=0.3)
        model = open_model(f"openai:toy@{server.url}", {"timeout": "3", "concurrency": "48"})
        askance.run(model, ToyData(5000), ["accuracy"], out=tmp_path / "run")
        stats = server.get("/stats")
    answers = [row for row in askance.open_run(tmp_path / "run").answers.to_pylist() if not row["temporary"]]
    assert len({row["query_key"] for row in answers}) == len(answers) == 5000
    assert {row["status"] for row in answers} == {"ok"}
    assert stats["requests"] <= 1.6 * 5000
    assert stats["twice"] <= 48
