"""The concept predictor: which objects a grid of frozen features shows, where, and with which attribute values."""

from typing import NamedTuple

import torch
from askance.training.corpus import SceneLabels
from askance.training.scene_loss import RARE, locate_objects, name_loss, value_loss
from torch import Tensor, nn
from torch.nn import functional

SLOTS = 20  # the most objects that are read from an image
HIDDEN = 128


class Slots(NamedTuple):
    """The most certain objects of i images: what the generator knows about them."""

    name: Tensor  # (i, slots) int64
    certainty: Tensor  # (i, slots) in 0–1
    values: Tensor  # (i, slots, values): a distribution for each category, one after the other
    place: Tensor  # (i, slots, 2): x and y in −1–1
    mean: Tensor  # (i, size): the mean of the features, which shows the surroundings


class ConceptPredictor(nn.Module):
    """A score for each name in each cell, and for an object found there the values of its attributes."""

    def __init__(self, size: int, told: SceneLabels, grid: tuple[int, int]):
        super().__init__()
        self.rows, self.columns = grid
        self.sizes = [max(1, len(values)) for values in told.values]
        self.names = nn.Linear(size, len(told.names))
        nn.init.constant_(self.names.bias, RARE)
        self.feature = nn.Linear(size, HIDDEN)
        self.named = nn.Embedding(len(told.names), HIDDEN)
        self.values = nn.Linear(HIDDEN, sum(self.sizes))

    def loss(self, grid: Tensor, things: Tensor, picture: tuple[int, int]) -> Tensor:
        """The loss of a batch: features (i, cells, size), things (i, objects, 3 + categories): x, y, name, values."""
        image, cell, there = locate_objects(things, (self.rows, self.columns), picture)
        name = things[..., 2][there]
        loss = name_loss(self.names(grid).float(), image, cell, name)
        scores = self._score_values(grid[image, cell], name).float()
        for place, part in enumerate(torch.split(scores, self.sizes, -1)):
            loss = loss + value_loss(part, things[..., 3 + place][there])
        return loss

    def forward(self, grid: Tensor) -> Slots:
        """The objects at the local maxima of each name's scores, the most certain first."""
        i, cells, size = grid.shape
        scores = torch.sigmoid(self.names(grid))[..., 1:]  # the name 0 is no name
        maps = scores.transpose(1, 2).reshape(i, -1, self.rows, self.columns)
        peaks = functional.max_pool2d(maps, 3, 1, 1)
        kept = torch.where(maps >= peaks, maps, torch.zeros_like(maps)).reshape(i, -1)
        certainty, found = kept.topk(SLOTS, -1)
        name, cell = found // cells + 1, found % cells
        features = torch.gather(grid, 1, cell[..., None].expand(-1, -1, size))
        parts = torch.split(self._score_values(features, name), self.sizes, -1)
        values = torch.cat([torch.softmax(part, -1) for part in parts], -1)
        x = (cell % self.columns).to(grid.dtype) / max(1, self.columns - 1) * 2 - 1
        y = (cell // self.columns).to(grid.dtype) / max(1, self.rows - 1) * 2 - 1
        return Slots(name, certainty, values, torch.stack([x, y], -1), grid.mean(1))

    def _score_values(self, features: Tensor, name: Tensor) -> Tensor:
        scores: Tensor = self.values(torch.relu(self.feature(features) + self.named(name)))
        return scores
