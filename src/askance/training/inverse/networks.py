"""The networks of inverse VQA: the variational generator, and the baselines that lack a part of it.

Shapes: i images or rows, s slots, t words. A row is one (image, answer) with one question.
"""

from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import torch
from askance.inverse.question_words import END, PAD, START
from askance.training.inverse.concepts import Slots
from torch import Tensor, nn
from torch.nn import functional

WORD, HIDDEN, MEMORY, LATENT = 128, 256, 128, 32
ENCODER = 192
NAME, HEADS, LAYERS, GATES = 48, 4, 2, 32
COUNTS = 8  # how many objects of one name are distinguished


class Variant(msgspec.Struct, frozen=True):
    """What a generator is given: the full model has everything, a baseline lacks some of it."""

    image: str = "concepts"  # concepts, mean (one vector of features), cells (attention over features) or none
    answer: str = "number"  # number (an embedding), words (an LSTM over its words), type, or none
    latent: int = LATENT  # 0: not variational


VARIANTS = {
    "full": Variant(),
    "answer-only": Variant("none", "words", 0),
    "image-only": Variant("mean", "none", 0),
    "image-type": Variant("mean", "type", 0),
    "attention": Variant("cells", "number", 0),
}


class Sizes(msgspec.Struct, frozen=True):
    """The numbers that fix the shapes of a generator's weights."""

    words: int
    answers: int
    names: int  # of objects
    values: int  # of attributes, all categories together
    features: int  # of a cell of the image features


class Memory(NamedTuple):
    """What the decoder attends to, and one vector for the whole image."""

    slots: Tensor  # (i, s, MEMORY)
    whole: Tensor  # (i, MEMORY)


class SlotEncoder(nn.Module):
    """Objects with their values, positions and counts; self-attention adds how each is related to the others."""

    def __init__(self, sizes: Sizes):
        super().__init__()
        self.name = nn.Embedding(sizes.names, NAME)
        self.into = nn.Linear(NAME + sizes.values + 4 + 2 * COUNTS + 1, MEMORY)
        self.mean = nn.Linear(sizes.features, MEMORY)
        self.gates = nn.Linear(MEMORY, GATES)
        self.counted = nn.Linear(GATES, MEMORY)
        self.layers = nn.ModuleList([SlotLayer() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(MEMORY)
        self.register_buffer("numbers", torch.arange(1.0, COUNTS + 1), persistent=False)

    def forward(self, slots: Slots) -> Memory:
        """The memory of i images."""
        sure = slots.certainty.unsqueeze(-1)
        place = torch.cat([slots.place, slots.place**2], -1)
        same = (slots.name.unsqueeze(-1) == slots.name.unsqueeze(-2)).to(sure.dtype)
        color = slots.values @ slots.values.transpose(1, 2)  # how alike two objects are
        counts = [self._as_bins(same @ sure), self._as_bins((same * color) @ sure / 2)]
        x = self.into(torch.cat([self.name(slots.name), slots.values, place, *counts, sure], -1)) * sure
        many = self.counted(torch.log1p((torch.sigmoid(self.gates(x)) * sure).sum(1)))
        whole = self.mean(slots.mean) + many
        x = torch.cat([whole.unsqueeze(1), x], 1)
        for layer in self.layers:
            x = layer(x)
        x = self.norm(x)
        return Memory(x, x[:, 0])

    def _as_bins(self, counts: Tensor) -> Tensor:
        """(i, s, 1) soft counts → (i, s, COUNTS): near 1 at the number that is counted."""
        return torch.exp(-2 * (counts - self.get_buffer("numbers")) ** 2)


class SlotLayer(nn.Module):
    """Self-attention and a feed-forward block, each with a residual connection."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(MEMORY), nn.LayerNorm(MEMORY)
        self.qkv, self.out = nn.Linear(MEMORY, MEMORY * 3), nn.Linear(MEMORY, MEMORY)
        self.inner = nn.Sequential(
            nn.Linear(MEMORY, MEMORY * 2), nn.GELU(approximate="tanh"), nn.Linear(MEMORY * 2, MEMORY)
        )

    def forward(self, x: Tensor) -> Tensor:
        """(i, s, MEMORY) → the same."""
        i, s, _ = x.shape
        parts = self.qkv(self.first(x)).reshape(i, s, 3, HEADS, MEMORY // HEADS).permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(parts[0], parts[1], parts[2])
        x = x + self.out(mixed.transpose(1, 2).reshape(i, s, MEMORY))
        thought: Tensor = self.inner(self.second(x))
        return x + thought


class CellEncoder(nn.Module):
    """Plain features: all cells for attention, or their mean alone."""

    def __init__(self, sizes: Sizes, attends: bool):
        super().__init__()
        self.into, self.attends = nn.Linear(sizes.features, MEMORY), attends

    def forward(self, features: Tensor) -> Memory:
        """(i, cells, features) → memory; without attention it is one slot."""
        whole = self.into(features.mean(1))
        return Memory(self.into(features) if self.attends else whole.unsqueeze(1), whole)


class AnswerEncoder(nn.Module):
    """An answer as one vector: from its number, from its words, or from its type alone."""

    def __init__(self, variant: Variant, sizes: Sizes, answer_words: Tensor, answer_types: Tensor):
        super().__init__()
        self.form = variant.answer
        self.register_buffer("words", answer_words, persistent=False)  # (answers, t) word numbers
        self.register_buffer("types", answer_types, persistent=False)  # (answers,)
        if self.form == "number":
            self.table = nn.Embedding(sizes.answers, WORD)
        elif self.form == "type":
            self.table = nn.Embedding(int(answer_types.max()) + 1, WORD)
        elif self.form == "words":
            self.table = nn.Embedding(int(answer_words.max()) + 1, WORD)
            self.reader = nn.LSTM(WORD, WORD, batch_first=True)

    def forward(self, answer: Tensor) -> Tensor:
        """(i,) answer numbers → (i, WORD)."""
        if self.form == "none":
            return answer.unsqueeze(1) * torch.zeros(
                1, WORD, device=answer.device
            )  # an exported network keeps its input
        if self.form in ("number", "type"):
            found: Tensor = self.table(answer if self.form == "number" else self.get_buffer("types")[answer])
            return found
        words = self.get_buffer("words")[answer]
        states: Tensor = self.reader(self.table(words))[0]
        return _state_at(states, (words != PAD).sum(-1).clamp(min=1) - 1)


def _state_at(states: Tensor, place: Tensor) -> Tensor:
    """(i, t, size) states → (i, size): the one at each place; a gather is traced for any number of rows."""
    return states.gather(1, place[:, None, None].expand(-1, 1, states.shape[-1]))[:, 0]


class QuestionEncoder(nn.Module):
    """q(z | image, question): an LSTM whose first state is the image."""

    def __init__(self, latent: int):
        super().__init__()
        self.begin = nn.Linear(MEMORY, ENCODER)
        self.reader = nn.LSTM(WORD, ENCODER, batch_first=True)
        self.center, self.spread = nn.Linear(ENCODER, latent), nn.Linear(ENCODER, latent)

    def forward(self, embedded: Tensor, length: Tensor, whole: Tensor) -> tuple[Tensor, Tensor]:
        """(i, t, WORD) words of these lengths → mean and standard deviation of z, (i, latent) each."""
        first = self.begin(whole).unsqueeze(0)
        states, _ = self.reader(embedded, (first, torch.zeros_like(first)))
        last = _state_at(states, length - 1)
        return self.center(last), functional.softplus(self.spread(last)) + 1e-4


@dataclass(slots=True)
class Start:
    """The first state of the decoder, and what it looks at in every step."""

    hidden: Tensor  # (i, HIDDEN)
    cell: Tensor  # (i, HIDDEN)
    answer: Tensor  # (i, WORD)
    memory: Memory


class Decoder(nn.Module):
    """p(question | z, image, answer): an LSTM that begins with all three, and attends to the objects in every step."""

    def __init__(self, variant: Variant, words: int):
        super().__init__()
        self.from_latent = nn.Linear(variant.latent, HIDDEN, bias=False) if variant.latent else None
        self.from_image = nn.Linear(MEMORY, HIDDEN, bias=False)
        self.from_answer = nn.Linear(WORD, HIDDEN)
        self.reader = nn.LSTM(WORD, HIDDEN, batch_first=True)
        self.query, self.key = nn.Linear(HIDDEN, MEMORY), nn.Linear(MEMORY, MEMORY)
        self.join = nn.Linear(HIDDEN + 2 * MEMORY, HIDDEN)
        self.out = nn.Linear(HIDDEN, words)

    def begin(self, z: Tensor | None, answer: Tensor, memory: Memory) -> Start:
        """h0 = Wz z + WI fI + Wa a, c0 = 0."""
        hidden = self.from_image(memory.whole) + self.from_answer(answer)
        if self.from_latent is not None and z is not None:
            hidden = hidden + self.from_latent(z)
        return Start(hidden, torch.zeros_like(hidden), answer, memory)

    def forward(self, start: Start, embedded: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """(i, t, WORD) words so far → (i, t, words) scores of the next word, and the last state."""
        state = (start.hidden.unsqueeze(0), start.cell.unsqueeze(0))
        hidden, (last, cell) = self.reader(embedded + start.answer.unsqueeze(1), state)
        asked, keys = self.query(hidden), self.key(start.memory.slots)
        weight = torch.softmax(asked @ keys.transpose(1, 2) / MEMORY**0.5, -1)
        found = weight @ start.memory.slots
        whole = start.memory.whole.unsqueeze(1).expand_as(found)
        scores: Tensor = self.out(torch.tanh(self.join(torch.cat([hidden, found, whole], -1))))
        return scores, (last[0], cell[0])


class Generator(nn.Module):
    """All parts of a generator of one variant."""

    def __init__(self, variant: Variant, sizes: Sizes, answer_words: Tensor, answer_types: Tensor):
        super().__init__()
        self.variant = variant
        self.words = nn.Embedding(sizes.words, WORD)
        self.answers = AnswerEncoder(variant, sizes, answer_words, answer_types)
        if variant.image == "concepts":
            self.image: nn.Module | None = SlotEncoder(sizes)
        else:
            self.image = None if variant.image == "none" else CellEncoder(sizes, variant.image == "cells")
        self.encoder = QuestionEncoder(variant.latent) if variant.latent else None
        self.decoder = Decoder(variant, sizes.words)

    def remember(self, seen: Slots | Tensor, rows: int) -> Memory:
        """The memory of images; of nothing, where the variant receives no image."""
        if self.image is None:
            device = self.words.weight.device
            return Memory(torch.zeros(rows, 1, MEMORY, device=device), torch.zeros(rows, MEMORY, device=device))
        found: Memory = self.image(seen)
        return found

    def posterior(self, tokens: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        """Mean and standard deviation of z for (i, t) tokens: start sign, words, end sign, padding."""
        assert self.encoder is not None
        length = (tokens[:, 1:] != PAD).sum(-1)
        found: tuple[Tensor, Tensor] = self.encoder(self.words(tokens[:, 1:]), length, memory.whole)
        return found

    def word_likelihoods(self, tokens: Tensor, answer: Tensor, memory: Memory, z: Tensor | None,
                         heard: Tensor | None = None) -> Tensor:  # fmt: skip
        """(i, t − 1) log-likelihoods of the words and the end sign, 0 at padding; `heard` replaces what is read."""
        scores = self._score_words(tokens if heard is None else heard, answer, memory, z)
        wanted = tokens[:, 1:]
        found = -functional.cross_entropy(scores.transpose(1, 2).float(), wanted, reduction="none")
        return found * (wanted != PAD)

    def word_distributions(self, tokens: Tensor, answer: Tensor, memory: Memory, z: Tensor | None) -> Tensor:
        """(i, t − 1, words) log-probabilities of every word at every place after these tokens."""
        return torch.log_softmax(self._score_words(tokens, answer, memory, z).float(), -1)

    def _score_words(self, heard: Tensor, answer: Tensor, memory: Memory, z: Tensor | None) -> Tensor:
        start = self.decoder.begin(z, self.answers(answer), memory)
        scores: Tensor = self.decoder(start, self.words(heard[:, :-1]))[0]
        return scores

    @torch.no_grad()
    def sample(self, answer: Tensor, memory: Memory, z: Tensor | None, length: int, heat: float = 1.0) -> Tensor:
        """(i, length + 2) tokens drawn word by word."""
        start = self.decoder.begin(z, self.answers(answer), memory)
        said = torch.full((len(answer), length + 2), PAD, dtype=torch.int64, device=answer.device)
        said[:, 0] = START
        open_ = torch.ones(len(answer), dtype=torch.bool, device=answer.device)
        for at in range(1, length + 2):
            scores, (start.hidden, start.cell) = self.decoder(start, self.words(said[:, at - 1 : at]))
            scores = scores[:, 0].float()
            scores[:, :END] = -torch.inf  # the signs other than the end are never said
            word = torch.multinomial(torch.softmax(scores / heat, -1), 1)[:, 0]
            word = torch.full_like(word, END) if at == length + 1 else word
            said[:, at] = torch.where(open_, word, PAD)
            open_ = open_ & (word != END)
        return said


class BagOfWords(nn.Module):
    """Which words a question has, in any order, from z, image and answer: used in training only.

    A decoder that hears the words so far can do without z; this loss cannot.
    """

    def __init__(self, latent: int, words: int):
        super().__init__()
        self.hidden, self.out = nn.Linear(latent + MEMORY + WORD, HIDDEN), nn.Linear(HIDDEN, words)

    def forward(self, z: Tensor, whole: Tensor, answer: Tensor, tokens: Tensor) -> Tensor:
        """The mean loss of the words of (i, t) tokens, per question."""
        found = torch.relu(self.hidden(torch.cat([z, whole, answer], -1)))
        likelihood = torch.log_softmax(self.out(found), -1).gather(1, tokens[:, 1:])
        return -(likelihood * (tokens[:, 1:] > END)).sum(-1).mean()


def kl_divergence(center: Tensor, spread: Tensor) -> Tensor:
    """(i, latent): the divergence of N(center, spread²) from N(0, 1) in each dimension."""
    return 0.5 * (center**2 + spread**2 - 1) - torch.log(spread)
