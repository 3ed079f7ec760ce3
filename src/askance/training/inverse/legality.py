"""The legality network: a small CNN that distinguishes real questions from perturbed and from badly generated ones."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import torch
from askance.inverse.question_words import END, LENGTH, PAD, START
from torch import Tensor, nn, optim
from torch.nn import functional

WORD, CHANNELS, WIDTHS = 64, 64, (2, 3, 4, 5)
Tokens = npt.NDArray[np.int64]
PERTURBATIONS = ("drop", "double", "swap", "replace", "echo", "repeat", "cut")


class LegalityNetwork(nn.Module):
    """(i, t) tokens → (i,) scores; above 0 is legal."""

    def __init__(self, words: int):
        super().__init__()
        self.words = nn.Embedding(words, WORD, padding_idx=PAD)
        self.filters = nn.ModuleList([nn.Conv1d(WORD, CHANNELS, width, padding=width - 1) for width in WIDTHS])
        self.hidden = nn.Linear(CHANNELS * len(WIDTHS), CHANNELS)
        self.out = nn.Linear(CHANNELS, 1)

    def forward(self, tokens: Tensor) -> Tensor:
        """The scores of some questions with their start and end signs."""
        embedded = self.words(tokens).transpose(1, 2)
        found = torch.cat([torch.relu(each(embedded)).amax(-1) for each in self.filters], -1)
        scores: Tensor = self.out(torch.relu(self.hidden(functional.dropout(found, 0.1, self.training))))
        return scores[:, 0]


def perturb_tokens(tokens: Tokens, words: int, rng: np.random.Generator) -> Tokens:
    """Every question with one or two random errors: a word dropped, doubled, swapped, replaced, or the end cut off."""
    found = np.full_like(tokens, PAD)
    for row, made in zip(tokens, found, strict=True):
        text = [int(word) for word in row if word > END]
        for _ in range(1 + (rng.random() < 0.3)):
            text = _with_error(text, str(rng.choice(PERTURBATIONS)), words, rng)
        made[: len(text) + 2] = [START, *text[:LENGTH], END][: len(text) + 2]
    return found


def _with_error(text: list[int], kind: str, words: int, rng: np.random.Generator) -> list[int]:
    if len(text) < 3:
        return text
    at = int(rng.integers(len(text) - 1))
    if kind == "drop":
        return text[:at] + text[at + 1 :]
    if kind == "double":
        return (text[: at + 1] + text[at:])[:LENGTH]
    if kind == "swap":
        return [*text[:at], text[at + 1], text[at], *text[at + 2 :]]
    if kind == "echo":  # a word of the question once more in the place of another: "red or red"
        return [*text[:at], text[int(rng.integers(len(text) - 1))], *text[at + 1 :]]
    if kind == "repeat":
        to = int(rng.integers(len(text)))
        return (text[:to] + text[at : at + int(rng.integers(2, 5))] + text[to:])[:LENGTH]
    if kind == "cut":
        return text[: max(1, at)]
    return [*text[:at], int(rng.integers(END + 1, words)), *text[at + 1 :]]


def as_texts(tokens: Tokens) -> list[bytes]:
    """Each row as bytes, to compare questions."""
    return [row.astype(np.int16).tobytes() for row in tokens]


def train_legality(
    real: Tokens, sampled: Tokens, words: int, device: torch.device, say: Callable[[str], None], steps: int = 4000,
    batch: int = 1024, seed: int = 0,
) -> tuple[LegalityNetwork, dict[str, float]]:  # fmt: skip
    """Trained on real questions against perturbed and sampled ones that are not in the real set."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    known = set(as_texts(real))
    held, train = real[: len(real) // 50], real[len(real) // 50 :]
    batch = min(batch, max(32, len(train) // 2))
    steps = min(steps, 50 + 20 * len(train) // batch)  # a small set is learned by heart
    bad = np.concatenate([_unreal(perturb_tokens(train, words, rng), known), _unreal(sampled, known)])
    rng.shuffle(bad)
    bad_held, bad = bad[: len(held)], bad[len(held) :]
    network = LegalityNetwork(words).to(device)
    optimiser = optim.AdamW(network.parameters(), lr=1e-3)
    schedule = optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, steps)
    target = torch.cat([torch.ones(batch // 2), torch.zeros(batch - batch // 2)]).to(device)
    for _ in range(steps):
        picked = [
            train[rng.integers(len(train), size=batch // 2)],
            bad[rng.integers(len(bad), size=batch - batch // 2)],
        ]
        tokens = torch.from_numpy(np.concatenate(picked)).to(device)
        loss = functional.binary_cross_entropy_with_logits(network(tokens), target)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
    network = network.eval().requires_grad_(False)
    figures = {
        "real": _share_legal(network, held, device),
        "perturbed_or_sampled": _share_legal(network, bad_held, device),
    }
    say(f"legality: {figures['real']:.2%} of held-out real questions, {figures['perturbed_or_sampled']:.2%} of others")
    return network, figures


def _unreal(tokens: Tokens, known: set[bytes]) -> Tokens:
    kept = np.array([text not in known for text in as_texts(tokens)], bool)
    found: Tokens = tokens[kept]
    return found


def _share_legal(network: LegalityNetwork, tokens: Tokens, device: torch.device) -> float:
    if not len(tokens):
        return 0.0
    return float((network(torch.from_numpy(tokens).to(device)) > 0).float().mean())
