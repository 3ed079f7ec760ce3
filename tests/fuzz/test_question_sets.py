"""Damaged and killed basic-question sets: never another table without a line that says so."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from askance.cli.main import main
from askance.core import UserError
from askance.ranking.question_set import read_question_set
from askance.suites.basic_questions.question_source import QuestionSource
from attempts import counted, seeded, times
from damaged_files import damage, files_of

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
    found = QuestionSource(set=str(folder)).find_basic_questions(None, MAIN)
    return [found[question] for question in MAIN]


def is_one_line(err):
    return err.startswith("askance: ") and err.count("\n") == 1


def attempt(counts, rng, capfd, wanted, figures):
    """Damage the set, read it, ask the suite now and then, build it again, and read it."""
    shutil.rmtree("set", ignore_errors=True)
    shutil.copytree("whole", "set")
    did = damage(Path("set"), rng, Path("foreign"))
    outcome = "harmless"
    for read, want in ((read_question_set, wanted[0]), (basic, wanted[1])):
        try:
            got = read("set")
        except UserError as error:
            outcome = "refused"
            if "\n" in str(error):
                return counts.add("tracebacks", f"{did}: more than a line: {error}")
        except Exception as error:
            return counts.add("tracebacks", f"{did}: {error!r}")
        else:
            if not (got.equals(want) if read is read_question_set else got == want):
                return counts.add("wrong", did)
    if rng.random() < 0.03:
        shutil.rmtree("run", ignore_errors=True)
        code, said, err = call(capfd, *RUN, "run")
        if code == 0 and json.loads(said) != figures:
            return counts.add("wrong", f"{did}: the suite's figures")
        if code not in (0, 1, 4) or "internal error" in err:
            return counts.add("exit 70", f"{did}: {err}")
    code, _, err = call(capfd, *BUILD, "set")
    if code == 0:
        try:
            if not read_question_set("set").equals(wanted[0]):
                return counts.add("wrong", f"{did}: after a build")
        except UserError as error:
            return counts.add("not repaired", f"{did}: {error}")
        if outcome != "harmless":
            is_said = "damaged" in err and err.count("\n") == 1
            outcome = "refused, then built again and said" if is_said else "missing, then built again"
            if not is_said and "removed" not in did:
                return counts.add("not said", f"{did}: {err}")
    elif code == 1 and is_one_line(err):
        outcome = "refused, also by a build"
    else:
        return counts.add("exit 70", f"{did}: {err}")
    return counts.add(outcome)


NEVER = ("wrong", "not repaired", "not said", "exit 70", "tracebacks")


def fuzz(number, record_property, capfd, made, monkeypatch):
    monkeypatch.chdir(made)
    wanted = read_question_set("whole"), basic("whole")
    for name in ("set", "clean"):
        shutil.rmtree(name, ignore_errors=True)
    shutil.copytree("whole", "set")
    code, said, err = call(capfd, *RUN, "clean")
    assert code == 0, err
    rng = seeded("question sets")
    with counted(record_property, "question sets", "damaged files", NEVER) as counts:
        for _ in range(times(number)):
            attempt(counts, rng, capfd, wanted, json.loads(said))


def test_damaged_sets(record_property, capfd, made, monkeypatch):
    fuzz(30, record_property, capfd, made, monkeypatch)


@pytest.mark.slow
def test_many_damaged_sets(record_property, capfd, made, monkeypatch):
    fuzz(1200, record_property, capfd, made, monkeypatch)


CHILD = """
import os, sys, time
import pyarrow.compute, pyarrow.parquet
from askance.cli.main import main
from askance.cli import questions_command
from askance.ranking import question_files, question_set, rankers
from askance.ranking.rankers import cider
real = os.fsync
def slowly(file):
    time.sleep(0.004)
    real(file)
    time.sleep(0.004)
os.fsync = slowly  # so that kills fall before, within and after writes
print("ready", flush=True)
main(sys.argv[1:])
"""


def start(out):
    """A build in a process of its own that is about to begin."""
    command = [sys.executable, "-c", CHILD, *BUILD, out]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert child.stdout.readline() == "ready\n"
    return child


def parts():
    return len(list(Path("set").glob("part-*")))


def killed(rng):
    """Start a build and kill it a moment after it has written some more parts; says how far it was."""
    before, child = parts(), start("set")
    goal = before + rng.randrange(5)
    while child.poll() is None and parts() < goal:
        time.sleep(0.001)
    time.sleep(rng.random() * 0.04)  # about what two parts take
    child.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
    child.communicate()
    return "over before the kill" if child.returncode == 0 else f"with {parts()} of 5 parts"


def fuzz_kills(number, record_property, capfd, made, monkeypatch):
    monkeypatch.chdir(made)
    rng, wanted = seeded("killed builds"), read_question_set("whole")
    shutil.rmtree("set", ignore_errors=True)
    with counted(record_property, "question sets", "killed builds", NEVER) as counts:
        for each in range(times(number)):
            outcome = killed(rng)
            try:
                is_whole = read_question_set("set").equals(wanted)
                if not is_whole:
                    outcome = "wrong"
            except UserError:
                is_whole = False
            if is_whole or rng.random() < 0.3:
                code, _, err = call(capfd, *BUILD, "set")
                if code or err or not read_question_set("set").equals(wanted) or list(Path("set").glob(".*")):
                    outcome = "not repaired"
                shutil.rmtree("set")
            counts.add(outcome, f"kill {each}: {files_of(Path('set'))}")


def test_killed_builds(record_property, capfd, made, monkeypatch):
    fuzz_kills(3, record_property, capfd, made, monkeypatch)


@pytest.mark.slow
def test_many_killed_builds(record_property, capfd, made, monkeypatch):
    fuzz_kills(120, record_property, capfd, made, monkeypatch)
