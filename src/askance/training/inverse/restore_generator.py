"""A generator's networks in torch again, from the ONNX files of its folder: every weight has kept its name there."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import onnx
import torch
from askance.core import UserError
from askance.inverse.generator_folder import GeneratorFiles
from askance.inverse.question_words import QuestionVocabulary
from askance.training.corpus import SceneLabels
from askance.training.inverse.concepts import ConceptPredictor
from askance.training.inverse.legality import LegalityNetwork
from askance.training.inverse.networks import Generator
from askance.training.inverse.supervised import SupervisedPlan, build_generator
from askance.training.onnx_export import HALF
from onnx import numpy_helper
from torch import Tensor


class TunableCard(msgspec.Struct, frozen=True):
    """What the card of a full generator says that tuning it needs."""

    labels: SceneLabels
    grid: tuple[int, int]
    features: int


@dataclass(slots=True)
class RestoredGenerator:
    """The networks of a folder, ready to be tuned."""

    files: GeneratorFiles
    card: TunableCard
    generator: Generator
    predictor: ConceptPredictor
    legality: LegalityNetwork


def restore_generator(folder: Path) -> RestoredGenerator:
    """The full generator in a folder; a baseline, or one without a legality network, is refused."""
    files = GeneratorFiles(folder)
    if files.about.variant != "full" or "legal" not in files.about.files:
        raise UserError(
            f"{folder}: holds no full generator with a legality network: train one with `inverse train full`"
        )
    try:
        card = msgspec.convert(files.card, TunableCard)
    except msgspec.ValidationError as error:
        raise UserError(f"{folder}: generator.json: {error}: train the generator again") from error
    vocabulary: QuestionVocabulary = files.vocabulary
    generator = build_generator(SupervisedPlan("full"), vocabulary, card.labels, card.features)
    seen = _read_weights(files.network_path("see"))
    weights = {f"image.{name.removeprefix('image.')}": each for name, each in seen.items() if name.startswith("image.")}
    for part in ("encode", "begin", "decode"):
        weights |= _without_prefix(_read_weights(files.network_path(part)), "generator.")
    _load(generator, weights, folder)
    predictor = ConceptPredictor(card.features, card.labels, card.grid)
    _load(predictor, _without_prefix(seen, "predictor."), folder)
    legality = LegalityNetwork(len(vocabulary.words))
    _load(legality, _without_prefix(_read_weights(files.network_path("legal")), "network."), folder)
    for network in (predictor, legality):
        network.eval().requires_grad_(False)
    return RestoredGenerator(files, card, generator, predictor, legality)


def _read_weights(path: Path) -> dict[str, Tensor]:
    try:
        model: Any = onnx.load(str(path))
    except Exception as error:  # protobuf's own kinds
        raise UserError(f"{path}: cannot be loaded: train the generator again in a new folder") from error
    return {
        each.name.removesuffix(HALF): torch.from_numpy(np.array(numpy_helper.to_array(each))).float()
        for each in model.graph.initializer
    }


def _without_prefix(weights: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): each for name, each in weights.items() if name.startswith(prefix)}


def _load(network: torch.nn.Module, weights: dict[str, Tensor], folder: Path) -> None:
    wanted = network.state_dict()
    missing = [name for name in wanted if name not in weights or weights[name].shape != wanted[name].shape]
    if missing:
        raise UserError(f"{folder}: its networks lack the weight {missing[0]}: another version of askance made them")
    network.load_state_dict({name: weights[name] for name in wanted})
