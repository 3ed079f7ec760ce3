"""Implications of questions with the built-in grammar, and what the suite costs per call beside `accuracy`."""

import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import askance
from askance.stickers.dataset import Stickers
from askance.wording.implications import imply
from askance.wording.understand import understand
from PIL import Image

QUESTIONS = 4_000
IMAGES = 50
TURNS = 3


def _trivial(image: Any, question: str) -> str:
    """A model that costs nothing."""
    return "2" if question.startswith("How many") else "red" if question.startswith("What") else "yes"


def _pairs() -> list[tuple[str, str]]:
    """Questions of the built-in world with their answers; each question once."""
    items = Stickers().items(QUESTIONS, seed=7)
    return list({item.question: (item.question, max(item.answers, key=item.answers.count)) for item in items}.values())


def _questions_per_second(pairs: list[tuple[str, str]]) -> float:
    understand.cache_clear()
    rng = Random(0)
    started = time.perf_counter()
    for question, answer in pairs:
        imply(question, answer, rng)
    return len(pairs) / (time.perf_counter() - started)


def _write_questions(root: Path, pairs: list[tuple[str, str]]) -> str:
    """The questions, about a few small pictures: so that the suites cost more than the pictures do."""
    (root / "images").mkdir(parents=True)
    for number in range(IMAGES):
        Image.new("RGB", (64, 64), (number, 0, 0)).save(root / "images" / f"{number}.png")
    rows = [
        {"id": str(number), "image": f"{number % IMAGES}.png", "question": question, "answers": [answer]}
        for number, (question, answer) in enumerate(pairs)
    ]
    (root / "questions.json").write_text(json.dumps(rows))
    return f"folder:{root}"


def _microseconds_per_call(data: str, suite: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        done = askance.run(_trivial, data, [suite], out=Path(folder) / "run")
        return (time.perf_counter() - started) / done.answers.num_rows * 1e6


def measure() -> dict[str, Any]:
    """Questions per second on one core, and microseconds per call of both suites on the same questions."""
    pairs = _pairs()
    speeds = [_questions_per_second(pairs) for _ in range(TURNS)]
    with tempfile.TemporaryDirectory() as folder:
        data = _write_questions(Path(folder), pairs)
        _microseconds_per_call(data, "accuracy")
        plain = min(_microseconds_per_call(data, "accuracy") for _ in range(TURNS))
        implied = min(_microseconds_per_call(data, "implications") for _ in range(TURNS))
    return {
        "questions_per_second": round(max(speeds)), "target": 2_000, "accuracy_microseconds_per_call": round(plain),
        "implications_microseconds_per_call": round(implied), "ratio": round(implied / plain, 2), "target_ratio": 2,
    }  # fmt: skip
