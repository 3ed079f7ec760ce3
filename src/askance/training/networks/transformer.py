"""`transformer`: a small cross-modal transformer whose words look at a grid of features, and count on it."""

from collections.abc import Sequence

import torch
from askance.models.builtin.vocabulary import LENGTH
from askance.training.networks.shared_layers import (
    SIZE,
    Convolution,
    Residual,
    cell_positions,
    center_pixels,
    flatten_cells,
)
from torch import Tensor, nn
from torch.nn import functional

WORD, HEADS, LAYERS, READS = 160, 5, 4, 2
STRIDE = 8
GATES = 8
FEW = -3.0  # how closed the counting gates begin


def _split_heads(x: Tensor) -> Tensor:
    """(i, n, size) → (i, heads, n, size / heads)."""
    return x.reshape(x.shape[0], x.shape[1], HEADS, WORD // HEADS).transpose(1, 2)


def _module_tuple(modules: nn.Module) -> tuple[nn.Module, ...]:
    """The modules of a ModuleList, which is a sequence but not typed as one."""
    return tuple(modules.children())


class SelfAttention(nn.Module):
    """Self-attention between the words of one question."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(WORD)
        self.qkv = nn.Linear(WORD, WORD * 3)
        self.out = nn.Linear(WORD, WORD)

    def forward(self, x: Tensor, barred: Tensor) -> Tensor:
        """(q, t, size), barred (q, 1, 1, t) is a large negative number at padding."""
        query, key, value = self.qkv(self.norm(x)).chunk(3, -1)
        mixed = functional.scaled_dot_product_attention(
            _split_heads(query), _split_heads(key), _split_heads(value), attn_mask=barred
        )
        brought: Tensor = self.out(mixed.transpose(1, 2).flatten(2))
        return x + brought


class CrossAttention(nn.Module):
    """Words look at the picture: a weighted mean as usual, and for the whole question a gated sum, which can count."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(WORD)
        self.query = nn.Linear(WORD, WORD)
        self.key_value = nn.Linear(WORD, WORD * 2)
        self.gate_query = nn.Linear(WORD, WORD)
        self.gate_key = nn.Linear(WORD, WORD)
        self.few = nn.Parameter(torch.full((1,), FEW))
        self.out = nn.Linear(WORD, WORD)
        self.many = nn.Linear(GATES, WORD)

    def forward(self, x: Tensor, grid: Tensor) -> Tensor:
        """What the picture brings to each word: (i, k, t, size), (i, cells, size) → (i, k, t, size)."""
        i, k, t, _ = x.shape
        asked = self.norm(x)
        key, value = self.key_value(grid).chunk(2, -1)
        query = self.query(asked).reshape(i, k * t, WORD)
        found = functional.scaled_dot_product_attention(_split_heads(query), _split_heads(key), _split_heads(value))
        brought: Tensor = self.out(found.transpose(1, 2).flatten(2)).reshape(i, k, t, WORD)
        many = self.many(self._count_open_cells(self.gate_query(asked[:, :, 0]), self.gate_key(grid)))
        return torch.cat([brought[:, :, :1] + many.unsqueeze(2), brought[:, :, 1:]], 2)

    def _count_open_cells(self, query: Tensor, key: Tensor) -> Tensor:
        """(i, k, gates): how many cells each gate opens for, on a scale that does not run away."""
        i, k, _ = query.shape
        q = query.reshape(i, k, GATES, WORD // GATES).transpose(1, 2)
        cell = key.reshape(i, -1, GATES, WORD // GATES).transpose(1, 2)
        opened = torch.sigmoid(q @ cell.transpose(2, 3) + self.few)  # (i, gates, k, cells)
        return torch.log1p(opened.sum(-1)).transpose(1, 2)


class FeedForward(nn.Module):
    """A feed-forward block with a residual connection, applied to each word."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Sequential(
            nn.LayerNorm(WORD), nn.Linear(WORD, WORD * 3), nn.GELU(approximate="tanh"), nn.Linear(WORD * 3, WORD)
        )

    def forward(self, x: Tensor) -> Tensor:
        """The transformed word vectors."""
        thought: Tensor = self.inner(x)
        return x + thought


class ImageEncoder(nn.Module):
    """Image features at an eighth of the resolution, with context from the surroundings added."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            Convolution(3, 32, stride=2), Residual(32, 64, 2), Residual(64, 112, 2), Residual(112, 112)
        )
        self.far = nn.Sequential(Residual(112, 144, 2), Residual(144, 144))
        self.from_near = nn.Conv2d(112, WORD, 1)
        self.from_far = nn.Conv2d(144, WORD, 1)

    def forward(self, pixels: Tensor) -> Tensor:
        """(i, 3, height, width) → (i, word, height / 8, width / 8)."""
        near = self.near(center_pixels(pixels))
        far = functional.interpolate(self.from_far(self.far(near)), scale_factor=2.0, mode="nearest")
        return torch.relu(self.from_near(near) + far)


class Transformer(nn.Module):
    """Reads the question, then lets its words look at the picture and at one another by turns."""

    drops = (WORD,) * LAYERS

    def __init__(self, words: int, answers: int, size: tuple[int, int] = SIZE):
        super().__init__()
        self.size, self.grid = size, (size[1] // STRIDE, size[0] // STRIDE)
        self.eye = ImageEncoder()
        self.words = nn.Embedding(words, WORD)
        self.order = nn.Parameter(torch.randn(LENGTH, WORD) * 0.02)
        self.where = nn.Linear(4, WORD)
        self.reads = nn.ModuleList([nn.ModuleList([SelfAttention(), FeedForward()]) for _ in range(READS)])
        self.layers = nn.ModuleList(
            [nn.ModuleList([CrossAttention(), SelfAttention(), FeedForward()]) for _ in range(LAYERS)]
        )
        self.answer = nn.Sequential(nn.LayerNorm(WORD), nn.Linear(WORD, WORD * 2), nn.GELU(approximate="tanh"))
        self.out = nn.Linear(WORD * 2, answers)
        self.register_buffer("places", cell_positions(*self.grid), persistent=False)

    def encode_image(self, pixels: Tensor) -> Tensor:
        """(i, cells, word) features."""
        return flatten_cells(self.eye(pixels))

    def score_answers(self, grid: Tensor, embedded: Tensor, given: Tensor, drops: Sequence[Tensor]) -> Tensor:
        """Scores of all answers, told from the first token, which stands for the whole question."""
        i, k, t, _ = embedded.shape
        barred = ((given - 1) * 1e4).reshape(i * k, 1, 1, t).to(embedded.dtype)
        placed = grid + self.where(self.get_buffer("places").to(grid.dtype))
        x = (embedded + self.order[:t]).reshape(i * k, t, WORD)
        for pair in self.reads:
            mix, think = _module_tuple(pair)
            x = think(mix(x, barred))
        for layer, drop in zip(self.layers, drops, strict=True):
            look, mix, think = _module_tuple(layer)
            brought = look(x.reshape(i, k, t, WORD), placed) * drop.unsqueeze(2)
            x = think(mix(x + brought.reshape(i * k, t, WORD), barred))
        said: Tensor = self.out(self.answer(x.reshape(i, k, t, WORD)[:, :, 0]))
        return said
