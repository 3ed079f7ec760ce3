"""A trained network as ONNX files: `see`, `words` and `say`, with half-precision weights, unpacked when loaded.

Every weight keeps the name that it has in the network, so that a training can go on from these files.
"""

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from askance.core.atomic_files import write_atomic
from askance.models.builtin.model_folder import CARD, write_model_card
from askance.models.builtin.vocabulary import LENGTH, PAD, UNKNOWN, WHOLE, Vocabulary
from askance.training.networks.shared_layers import Convolution
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

OPSET = 18
CLOSE = 1e-4  # how near ONNX Runtime's scores and torch's must be
HALF = "_half"  # ends the name of a weight that is stored in half precision
SMALL = 256  # weights of fewer numbers stay as they are


class _ImageNetwork(nn.Module):
    def __init__(self, network: Any):
        super().__init__()
        self.network = network

    def forward(self, pixels: Tensor) -> Tensor:
        """uint8 (i, height, width, 3) → (i, cells, channels)."""
        seen: Tensor = self.network.encode_image(pixels.permute(0, 3, 1, 2).float() / 255)
        return seen


class _AnswerNetwork(nn.Module):
    def __init__(self, network: Any):
        super().__init__()
        self.network = network

    def forward(self, grid: Tensor, embedded: Tensor, given: Tensor, *drops: Tensor) -> Tensor:
        """Scores of all answers."""
        said: Tensor = self.network.score_answers(grid, embedded, given, drops)
        return said


class _EmbeddingNetwork(nn.Module):
    def __init__(self, network: Any):
        super().__init__()
        self.words = network.words

    def forward(self, tokens: Tensor) -> Tensor:
        """Word numbers → embeddings."""
        found: Tensor = self.words(tokens)
        return found


def to_half_precision(network: nn.Module) -> nn.Module:
    """The network with norms folded into convolutions and large weights rounded to half precision, as it is shipped."""
    network.eval()
    for module in network.modules():
        if isinstance(module, Convolution) and isinstance(module[1], nn.BatchNorm2d):
            module[0] = fuse_conv_bn_eval(module[0], module[1])  # type: ignore[type-var]
            module[1] = nn.Identity()
    with torch.no_grad():
        for each in (*network.parameters(), *network.buffers()):
            if each.is_floating_point() and each.numel() >= SMALL:
                each.copy_(each.half().float())
    return network


def export_onnx(network: Any, folder: Path, lexicon: Vocabulary, card: dict[str, Any]) -> float:
    """Write a network's files; returns the largest difference between ONNX Runtime's scores and torch's."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CARD).unlink(missing_ok=True)  # it is written last: where it is, the files are whole
    to_half_precision(network)
    pixels, tokens, given, drops = _random_inputs(network, len(lexicon.words))
    with torch.no_grad():
        grid, embedded = network.encode_image(pixels.permute(0, 3, 1, 2).float() / 255), network.words(tokens)
    names = [f"drop{number}" for number in range(len(drops))]
    axes = {"pixels": "i", "grid": "i", "tokens": "ikt", "embedded": "ikt", "given": "ikt", "said": "ik"}
    axes |= dict.fromkeys(names, "ik")
    write_onnx_file(_ImageNetwork(network), (pixels,), folder / "see.onnx", ["pixels"], ["grid"], axes)
    write_onnx_file(_EmbeddingNetwork(network), (tokens,), folder / "words.onnx", ["tokens"], ["embedded"], axes)
    told = ["grid", "embedded", "given", *names]
    write_onnx_file(_AnswerNetwork(network), (grid, embedded, given, *drops), folder / "say.onnx", told, ["said"], axes)
    with torch.no_grad():
        far = onnx_difference(network, folder, pixels, tokens, drops)
    known = {"words": lexicon.words, "answers": lexicon.answers, "drops": network.drops, "size": network.size}
    about = {**known, **card, "onnx_difference": far}
    write_model_card(folder, about)
    return far


def _random_inputs(network: Any, words: int) -> tuple[Tensor, Tensor, Tensor, list[Tensor]]:
    """Two drawn pictures with three drawn questions each, one of them short: pixels, tokens, given, drops."""
    rng = torch.Generator().manual_seed(0)
    i, k, t = 2, 3, LENGTH
    pixels = torch.randint(0, 256, (i, *network.size[::-1], 3), dtype=torch.uint8, generator=rng)
    tokens = torch.randint(UNKNOWN, words, (i, k, t), generator=rng)
    tokens[:, :, 0] = WHOLE
    tokens[:, 1, 7:] = PAD
    return pixels, tokens, (tokens != PAD).float(), [torch.ones(i, k, size) for size in network.drops]


def write_onnx_file(
    module: nn.Module, inputs: tuple[Tensor, ...], file: Path, names: list[str], outs: list[str], axes: dict[str, str]
) -> None:
    """Write one network; `axes` names the dimensions that may vary, a letter each, from the first on."""
    module.eval()
    module.training = True  # of the outer module alone: else weights that happen to be equal lose their names
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracing exporter is deprecated, and warns of shapes that are as wanted
        torch.onnx.export(
            module, inputs, str(file), input_names=names, output_names=outs, opset_version=OPSET, dynamo=False,
            dynamic_axes={name: dict(enumerate(axes[name])) for name in (*names, *outs)},
            do_constant_folding=False, training=torch.onnx.TrainingMode.PRESERVE,
        )  # fmt: skip
    model = onnx.load(str(file))
    _store_weights_in_half_precision(model)
    write_atomic(file, model.SerializeToString())


def _store_weights_in_half_precision(model: onnx.ModelProto) -> None:
    """Store large weights in half precision, each with a Cast that the runtime folds away when it loads."""
    graph = model.graph
    casts = []
    for number, weight in enumerate(list(graph.initializer)):
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < SMALL:
            continue
        name = weight.name
        packed = numpy_helper.from_array(values.astype(np.float16), f"{name}{HALF}")
        graph.initializer.remove(weight)
        graph.initializer.append(packed)
        casts.append(helper.make_node("Cast", [packed.name], [name], f"unpack_{number}", to=TensorProto.FLOAT))
    for cast in reversed(casts):
        graph.node.insert(0, cast)


def onnx_difference(network: Any, folder: Path, pixels: Tensor, tokens: Tensor, drops: Sequence[Tensor]) -> float:
    """The largest difference of the scores, over a few drawn inputs."""
    import onnxruntime

    see, words, say = (onnxruntime.InferenceSession(str(folder / f"{part}.onnx")) for part in ("see", "words", "say"))
    given = (tokens != PAD).float()
    wanted = network.score_answers(
        network.encode_image(pixels.permute(0, 3, 1, 2).float() / 255), network.words(tokens), given, drops
    )
    feeds = {f"drop{number}": drop.numpy() for number, drop in enumerate(drops)}
    got = say.run(None, {
        "grid": see.run(None, {"pixels": pixels.numpy()})[0],
        "embedded": words.run(None, {"tokens": tokens.numpy()})[0],
        "given": given.numpy(), **feeds,
    })[0]  # fmt: skip
    return float(np.abs(got - wanted.numpy()).max())
