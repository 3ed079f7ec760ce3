"""What the networks share: a residual block, a small backbone, and how a network is called."""

from collections.abc import Sequence
from typing import Protocol

import torch
from askance.models.builtin.image_size import SIZE
from torch import Tensor, nn

__all__ = ["SIZE", "Convolution", "Network", "Residual", "cell_positions", "center_pixels", "flatten_cells"]

MEAN, SPREAD = 0.55, 0.27


class Network(Protocol):
    """Sees pictures, reads questions, says answers; `drops` are the sizes of its dropout masks."""

    drops: tuple[int, ...]
    words: nn.Embedding
    size: tuple[int, int]  # width and height of what it sees
    grid: tuple[int, int]  # rows × columns that `see` gives; (1, 1) for one vector

    def encode_image(
        self, pixels: Tensor
    ) -> Tensor: ...  # (images, 3, height, width) in 0–1 → (images, cells, channels)

    def score_answers(self, grid: Tensor, embedded: Tensor, given: Tensor, drops: Sequence[Tensor]) -> Tensor: ...

    # grid (i, cells, c), embedded (i, k, t, d), given (i, k, t) is 1 at words, drops (i, k, size) → (i, k, answers)


def center_pixels(pixels: Tensor) -> Tensor:
    """Pixels in 0–1 about zero."""
    return (pixels - MEAN) / SPREAD


class Convolution(nn.Sequential):
    """Convolution, batch normalisation, and a rectifier unless it is the last of a block."""

    def __init__(self, into: int, out: int, size: int = 3, stride: int = 1, bent: bool = True):
        layers: list[nn.Module] = [
            nn.Conv2d(into, out, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(out),
        ]
        super().__init__(*layers, *([nn.ReLU(inplace=True)] if bent else []))


class Residual(nn.Module):
    """Two convolutions around which the input is added."""

    def __init__(self, into: int, out: int, stride: int = 1):
        super().__init__()
        self.inner = nn.Sequential(Convolution(into, out, stride=stride), Convolution(out, out, bent=False))
        same = stride == 1 and into == out
        self.around = nn.Identity() if same else Convolution(into, out, 1, stride, bent=False)

    def forward(self, x: Tensor) -> Tensor:
        """Features of the same or half the size."""
        return torch.relu(self.inner(x) + self.around(x))


def flatten_cells(features: Tensor) -> Tensor:
    """(images, channels, rows, columns) → (images, cells, channels)."""
    return features.flatten(2).transpose(1, 2)


def cell_positions(rows: int, columns: int) -> Tensor:
    """(cells, 4): where each cell's middle lies, as x, y and their squares about the picture's middle."""
    y, x = torch.meshgrid(torch.linspace(-1, 1, rows), torch.linspace(-1, 1, columns), indexing="ij")
    return torch.stack([x, y, x * x, y * y], dim=-1).reshape(rows * columns, 4)
