"""Damaged and killed trainings, and damaged models: never other weights or answers without a line that says so."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import onnx
import pytest
import torch
from askance.core import Query, Score, Shown, Stimulus, UserError
from askance.models import open_model
from askance.training.recipe import Recipe, train
from onnx import numpy_helper

from colors import write_colors
from damaged_files import SEED, Count, attempts, damage, files_of

QUESTIONS = ("What color is it?", "Is it red?", "How many colors?", "Is it blue?")
ANSWERS = ("red", "yes", "1")


class Quiet:
    """Keeps what is said; `stop` interrupts at that step."""

    def __init__(self, stop=None):
        self.stop, self.said = stop, []

    def stage(self, what):
        return lambda done, total: self._at(done) if what == "steps" else None

    def _at(self, step):
        if step == self.stop:
            raise KeyboardInterrupt

    def say(self, line):
        self.said.append(line)


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def recipe(data, seed=0):
    return Recipe("blind", data, epochs=2, check=data, images=3, seed=seed)


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
    return [(each.status, each.text, each.score, each.top) for each in model.answer([Shown(query) for query in asked])]


def is_same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A data set, a training cut short in its second epoch, one that ended, and those of another seed."""
    folder = tmp_path_factory.mktemp("trainings")
    data = write_colors(folder / "colors")
    for seed, name in ((0, ""), (1, "-other")):
        train(recipe(data, seed), folder / f"done{name}", 1, Quiet())
        with pytest.raises(KeyboardInterrupt):
            train(recipe(data, seed), folder / f"cut{name}", 1, Quiet(stop=4))
    return folder, data


def show(count, capfd):
    with capfd.disabled():
        print(f"\n{count.line()}")  # noqa: T201
    assert not count.faults, "\n".join(count.faults[:20])


def resume(count, made, number, wanted):
    """Damage a training that was cut short, run it again, and compare its weights."""
    folder, data = made
    rng, now = Random(f"{SEED} {number}"), folder / "now"
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(folder / "cut", now)
    did, watch = damage(now, rng, folder / "cut-other"), Quiet()
    try:
        train(recipe(data), now, 1, watch)
    except UserError as error:
        is_line = "\n" not in str(error) and str(now) in str(error)
        return count.add("refused in a line") if is_line else count.add("not a line", f"{did}: {error}")
    except Exception as error:
        return count.add("traceback", f"{did}: {error!r}")
    if not is_same(weights(now), wanted[0]):
        return count.add("other weights", did)
    if figures(now) != wanted[1]:
        return count.add("other figures", did)
    is_said = any("damaged" in line or "set aside" in line or "missing" in line for line in watch.said)
    return count.add("said, and the same weights" if is_said else "harmless, the same weights")


def fuzz_training(number, made, capfd):
    done = made[0] / "done"
    count, wanted = Count("training folders, damaged"), (weights(done), figures(done))
    for each in range(attempts(number)):
        resume(count, made, each, wanted)
    show(count, capfd)


def open_damaged(count, made, number, wanted):
    """Damage a model's folder, open it, and compare its answers; then ask to train it again."""
    folder, data = made
    rng, now = Random(f"{SEED} model {number}"), folder / "model"
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(folder / "done", now)
    did, outcome = damage(now, rng, folder / "done-other"), "harmless"
    try:
        if answers(now) != wanted:
            return count.add("other answers", did)
    except UserError as error:
        outcome = "refused in a line"
        if "\n" in str(error) or str(now) not in str(error):
            return count.add("not a line", f"{did}: {error}")
    except Exception as error:
        return count.add("traceback", f"{did}: {error!r}")
    try:
        train(recipe(data), now, 1, Quiet())
        if answers(now) != wanted:
            return count.add("other answers after training", did)
    except UserError as error:
        if "\n" in str(error):
            return count.add("not a line", f"{did}: {error}")
    except Exception as error:
        return count.add("train: traceback", f"{did}: {error!r}")
    return count.add(outcome)


def fuzz_models(number, made, capfd):
    count, wanted = Count("model folders, damaged"), answers(made[0] / "done")
    for each in range(attempts(number)):
        open_damaged(count, made, each, wanted)
    show(count, capfd)


def test_damaged_trainings(made, capfd):
    fuzz_training(10, made, capfd)


def test_damaged_models(made, capfd):
    fuzz_models(40, made, capfd)


@pytest.mark.slow
def test_many_damaged_trainings(made, capfd):
    fuzz_training(400, made, capfd)


@pytest.mark.slow
def test_many_damaged_models(made, capfd):
    fuzz_models(800, made, capfd)


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import torch
torch.set_num_threads(1)
from test_training_folders import Quiet, recipe, train
import askance.training.export, askance.training.fit
print("ready", flush=True)
train(recipe(sys.argv[2]), Path(sys.argv[3]), 1, Quiet())
print("done", flush=True)
"""


def killed(rng, data, folder):
    """Start a training and kill it at a moment drawn at random; whether it was still running."""
    command = [sys.executable, "-c", CHILD, str(Path(__file__).parent), data, str(folder)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(rng.random() * 1.2)
    is_running = child.poll() is None
    child.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
    said = child.communicate()[0]
    return is_running and "done" not in said


def where(folder):
    """How far a killed training was."""
    names = files_of(folder) if folder.is_dir() else []
    if "model.json" in names:
        return "killed after the export"
    if any(name.endswith(".onnx") for name in names):
        return "killed in the export"
    if "checkpoint.safetensors" in names:
        return "killed after an epoch"
    return "killed before the first epoch ended"


def fuzz_kills(number, made, capfd):
    folder, data = made
    count, rng, wanted = Count("trainings killed"), Random(SEED), weights(folder / "done")
    now = folder / "kill"
    shutil.rmtree(now, ignore_errors=True)
    for each in range(attempts(number)):
        count.add(where(now) if killed(rng, data, now) else "over before the kill")
        if rng.random() < 0.5 or (now / "model.json").is_file():
            try:
                train(recipe(data), now, 1, Quiet())
                if not is_same(weights(now), wanted) or len(files_of(now)) != 5:
                    count.add("not the same", f"kill {each}: {files_of(now)}")
            except Exception as error:
                count.add("not gone on with", f"kill {each}: {error!r}")
            shutil.rmtree(now)
    show(count, capfd)


@pytest.mark.slow
def test_killed_trainings(made, capfd):
    fuzz_kills(40, made, capfd)
