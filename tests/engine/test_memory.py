"""Decoded pictures stay within a budget of bytes, whatever is asked about them."""

import threading
import time
from dataclasses import dataclass, field

import askance
import numpy as np
import pytest
from askance.core import Answer, ImageData, Item, UserError
from askance.core import image as pictures
from askance.core.memory import LEAST, MOST, available_memory_bytes, default_image_memory_bytes, parse_byte_size
from askance.engine import image_windows
from PIL import Image
from toy import ToyData, ToyModel

MB = 2**20
SIDE = 724  # 724 × 724 pixels: 2 MB as a Pillow image
EACH = SIDE * SIDE * pictures.IMAGE


@dataclass
class Counted:
    """Pictures of 2 MB that count how many are alive; every fourth question is about a blurred one."""

    count: int = 40
    sides: tuple[int, ...] = (SIDE,)
    name: str = "counted"
    alive: int = 0
    most: int = 0
    decoded: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def fingerprint(self):
        return f"counted-{self.count}-{self.sides}"

    def items(self, limit=None, seed=0):
        for number in range(self.count):
            for question in range(3):
                yield Item(f"{number}-{question}", f"i{number}", f"Is it number {question}?", ("yes",))

    def images(self, limit=None, seed=0):
        return (f"i{number}" for number in range(self.count))

    def scene(self, image):
        return None

    def load_image(self, image):
        side = self.sides[int(image[1:]) % len(self.sides)]
        made = Tracked(self, Image.new("RGB", (side, side), (int(image[1:]), 0, 0)))
        with self.lock:
            self.decoded += 1
        return made


class Tracked(ImageData):
    """A picture that tells its data set when it is made and when it is gone."""

    __slots__ = ("data", "taken")

    def __init__(self, data, image):
        super().__init__(image=image)
        self.data, self.taken = data, self.nbytes
        with data.lock:
            data.alive += self.taken
            data.most = max(data.most, data.alive)

    def __del__(self):
        with self.data.lock:
            self.data.alive -= self.taken


@pytest.fixture(autouse=True)
def small_guess(monkeypatch):
    monkeypatch.setattr(image_windows, "GUESS", EACH)


@dataclass
class Yes(ToyModel):
    """Always the same answer, and nothing remembered: remembered queries would hold their pictures."""

    at_once: int = 1

    def answer(self, shown):
        assert all(each.image.size[0] for each in shown)
        return [Answer(text="yes") for _ in shown]


@pytest.mark.parametrize("at_once", [1, 4])
def test_pictures_stay_within_the_budget(tmp_path, at_once):
    data = Counted()
    done = askance.run(Yes(at_once=at_once), data, ["accuracy"], out=tmp_path, memory=24 * MB, batch_size=4)
    assert (done.done.outcome.made, done.done.outcome.failed) == (120, 0)
    assert data.decoded == 40
    assert 0 < data.most <= 24 * MB
    assert data.alive <= EACH


def test_without_the_budget_more_would_be_held(tmp_path):
    data = Counted()

    class Patient(Yes):
        def answer(self, shown):
            deadline = time.monotonic() + 10  # the loader is ahead once it had the time to be
            while data.most <= 24 * MB and time.monotonic() < deadline:
                time.sleep(0.01)
            return super().answer(shown)

    askance.run(Patient(), data, ["accuracy"], out=tmp_path, memory=1024 * MB, batch_size=4)
    assert data.most > 24 * MB


def test_a_picture_larger_than_the_budget_is_shown_alone(tmp_path):
    data = Counted(6)
    done = askance.run(Yes(), data, ["accuracy"], out=tmp_path, memory=MB)
    assert (done.done.outcome.made, done.done.outcome.failed) == (18, 0)
    assert data.most <= 3 * EACH  # one asked about, and one per loading thread


def test_large_pictures_among_small_ones_are_counted(tmp_path):
    data = Counted(60, sides=(40, 40, SIDE))
    askance.run(Yes(), data, ["accuracy"], out=tmp_path, memory=24 * MB, batch_size=4)
    assert data.most <= 24 * MB


def test_variants_of_one_image_are_divided_if_they_do_not_fit(tmp_path):
    data = Counted(3)
    small = askance.run(Yes(), data, ["noise"], out=tmp_path / "small", memory=16 * MB)
    assert data.decoded > 3  # an image is decoded once for each part of its variants
    large = askance.run(Yes(), Counted(3), ["noise"], out=tmp_path / "large", memory=1024 * MB)
    assert small.answers.num_rows == large.answers.num_rows > 60
    assert small.metrics.to_pylist() == large.metrics.to_pylist()
    assert small.done.outcome.failed == 0


def test_a_budget_of_calls_that_ends_within_a_batch_ends_the_run(tmp_path):
    done = askance.run(Yes(), Counted(), ["accuracy"], out=tmp_path, memory=8 * MB, batch_size=8, budget=13)
    assert (done.done.outcome.made, done.done.outcome.stopped) == (13, "budget")


def test_equal_runs_make_equal_batches(tmp_path):
    def batches(out):
        model = ToyModel()
        askance.run(model, ToyData(300), ["accuracy"], out=out, memory=300_000_000)
        return [[each.query.stimulus.question for each in batch] for batch in model.batches]

    assert batches(tmp_path / "a") == batches(tmp_path / "b")


def test_a_large_picture_keeps_one_form_and_a_small_one_both():
    large = ImageData(image=Image.new("RGB", (2000, 2000)))
    assert large.pixels.shape == (2000, 2000, 3)
    assert large.nbytes == 2000 * 2000 * 4
    small = ImageData(np.zeros((10, 20, 3), np.uint8))
    assert small.image is small.image
    assert small.nbytes == 10 * 20 * 7
    assert large.size == (2000, 2000)
    assert small.size == (20, 10)


@pytest.mark.parametrize(
    ("text", "size"),
    [("512MB", 512 * MB), ("2GB", 2048 * MB), ("1.5 GiB", 1536 * MB), ("3g", 3072 * MB), ("1048576", MB)],
)
def test_sizes_are_read_as_people_write_them(text, size):
    assert parse_byte_size(text, "--memory") == size


@pytest.mark.parametrize("text", ["", "much", "-1GB", "0", "12", "1e9", "1GB2", "GB", "nan"])
def test_other_sizes_are_refused_with_one_line(text):
    with pytest.raises(UserError, match=r"^--memory .*: not a size of 1 MB or more: write it as 512MB or 2GB$"):
        parse_byte_size(text, "--memory")


def test_the_default_is_a_share_of_what_the_container_may_use(tmp_path, monkeypatch):
    limit = tmp_path / "memory.max"
    whole = available_memory_bytes(())
    limit.write_text("max\n")
    assert available_memory_bytes((str(limit),)) == whole
    limit.write_text(f"{512 * MB}\n")
    assert available_memory_bytes((str(limit), str(tmp_path / "none"))) == 512 * MB
    assert LEAST <= default_image_memory_bytes() <= MOST
