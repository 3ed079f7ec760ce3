"""Batches: some pictures, and for each a fixed number of its questions."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from askance.models.builtin.vocabulary import PAD, UNKNOWN
from askance.training.corpus import Corpus, question_spans
from torch import Tensor
from torch.nn import functional

SHIFT = 10  # pixels
UNKNOWN_WORD_SHARE = 0.02  # the share of words that are made unknown, so that unknown words do not startle a model
RESIDENT = 48e9  # bytes of pictures that are kept on a GPU
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Batch:
    """Tensors on the device: i pictures with k questions each."""

    pixels: Tensor  # (i, 3, height, width) in 0–1
    tokens: Tensor  # (i, k, t)
    answer: Tensor  # (i, k); negative = not in the lexicon
    weight: Tensor  # (i, k): questions of pictures that have few are drawn more than once, and weigh less
    things: Tensor  # (i, things, 3 + categories)


class BatchLoader:
    """A corpus on a device; pictures too large for it stay in memory and are sent batch by batch."""

    def __init__(self, corpus: Corpus, device: torch.device):
        self.corpus, self.device = corpus, device
        self.begin, self.count = question_spans(corpus.image, len(corpus.pictures))
        resident = device.type == "cuda" and corpus.pictures.nbytes < RESIDENT
        self.pictures = torch.from_numpy(np.array(corpus.pictures)).to(device) if resident else None
        self.tokens = torch.from_numpy(corpus.tokens.astype(np.int64)).to(device)
        self.answer = torch.from_numpy(corpus.answer.astype(np.int64)).to(device)
        self.things = torch.from_numpy(corpus.things.astype(np.int64)).to(device)

    def batches_per_epoch(self, images: int, questions: int) -> int:
        """How many batches an epoch has."""
        turns = int((-(-self.count // questions)).sum())
        return max(1, turns // images)

    def shuffled_batches(self, images: int, questions: int, rng: np.random.Generator) -> Iterator[Batch]:
        """One epoch of training in the order that the random generator gives: every question once, on average."""
        turns = np.repeat(np.arange(len(self.count)), -(-self.count // questions))
        rng.shuffle(turns)
        for step in range(self.batches_per_epoch(images, questions)):
            chosen = turns[step * images : (step + 1) * images]
            count = self.count[chosen][:, None]
            start = (rng.random((len(chosen), 1)) * count).astype(np.int64)
            rows = self.begin[chosen][:, None] + (start + np.arange(questions)[None]) % count
            weight = np.broadcast_to(np.minimum(1.0, count / questions), rows.shape)
            yield self._augment(self._make_batch(chosen, rows, weight), rng)

    def batches_in_order(self, images: int, questions: int) -> Iterator[Batch]:
        """Every question exactly once, in order; places that no question fills weigh nothing."""
        turns = -(-self.count // questions)
        whose = np.repeat(np.arange(len(self.count)), turns)
        turn = np.arange(len(whose)) - np.repeat(np.cumsum(turns) - turns, turns)
        for at in range(0, len(whose), images):
            chosen = whose[at : at + images]
            place = turn[at : at + images, None] * questions + np.arange(questions)[None]
            inside = place < self.count[chosen][:, None]
            yield self._make_batch(chosen, self.begin[chosen][:, None] + np.where(inside, place, 0), inside)

    def _make_batch(self, chosen: Ints, rows: Ints, weight: npt.NDArray[np.float64] | npt.NDArray[np.bool_]) -> Batch:
        picked = torch.from_numpy(rows).to(self.device)
        tokens = self.tokens[picked]
        longest = int((tokens != PAD).sum(-1).max())
        tokens = tokens[..., : -(-longest // 8) * 8]  # a multiple of eight, which attention on a GPU likes
        weights = torch.from_numpy(weight.astype(np.float32)).to(self.device)
        things = self.things[torch.from_numpy(chosen).to(self.device)]
        return Batch(self._pixels(chosen), tokens, self.answer[picked], weights, things)

    def _augment(self, batch: Batch, rng: np.random.Generator) -> Batch:
        """The batch with a few words dropped and its images shifted."""
        unheard = torch.rand(batch.tokens.shape, device=self.device) < UNKNOWN_WORD_SHARE
        tokens = torch.where(unheard & (batch.tokens > UNKNOWN + 1), UNKNOWN, batch.tokens)
        pixels, things = _shift_and_brighten(batch.pixels, batch.things, rng)
        return Batch(pixels, tokens, batch.answer, batch.weight, things)

    def _pixels(self, chosen: Ints) -> Tensor:
        if self.pictures is not None:
            taken = self.pictures[torch.from_numpy(chosen).to(self.device)]
        else:
            order = np.sort(chosen)  # a file is read forwards
            place = np.searchsorted(order, chosen)
            taken = torch.from_numpy(np.ascontiguousarray(self.corpus.pictures[order][place])).to(self.device)
        return taken.permute(0, 3, 1, 2).float().div_(255)


def _shift_and_brighten(pixels: Tensor, things: Tensor, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """The images shifted by a few pixels (edges repeated) and slightly lighter or darker."""
    x, y = (int(each) for each in rng.integers(-SHIFT, SHIFT + 1, 2))
    height, width = pixels.shape[-2:]
    wide = functional.pad(pixels, (SHIFT, SHIFT, SHIFT, SHIFT), mode="replicate")
    pixels = wide[..., SHIFT - y : SHIFT - y + height, SHIFT - x : SHIFT - x + width]
    light = torch.empty(len(pixels), 1, 1, 1, device=pixels.device).uniform_(0.9, 1.1)
    moved = things.clone()
    moved[..., 0] = (things[..., 0] + x).clamp(0, width - 1)
    moved[..., 1] = (things[..., 1] + y).clamp(0, height - 1)
    return (pixels * light).clamp(0, 1), moved
