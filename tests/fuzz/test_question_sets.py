"""Damaged and killed basic-question sets: never another table without a line that says so."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from askance.cli.main import main
from askance.core import UserError
from askance.questions.basic_set import read_set
from askance.suites.basic_questions.source import Source

from damaged_files import SEED, Count, attempts, damage, files_of

POOL = [f"{start} the {color} {thing} {place}?" for start in ("Is", "Where is") for color in ("red", "old")
        for thing in ("car", "dog", "hat") for place in ("here", "outside", "near the tree")]  # fmt: skip
MAIN = [f"What {what} is the {thing} {n}?" for n in range(6) for what in ("color", "size") for thing in ("dog", "car")]
SHARED = ("--pool", "pool.txt", "--ranker", "cider", "--block", "5")
BUILD = ("questions", "build", "--main", "main.txt", *SHARED, "-o")
RUN = ("run", "-m", "builtin:blind", "-d", "folder:data", "-s", "basic_questions:set=set", "--json", "--out")


def call(capfd, *arguments):
    """Run a command in this process; returns its code, what it printed and its errors."""
    with pytest.raises(SystemExit) as ended:
        main([str(each) for each in arguments])
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with two sets of other main questions, and a data set that asks the first one's."""
    folder = tmp_path_factory.mktemp("sets")
    (folder / "pool.txt").write_text("\n".join(POOL))
    (folder / "main.txt").write_text("\n".join(MAIN))
    (folder / "other.txt").write_text("\n".join(f"{question} And why?" for question in MAIN))
    (folder / "data" / "images").mkdir(parents=True)
    items = [{"id": str(n), "image": "a.png", "question": each, "answers": ["red"]} for n, each in enumerate(MAIN)]
    (folder / "data" / "questions.json").write_text(json.dumps(items))
    from PIL import Image

    Image.new("RGB", (8, 8)).save(folder / "data" / "images" / "a.png")
    before = Path.cwd()
    os.chdir(folder)
    try:
        for name, to in (("main.txt", "whole"), ("other.txt", "foreign")):
            with pytest.raises(SystemExit) as ended:
                main(["questions", "build", "--main", name, *SHARED, "-o", to])
            assert not ended.value.code
    finally:
        os.chdir(before)
    return folder


def basic(folder):
    """The basic questions that the suite takes from a set, with their scores."""
    found = Source(set=str(folder)).find(None, MAIN)
    return [found[question] for question in MAIN]


def shown(capfd, out):
    """The figures of the suite over the set."""
    code, said, err = call(capfd, *RUN, out)
    return (code, said, err)


def is_one_line(err):
    return err.startswith("askance: ") and err.count("\n") == 1


def attempt(count, capfd, here, number, wanted, figures):
    """Damage the set, read it, ask the suite now and then, build it again, and read it."""
    rng = Random(f"{SEED} {number}")
    shutil.rmtree("set", ignore_errors=True)
    shutil.copytree("whole", "set")
    did = damage(Path("set"), rng, Path("foreign"))
    outcome = "harmless"
    for read, want in ((read_set, wanted[0]), (basic, wanted[1])):
        try:
            got = read("set")
            if not (got.equals(want) if read is read_set else got == want):
                return count.add("wrong", did)
        except UserError as error:
            outcome = "refused in a line"
            if "\n" in str(error):
                return count.add("more than a line", did)
        except Exception as error:
            return count.add("traceback", f"{did}: {error!r}")
    if number % 40 == 0:
        shutil.rmtree("run", ignore_errors=True)
        code, said, err = shown(capfd, "run")
        if code == 0 and json.loads(said) != figures:
            return count.add("wrong figures", did)
        if code not in (0, 4) and not is_one_line(err):
            return count.add(f"suite: exit {code}", f"{did}: {err}")
    code, _, err = call(capfd, *BUILD, "set")
    if code == 0:
        try:
            if not read_set("set").equals(wanted[0]):
                return count.add("wrong after a build", did)
        except UserError as error:
            return count.add("not mended by a build that said so", f"{did}: {error}")
        if outcome != "harmless":
            outcome = "refused, then mended by a build"
    elif code == 1 and is_one_line(err):
        outcome = "refused, also by a build"
    else:
        return count.add(f"build: exit {code}", f"{did}: {err}")
    return count.add(outcome)


def fuzz(number, capfd, made, monkeypatch):
    monkeypatch.chdir(made)
    wanted = read_set("whole"), basic("whole")
    shutil.rmtree("set", ignore_errors=True)
    shutil.copytree("whole", "set")
    shutil.rmtree("clean", ignore_errors=True)
    code, said, err = shown(capfd, "clean")
    assert code == 0, err
    count = Count("question sets, damaged")
    for each in range(attempts(number)):
        attempt(count, capfd, made, each, wanted, json.loads(said))
    with capfd.disabled():
        print(f"\n{count.line()}")  # noqa: T201
    assert not count.faults, "\n".join(count.faults[:20])


def test_damaged_sets(capfd, made, monkeypatch):
    fuzz(60, capfd, made, monkeypatch)


@pytest.mark.slow
def test_many_damaged_sets(capfd, made, monkeypatch):
    fuzz(1500, capfd, made, monkeypatch)


CHILD = """
import sys, time
from askance.cli.main import main
from askance.questions import basic_set
real = basic_set.write_atomic
def slowly(path, data):
    time.sleep(0.004)
    real(path, data)
    time.sleep(0.004)
basic_set.write_atomic = slowly  # so that a kill falls between, within and after writes
print("ready", flush=True)
main(sys.argv[1:])
"""


def killed(rng, out):
    """Start a build and kill it at a moment drawn at random; whether it was still running."""
    command = [sys.executable, "-c", CHILD, *BUILD, out]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(rng.random() * 0.3)
    is_running = child.poll() is None
    child.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
    child.communicate()
    return is_running


def fuzz_kills(number, capfd, made, monkeypatch):
    monkeypatch.chdir(made)
    count, rng = Count("question sets, builds killed"), Random(SEED)
    wanted = read_set("whole")
    shutil.rmtree("set", ignore_errors=True)
    for each in range(attempts(number)):
        if not killed(rng, "set"):
            count.add("over before the kill")
        elif Path("set/about.json").exists():
            count.add(f"killed with {min(9, len(list(Path('set').glob('part-*'))))} parts written")
        else:
            count.add("killed before the first file")
        try:
            is_whole = read_set("set").equals(wanted)
            if not is_whole:
                count.add("wrong", f"kill {each}")
        except UserError:
            is_whole = False
        if is_whole or rng.random() < 0.2:
            code, _, err = call(capfd, *BUILD, "set")
            if code or err or not read_set("set").equals(wanted):
                count.add("not the same set", f"kill {each}: {code} {err} {files_of(Path('set'))}")
            shutil.rmtree("set")
    with capfd.disabled():
        print(f"\n{count.line()}")  # noqa: T201
    assert not count.faults, "\n".join(count.faults[:20])


def test_killed_builds(capfd, made, monkeypatch):
    fuzz_kills(4, capfd, made, monkeypatch)


@pytest.mark.slow
def test_many_killed_builds(capfd, made, monkeypatch):
    fuzz_kills(100, capfd, made, monkeypatch)
