"""Runs on an object store in processes of their own, which tests kill."""

import os
import subprocess
import sys
import time
from pathlib import Path

from askance.core import UserError, decode_query
from askance.store import Workspace, connect

SUITES = ["accuracy", "repeat"]
COUNT = 90
CALLS = 3 * COUNT
CHILD = f"""
import sys
sys.path.insert(0, sys.argv[3])
from pathlib import Path
import askance
from askance.store.remote import lease, publisher, writing
from toy import ToyData, ToyModel
writing.FLUSH, publisher.RENEW, lease.LEASE = 0.1, 0.3, 2.0
model = ToyModel(log=Path(sys.argv[2]), pause=float(sys.argv[4]))
askance.run(model, ToyData({COUNT}), {SUITES}, out=sys.argv[1], batch_size=8)
"""


def say_nothing(line):
    return None


def published_calls(address):
    """The calls that a reader finds."""
    rows = connect(Workspace.for_reading(address, say_nothing)).execute("select query_key from answers").fetchall()
    return [key for (key,) in rows]


def published_questions(address):
    """The same as the model logs them: question and draw."""
    sql = "select distinct request from queries semi join answers using (query_key)"
    try:
        requests = connect(Workspace.for_reading(address, say_nothing)).execute(sql).fetchall()
    except UserError as error:
        if "is not a workspace" not in str(error):  # it was killed before it made one
            raise
        return set()
    found = [decode_query(request) for (request,) in requests]
    return {f"{query.stimulus.question}|{query.draw}" for query in found}


def begin_child(address, log, cache, script, pause=0.02):
    script.write_text(CHILD)
    command = [sys.executable, str(script), address, str(log), str(Path(__file__).parent), str(pause)]
    return subprocess.Popen(command, env={**os.environ, "ASKANCE_CACHE": str(cache)}, stderr=subprocess.DEVNULL)


def kill_when(child, is_time):
    """Kill -9 a run at some moment; it must not have ended before."""
    while not is_time():
        assert child.poll() is None, "the run has ended before it was killed"
        time.sleep(0.01)
    child.kill()
    child.wait()


def logged(log):
    return log.read_text().splitlines() if log.exists() else []
