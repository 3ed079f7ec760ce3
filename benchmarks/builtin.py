"""Images a second of the built-in networks: through the engine, and in a bare ONNX Runtime loop over the same pictures.

Pictures are drawn before and lie in memory, networks are loaded: neither counts. What counts in both: fitting a picture
to the networks' size, seeing it, its questions, and comparing the answers. The engine also deals, plans, stores every
answer, judges, and works out the metrics. The bare loop is the faster of two: ONNX Runtime's own threads, or a pool.

All ways take turns, and the median of the rounds counts. `fixed_seconds` is a run of one question: what a run costs
however short it is. `ratio` has it in, `marginal_ratio` has it taken out, and `processor_ratio` is that of the time
that the processors worked (the pool's to the engine's, all in), which bears other work on the machine better.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import askance
import numpy as np
import onnxruntime
from askance.core import ImageData, Item, ModelInput, Query, Scene, Stimulus
from askance.datasets import open_dataset
from askance.models import open_model
from askance.models.builtin import WEIGHTS
from askance.models.builtin.image_size import resize_with_margins
from askance.models.builtin.onnx_sessions import usable_processor_count
from askance.models.builtin.vocabulary import Vocabulary
from askance.wording.normalise_answers import normalise_answer

IMAGES = {"blind": 1500, "cnn-lstm": 1000, "attention": 800, "transformer": 240}  # the last three: some 6 s a run
QUESTIONS = (1, 12)  # a picture
ROUNDS = 3  # of all ways by turns
TARGET = 0.9
Times = tuple[float, float]  # seconds by the clock, and of the processors


def timed(work: Callable[[], object]) -> Times:
    """How long some work takes."""
    clock, processors = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processors


def median(times: Sequence[Times]) -> Times:
    """The median of each of the two."""
    clock, processors = (statistics.median(each) for each in zip(*times, strict=True))
    return clock, processors


@cache
def drawn(image: str) -> ImageData:
    """A picture of the built-in world, kept as an image: all networks are shown the same ones."""
    picture = open_dataset("stickers").load_image(image)
    assert picture.image
    return picture


class Prepared:
    """Scenes of the built-in world whose pictures are already drawn if anyone looks, with some questions each."""

    name = "prepared"

    def __init__(self, images: int, questions: int, is_drawn: bool = True):
        world = open_dataset("stickers")
        self.asked: dict[str, list[Item]] = {}
        for item in world.items():
            if item.image not in self.asked and len(self.asked) == images:
                break
            self.asked.setdefault(item.image, []).append(item)
        self.asked = {image: items[:questions] for image, items in self.asked.items()}
        self.pictures = {image: drawn(image) for image in self.asked} if is_drawn else {}
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
        return drawn(image).scene

    def load_image(self, image: str) -> ImageData:
        """A picture as it lies ready."""
        return drawn(image)


class Bare:
    """The loop that a careful person would write: each picture is seen once, its questions are asked together."""

    def __init__(self, folder: Path, workers: int):
        about = json.loads((folder / "model.json").read_text())
        self.lexicon = Vocabulary(tuple(about["words"]), tuple(about["answers"]))
        self.drops, self.looks, self.workers = about["drops"], about["model"] != "blind", workers
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = usable_processor_count() // workers
        self.see, self.words, self.say = (
            onnxruntime.InferenceSession(str(folder / f"{part}.onnx"), options) for part in ("see", "words", "say")
        )

    def run(self, data: Prepared) -> None:
        """All pictures."""
        if self.workers == 1:
            self.right = sum(self._right(data, image) for image in data.asked)
        else:
            with ThreadPoolExecutor(self.workers) as pool:
                self.right = sum(pool.map(lambda image: self._right(data, image), data.asked))

    def _right(self, data: Prepared, image: str) -> int:
        items = data.asked[image]
        best = self._said(data.pictures.get(image), [item.question for item in items]).argmax(-1)
        said = [self.lexicon.answers[number] for number in best]
        return sum(one in map(normalise_answer, item.answers) for one, item in zip(said, items, strict=True))

    def _said(self, picture: ImageData | None, questions: list[str]) -> Any:
        if picture is not None and self.looks:
            grid = self.see.run(None, {"pixels": resize_with_margins(picture.image)[None]})[0]
        else:
            grid = np.zeros((1, 1, 1), np.float32)
        tokens = self.lexicon.encode_questions(questions)[None]
        tokens = tokens[:, :, : int((tokens != 0).sum(-1).max())]
        masks = {
            f"drop{number}": np.ones((1, len(questions), size), np.float32) for number, size in enumerate(self.drops)
        }
        embedded = self.words.run(None, {"tokens": tokens})[0]
        given = (tokens != 0).astype(np.float32)
        return self.say.run(None, {"grid": grid, "embedded": embedded, "given": given, **masks})[0][0]


def _engine(name: str, data: Prepared) -> Times:
    """How long the same takes through the engine, from dealing to the metrics; nothing is known before."""
    model = open_model(name)
    image, items = next(iter(data.asked.items()))
    grey = np.full((240, 320, 3), 128, np.uint8)
    model.answer([ModelInput(Query(Stimulus(image, items[0].question)), grey)])  # loads the networks
    with tempfile.TemporaryDirectory() as folder:
        done: list[askance.Run] = []
        times = timed(lambda: done.append(askance.run([model], data, ["accuracy"], out=folder)))
    assert done[0].done.outcome.made == sum(map(len, data.asked.values()))
    assert not done[0].done.outcome.failed
    return times


def _row(weights: Path, name: str, questions: int, images: int, rounds: int) -> dict[str, Any]:
    data, one = (Prepared(count, asked, name != "blind") for count, asked in ((images, questions), (1, 1)))
    own, pool = Bare(weights / name, 1), Bare(weights / name, usable_processor_count())
    spec = f"builtin:{name}" if weights == WEIGHTS else f"builtin:{weights / name}"
    for way in (own, pool):
        way.run(one)  # warm
    _engine(spec, one)
    ways: tuple[Callable[[], Times], ...] = (
        lambda: timed(lambda: own.run(data)),
        lambda: timed(lambda: pool.run(data)),
        lambda: _engine(spec, data),
        lambda: _engine(spec, one),
    )
    taken = [[way() for way in ways] for _ in range(rounds)]
    alone, pooled, engine, fixed = (median(times) for times in zip(*taken, strict=True))
    bare = min(alone[0], pooled[0])
    count, asked = len(data.asked), sum(map(len, data.asked.values()))
    return {
        "model": f"builtin:{name}",
        "questions_per_image": questions,
        "images": count,
        "bare_images_per_second": round(count / bare, 1),
        "engine_images_per_second": round(count / engine[0], 1),
        "fixed_seconds": round(fixed[0], 3),
        "ratio": round(bare / engine[0], 3),
        "marginal_ratio": round(bare / (engine[0] - fixed[0]), 3),
        "processor_ratio": round(pooled[1] / engine[1], 3),
        "added_ms_per_question": round((engine[0] - fixed[0] - bare) / asked * 1000, 3),
    }


def measure(
    weights: Path = WEIGHTS,
    images: Mapping[str, int] = IMAGES,
    questions: Sequence[int] = QUESTIONS,
    rounds: int = ROUNDS,
) -> dict[str, Any]:
    """Images a second of each network both ways, and their ratio."""
    rows = [_row(weights, name, asked, count, rounds) for name, count in images.items() for asked in questions]
    return {"rows": rows, "threads": usable_processor_count(), "target_ratio": TARGET}
