"""Trains the built-in tagger on the tags that spaCy gives real questions, and writes its weights.

python scripts/train_question_tagger.py FOLDER    FOLDER: v1_questions.txt, textvqa_ and vizwiz_val_questions.json
Needs torch and the extra sears; about two minutes of processor time.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from askance.wording.builtin_tagger import LENGTHS, OUTSIDE, SIDE, WEIGHTS, word_shape
from askance.wording.hashed_words import SCALE, group_rows, pack_rows, word_row
from askance.wording.part_of_speech_tags import tag_questions
from askance.wording.question_words import find_words
from question_splits import FILES, STICKERS, is_held_out
from torch import nn
from torch.nn import functional

WORDS, GROUPS, SIZE, HIDDEN = 4096, 2048, 32, 128
EPOCHS, BATCH, RATE = 24, 4096, 6e-3
UNSEEN = 0.1  # share of words without their own row in a step, so that letters alone must do
Example = tuple[list[str], list[str], bool]


def tagged_questions(folder: Path) -> list[Example]:
    """Words, tags, and whether the question is held out; only where both split it into the same words."""
    asked = (folder / "v1_questions.txt").read_text(encoding="utf-8").splitlines()
    asked += [each["question"] for name in FILES for each in json.loads((folder / name).read_text())["questions"]]
    asked = list(dict.fromkeys([*asked, *STICKERS.read_text(encoding="utf-8").splitlines()[1:]]))
    made = []
    for question, found in zip(asked, tag_questions(asked, "spacy"), strict=True):
        words = [word for word in found if word.text.strip()]
        if [word.start for word in words] == [start for _, start, _ in find_words(question)]:
            made.append(([word.text for word in words], [word.tag for word in words], is_held_out(question)))
    return made


class Network(nn.Module):
    """The tagger as askance.wording.builtin_tagger computes it."""

    def __init__(self, vocabulary: list[str], tags: int):
        super().__init__()
        rows = [group_rows(word.lower(), LENGTHS, GROUPS) for word in vocabulary]
        self.own = torch.tensor([word_row(word.lower(), WORDS) for word in vocabulary])
        self.letters = torch.tensor([row for each in rows for row in each])
        self.starts = torch.tensor(np.cumsum([0, *map(len, rows[:-1])]))
        self.shape = torch.tensor([word_shape(word) for word in vocabulary])
        self.words, self.groups = nn.Embedding(WORDS, SIZE), nn.EmbeddingBag(GROUPS, SIZE, mode="mean")
        self.shapes = nn.Embedding(OUTSIDE + 1, SIZE)
        for table in (self.words, self.groups, self.shapes):
            nn.init.normal_(table.weight, std=0.3)
        self.hidden, self.last = nn.Linear(SIZE * (2 * SIDE + 1), HIDDEN), nn.Linear(HIDDEN, tags)
        self.drop = nn.Dropout(0.2)

    def forward(self, near: torch.Tensor) -> torch.Tensor:
        """(words, 2 × SIDE + 1) indices of the vocabulary, the last one for no word → (words, tags)."""
        kept = torch.rand(len(self.own), 1) >= (UNSEEN if self.training else 0)
        vectors = self.words(self.own) * kept + self.groups(self.letters, self.starts) + self.shapes(self.shape)
        vectors = torch.cat([vectors, self.shapes.weight[OUTSIDE:]])
        hidden = functional.relu(self.hidden(self.drop(vectors[near]).flatten(1)))
        return self.last(self.drop(hidden))


def contexts(examples: list[Example], places: dict[str, int], tags: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
    """Each word with its neighbours, and its tag."""
    near, wanted, outside = [], [], [len(places)] * SIDE
    for words, given, _ in examples:
        row = [*outside, *(places[word] for word in words), *outside]
        near += [row[at : at + 2 * SIDE + 1] for at in range(len(words))]
        wanted += [tags.index(tag) for tag in given]
    return torch.tensor(near), torch.tensor(wanted)


def train(network: Network, near: torch.Tensor, wanted: torch.Tensor) -> None:
    """One cycle of the learning rate."""
    steps = EPOCHS * (len(wanted) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps + 1)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(wanted)).split(BATCH)[:-1]:
            loss = functional.cross_entropy(network(near[part]), wanted[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()


def write(network: Network, tags: list[str], path: Path) -> None:
    """The weights: tables as bytes with a scale per row, the rest in half precision."""
    tables = {name: getattr(network, name).weight.detach().numpy() for name in ("words", "groups")}
    packed = {name: pack_rows(table) for name, table in tables.items()}
    rest = {
        "shapes": network.shapes.weight, "hidden": network.hidden.weight.T, "hidden_bias": network.hidden.bias,
        "last": network.last.weight.T, "last_bias": network.last.bias,
    }  # fmt: skip
    np.savez_compressed(
        path,
        tags=np.frombuffer(" ".join(tags).encode(), np.uint8),
        **{name: rows for name, (rows, _) in packed.items()},
        **{f"{name}{SCALE}": scale for name, (_, scale) in packed.items()},
        **{name: value.detach().numpy().astype(np.float16) for name, value in rest.items()},
    )


def main() -> None:
    """Trains, writes, and prints the share of held-out words with spaCy's tag."""
    torch.manual_seed(0)
    examples = tagged_questions(Path(sys.argv[1]))
    places = {
        word: place for place, word in enumerate(dict.fromkeys(word for words, _, _ in examples for word in words))
    }
    tags = list(dict.fromkeys(tag for _, given, _ in examples for tag in given))
    network = Network(list(places), len(tags))
    train(network, *contexts([each for each in examples if not each[2]], places, tags))
    network.eval()
    near, wanted = contexts([each for each in examples if each[2]], places, tags)
    with torch.no_grad():
        found = torch.cat([network(part).argmax(1) for part in near.split(1 << 16)])
    print(f"{(found == wanted).float().mean():.4f} of {len(wanted):,} held-out words have spaCy's tag")
    write(network, tags, WEIGHTS)
    print(f"{WEIGHTS}: {WEIGHTS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
