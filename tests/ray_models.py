"""Models that answer in worker processes: they write to a file what they are asked, and by which process."""

import os
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from askance.core import Answer, TemporaryError, UserError
from toy import ToyModel, truth


@dataclass
class LoggedModel(ToyModel):
    """Writes each query to `log` before it answers: process, question and draw."""

    def answer(self, shown):
        if self.log:
            lines = "".join(f"{os.getpid()}|{each.query.stimulus.question}|{each.query.draw}\n" for each in shown)
            descriptor = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.write(descriptor, lines.encode())
            os.close(descriptor)
        time.sleep(self.pause)
        return [Answer(text=self.answering(each)) for each in shown]


def read_log(log: Path) -> dict[tuple[str, str], list[int]]:
    """The processes that were asked each query, in order."""
    asked = defaultdict(list)
    for line in log.read_text().splitlines() if log.exists() else ():
        process, question, draw = line.split("|")
        asked[question, draw].append(int(process))
    return dict(asked)


class Unloadable:
    """Cannot be loaded in a worker."""

    name, fingerprint = "unloadable", "unloadable-1"
    supports, needs = frozenset({"text"}), frozenset({"pixels"})

    def prepare(self, say):
        raise UserError("unloadable: weights.bin is damaged: download it again")

    def answer(self, shown):
        raise AssertionError("asked before it was loaded")


class Moody:
    """Fails for a while, raises for some queries, and returns what is no answer for others."""

    name, fingerprint = "moody", "moody-1"
    supports, needs = frozenset({"text", "draws"}), frozenset({"pixels"})
    batch_size = 8

    def __init__(self):
        self.calls = 0

    def answer(self, shown):
        self.calls += 1
        if self.calls == 1:
            raise TemporaryError("warming up", wait=0.0)
        numbers = [int("".join(filter(str.isdigit, each.query.stimulus.question))) for each in shown]
        if any(number % 50 == 7 for number in numbers):
            raise ValueError("sevens are not for me")
        return [
            {"not": "an answer"} if number % 50 == 9 else truth(each.query.stimulus.question)
            for number, each in zip(numbers, shown, strict=True)
        ]


def exits(image, question):
    """Ends the worker process at one question."""
    if question == "Is it number 17?":
        os._exit(1)
    return truth(question)


def slow(image, question):
    """Takes a while."""
    time.sleep(0.05)
    return "yes"


def brightness(image, question):
    """Looks at the pixels."""
    return str(image.getpixel((3, 3))[0])
