"""Trains the built-in encoder of questions and writes its weights.

python scripts/train_question_encoder.py FOLDER TEACHER
FOLDER: v1_questions.txt, textvqa_ and vizwiz_val_questions.json. TEACHER: a folder of a sentence-transformers model
(all-MiniLM-L6-v2), whose similarities of questions are learned, with word order beside them.
Needs torch and sentence-transformers; about eight minutes of processor time.
"""

import sys
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import torch
from askance.ranking.encoders.builtin import LENGTHS, LONGEST, WEIGHTS
from askance.ranking.question_pool import split_words
from askance.wording.hashed_words import SCALE, group_rows, pack_rows, word_row
from askance.wording.ontology import ontology
from question_pairs import training_pairs
from question_splits import read_splits
from torch import nn
from torch.nn import functional

WORDS, GROUPS, SIZE, FEATURES, DIMENSION, POSITIONS, TEACHER = 6144, 6144, 128, 320, 256, 16, 384
STEPS, KEPT, RATE, SEEDS, PAIRS = 1800, 1500, 3e-3, 40, 40  # the rate would reach zero at STEPS; KEPT are made
SUBSET, NEAREST, NEIGHBOURS, AGAIN = 7000, 12, 7, 100  # questions a step is drawn from, changed every AGAIN steps
MARGIN, SHARP, SHARPER = 0.25, 0.07, 0.05
OTHERS = 16000  # questions about other objects
Floats = npt.NDArray[np.float32]


class Network(nn.Module):
    """The encoder as askance.ranking.encoders.builtin computes it; `up` maps to the teacher and is not written."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.groups = nn.Embedding(WORDS, SIZE), nn.EmbeddingBag(GROUPS, SIZE, mode="mean")
        self.position = nn.Embedding(POSITIONS, SIZE)
        for table, deviation in ((self.words, 0.1), (self.groups, 0.1), (self.position, 0.02)):
            nn.init.normal_(table.weight, std=deviation)
        self.near, self.weight = nn.Linear(3 * SIZE, FEATURES), nn.Linear(SIZE, 1)
        self.out, self.up = nn.Linear(FEATURES + SIZE, DIMENSION), nn.Linear(DIMENSION, TEACHER, bias=False)
        self.drop = nn.Dropout(0.1)

    def forward(self, questions: list[str]) -> torch.Tensor:
        """(questions, DIMENSION), unit rows."""
        split = [split_words(question)[:LONGEST] or ["?"] for question in questions]
        places = {word: place for place, word in enumerate(dict.fromkeys(word for words in split for word in words))}
        longest = max(map(len, split))
        rows = torch.tensor([[places[word] for word in words] + [0] * (longest - len(words)) for words in split])
        inside = torch.tensor([[1.0] * len(words) + [0.0] * (longest - len(words)) for words in split])[:, :, None]
        words = self.drop(self._vectors(list(places)))[rows] * inside  # (questions, words, size)
        placed = (words + self.position(torch.arange(longest).clamp(max=POSITIONS - 1))) * inside
        none = torch.zeros(len(split), 1, SIZE)
        near = [torch.cat([none, placed[:, :-1]], 1), placed, torch.cat([placed[:, 1:], none], 1)]
        features = (functional.relu(self.near(torch.cat(near, 2))) * inside).max(1).values
        weights = torch.sigmoid(self.weight(words)) * inside
        mean = (weights * words).sum(1) / (weights.sum(1) + 1e-3)
        return functional.normalize(self.out(torch.cat([features, mean], 1)), dim=1)

    def _vectors(self, words: list[str]) -> torch.Tensor:
        rows = [group_rows(word, LENGTHS, GROUPS) for word in words]
        starts = torch.tensor(np.cumsum([0, *map(len, rows[:-1])]))
        groups = self.groups(torch.tensor([row for each in rows for row in each]), starts)
        return self.words(torch.tensor([word_row(word, WORDS) for word in words])) + groups


def teacher_vectors(folder: str, questions: list[str]) -> Floats:
    """The teacher's unit vectors."""
    from sentence_transformers import SentenceTransformer

    teacher = SentenceTransformer(folder, device="cpu")
    with torch.autocast("cpu", torch.bfloat16):
        return np.asarray(teacher.encode(questions, batch_size=256, normalize_embeddings=True), np.float32)


def losses(network: Network, vectors: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """How far the similarities of some questions are from the teacher's, and the vectors from its vectors."""
    found, wanted = vectors @ vectors.T, taught @ taught.T
    itself = torch.eye(len(found), dtype=torch.bool)
    distance = ((found - wanted)[~itself] ** 2).mean()
    order = functional.kl_div(
        functional.log_softmax(found.masked_fill(itself, -9) / SHARP, 1),
        functional.softmax(wanted.masked_fill(itself, -9) / SHARP, 1),
        reduction="batchmean",
    )
    return 2 * distance + order + 1 - functional.cosine_similarity(network.up(vectors), taught).mean()


def word_order_losses(triples: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
    """A rewording must be nearer than the question with swapped nouns; pairs must find each other."""
    asked, same, swapped = triples.unbind(1)
    margin = functional.relu(MARGIN + (asked * swapped).sum(1) - (asked * same).sum(1)).mean()
    one, other = pairs.unbind(1)
    likeness = one @ torch.cat([other, swapped]).T / SHARPER
    return margin + 0.1 * functional.cross_entropy(likeness, torch.arange(len(one)))


def train(network: Network, questions: list[str], taught: Floats, pairs: list, triples: list) -> None:
    """Steps over questions with neighbours of theirs, pairs and triples; the rate falls as a cosine."""
    rng = np.random.default_rng(0)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, step / 100) * (0.49 * (1 + np.cos(np.pi * min(1, step / STEPS))) + 0.02)
    )
    for step in range(KEPT):
        if step % AGAIN == 0:
            subset = rng.choice(len(taught), SUBSET, replace=False)
            likeness = taught[subset] @ taught[subset].T
            np.fill_diagonal(likeness, -1)
            nearest = subset[np.argpartition(-likeness, NEAREST, axis=1)[:, :NEAREST]]
        seeds = rng.integers(0, SUBSET, SEEDS)
        beside = [nearest[seeds, rng.integers(0, NEAREST, SEEDS)] for _ in range(NEIGHBOURS)]
        chosen = np.unique(np.concatenate([subset[seeds], *beside]))
        three = [triples[place] for place in rng.integers(0, len(triples), PAIRS)]
        two = [pairs[place] for place in rng.integers(0, len(pairs), PAIRS)]
        texts = [*(questions[place] for place in chosen), *(each for group in (*three, *two) for each in group)]
        vectors, n = network(texts), len(chosen)
        ordered = word_order_losses(
            vectors[n : n + 3 * PAIRS].view(PAIRS, 3, -1), vectors[n + 3 * PAIRS :].view(PAIRS, 2, -1)
        )
        loss = losses(network, vectors[:n], torch.from_numpy(taught[chosen])) + ordered
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step}: loss {loss.item():.3f}", flush=True)


def write(network: Network, path: Path) -> None:
    """The weights: tables as bytes with a scale per row, the rest in half precision."""
    packed = {name: pack_rows(getattr(network, name).weight.detach().numpy()) for name in ("words", "groups")}
    near = network.near.weight.T
    rest = {
        "before": near[:SIZE], "word": near[SIZE : 2 * SIZE], "behind": near[2 * SIZE :],
        "near_bias": network.near.bias,
        "position": network.position.weight, "weight": network.weight.weight.T, "weight_bias": network.weight.bias,
        "out": network.out.weight.T, "out_bias": network.out.bias,
    }  # fmt: skip
    np.savez_compressed(
        path,
        **{name: rows for name, (rows, _) in packed.items()},
        **{f"{name}{SCALE}": scale for name, (_, scale) in packed.items()},
        **{name: np.ascontiguousarray(value.detach().numpy()).astype(np.float16) for name, value in rest.items()},
    )


def main() -> None:
    """Trains on the training split, and writes the weights."""
    torch.manual_seed(0)
    training, _ = read_splits(Path(sys.argv[1]))
    names = [name for name in ontology().objects.words if " " not in name]
    pairs, triples, others = training_pairs(training, names, Random(0))
    questions = training + others[:OTHERS]
    network = Network()
    train(network, questions, teacher_vectors(sys.argv[2], questions), pairs, triples)
    write(network, WEIGHTS)
    print(f"{WEIGHTS}: {WEIGHTS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
