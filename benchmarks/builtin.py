"""Images a second of the built-in networks: through the engine, and in a bare ONNX Runtime loop over the same pictures.

Pictures are drawn before and lie in memory, networks are loaded: neither counts. What counts in both: fitting a picture
to the networks' size, seeing it, its questions, and comparing the answers. The engine also deals, plans, stores every
answer, judges, and works out the metrics. The bare loop is the faster of two: ONNX Runtime's own threads, or a pool.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import askance
import numpy as np
import onnxruntime
from askance.core import Item, Picture, Query, Scene, Shown, Stimulus
from askance.datasets import open_data
from askance.models import open_model
from askance.models.builtin import NAMES, WEIGHTS
from askance.models.builtin.sessions import threads
from askance.models.builtin.sight import seen
from askance.models.builtin.words import Lexicon
from askance.wording.normalise import normalise

IMAGES = {"blind": 600, "cnn-lstm": 240, "attention": 160, "transformer": 48}
QUESTIONS = (1, 12)  # a picture
ROUNDS = 3  # of all ways by turns
TARGET = 0.9


class Prepared:
    """Scenes of the built-in world whose pictures are already drawn, with some questions each."""

    name = "prepared"

    def __init__(self, images: int, questions: int):
        world = open_data("stickers")
        self.asked: dict[str, list[Item]] = {}
        for item in world.items():
            if item.image not in self.asked and len(self.asked) == images:
                break
            self.asked.setdefault(item.image, []).append(item)
        self.asked = {image: items[:questions] for image, items in self.asked.items()}
        self.pictures = {image: world.picture(image) for image in self.asked}
        self.fingerprint = f"prepared-{images}-{questions}-{world.fingerprint}"

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """All items, picture by picture."""
        for items in self.asked.values():
            yield from items

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The images' names."""
        yield from self.asked

    def scene(self, image: str) -> Scene | None:
        """What is in a picture."""
        return self.pictures[image].scene

    def picture(self, image: str) -> Picture:
        """A picture as it lies ready."""
        return self.pictures[image]


class Bare:
    """The loop that a careful person would write: each picture is seen once, its questions are asked together."""

    def __init__(self, folder: Path, workers: int):
        about = json.loads((folder / "model.json").read_text())
        self.lexicon = Lexicon(tuple(about["words"]), tuple(about["answers"]))
        self.drops, self.looks, self.workers = about["drops"], about["model"] != "blind", workers
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads() // workers
        self.see, self.words, self.say = (
            onnxruntime.InferenceSession(str(folder / f"{part}.onnx"), options) for part in ("see", "words", "say")
        )

    def seconds(self, data: Prepared) -> float:
        """How long all pictures take."""
        started = time.perf_counter()
        if self.workers == 1:
            self.right = sum(self._right(data, image) for image in data.asked)
        else:
            with ThreadPoolExecutor(self.workers) as pool:
                self.right = sum(pool.map(lambda image: self._right(data, image), data.asked))
        return time.perf_counter() - started

    def _right(self, data: Prepared, image: str) -> int:
        items = data.asked[image]
        best = self._said(data.pictures[image], [item.question for item in items]).argmax(-1)
        said = [self.lexicon.answers[number] for number in best]
        return sum(one in map(normalise, item.answers) for one, item in zip(said, items, strict=True))

    def _said(self, picture: Picture, questions: list[str]) -> Any:
        if self.looks:
            grid = self.see.run(None, {"pixels": seen(picture.image)[None]})[0]
        else:
            grid = np.zeros((1, 1, 1), np.float32)
        tokens = self.lexicon.encoded(questions)[None]
        tokens = tokens[:, :, : int((tokens != 0).sum(-1).max())]
        masks = {
            f"drop{number}": np.ones((1, len(questions), size), np.float32) for number, size in enumerate(self.drops)
        }
        embedded = self.words.run(None, {"tokens": tokens})[0]
        given = (tokens != 0).astype(np.float32)
        return self.say.run(None, {"grid": grid, "embedded": embedded, "given": given, **masks})[0][0]


def _engine(name: str, data: Prepared) -> float:
    """How long the same takes through the engine, from dealing to the metrics; nothing is known before."""
    model = open_model(name)
    image, items = next(iter(data.asked.items()))
    copy = data.pictures[image].pixels.copy()  # so that what the model keeps of this picture does not help it
    model.answer([Shown(Query(Stimulus(image, items[0].question)), copy)])  # loads the networks
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        done = askance.run([model], data, ["accuracy"], out=folder)
        seconds = time.perf_counter() - started
    assert done.done.outcome.made == sum(map(len, data.asked.values()))
    assert not done.done.outcome.failed
    return seconds


def _row(weights: Path, name: str, questions: int) -> dict[str, Any]:
    data = Prepared(IMAGES[name], questions)
    ways = [Bare(weights / name, workers) for workers in {1, threads()}]
    spec = f"builtin:{name}" if weights == WEIGHTS else f"builtin:{weights / name}"
    for way in ways:
        way.seconds(data)  # warm
    rounds = [(min(way.seconds(data) for way in ways), _engine(spec, data)) for _ in range(ROUNDS)]
    bare, engine = (statistics.median(times) for times in zip(*rounds, strict=True))
    images, asked = len(data.asked), sum(map(len, data.asked.values()))
    return {
        "model": f"builtin:{name}",
        "questions_per_image": questions,
        "bare_images_per_second": round(images / bare, 1),
        "engine_images_per_second": round(images / engine, 1),
        "ratio": round(bare / engine, 3),
        "added_ms_per_question": round((engine - bare) / asked * 1000, 3),
    }


def measure(weights: Path = WEIGHTS) -> dict[str, Any]:
    """Images a second of each network both ways, and their ratio."""
    rows = [_row(weights, name, questions) for name in NAMES for questions in QUESTIONS]
    return {"rows": rows, "threads": threads(), "target_ratio": TARGET}
