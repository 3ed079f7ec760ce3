"""Damaged and killed trainings, and damaged models: never other weights or answers without a line that says so."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from askance.core import ModelInput, Query, Score, Stimulus, UserError
from askance.models import open_model
from askance.training.recipe import TrainingRecipe, train_model
from attempts import counted, seeded, times
from damaged_files import damage, files_of
from onnx import numpy_helper

from colors import write_colors
from quiet import Quiet

QUESTIONS = ("What color is it?", "Is it red?", "How many colors?", "Is it blue?")
ANSWERS = ("red", "yes", "1")


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def recipe(data, seed=0):
    return TrainingRecipe("blind", data, epochs=2, check=data, images=3, seed=seed)


def weights(folder):
    """All weights of a model's ONNX files, by name."""
    found = {}
    for part in ("see", "words", "say"):
        for each in onnx.load(str(folder / f"{part}.onnx")).graph.initializer:
            found[part, each.name] = numpy_helper.to_array(each)
    return found


def figures(folder):
    """What the card of a model says of its epochs and of its check."""
    card = json.loads((folder / "model.json").read_text())
    return card["history"], card["check"], card["spread"], card["questions"], card["pictures"]


def answers(folder):
    """What the model in a folder says to some questions."""
    asked = [Query(Stimulus(None, question), readout) for question in QUESTIONS for readout in map(Score, ANSWERS)]
    asked += [Query(Stimulus(None, question)) for question in QUESTIONS]
    model = open_model(f"builtin:{folder}")
    return [
        (each.status, each.text, each.score, each.top) for each in model.answer([ModelInput(query) for query in asked])
    ]


def is_same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A data set, a training cut short in its second epoch, one that ended, and those of another seed."""
    folder = tmp_path_factory.mktemp("trainings")
    data = write_colors(folder / "colors")
    for seed, name in ((0, ""), (1, "-other")):
        train_model(recipe(data, seed), folder / f"done{name}", 1, Quiet())
        with pytest.raises(KeyboardInterrupt):
            train_model(recipe(data, seed), folder / f"cut{name}", 1, Quiet(stop=4))
    return folder, data


NEVER = ("wrong", "not resumed", "more than a line", "tracebacks")


def resume(counts, rng, made, wanted):
    """Damage a training that was cut short, run it again, and compare its weights."""
    folder, data = made
    now, progress = folder / "now", Quiet()
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(folder / "cut", now)
    did = damage(now, rng, folder / "cut-other")
    try:
        train_model(recipe(data), now, 1, progress)
    except UserError as error:
        is_line = "\n" not in str(error) and str(now) in str(error)
        return counts.add("refused") if is_line else counts.add("more than a line", f"{did}: {error}")
    except Exception as error:
        return counts.add("tracebacks", f"{did}: {error!r}")
    if not is_same(weights(now), wanted[0]):
        return counts.add("wrong", f"{did}: other weights")
    if figures(now) != wanted[1]:
        return counts.add("wrong", f"{did}: other figures")
    is_said = any("damaged" in line or "another training" in line for line in progress.said)
    return counts.add("said, then the same weights" if is_said else "harmless: the same weights")


def fuzz_training(number, record_property, made):
    rng, done = seeded("training folders"), made[0] / "done"
    wanted = weights(done), figures(done)
    with counted(record_property, "training folders", "damaged files", NEVER) as counts:
        for _ in range(times(number)):
            resume(counts, rng, made, wanted)


def open_damaged(counts, rng, made, wanted):
    """Damage a model's folder, open it, and compare its answers; then ask to train it again."""
    folder, data = made
    now = folder / "model"
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(folder / "done", now)
    did, outcome = damage(now, rng, folder / "done-other"), "harmless: the same answers"
    for what in (lambda: None, lambda: train_model(recipe(data), now, 1, Quiet())):
        try:
            what()
            if answers(now) != wanted:
                return counts.add("wrong", f"{did}: other answers")
        except UserError as error:
            outcome = "refused"
            if "\n" in str(error) or str(now) not in str(error):
                return counts.add("more than a line", f"{did}: {error}")
        except Exception as error:
            return counts.add("tracebacks", f"{did}: {error!r}")
    return counts.add(outcome)


def fuzz_models(number, record_property, made):
    rng, wanted = seeded("model folders"), answers(made[0] / "done")
    with counted(record_property, "model folders", "damaged files", NEVER) as counts:
        for _ in range(times(number)):
            open_damaged(counts, rng, made, wanted)


def test_damaged_trainings(record_property, made):
    fuzz_training(8, record_property, made)


def test_damaged_models(record_property, made):
    fuzz_models(40, record_property, made)


@pytest.mark.slow
def test_many_damaged_trainings(record_property, made):
    fuzz_training(400, record_property, made)


@pytest.mark.slow
def test_many_damaged_models(record_property, made):
    fuzz_models(800, record_property, made)


SERVER = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = [sys.argv[1], str(Path(sys.argv[1]).parent)]
import onnxruntime, torch, torch.onnx.utils
torch.set_num_threads(1)
from test_training_folders import Quiet, recipe, train_model
import askance.training.onnx_export, askance.training.training_loop
EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}

def run(folder, last):
    count = 0
    def hook(event, arguments):
        nonlocal count
        if event in EVENTS and str(arguments[0]).startswith(folder):
            count += 1
            if count == last:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hook)
    train_model(recipe(sys.argv[2]), Path(folder), 1, Quiet())
    return count

print("ready", flush=True)
for line in sys.stdin:
    folder, last = line.rsplit(" ", 1)
    reader, writer = os.pipe()
    pid = os.fork()  # nothing has run here yet, so that no thread is lost
    if not pid:
        os.write(writer, str(run(folder, int(last))).encode())
        os._exit(0)
    os.close(writer)
    said = os.read(reader, 99).decode()
    os.close(reader)
    print(said or f"killed {os.waitpid(pid, 0)[1]}", flush=True)
"""


class Trainings:
    """A process that imports torch once and forks for each training, which is killed before its nth file operation."""

    def __init__(self, data):
        command = [sys.executable, "-c", SERVER, str(Path(__file__).parent), data]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"

    def run(self, folder, last=0):
        """How many file operations the training had in its folder; None if it was killed before the last one."""
        self.process.stdin.write(f"{folder} {last}\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline().strip()
        assert said in (f"killed {signal.SIGKILL.value}", said if said.isdigit() else ""), said
        return int(said) if said.isdigit() else None

    def close(self):
        self.process.communicate()


def where(folder):
    """How far a killed training was."""
    names = files_of(folder) if folder.is_dir() else []
    if "model.json" in names:
        return "after the export"
    if any(name.endswith(".onnx") for name in names):
        return "within the export"
    return "after an epoch" if "checkpoint.safetensors" in names else "before the end of the first epoch"


def fuzz_kills(number, record_property, made):
    folder, data = made
    now, rng, done = folder / "kill", seeded("killed trainings"), folder / "done"
    wanted, trainings = (weights(done), figures(done)), Trainings(data)
    operations = trainings.run(now)
    with counted(record_property, "training folders", "killed trainings", NEVER) as counts:
        for _ in range(times(number)):
            shutil.rmtree(now, ignore_errors=True)
            kills = [rng.randint(1, operations) for _ in range(rng.choice((1, 1, 2)))]
            for last in kills:
                outcome = where(now) if trainings.run(now, last) is None else "over before the kill"
                counts.add(outcome)
            try:
                train_model(recipe(data), now, 1, Quiet())
                is_good = is_same(weights(now), wanted[0]) and figures(now) == wanted[1]
                if not is_good or len(files_of(now)) != 5:
                    counts.add("wrong", f"killed before operations {kills}: {files_of(now)}")
            except Exception as error:
                counts.add("not resumed", f"killed before operations {kills}: {error!r}")
    trainings.close()


def test_killed_trainings(record_property, made):
    fuzz_kills(2, record_property, made)


@pytest.mark.slow
def test_many_killed_trainings(record_property, made):
    fuzz_kills(100, record_property, made)
