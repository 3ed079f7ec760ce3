"""Rewards questions that a model gets wrong: the scenes of the training images judge every sampled question."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec
import numpy as np
import numpy.typing as npt
from askance.core import Scene
from askance.inverse.belief_types import belief_type
from askance.inverse.question_words import QuestionVocabulary
from askance.inverse.scene_judge import judge_by_scene

WORTH = {"adversarial": 1.0, "rephrase": 0.05, "complementary": 0.05}  # a little for a true one: it is relevant
Job = tuple[int, str, str]  # image, question, answer

_scenes: Mapping[int, bytes] = {}
_decoder = msgspec.json.Decoder(Scene)


def _set_scenes(scenes: Mapping[int, bytes]) -> None:
    global _scenes
    _scenes = scenes


def _worths(jobs: Sequence[Job]) -> list[float]:
    scenes = {image: _decoder.decode(_scenes[image]) for image in {image for image, _, _ in jobs}}
    found = []
    for image, question, answer in jobs:
        kind = belief_type(judge_by_scene(question, answer, scenes[image]))
        found.append(WORTH.get(kind or "", 0.0))
    return found


class SceneReward:
    """A judge for tuning: 1 for a relevant question to which the answer is wrong, little or nothing for others."""

    def __init__(self, scenes: Mapping[int, bytes], vocabulary: QuestionVocabulary, workers: int = 0):
        self._vocabulary, self._workers = vocabulary, workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        if self._workers > 1:
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _set_scenes, (scenes,))
        else:
            _set_scenes(scenes)

    def factors(
        self, image: npt.NDArray[np.int64], answer: npt.NDArray[np.int64], tokens: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float32]:
        """The worth of each question."""
        answers, decode = self._vocabulary.answers, self._vocabulary.decode
        jobs = [(int(i), decode(row), answers[a]) for i, a, row in zip(image, answer, tokens, strict=True)]
        if self._pool is None:
            return np.array(_worths(jobs), np.float32)
        share = -(-len(jobs) // self._workers) or 1
        parts = self._pool.map(_worths, [jobs[at : at + share] for at in range(0, len(jobs), share)])
        return np.array([worth for part in parts for worth in part], np.float32)
