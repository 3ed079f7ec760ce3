"""Law 4: a run killed anywhere resumes to the same tables, and no finished call is made twice."""

import random
import signal
import time
from pathlib import Path

import askance
import pytest
from askance.store import Workspace, connect, query_to_arrow, workspace
from toy import ToyData, ToyModel

from processes import Processes

SUITES = ["accuracy", "repeat"]
COUNT = 240
CHILD = f"""
import sys
sys.path.insert(0, sys.argv[3])
from pathlib import Path
import askance
from toy import ToyData, ToyModel
from askance.store import workspace
workspace.ROTATE_ROWS = 100
askance.run(ToyModel(log=Path(sys.argv[2]), pause=0.002), ToyData({COUNT}), {SUITES}, out=sys.argv[1], batch_size=8)
"""


def tables(done):
    """Everything a run left, but for how long the calls took, in one order."""
    answers = done.answers.drop_columns(["seconds"])
    keyed = {
        "cases": done.cases,
        "answers": answers,
        "verdicts": done.verdicts.sort_by([("suite", "ascending"), ("name", "ascending")]),
    }
    keyed["readings"] = done.space.read_derived_tables("readings", done.pairs).sort_by(
        [("case_key", "ascending"), ("role", "ascending")]
    )
    keyed["metrics"] = done.metrics.sort_by([("suite", "ascending"), ("metric", "ascending"), ("group", "ascending")])
    for name in ("asks", "queries"):
        keyed[name] = query_to_arrow(connect(done.space), f"select * from {name} order by all")
    return {name: table.to_pylist() for name, table in keyed.items()}


def compare(got, wanted):
    for name, rows in wanted.items():
        assert got[name] == rows, name


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return tables(askance.run(ToyModel(), ToyData(COUNT), SUITES, out=tmp_path_factory.mktemp("whole"), batch_size=8))


def begun(processes: Processes, out: Path, log: Path) -> None:
    """Start a run in another process."""
    script = out.with_name("child.py")
    script.write_text(CHILD)
    processes.begin(str(out), str(log), str(Path(__file__).parent.parent), script=str(script), cwd=out.parent)


@pytest.fixture(scope="module")
def seconds(processes, tmp_path_factory):
    """How long such a run takes here, so that kills fall within it on any machine."""
    folder, started = tmp_path_factory.mktemp("timed"), time.perf_counter()
    begun(processes, folder / "run", folder / "log")
    assert processes.end() == 0
    return time.perf_counter() - started


def kill_at(moment: float, processes: Processes, out: Path, log: Path) -> bool:
    """Start a run in another process and kill -9 it after `moment` seconds; False if it had already ended."""
    begun(processes, out, log)
    code = processes.end() if processes.has_ended(moment) else processes.kill()
    assert code in (0, -signal.SIGKILL)
    return code != 0


def stored(out: Path) -> list[tuple[bytes, str]]:
    if not (out / "askance.json").exists():
        return []
    rows = connect(Workspace.for_reading(out)).execute("select query_key, status from answers").fetchall()
    return [tuple(row) for row in rows]


@pytest.mark.heavy
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 6))])
def test_thirty_kills(part, processes, tmp_path, undisturbed, seconds, monkeypatch):
    monkeypatch.setattr(workspace, "ROTATE_ROWS", 100)
    moments, latest = random.Random(part), 0.9 * seconds
    killed = 0
    for number in range(5):
        out, log = tmp_path / f"run-{number}", tmp_path / f"log-{number}"
        hit = kill_at(moments.uniform(0, latest), processes, out, log)
        killed += hit
        latest = latest if hit else latest / 2  # the run that was timed was slower, on a busy machine
        before = stored(out)
        assert len(before) == len(set(before)), "an answer is stored twice"
        again = ToyModel()
        done = askance.run(again, ToyData(COUNT), SUITES, out=out, batch_size=8)
        compare(tables(done), undisturbed)
        assert len(before) + len(again.asked) == 3 * COUNT, "a finished call was made twice, or one was lost"
    assert killed, "every run had ended before it was killed: the moments are too late"


def test_a_torn_journal_line_is_asked_again(tmp_path, undisturbed):
    askance.run(ToyModel(), ToyData(COUNT), SUITES, out=tmp_path, batch_size=8, budget=40)
    shard = next((tmp_path / "answers").glob("*.parquet"))
    shard.unlink()  # as if the kill had come before the shard was written …
    (tmp_path / "answers" / "000001.jsonl").write_bytes(b'{"query":"AAAA')  # … and in the middle of a line
    said = []
    space = Workspace.for_writing(tmp_path, said.append)
    space.close()
    assert "ends in a torn record" in said[0]
    assert tables(askance.run(ToyModel(), ToyData(COUNT), SUITES, out=tmp_path, batch_size=8)) == undisturbed


@pytest.mark.parametrize("table", ["answers", "cases", "asks", "queries"])
def test_a_damaged_shard_is_named_set_aside_and_asked_again(tmp_path, undisturbed, table, capsys):
    askance.run(ToyModel(), ToyData(COUNT), SUITES, out=tmp_path, batch_size=8)
    shard = next((tmp_path / table).rglob("*.parquet"))
    data = bytearray(shard.read_bytes())
    data[len(data) // 2] ^= 0xFF  # one flipped byte in the middle
    shard.write_bytes(data)
    said = []
    space = Workspace.for_writing(tmp_path, said.append)
    space.close()
    assert [str(shard) in line and "damaged" in line for line in said] == [True]
    assert len(list((tmp_path / "set-aside").iterdir())) == 1
    assert tables(askance.run(ToyModel(), ToyData(COUNT), SUITES, out=tmp_path, batch_size=8)) == undisturbed
