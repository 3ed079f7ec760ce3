"""What scenes teach a grid of features beside the questions: whose middle lies in a cell, and what it is like."""

import torch
from askance.training.corpus import SceneLabels
from torch import Tensor, nn
from torch.nn import functional

RARE = -4.0  # how sure the heads begin that a cell is empty
VALUE_WEIGHT = 0.3  # of a category of attributes, beside the names


class SceneLoss(nn.Module):
    """Linear heads on a grid; used in training only, and not exported."""

    def __init__(self, size: int, told: SceneLabels, grid: tuple[int, int], picture: tuple[int, int]):
        super().__init__()
        (self.rows, self.columns), (self.width, self.height) = grid, picture
        self.names = nn.Linear(size, len(told.names))
        nn.init.constant_(self.names.bias, RARE)
        self.values = nn.ModuleList([nn.Linear(size, max(1, len(values))) for values in told.values])

    def forward(self, grid: Tensor, things: Tensor) -> Tensor:
        """The loss of a batch: (i, cells, size), (i, things, 3 + categories) → one number."""
        image, cell, there = locate_objects(things, (self.rows, self.columns), (self.width, self.height))
        loss = name_loss(self.names(grid).float(), image, cell, things[..., 2][there])
        features = grid[image, cell]
        for place, head in enumerate(self.values):
            loss = loss + value_loss(head(features).float(), things[..., 3 + place][there])
        return loss


def locate_objects(things: Tensor, grid: tuple[int, int], picture: tuple[int, int]) -> tuple[Tensor, Tensor, Tensor]:
    """The image and the cell of every object in (i, objects, 3 + categories) things, and which of them are objects."""
    (rows, columns), (width, height) = grid, picture
    column = (things[..., 0] * columns // width).clamp(0, columns - 1)
    row = (things[..., 1] * rows // height).clamp(0, rows - 1)
    there = things[..., 2] > 0
    image = torch.arange(len(things), device=things.device)[:, None].expand_as(there)
    return image[there], (row * columns + column)[there], there


def name_loss(scores: Tensor, image: Tensor, cell: Tensor, name: Tensor) -> Tensor:
    """The loss of (i, cells, names) scores, per object, for objects of these names in these cells."""
    wanted = torch.zeros_like(scores)
    wanted[image, cell, name] = 1.0
    return _focal_loss(scores, wanted) / max(1, len(name))


def value_loss(scores: Tensor, value: Tensor) -> Tensor:
    """The loss of (objects, values) scores of one category; the value 0 is "nothing said"."""
    said = functional.cross_entropy(scores, value, reduction="none")
    return (said * (value > 0)).sum() / (value > 0).sum().clamp(min=1) * VALUE_WEIGHT


def _focal_loss(scores: Tensor, wanted: Tensor) -> Tensor:
    """Focal cross-entropy: examples that are still wrong have the largest weight."""
    plain = functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none")
    right = torch.sigmoid(scores) * wanted + torch.sigmoid(-scores) * (1 - wanted)
    return ((1 - right) ** 2 * plain).sum()
