"""How sure any model is of an answer to sampled questions, as a reward."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
from askance.core import Dataset, Model
from askance.inverse.answer_probability import answer_probabilities
from askance.inverse.question_words import QuestionVocabulary
from torch import Tensor


class ModelReward:
    """φ(a | I, q) by asking; a model without scores has 1 where it gives the answer, else 0."""

    def __init__(self, model: Model, data: Dataset, images: Sequence[str], vocabulary: QuestionVocabulary):
        self.model, self.data, self.images, self.vocabulary = model, data, images, vocabulary

    def score(self, image: npt.NDArray[np.int64], answer: Tensor, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """(i, k) rewards, and whether each answer is given, for (i, k, t) questions."""
        wanted = [self.vocabulary.answers[number] for number in answer.tolist()]
        asked = [
            (self.images[number], self.vocabulary.decode(row), wanted[place])
            for place, number in enumerate(image.tolist())
            for row in tokens[place].cpu().numpy()
        ]
        rewards = answer_probabilities(self.model, self.data, asked)
        found = torch.tensor(rewards, dtype=torch.float32, device=tokens.device).reshape(tokens.shape[:2])
        return found, found >= 0.5
