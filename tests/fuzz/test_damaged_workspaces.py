"""Damages files of a finished workspace: no figure that is shown may be wrong, and the next run puts all right."""

import contextlib
import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from askance.cli.main import main
from askance.store import Workspace, connect, query_to_arrow
from attempts import Counts, counted, seeded, times
from damage import damage

RUNS = (
    ("-m", "oracle", "-m", "defective:yes-bias", "-s", "accuracy", "-s", "repeat", "--limit", "12"),
    ("-m", "defective:counts-zero", "-s", "metamorphic", "--limit", "16"),
    ("-m", "oracle", "-s", "accuracy", "--limit", "5", "--seed", "3"),  # replaces figures of the first run
    ("-m", "defective:ignores-negation", "-s", "metamorphic", "--limit", "8"),  # its answers stay in a journal
)
ALONE, TOGETHER = 12, 3  # files of a round that are damaged each in a whole workspace, and all in the same one
WHAT = "checks (reports after one more damaged file, runs made again)"
NEVER = ("wrong", "asked again", "other tables", "exit 70", "tracebacks")
Row = dict[str, object]


def askance(*arguments: str) -> tuple[int, str, list[str]]:
    """A command's exit code, its output, and the lines that it said."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(list(arguments))
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
    return code, out.getvalue(), err.getvalue().splitlines()


def tables(root: Path) -> dict[str, list[Row]]:
    """All that the runs left, in one order, but for how long calls took."""
    space = Workspace.for_reading(root, lambda line: None)
    every = ("cases", "asks", "queries", "answers", "readings", "verdicts", "metrics")
    connection = connect(space)
    return {
        name: query_to_arrow(connection, f"select * {_less(name)} from {name} order by all").to_pylist()
        for name in every
    }


def _less(name: str) -> str:
    return "exclude (seconds)" if name == "answers" else ""


def run_all(root: Path) -> tuple[set[int], int, list[str], list[Row]]:
    """Run everything again: exit codes, calls made, lines said, rows of figures."""
    codes, calls, lines, rows = set(), 0, [], []
    for run in RUNS:
        code, out, said = askance("run", *run, "--out", str(root), "--json")
        codes.add(code)
        lines += said
        rows += json.loads(out) if out else []
        calls += sum(int(line.split()[0].replace(",", "")) for line in said if " calls made, " in line)
    return codes, calls, lines, rows


@pytest.fixture(scope="module")
def quick_disk() -> Iterator[None]:
    """Nothing here loses power, and waiting for the disk is most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


class World:
    """A finished workspace, what it says, and another one whose files may come into it."""

    def __init__(self, folder: Path):
        self.root, self.other = folder / "whole", folder / "other"
        codes, _, _, self.true = run_all(self.root)  # true of some run here, if not of the latest
        assert codes == {0}
        self._unrotated()
        askance("run", *RUNS[0], "--seed", "9", "--out", str(self.other), "--json")
        askance("run", *RUNS[1], "--out", str(self.other), "--json")  # the same cases, one run record less
        self.tables = tables(self.root)
        _, out, said = askance("report", str(self.root), "--json")
        self.rows, self.said = json.loads(out), set(said)  # what is said of whole figures is no finding
        assert all(row in self.true for row in self.rows)
        askance("report", str(self.root), "--failures", str(folder / "failing.jsonl"))
        self.failing = (folder / "failing.jsonl").read_text().splitlines()
        assert len(self.failing) > 3
        self.calls = {path.name: _calls(path) for path in (self.root / "answers").iterdir()}

    def _unrotated(self) -> None:
        """The last answers as a kill would have left them: in a journal, not in a shard."""
        sorted((self.root / "answers").iterdir())[-1].unlink()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Workspace, "rotate_journal", Workspace.close_journal)
            askance("run", *RUNS[-1], "--out", str(self.root), "--json")
        assert len(list((self.root / "answers").glob("*.jsonl"))) == 1


def _calls(path: Path) -> int:
    if path.suffix == ".jsonl":
        return len(path.read_bytes().splitlines())
    import pyarrow.parquet as pq

    return int(pq.ParquetFile(path).metadata.num_rows)


@pytest.fixture(scope="module")
def world(tmp_path_factory, quick_disk):
    return World(tmp_path_factory.mktemp("workspace"))


def lost_calls(world: World, root: Path) -> int:
    """How many finished calls the damage may cost: whole shards, single lines of a journal."""
    lost = 0
    for name, count in world.calls.items():
        before, path = (world.root / "answers" / name).read_bytes(), root / "answers" / name
        after = path.read_bytes() if path.is_file() else b""
        if name.endswith(".jsonl"):
            lines = set(after.split(b"\n"))
            lost += sum(line not in lines for line in before.splitlines())
        elif after != before:
            lost += count
    return lost


def check_report(world: World, root: Path, what: str, counts: Counts) -> None:
    """What is shown is true, and what is not shown is said."""
    code, out, lines = askance("report", str(root), "--json")
    said = [line for line in lines if line not in world.said]
    if any("Traceback" in line for line in said):
        counts.add("tracebacks", what)
    elif code == 70:
        counts.add("exit 70", f"{what}: {said}")
    elif code:
        counts.add("refused", what)
    else:
        rows = json.loads(out)
        false = [row for row in rows if row not in world.true and not (row["partial"] and said)]
        fewer = [row for row in world.rows if row not in rows]
        if false or (fewer and not said):
            counts.add("wrong", f"{what}: {false[:1]} {len(fewer)} rows fewer")
        else:
            counts.add("noticed" if said else "harmless", what)


def check_failures(world: World, root: Path, what: str, counts: Counts) -> None:
    """The failing inputs that are written are true ones, and what is missing is said."""
    code, _, said = askance("report", str(root), "--failures", str(root.parent / "failing.jsonl"))
    rows = (root.parent / "failing.jsonl").read_text().splitlines() if code == 0 else []
    if code == 70 or any("Traceback" in line for line in said):
        counts.add("exit 70" if code == 70 else "tracebacks", f"{what}: {said}")
    elif set(rows) - set(world.failing) or (code == 0 and len(rows) < len(world.failing) and not said):
        counts.add("wrong", f"{what}: {len(rows)} of {len(world.failing)} failing inputs, {said}")
    else:
        counts.add("refused" if code else "noticed" if said else "harmless", what)


def check_run(world: World, root: Path, what: str, counts: Counts) -> None:
    """The next run puts everything right, and asks only what was damaged."""
    most = lost_calls(world, root)
    codes, calls, said, _ = run_all(root)
    if 70 in codes:
        counts.add("exit 70", f"{what}: {said}")
    elif codes != {0}:
        counts.add("wrong", f"{what}: {codes} {said}")
    elif calls > most:
        counts.add("asked again", f"{what}: {calls} of {most}")
    elif (found := _differing(world, root)) is not None:
        counts.add("other tables", f"{what}: {found} {said}")
    else:
        counts.add("put right by the next run", what)


def _differing(world: World, root: Path) -> str | None:
    try:
        found = tables(root)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    code, out, _ = askance("report", str(root), "--json")
    if code or [row for row in world.rows if row not in json.loads(out)]:
        return "report"
    return next((name for name, rows in world.tables.items() if [row for row in rows if row not in found[name]]), None)


def rounds(world: World, folder: Path, counts: Counts, number: int, alone: int = ALONE) -> None:
    """Damage files: the report is read after each, the runs are made again after some that were damaged together."""
    for place in range(number):
        rng, root, done = seeded(f"workspace {place}"), folder / "damaged", []
        for damaged in range(alone + TOGETHER):
            if damaged <= alone:
                shutil.rmtree(root, ignore_errors=True)
                shutil.copytree(world.root, root)
                done = []
            done.append(damage(root, world.other, rng))
            check_report(world, root, f"round {place}: {', '.join(done)}", counts)
            if damaged % 5 == 0:
                check_failures(world, root, f"round {place}: failures: {', '.join(done)}", counts)
        check_run(world, root, f"round {place}: {', '.join(done)}", counts)


def test_a_few_damaged_files(world, tmp_path, record_property):
    with counted(record_property, "workspace", WHAT, NEVER) as counts:
        rounds(world, tmp_path, counts, times(1), alone=4)


@pytest.mark.slow
def test_thousands_of_damaged_files(world, tmp_path, record_property):
    with counted(record_property, "workspace", WHAT, NEVER) as counts:
        rounds(world, tmp_path, counts, times(340))  # 5,100 files
