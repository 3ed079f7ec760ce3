"""Understanding a question, and reading an answer."""

import time
from typing import Any

from askance.datasets import open_dataset
from askance.readings import read
from askance.wording.understand import understand

SENTENCES = (
    ("The dog is brown, I think.", "What color is the dog?"),
    ("Based on the image, there are three dogs on the sofa.", "How many dogs are there?"),
    ("No, there is no dog in the picture.", "Is there a dog?"),
    ("yes", "Is the car red?"),
)


LONG = (  # what is repeated, before and after the answer
    ("The dog is brown. ", ""),
    ("<think>", "</think>"),
    ("\n", "x"),
    ("maybe, ", " maybe"),
)


def _long(size: int) -> float:
    """CPU milliseconds to read an answer of that many characters, the slowest of some shapes."""
    slowest = 0.0
    for before, after in LONG:
        count = size // len(before + after)
        text = f"It is {before * count} brown {after * count}"
        started = time.process_time()
        read("auto", text, "What color is the dog?")
        slowest = max(slowest, time.process_time() - started)
    return round(slowest * 1e3, 2)


def measure() -> dict[str, Any]:
    """Microseconds each, nothing cached for the questions."""
    questions = sorted({item.question for item in open_dataset("stickers").items(600)})
    started = time.perf_counter()
    for question in questions:
        understand.__wrapped__(question)
    understood = (time.perf_counter() - started) / len(questions)
    started = time.perf_counter()
    for _ in range(2000):
        for text, question in SENTENCES:
            read("auto", text, question)
    readings = (time.perf_counter() - started) / (2000 * len(SENTENCES))
    return {
        "understand_microseconds": round(understood * 1e6, 1),
        "read_microseconds": round(readings * 1e6, 1),
        "read_milliseconds_by_length": {str(size): _long(size) for size in (10_000, 40_000, 160_000, 1_000_000)},
    }
