"""How sure any model is of an answer to sampled questions: by its own scores, or by whether it gives the answer."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
from askance.core import Answer, Dataset, Model, ModelInput, Query, Score, Stimulus, Text, UserError
from askance.inverse.question_words import QuestionVocabulary
from askance.wording.understand import are_same_answer
from torch import Tensor

TOGETHER = 64  # questions per call


class ModelReward:
    """φ(a | I, q) by asking; a model without scores has 1 where it gives the answer, else 0."""

    def __init__(self, model: Model, data: Dataset, images: Sequence[str], vocabulary: QuestionVocabulary):
        self.model, self.data, self.images, self.vocabulary = model, data, images, vocabulary
        self.has_scores = "score" in model.supports

    def score(self, image: npt.NDArray[np.int64], answer: Tensor, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """(i, k) rewards, and whether each answer is given, for (i, k, t) questions."""
        wanted = [self.vocabulary.answers[number] for number in answer.tolist()]
        shape = tokens.shape[:2]
        inputs, said = [], []
        for place, number in enumerate(image.tolist()):
            picture = self.data.load_image(self.images[number])
            for row in tokens[place].cpu().numpy():
                readout = Score(wanted[place]) if self.has_scores else Text()
                query = Query(Stimulus(self.images[number], self.vocabulary.decode(row)), readout)
                inputs.append(ModelInput(query, picture=picture, scene=picture.scene))
        for at in range(0, len(inputs), TOGETHER):
            said += list(self.model.answer(inputs[at : at + TOGETHER]))
        self._check(said)
        rewards = [self._reward(one, wanted[place // shape[1]]) for place, one in enumerate(said)]
        found = torch.tensor(rewards, dtype=torch.float32, device=tokens.device).reshape(shape)
        return found, found >= 0.5

    def _reward(self, answer: Answer, wanted: str) -> float:
        if answer.status != "ok":
            return 0.0
        if self.has_scores:
            return float(answer.score or 0.0)
        return float(are_same_answer(answer.text or "", wanted))

    def _check(self, said: Sequence[Answer]) -> None:
        """A model that answers nothing at all gives nothing to learn from."""
        if said and all(one.status != "ok" for one in said):
            raise UserError(
                f"{self.model.name}: answers none of {len(said)} questions ({said[0].reason}): nothing to tune to"
            )
