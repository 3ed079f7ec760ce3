"""Damaged and killed trainings, and damaged models: never other weights or answers without a line that says so."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from askance.core import Query, Score, Shown, Stimulus, UserError
from askance.models import open_model
from askance.training.recipe import Recipe, train
from attempts import counted, seeded, times
from damaged_files import damage, files_of
from onnx import numpy_helper

from colors import write_colors

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


NEVER = ("wrong", "not resumed", "more than a line", "tracebacks")


def resume(counts, rng, made, wanted):
    """Damage a training that was cut short, run it again, and compare its weights."""
    folder, data = made
    now, watch = folder / "now", Quiet()
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(folder / "cut", now)
    did = damage(now, rng, folder / "cut-other")
    try:
        train(recipe(data), now, 1, watch)
    except UserError as error:
        is_line = "\n" not in str(error) and str(now) in str(error)
        return counts.add("refused") if is_line else counts.add("more than a line", f"{did}: {error}")
    except Exception as error:
        return counts.add("tracebacks", f"{did}: {error!r}")
    if not is_same(weights(now), wanted[0]):
        return counts.add("wrong", f"{did}: other weights")
    if figures(now) != wanted[1]:
        return counts.add("wrong", f"{did}: other figures")
    is_said = any("damaged" in line or "another training" in line for line in watch.said)
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
    for what in (lambda: None, lambda: train(recipe(data), now, 1, Quiet())):
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


def start(data, folder):
    """A training in a process of its own that is about to begin."""
    command = [sys.executable, "-c", CHILD, str(Path(__file__).parent), data, str(folder)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert child.stdout.readline() == "ready\n"
    return child


def seconds_of_a_training(data, folder):
    child, began = start(data, folder), time.monotonic()
    child.communicate()
    shutil.rmtree(folder)
    return time.monotonic() - began


def killed(rng, data, folder, seconds):
    """Start a training and kill it at a random moment; says how far it was."""
    child = start(data, folder)
    time.sleep(rng.random() * seconds)
    child.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
    said = child.communicate()[0]
    if "done" in said:
        return "over before the kill"
    names = files_of(folder) if folder.is_dir() else []
    if "model.json" in names:
        return "after the export"
    if any(name.endswith(".onnx") for name in names):
        return "within the export"
    return "after an epoch" if "checkpoint.safetensors" in names else "before the end of the first epoch"


def fuzz_kills(number, record_property, made):
    folder, data = made
    now, rng, done = folder / "kill", seeded("killed trainings"), folder / "done"
    seconds, wanted = seconds_of_a_training(data, now), (weights(done), figures(done))
    with counted(record_property, "training folders", "killed trainings", NEVER) as counts:
        for each in range(times(number)):
            outcome = killed(rng, data, now, seconds)
            if rng.random() < 0.5 or outcome in ("after the export", "over before the kill"):
                try:
                    train(recipe(data), now, 1, Quiet())
                    is_good = is_same(weights(now), wanted[0]) and figures(now) == wanted[1]
                    outcome = outcome if is_good and len(files_of(now)) == 5 else "wrong"
                except Exception as error:
                    outcome = f"not resumed: {error!r}"
                counts.add(outcome.partition(":")[0], f"kill {each}: {outcome}: {files_of(now)}")
                shutil.rmtree(now)
            else:
                counts.add(outcome)


@pytest.mark.slow
def test_killed_trainings(record_property, made):
    fuzz_kills(40, record_property, made)
