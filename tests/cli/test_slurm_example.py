"""examples/slurm: the scripts of the job array, with a shell loop in place of Slurm; the command `askance merge`."""

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import askance
import pytest

from workspace_tables import check_equal

SLURM = Path(__file__).parents[2] / "examples" / "slurm"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="shell scripts")

LOOP = """
for task in 1 2; do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=2 sh "$SLURM/shard.sh" || exit 1
done
sh "$SLURM/merge.sh"
"""


def askance_command(*arguments, cwd):
    command = [sys.executable, "-m", "askance", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def test_the_array_and_its_merge(tmp_path):
    environment = {**os.environ, "ASKANCE": f"{sys.executable} -m askance", "LIMIT": "12", "SLURM": str(SLURM)}
    done = subprocess.run(["sh", "-c", LOOP], env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "2 workspaces merged:" in done.stdout
    assert "builtin:cnn-lstm" in done.stdout
    askance.run("builtin:cnn-lstm", suites=["accuracy", "carets", "repeat"], limit=12, out=tmp_path / "one")
    check_equal(tmp_path / "runs/array/merged", tmp_path / "one")


@pytest.mark.slow
@pytest.mark.parametrize("suites", [
    ["accuracy", "carets", "metamorphic", "repeat", "bias", "sears", "basic_chain"],
    ["beliefs", "noise", "uncertainty", "basic_questions"],
])  # fmt: skip
def test_eight_shards_of_every_suite_are_one_run(tmp_path, suites):
    """In processes of their own, each with its own hash seed."""
    options = ["-m", "builtin:cnn-lstm", "-m", "oracle", *(word for name in suites for word in ("-s", name))]
    options += ["--limit", "60"]
    one = askance_command("run", *options, "--out", "one", cwd=tmp_path)
    assert one.returncode in (0, 4), one.stderr
    for number in range(1, 9):
        done = askance_command("run", *options, "--shard", f"{number}/8", "--out", f"s{number}", cwd=tmp_path)
        assert done.returncode == one.returncode, done.stderr
    merged = askance_command("merge", *(f"s{number}" for number in range(1, 9)), "-o", "merged", cwd=tmp_path)
    assert merged.returncode == 0, merged.stderr
    check_equal(tmp_path / "merged", tmp_path / "one")


@pytest.mark.slow
def test_killed_merges_lose_nothing(tmp_path):
    """Kill -9 at random moments; the result is not there before it is complete, and the sources are as they were."""
    options = ["run", "-m", "builtin:cnn-lstm", "-s", "accuracy", "-s", "carets", "--limit", "200"]
    askance_command(*options, "--out", "one", cwd=tmp_path)
    for number in (1, 2):
        askance_command(*options, "--shard", f"{number}/2", "--out", f"s{number}", cwd=tmp_path)
    rng, merge = random.Random(0), [sys.executable, "-m", "askance", "merge", "s1", "s2", "-o", "merged"]
    killed, work = 0, tmp_path / ".merged.merging"
    for _ in range(12):
        child = subprocess.Popen(merge, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        files = rng.randrange(1, 14)  # of those that it writes
        while child.poll() is None and sum(path.is_file() for path in work.rglob("*")) < files:
            time.sleep(0.005)
        child.kill()
        killed += child.wait() != 0
        if (tmp_path / "merged").exists():
            check_equal(tmp_path / "merged", tmp_path / "one")
            shutil.rmtree(tmp_path / "merged")
    assert killed > 3
    assert subprocess.run(merge, cwd=tmp_path, capture_output=True).returncode == 0
    check_equal(tmp_path / "merged", tmp_path / "one")
