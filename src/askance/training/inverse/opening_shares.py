"""How often drawn questions begin alike: a generator that found one rewarding wording would ask nothing else."""

import torch
from torch import Tensor, nn

WORDS = 3  # the first words of a question are its opening
BINS = 4096
KEPT = 0.95  # of the shares, from step to step


class OpeningShares(nn.Module):
    """Running shares of openings among the draws; a buffer, so that a checkpoint keeps them."""

    shares: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("shares", torch.zeros(BINS))

    @torch.no_grad()
    def forward(self, tokens: Tensor, most: float) -> Tensor:
        """Take note of (i, t) tokens; (i,) factors: all questions with one opening together earn at most this share."""
        place = _openings(tokens)
        now = torch.bincount(place, minlength=BINS) / len(place)
        self.shares.mul_(KEPT).add_(now, alpha=1 - KEPT)
        seen = self.shares / self.shares.sum()  # the first steps have not filled them yet
        return (most / seen[place]).clamp(max=1.0)


def _openings(tokens: Tensor) -> Tensor:
    """(i,) bins of the first words after the start sign."""
    place = torch.zeros(len(tokens), dtype=torch.int64, device=tokens.device)
    for at in range(1, 1 + WORDS):
        place = (place * 1009 + tokens[:, at]) % BINS
    return place
