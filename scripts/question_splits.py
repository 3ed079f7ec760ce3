"""The real questions that scripts train on, and the held-out ones that they are measured on."""

import json
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from askance.ranking.question_pool import normalised_text

HELD_OUT = 90  # of 256: about 35 %
FILES = ("textvqa_val_questions.json", "vizwiz_val_questions.json")
STICKERS = Path(__file__).parents[1] / "src/askance/suites/basic_questions/stickers_train_questions.tsv"


def is_held_out(question: str) -> bool:
    """Whether a question is kept from training, by a digest of its words."""
    return blake2b(normalised_text(question).encode()).digest()[0] < HELD_OUT


def distinct(questions: Iterable[str]) -> dict[str, str]:
    """Words → the first question with these words."""
    found: dict[str, str] = {}
    for question in questions:
        words = normalised_text(question)
        if words:
            found.setdefault(words, " ".join(question.split()))
    return found


def read_splits(folder: Path, stickers: int = 4000) -> tuple[list[str], list[str]]:
    """Training questions (VQA v1, TextVQA, VizWiz, some of the built-in world) and held-out ones (VQA v1)."""
    real = distinct((folder / "v1_questions.txt").read_text(encoding="utf-8").splitlines())
    other: dict[str, str] = {}
    for name in FILES:
        other |= distinct(each["question"] for each in json.loads((folder / name).read_text())["questions"])
    other |= dict(list(distinct(STICKERS.read_text(encoding="utf-8").splitlines()[1:]).items())[:stickers])
    training = [question for words, question in real.items() if not is_held_out(words)]
    training += [question for words, question in other.items() if words not in real]
    return training, [question for words, question in real.items() if is_held_out(words)]
