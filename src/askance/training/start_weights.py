"""Going on from given weights: read from ONNX files, fitted to new words and answers, their norms made anew."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import torch
from askance.core import UserError
from askance.models.builtin.model_folder import CARD, ModelFiles
from askance.models.builtin.vocabulary import SPECIAL, UNKNOWN, Vocabulary
from askance.training.corpus import WORDS, Corpus
from askance.training.networks import NETWORKS
from askance.training.networks.shared_layers import Convolution
from askance.training.onnx_export import HALF
from onnx import numpy_helper
from torch import Tensor, nn

PICTURES = 64  # whose features tell the norms' first means and spreads
Weights = dict[str, Tensor]


def open_start_model(folder: Path, model: str) -> ModelFiles:
    """The model in a folder, whole and of that kind."""
    if not (folder / CARD).is_file():
        raise UserError(f"{folder}: holds no {CARD}: name a folder that askance train wrote")
    given = ModelFiles(folder)
    if given.about.model != model:
        found = given.about.model or "model of no kind"
        raise UserError(f"{folder}: holds a {found}, not a {model}: train {found}, or leave --from away")
    return given


def extend_vocabulary(old: Vocabulary, new: Vocabulary) -> Vocabulary:
    """The old words and answers at their numbers, then those that are new; no more words than a lexicon may have."""
    words = dict.fromkeys((*old.words, *new.words))
    return Vocabulary(tuple(words)[: WORDS + len(SPECIAL)], tuple(dict.fromkeys((*old.answers, *new.answers))))


def initial_weights(folder: Path, model: str, corpus: Corpus, seed: int) -> Weights:
    """The weights with which a network for this corpus, whose lexicon extends the old one, answers as the given one."""
    given = open_start_model(folder, model)
    torch.manual_seed(seed)
    network = NETWORKS[model](len(corpus.lexicon.words), len(corpus.lexicon.answers), corpus.size)
    kept, biases = _match_weights_to_network(read_weights(folder), network, folder)
    state = network.state_dict()
    for name, old in kept.items():
        size = len(given.lexicon.words) if name == "words.weight" else len(given.lexicon.answers)
        if old.shape != (size if len(state[name]) != len(old) else len(old), *state[name].shape[1:]):
            raise UserError(f"{folder}: {name} is {tuple(old.shape)}: another askance made it; train it again")
        state[name] = _append_new_rows(old, state[name], name == "words.weight")
    network.load_state_dict(state)
    _unfold_norms(network, biases, corpus.pictures)
    return network.state_dict()


def restore_network(folder: Path, pictures: npt.NDArray[np.uint8]) -> Any:
    """The network whose ONNX files a folder holds, not to be trained; some pictures of its size set its norms."""
    given = ModelFiles(folder)
    network = NETWORKS[given.about.model](len(given.lexicon.words), len(given.lexicon.answers), given.about.size)
    kept, biases = _match_weights_to_network(read_weights(folder), network, folder)
    network.load_state_dict(network.state_dict() | kept)
    _unfold_norms(network, biases, pictures)
    return network.requires_grad_(False)


def read_weights(folder: Path) -> Weights:
    """All named weights of the ONNX files, in full precision."""
    found: Weights = {}
    for part in ("see", "words", "say"):
        for each in _load_onnx(folder / f"{part}.onnx").graph.initializer:
            name = each.name.removeprefix("network.").removesuffix(HALF)
            found[name] = torch.from_numpy(np.array(numpy_helper.to_array(each)))
    return found


def _load_onnx(path: Path) -> onnx.ModelProto:
    try:
        return onnx.load(str(path))
    except Exception as error:  # protobuf and onnx have several kinds, without a base of their own
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UserError(f"{path}: cannot be loaded ({first}): train or export the model again") from error


def _named_convolutions(network: nn.Module) -> dict[str, Any]:
    return {name: module for name, module in network.named_modules() if isinstance(module, Convolution)}


def _match_weights_to_network(found: Weights, network: nn.Module, folder: Path) -> tuple[Weights, Weights]:
    """The network's weights, and the biases of its convolutions, into which their norms were folded."""
    folded = _named_convolutions(network)
    norms = tuple(f"{name}.1." for name in folded)
    plain = [name for name in network.state_dict() if not name.startswith(norms)]
    missing = [name for name in (*plain, *(f"{each}.0.bias" for each in folded)) if name not in found]
    if missing:
        raise UserError(f"{folder}: its ONNX files have no weight {missing[0]}: another askance made them; train again")
    return {name: found[name] for name in plain}, {name: found[f"{name}.0.bias"] for name in folded}


def _append_new_rows(old: Tensor, new: Tensor, are_words: bool) -> Tensor:
    """The old rows, then new ones: new words begin as the unknown word was, new answers as drawn."""
    more = old[UNKNOWN].expand(len(new) - len(old), -1) if are_words else new[len(old) :]
    return torch.cat([old, more])


@torch.no_grad()
def _unfold_norms(network: Any, biases: Weights, pictures: npt.NDArray[np.uint8]) -> None:
    """Set each norm to the means and spreads of its input, and to undo them, plus the bias that it was folded into."""
    hooks = []
    for name, module in _named_convolutions(network).items():

        def tell(norm: nn.Module, inputs: tuple[Tensor], bias: Tensor = biases[name]) -> None:
            assert isinstance(norm, nn.BatchNorm2d)
            variance, mean = torch.var_mean(inputs[0], (0, 2, 3))
            norm.running_mean, norm.running_var = mean, variance
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.copy_(mean + bias)

        hooks.append(module[1].register_forward_pre_hook(tell))
    some = np.linspace(0, len(pictures) - 1, min(PICTURES, len(pictures))).astype(int)
    network.eval().encode_image(torch.from_numpy(np.array(pictures[some])).permute(0, 3, 1, 2).float() / 255)
    for hook in hooks:
        hook.remove()
