"""A trained generator as ONNX files, compared with torch before anybody uses them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from askance.core import UserError
from askance.inverse.generator_folder import write_generator_card
from askance.inverse.question_words import END, LENGTH, START, QuestionVocabulary
from askance.training.inverse.concepts import ConceptPredictor
from askance.training.inverse.corpus import coarse_cells
from askance.training.inverse.legality import LegalityNetwork
from askance.training.inverse.networks import HIDDEN, MEMORY, Generator, Memory, Start
from askance.training.onnx_export import CLOSE, to_half_precision, write_onnx_file
from torch import Tensor, nn


class _See(nn.Module):
    def __init__(self, predictor: ConceptPredictor | None, image: nn.Module, grid: tuple[int, int]):
        super().__init__()
        self.predictor, self.image, self.grid = predictor, image, grid

    def forward(self, grid: Tensor) -> Tensor:
        """(i, cells, size) → (i, 1 + slots, MEMORY), the whole image first."""
        seen = self.predictor(grid) if self.predictor is not None else coarse_cells(grid, self.grid)
        memory = self.image(seen)
        return memory.slots if self.predictor is not None else torch.cat([memory.whole.unsqueeze(1), memory.slots], 1)


class _Encode(nn.Module):
    def __init__(self, generator: Generator):
        super().__init__()
        self.generator = generator

    def forward(self, tokens: Tensor, memory: Tensor) -> Tensor:
        """(i, t) tokens, memory of one image → (i, 2, latent): mean and standard deviation of z."""
        whole = memory[:, 0].expand(tokens.shape[0], -1)
        center, spread = self.generator.posterior(tokens, Memory(memory, whole))
        return torch.stack([center, spread], 1)


class _Begin(nn.Module):
    def __init__(self, generator: Generator):
        super().__init__()
        self.generator = generator

    def forward(self, answer: Tensor, memory: Tensor, z: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """(i,) answers, memory, z → the first hidden state (i, HIDDEN), and the answer (i, WORD)."""
        start = self.generator.decoder.begin(z, self.generator.answers(answer), Memory(memory, memory[:, 0]))
        return start.hidden, start.answer


class _Decode(nn.Module):
    def __init__(self, generator: Generator):
        super().__init__()
        self.generator = generator

    def forward(
        self, tokens: Tensor, hidden: Tensor, cell: Tensor, answer: Tensor, memory: Tensor
    ) -> tuple[Tensor, ...]:
        """(i, t) words so far → (i, t, words) log-probabilities of the next, and the last state."""
        slots = memory if self.generator.variant.image == "concepts" else memory[:, 1:]
        start = Start(hidden, cell, answer, Memory(slots, memory[:, 0]))
        scores, (last, state) = self.generator.decoder(start, self.generator.words(tokens))
        return torch.log_softmax(scores, -1), last, state


class _Legal(nn.Module):
    def __init__(self, network: LegalityNetwork):
        super().__init__()
        self.network = network

    def forward(self, tokens: Tensor) -> Tensor:
        """(i, t) tokens → (i,) probabilities."""
        return torch.sigmoid(self.network(tokens))


def export_generator(
    generator: Generator, predictor: ConceptPredictor | None, legality: LegalityNetwork | None,
    grid: tuple[int, int], features: int, folder: Path, vocabulary: QuestionVocabulary, card: Mapping[str, Any],
) -> float:  # fmt: skip
    """Write the networks and the card; returns the largest difference between ONNX Runtime's scores and torch's.

    With a `base` in the card, `see` and `legal` are those of the base folder and not written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    whole = nn.ModuleDict({"generator": generator.cpu().eval()})
    for name, network in (("predictor", predictor), ("legality", legality)):
        if network is not None:
            whole[name] = network.cpu().eval()
    to_half_precision(whole)
    is_based = bool(card.get("base"))
    inputs = _random_inputs(generator, predictor, grid, features, vocabulary)
    written = _networks(generator, None if is_based else predictor, None if is_based else legality, grid, is_based)
    for part, (module, names, outs) in written.items():
        given = tuple(inputs[name] for name in names)
        write_onnx_file(module, given, folder / f"{part}.onnx", names, outs, _AXES)
    about = {"words": vocabulary.words, "answers": vocabulary.answers, "latent": generator.variant.latent, **card}
    write_generator_card(folder, about)
    far = _largest_difference(written, inputs, folder)
    if far > CLOSE * 10:  # log-probabilities of rare words are large numbers
        raise UserError(f"{folder}: scores of ONNX Runtime and torch differ by {far:.2g}: report it")
    return far


_AXES = {
    "grid": "i", "memory": "m", "tokens": "it", "answer": "a", "z": "i", "hidden": "i", "cell": "i", "asked": "a",
    "latent": "i", "first": "i", "scores": "it", "last": "i", "state": "i", "legal": "i",
}  # fmt: skip
_Networks = dict[str, tuple[nn.Module, list[str], list[str]]]


def _networks(
    generator: Generator, predictor: ConceptPredictor | None, legality: LegalityNetwork | None, grid: tuple[int, int],
    is_based: bool,
) -> _Networks:  # fmt: skip
    found: _Networks = {}
    if generator.image is not None and not is_based:
        found["see"] = _See(predictor, generator.image, grid), ["grid"], ["memory"]
    z = ["z"] if generator.encoder is not None else []
    if z:
        found["encode"] = _Encode(generator), ["tokens", "memory"], ["latent"]
    found["begin"] = _Begin(generator), ["answer", "memory", *z], ["first", "asked"]
    found["decode"] = _Decode(generator), ["tokens", "hidden", "cell", "asked", "memory"], ["scores", "last", "state"]
    if legality is not None:
        found["legal"] = _Legal(legality), ["tokens"], ["legal"]
    return found


def _random_inputs(
    generator: Generator, predictor: ConceptPredictor | None, grid: tuple[int, int], features: int,
    vocabulary: QuestionVocabulary,
) -> dict[str, Tensor]:  # fmt: skip
    """Three drawn questions about one drawn image, one of them short."""
    rng = torch.Generator().manual_seed(0)
    seen = torch.rand(1, grid[0] * grid[1], features, generator=rng)
    with torch.no_grad():
        image = generator.image
        memory = torch.zeros(1, 2, MEMORY) if image is None else _See(predictor, image, grid)(seen)
        tokens = torch.randint(END + 1, len(vocabulary.words), (3, LENGTH // 2), generator=rng)
        tokens[:, 0], tokens[:, -1] = START, END
        tokens[1, 5], tokens[1, 6:] = END, 0
        answer = torch.tensor([0, 1, min(2, len(vocabulary.answers) - 1)])
        z = torch.randn(3, max(1, generator.variant.latent), generator=rng)
        asked = generator.answers(answer)
    state = {name: torch.rand(3, HIDDEN, generator=rng) for name in ("hidden", "cell")}
    return {"grid": seen, "memory": memory, "tokens": tokens, "answer": answer, "z": z, "asked": asked, **state}


def _largest_difference(written: _Networks, inputs: Mapping[str, Tensor], folder: Path) -> float:
    import onnxruntime

    far = 0.0
    for part, (module, names, _) in written.items():
        session = onnxruntime.InferenceSession(str(folder / f"{part}.onnx"))
        got = session.run(None, {name: inputs[name].numpy() for name in names})
        with torch.no_grad():
            wanted = module(*(inputs[name] for name in names))
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        far = max(far, *(float(np.abs(one - other.numpy()).max()) for one, other in zip(got, wanted, strict=True)))
    return far
