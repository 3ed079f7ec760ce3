"""Annotated questions with one answer each: what pools, references and the baselines without training are made of."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
from askance.core import Dataset, UserError, source_digest
from askance.datasets import open_dataset
from askance.datasets.reading.question_entries import answer_type
from askance.inverse.cached_files import cached
from askance.ranking.question_pool import normalised_text
from askance.wording.most_common_answer import most_common_answer

TRAINING_QUESTIONS = 24_000  # of stickers: all questions about 2,000 images


class LabelledQuestion(NamedTuple):
    """A question about an image with the answer that most people gave, normalised."""

    image: str
    question: str
    answer: str


@lru_cache(maxsize=1 << 16)
def type_of_answer(answer: str) -> str:
    """`yes/no`, `number` or `other`."""
    return answer_type((answer,))


@dataclass(frozen=True)
class QuestionTable:
    """Labelled questions of one data set, looked up by image, by answer, and by popularity."""

    name: str  # of the data set
    rows: Sequence[LabelledQuestion]

    @cached_property
    def by_image(self) -> Mapping[str, list[LabelledQuestion]]:
        """The questions about each image."""
        return _group(self.rows, [row.image for row in self.rows])

    @cached_property
    def by_answer(self) -> Mapping[str, list[LabelledQuestion]]:
        """The questions with each answer."""
        return _group(self.rows, [row.answer for row in self.rows])

    @cached_property
    def popular(self) -> Mapping[str, Mapping[str, int]]:
        """By answer type, and "" for all: how often each question is asked, the most frequent first.

        Questions count as equal that differ in case, blanks or punctuation only; the first wording stands for all.
        """
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        first: dict[str, str] = {}
        for row in self.rows:
            text = first.setdefault(normalised_text(row.question), row.question)
            counts[type_of_answer(row.answer)][text] += 1
            counts[""][text] += 1
        return {kind: dict(sorted(found.items(), key=lambda one: (-one[1], one[0]))) for kind, found in counts.items()}


def _group(rows: Iterable[LabelledQuestion], keys: Iterable[str]) -> dict[str, list[LabelledQuestion]]:
    found: dict[str, list[LabelledQuestion]] = defaultdict(list)
    for row, key in zip(rows, keys, strict=True):
        found[key].append(row)
    return dict(found)


def question_table(data: Dataset, limit: int | None = None, seed: int = 0) -> QuestionTable:
    """The questions of a data set that have answers, read from the cache where they were read before."""
    code = source_digest("inverse/labelled_questions.py", "wording/normalise_answers.py", "wording/number_words.py")
    rows = cached(
        ("questions", data.fingerprint, limit, seed, code),
        lambda: [
            LabelledQuestion(item.image, item.question, most_common_answer(item.answers))
            for item in data.items(limit, seed)
            if item.answers and item.question.strip()
        ],
        msgspec.json.encode,
        lambda content: msgspec.json.decode(content, type=list[LabelledQuestion]),
    )
    if not rows:
        raise UserError(f"{data.name}: no question has an answer: inverse VQA needs annotated answers")
    return QuestionTable(data.name, [row for row in rows if row.answer])


def training_table(name: str = "stickers:train", limit: int = TRAINING_QUESTIONS) -> QuestionTable:
    """The questions that the baselines without training of their own know."""
    return question_table(open_dataset(name), limit)
