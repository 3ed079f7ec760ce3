"""Pools of 24 questions for one image and one answer: true ones, and distractors of four kinds (paper, §3.3 and §4.1).

GT  the annotated questions with this answer about this image, at most 3
CT  contrastive: with another answer, about the 400 images that look most alike, itself included; GT and CT are 6
PS  plausible: a true question with one key word replaced; 6
PP  popular: the most frequent questions of the same answer type; 6
RN  answer-related: with the same answer, about other images; 6
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal

import msgspec
import numpy as np
from askance.core import Dataset, Scene, digest_value
from askance.inverse.image_features import ImageVectors
from askance.inverse.key_words import Replacements
from askance.inverse.labelled_questions import LabelledQuestion, QuestionTable, type_of_answer
from askance.inverse.question_truth import is_answer_true
from askance.ranking.question_pool import normalised_text
from askance.wording.understand import Form, understand

PoolKind = Literal["GT", "CT", "PS", "PP", "RN"]
POOL_KINDS: tuple[PoolKind, ...] = ("GT", "CT", "PS", "PP", "RN")
MOST_TRUE = 3
OF_EACH = 6
SIZE = 24
NEAREST = 400  # images that contrastive questions are drawn from
TRIES = 2_000  # replaced questions that are looked at


class QuestionPool(msgspec.Struct, frozen=True):
    """The questions of one image and answer, with the kind of each."""

    image: str
    answer: str
    questions: tuple[str, ...]
    kinds: tuple[PoolKind, ...]
    references: tuple[str, ...]  # all annotated questions with this answer, of which the pool has at most 3
    unchecked: int = 0  # distractors that may be true: there is no scene, or it does not say


class SkippedPool(msgspec.Struct, frozen=True):
    """An image and an answer without a pool, and why: the kind that has too few questions, or `untrue`."""

    image: str
    answer: str
    reason: str


@dataclass
class Distractors:
    """Accepts questions that are new, not true for the image, and not a true question in other words."""

    answer: str
    scene: Scene | None
    texts: set[str]  # of the questions that are in the pool
    meanings: set[Form]  # of the true questions
    unchecked: int = 0

    def accept(self, questions: Iterable[str], number: int) -> list[str]:
        """The first questions that are distractors."""
        return list(islice(filter(self._is_new_distractor, questions), number))

    def _is_new_distractor(self, question: str) -> bool:
        text = normalised_text(question)
        if not text or text in self.texts or understand(question) in self.meanings:
            return False
        truth = is_answer_true(question, self.answer, self.scene)
        if truth or (truth is None and self.scene is not None and self.scene.closed):
            return False  # true, or not understood although all is known: it may be true
        self.unchecked += truth is None
        self.texts.add(text)
        return True


@dataclass(frozen=True)
class PoolMaker:
    """Makes pools from the questions of one data set; the same seed gives the same pools, in any order."""

    data: Dataset
    table: QuestionTable
    looks: ImageVectors
    seed: int = 0

    @cached_property
    def replacements(self) -> Replacements:
        """Which key words fit where, in the questions of the data set."""
        return Replacements.from_questions(dict.fromkeys(row.question for row in self.table.rows))

    def make(self, image: str, answer: str) -> QuestionPool | SkippedPool:
        """The pool of an image and an answer, or why there is none."""
        rng = np.random.default_rng(list(digest_value(["question pool", self.seed, image, answer])))
        true = self._true_questions(image, answer)
        scene = self.data.scene(image)
        if any(is_answer_true(question, answer, scene) is False for question in true):
            return SkippedPool(image, answer, "untrue")
        chosen = [true[place] for place in rng.permutation(len(true))[:MOST_TRUE]]
        meanings = {form for question in true if (form := understand(question)) is not None}
        found: dict[PoolKind, list[str]] = {"GT": chosen}
        check = Distractors(answer, scene, {normalised_text(question) for question in true}, meanings)
        for kind, offered in self._sources(image, answer, chosen, rng).items():
            number = OF_EACH - len(chosen) if kind == "CT" else OF_EACH
            found[kind] = check.accept(offered, number)
            if len(found[kind]) < number:
                return SkippedPool(image, answer, kind)
        pairs = [(question, kind) for kind in POOL_KINDS for question in found[kind]]
        questions, kinds = zip(*pairs, strict=True)
        return QuestionPool(image, answer, questions, kinds, tuple(true), check.unchecked)

    def _true_questions(self, image: str, answer: str) -> list[str]:
        """All annotated questions with the answer, each text once."""
        rows = [row for row in self.table.by_image.get(image, ()) if row.answer == answer]
        return list({normalised_text(row.question): row.question for row in rows}.values())

    def _sources(
        self, image: str, answer: str, true: Sequence[str], rng: np.random.Generator
    ) -> dict[PoolKind, Iterator[str]]:
        """Where the distractors of each kind come from: popular ones first, since the others have a choice."""
        near = [row for other in self.looks.nearest(image, NEAREST) for row in self.table.by_image.get(other, ())]
        contrast = [row for row in near if row.answer != answer]
        related = [row for row in self.table.by_answer.get(answer, ()) if row.image != image]
        return {
            "PP": iter(self.table.popular.get(type_of_answer(answer), ())),
            "CT": _shuffled(contrast, rng),
            "RN": _shuffled(related, rng),
            "PS": islice(self.replacements.replaced(true, rng), TRIES),
        }


def _shuffled(rows: Sequence[LabelledQuestion], rng: np.random.Generator) -> Iterator[str]:
    return (rows[place].question for place in rng.permutation(len(rows)))


def image_answer_pairs(table: QuestionTable) -> list[tuple[str, str]]:
    """Each image with each of its answers, in the order of the questions: many images before the second of any."""
    return list(dict.fromkeys((row.image, row.answer) for row in table.rows))


def make_pools(maker: PoolMaker, limit: int | None = None) -> Iterator[QuestionPool | SkippedPool]:
    """Pools for the pairs of a data set, at most `limit`; those that cannot be made are given too, uncounted."""
    made = 0
    for image, answer in image_answer_pairs(maker.table):
        if limit is not None and made >= limit:
            return
        found = maker.make(image, answer)
        made += isinstance(found, QuestionPool)
        yield found
