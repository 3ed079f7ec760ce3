"""What scenes teach a grid of features beside the questions: whose middle lies in a cell, and what it is like."""

import torch
from askance.training.corpus import SceneLabels
from torch import Tensor, nn
from torch.nn import functional

RARE = -4.0  # how sure the heads begin that a cell is empty


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
        column = (things[..., 0] * self.columns // self.width).clamp(0, self.columns - 1)
        row = (things[..., 1] * self.rows // self.height).clamp(0, self.rows - 1)
        cell, name = row * self.columns + column, things[..., 2]
        there = name > 0
        wanted = torch.zeros(grid.shape[0], grid.shape[1], self.names.out_features, device=grid.device)
        which = torch.arange(grid.shape[0], device=grid.device)[:, None].expand_as(cell)
        wanted[which[there], cell[there], name[there]] = 1.0
        loss = _focal_loss(self.names(grid).float(), wanted) / there.sum().clamp(min=1)
        features = grid[which[there], cell[there]]
        for place, head in enumerate(self.values):
            value = things[..., 3 + place][there]
            said = functional.cross_entropy(head(features).float(), value, reduction="none")
            loss = loss + (said * (value > 0)).sum() / (value > 0).sum().clamp(min=1) * 0.3
        return loss


def _focal_loss(scores: Tensor, wanted: Tensor) -> Tensor:
    """Focal cross-entropy: examples that are still wrong have the largest weight."""
    plain = functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none")
    right = torch.sigmoid(scores) * wanted + torch.sigmoid(-scores) * (1 - wanted)
    return ((1 - right) ** 2 * plain).sum()
