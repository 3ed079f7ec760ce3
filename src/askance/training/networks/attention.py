"""`attention`: stacked attention over a grid of features."""

from collections.abc import Sequence

import torch
from askance.training.networks.blind import last_reader_state
from askance.training.networks.shared_layers import (
    SIZE,
    Convolution,
    Residual,
    cell_positions,
    center_pixels,
    flatten_cells,
)
from torch import Tensor, nn

WORD, READ, SEEN = 128, 192, 128
STRIDE = 16


class AttentionHop(nn.Module):
    """One attention step over the grid, guided by the current state."""

    def __init__(self) -> None:
        super().__init__()
        self.from_grid = nn.Linear(SEEN + 4, 128)
        self.from_known = nn.Linear(READ, 128)
        self.weight = nn.Linear(128, 1)
        self.bring = nn.Linear(SEEN + 4, READ)

    def forward(self, grid: Tensor, known: Tensor) -> Tensor:
        """What is known after the look: (i, n, c), (i, k, r) → (i, k, r)."""
        hidden = torch.tanh(self.from_grid(grid)[:, None] + self.from_known(known)[:, :, None])  # (i, k, n, 128)
        weights = torch.softmax(self.weight(hidden).squeeze(-1), -1)  # (i, k, n)
        brought: Tensor = self.bring(weights @ grid)
        return known + brought


class Attention(nn.Module):
    """A recurrent question encoder whose state attends to the image twice."""

    drops = (READ, 256)

    def __init__(self, words: int, answers: int, size: tuple[int, int] = SIZE):
        super().__init__()
        self.size, self.grid = size, (size[1] // STRIDE, size[0] // STRIDE)
        self.eye = nn.Sequential(
            Convolution(3, 32, stride=2), Convolution(32, 48, stride=2), Residual(48, 96, 2), Residual(96, SEEN, 2)
        )
        self.words = nn.Embedding(words, WORD)
        self.reader = nn.LSTM(WORD, READ, batch_first=True)
        self.looks = nn.ModuleList([AttentionHop(), AttentionHop()])
        self.answer = nn.Sequential(nn.Linear(READ, 256), nn.ReLU())
        self.out = nn.Linear(256, answers)
        self.register_buffer("places", cell_positions(*self.grid), persistent=False)

    def encode_image(self, pixels: Tensor) -> Tensor:
        """(i, cells, 128) features."""
        return flatten_cells(self.eye(center_pixels(pixels)))

    def score_answers(self, grid: Tensor, embedded: Tensor, given: Tensor, drops: Sequence[Tensor]) -> Tensor:
        """Scores of all answers."""
        here = self.get_buffer("places").to(grid.dtype).expand(grid.shape[0], -1, -1)
        placed = torch.cat([grid, here], -1)
        known = last_reader_state(self.reader, embedded, given) * drops[0]
        for look in self.looks:
            known = look(placed, known)
        said: Tensor = self.out(self.answer(known) * drops[1])
        return said
