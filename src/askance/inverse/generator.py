"""A trained generator of questions: draws, beam search, and the likelihood of given questions; needs no torch."""

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from askance.core import ImageData, digest_value
from askance.inverse.answer_check import AnswerCheck
from askance.inverse.beam_search import BeamStep, search_beams
from askance.inverse.generator_folder import GeneratorFiles
from askance.inverse.generator_sessions import Floats, GeneratorSessions
from askance.inverse.question_model import DrawnQuestion
from askance.inverse.question_words import END, LENGTH, PAD, START, Ints
from askance.models.builtin import WEIGHTS
from askance.models.builtin.model import Builtin
from askance.wording.normalise_answers import normalise_answer

SAMPLES = 16  # of z, for the likelihood of a question
BEAM_DRAWS = 24  # of z, for the best questions
LENGTH_POWER = 0.7  # of the length that divides the likelihood of the best questions; 1 prefers long ones too much
NEAR = 0.65  # how much of the letters of a suggested answer must be the same
CHECKED = 24  # of the most likely questions, that the answer check is asked about
Doubles = npt.NDArray[np.float64]


class TrainedGenerator:
    """A QuestionModel from a folder that `askance inverse train` or `tune` wrote."""

    def __init__(self, folder: Path, name: str = "", is_checked: bool = True):
        """Without the check, the best questions are the most likely ones."""
        self.is_checked = is_checked
        self.files = GeneratorFiles(folder)
        self.name = name or str(folder)
        self.vocabulary = self.files.vocabulary
        self.sessions = GeneratorSessions(self.files)

    @property
    def fingerprint(self) -> str:
        """The digest of the networks and of the code that runs them, and how the best questions are chosen."""
        return self.files.digest if self.is_checked else f"{self.files.digest}:unchecked"

    @cached_property
    def has_legality(self) -> bool:
        """Whether the folder has a legality network."""
        return "legal" in self.files.about.files

    @property
    def is_of_built_in_world(self) -> bool:
        """Whether it was trained on stickers, so that the question grammar knows all its questions."""
        recipe = self.files.card.get("recipe") or {}
        return "world" in self.files.card or str(recipe.get("data", "")).startswith("stickers")

    @cached_property
    def answer_check(self) -> AnswerCheck | None:
        """The check of the best questions: for a full generator of the built-in world that was not tuned to mislead."""
        about = self.files.about
        if not self.is_checked or about.variant != "full" or about.tuned_for or not self.is_of_built_in_world:
            return None
        return AnswerCheck(Builtin(WEIGHTS / about.eye, f"builtin:{about.eye}"))

    def legality(self, questions: Sequence[str]) -> Doubles:
        """The probability that each question is a real one."""
        if not questions:
            return np.zeros(0)
        return self.sessions.run("legal", tokens=self.vocabulary.encode(questions))[0].astype(np.float64)

    def draw_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """Samples: z from the prior, then word by word."""
        rng = self._rng("draw", image, answer, seed)
        memory = self.sessions.memory(image, picture)
        hidden, asked = self._begin(answer, memory, self._prior(rng, number), number)
        cell, tokens = np.zeros_like(hidden), np.full((number, LENGTH + 2), PAD, np.int64)
        tokens[:, 0], total = START, np.zeros(number)
        is_open = np.ones(number, bool)
        for at in range(1, LENGTH + 2):
            scores, hidden, cell = self._step(tokens[:, at - 1 : at], hidden, cell, asked, memory)
            noise = rng.gumbel(size=scores.shape)
            noise[:, :END] = -np.inf  # the signs other than the end are never said
            word = np.full(number, END) if at == LENGTH + 1 else (scores + noise).argmax(-1)
            total += np.where(is_open, scores[np.arange(number), word], 0.0)
            tokens[is_open, at] = word[is_open]
            is_open &= word != END
            if not is_open.any():
                break
        length = (tokens[:, 1:] != PAD).sum(-1)
        return [
            DrawnQuestion(self.vocabulary.decode(row), float(total[place]), int(length[place]))
            for place, row in enumerate(tokens)
        ]

    def best_questions(
        self, image: str, picture: ImageData, answer: str, number: int, seed: int
    ) -> list[DrawnQuestion]:
        """The distinct questions of beam search from several z, by length-normalised log p(question | image, answer).

        The likelihood given one z would prefer a question that only this z makes likely. The most likely questions are
        checked: one that should have another answer is worth less.
        """
        rng = self._rng("best", image, answer, seed)
        memory = self.sessions.memory(image, picture)
        draws = BEAM_DRAWS if self.files.about.latent else 1
        z = self._prior(rng, draws)
        hidden, asked = self._begin(answer, memory, z, draws)

        def step(words: Ints, hidden: Floats, cell: Floats, rows: Ints) -> BeamStep:
            return self._step(words[:, None], hidden, cell, asked[rows], memory)

        beams = search_beams(step, hidden, max(3, -(-number // draws)))
        texts = list(dict.fromkeys(self.vocabulary.decode(tokens) for tokens, _ in beams))
        scores = self.score_questions(image, picture, answer, texts, seed)
        found = [
            DrawnQuestion(text, total, round(total / each)) for text, (total, each) in zip(texts, scores, strict=True)
        ]
        found.sort(key=lambda each: -each.log_likelihood / each.words**LENGTH_POWER)
        return self._checked(image, picture, answer, found)[:number]

    def _checked(self, image: str, picture: ImageData, answer: str, found: list[DrawnQuestion]) -> list[DrawnQuestion]:
        """The questions, of which the most likely ones are in the order of likelihood and answer check."""
        if self.answer_check is None:
            return found
        first, rest = found[:CHECKED], found[CHECKED:]
        bonuses = self.answer_check.bonuses(image, picture, answer, [each.question for each in first])
        values = [
            each.log_likelihood / each.words**LENGTH_POWER + more for each, more in zip(first, bonuses, strict=True)
        ]
        return [first[place] for place in np.argsort(np.negative(values), kind="stable")] + rest

    def score_questions(
        self, image: str, picture: ImageData, answer: str, questions: Sequence[str], seed: int
    ) -> list[tuple[float, float]]:
        """log p(question | image, answer), importance-weighted over z of the encoder: total, and per word."""
        if not questions:
            return []
        memory = self.sessions.memory(image, picture)
        tokens = self.vocabulary.encode(questions)
        tokens = tokens[:, : int((tokens != PAD).sum(-1).max())]
        length = (tokens[:, 1:] != PAD).sum(-1)
        if not self.files.about.latent:
            total = self.likelihood_given_z(tokens, answer, memory, None)
        else:
            rng = self._rng("score", image, answer, seed)
            total = self._importance_weighted(tokens, answer, memory, rng)
        return [(float(one), float(one / words)) for one, words in zip(total, length, strict=True)]

    def _importance_weighted(self, tokens: Ints, answer: str, memory: Floats, rng: np.random.Generator) -> Doubles:
        center, spread = self.sessions.run("encode", tokens=tokens, memory=memory)[0].astype(np.float64).swapaxes(0, 1)
        noise = rng.standard_normal((SAMPLES, *center.shape))
        z = center + spread * noise  # (samples, questions, latent)
        weight = (0.5 * (noise**2 - z**2) + np.log(spread)).sum(-1)
        rows = np.tile(tokens, (SAMPLES, 1))
        found = self.likelihood_given_z(rows, answer, memory, z.reshape(-1, z.shape[-1]).astype(np.float32))
        ratio = found.reshape(SAMPLES, -1) + weight
        top = ratio.max(0)
        total: Doubles = top + np.log(np.exp(ratio - top).mean(0))
        return total

    def likelihood_given_z(self, tokens: Ints, answer: str, memory: Floats, z: Floats | None) -> Doubles:
        """log p(question | z, image, answer) of each row of tokens."""
        hidden, asked = self._begin(answer, memory, z, len(tokens))
        scores = self.sessions.run(
            "decode", tokens=tokens[:, :-1], hidden=hidden, cell=np.zeros_like(hidden), asked=asked, memory=memory
        )[0]
        wanted = tokens[:, 1:]
        found = np.take_along_axis(scores, wanted[..., None], -1)[..., 0].astype(np.float64)
        total: Doubles = np.where(wanted != PAD, found, 0.0).sum(-1)
        return total

    def _begin(self, answer: str, memory: Floats, z: Floats | None, rows: int) -> tuple[Floats, Floats]:
        inputs = {"answer": np.full(rows, self.answer_number(answer)), "memory": memory}
        hidden, asked = self.sessions.run("begin", **(inputs if z is None else inputs | {"z": z}))
        return np.broadcast_to(hidden, (rows, hidden.shape[1])).copy(), asked

    def _step(self, words: Ints, hidden: Floats, cell: Floats, asked: Floats, memory: Floats) -> BeamStep:
        scores, last, state = self.sessions.run(
            "decode", tokens=words, hidden=hidden, cell=cell, asked=asked, memory=memory
        )
        return scores[:, 0], last, state

    def answer_number(self, answer: str) -> int:
        """The number of an answer; ValueError where the generator was not trained with it."""
        numbers = self.vocabulary.answer_numbers
        found = numbers.get(answer, numbers.get(normalise_answer(answer)))
        if found is None:
            begin_alike = [each for each in self.vocabulary.answers if each[:1] == answer[:1].lower()]
            near = get_close_matches(answer, begin_alike, 3, NEAR)  # only slips: "lion" is not what vermilion means
            hint = f": did you mean {' or '.join(near)}?" if near else ""
            raise ValueError(f"{answer!r} is not one of the {len(numbers)} answers that {self.name} knows{hint}")
        return found

    def _prior(self, rng: np.random.Generator, rows: int) -> Floats | None:
        latent = self.files.about.latent
        return rng.standard_normal((rows, latent)).astype(np.float32) if latent else None

    @staticmethod
    def _rng(use: str, image: str, answer: str, seed: int) -> np.random.Generator:
        return np.random.default_rng(list(digest_value((use, image, answer, seed))))
