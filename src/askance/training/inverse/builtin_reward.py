"""How sure a built-in model is of an answer to sampled questions, computed on the device of the training."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from askance.inverse.question_words import QuestionVocabulary
from askance.models.builtin.model_folder import ModelFiles
from askance.models.builtin.vocabulary import LENGTH, PAD, UNKNOWN, WHOLE, split_words
from askance.training.start_weights import restore_network
from torch import Tensor


class BuiltinReward:
    """φ(a | I, q) of a built-in model for questions as word numbers of the generator."""

    def __init__(
        self, folder: Path, vocabulary: QuestionVocabulary, pictures: npt.NDArray[np.uint8], device: torch.device
    ):
        files = ModelFiles(folder)
        self.network = restore_network(folder, pictures).to(device).eval()
        self.pictures, self.device = pictures, device
        known = files.lexicon.word_numbers
        heard = [[known.get(part, UNKNOWN) for part in split_words(word)] for word in vocabulary.words]
        if any(len(parts) > 1 for parts in heard):
            raise ValueError("a word of the generator is several words of the model")
        self.words = torch.tensor([parts[0] if parts else PAD for parts in heard], device=device)
        self.words[:4] = PAD  # the signs
        numbers = files.lexicon.answer_numbers
        self.answers = torch.tensor([numbers.get(answer, -1) for answer in vocabulary.answers], device=device)

    @torch.no_grad()
    def score(self, image: npt.NDArray[np.int64], answer: Tensor, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """(i, k) probabilities of the answers, and whether each is the best one, for (i, k, t) questions."""
        pixels = torch.from_numpy(np.array(self.pictures[image])).to(self.device)
        grid = self.network.encode_image(pixels.permute(0, 3, 1, 2).float() / 255)
        heard = self._as_model_tokens(tokens)
        drops = [torch.ones(*heard.shape[:2], size, device=self.device) for size in self.network.drops]
        scores = self.network.score_answers(grid, self.network.words(heard), (heard != PAD).float(), drops).float()
        wanted = self.answers[answer][:, None].expand(heard.shape[:2])
        found = torch.softmax(scores, -1).gather(-1, wanted.clamp(min=0)[..., None])[..., 0]
        known = wanted >= 0
        return found * known, (scores.argmax(-1) == wanted) & known

    def _as_model_tokens(self, tokens: Tensor) -> Tensor:
        """The model's own word numbers: the sign for the whole question, then the words without punctuation."""
        numbers = self.words[tokens]
        place = torch.cumsum(numbers != PAD, -1)
        found = torch.full((*tokens.shape[:-1], LENGTH), PAD, device=tokens.device)
        found.scatter_(-1, torch.where(numbers != PAD, place, LENGTH - 1), numbers)
        found[..., LENGTH - 1] = PAD
        found[..., 0] = WHOLE
        return found[..., : int(place.max()) + 1]
