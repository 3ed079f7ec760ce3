"""How right a network is: the share of questions whose best answer is the common one, in all and by kind of answer."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

import torch
from askance.training.batches import BatchLoader
from askance.training.corpus import KINDS, answer_kind_index
from askance.training.networks import Network
from torch import Tensor


def half_precision_on_gpu(device: torch.device) -> AbstractContextManager[object]:
    """Where sixteen bits are enough and faster: on a GPU."""
    return torch.autocast("cuda", torch.bfloat16) if device.type == "cuda" else nullcontext()


def all_ones_dropout_masks(network: Network, images: int, questions: int, device: torch.device) -> Sequence[Tensor]:
    """Dropout masks that drop nothing."""
    return [torch.ones(images, questions, size, device=device) for size in network.drops]


@torch.no_grad()
def measure_accuracies(
    network: Network, shelf: BatchLoader, images: int, questions: int, exact: bool = False
) -> dict[str, float]:
    """`accuracy` over all questions in percent, then that of each kind of answer; `exact` is in full precision."""
    kinds = torch.tensor([answer_kind_index(answer) for answer in shelf.corpus.lexicon.answers], device=shelf.device)
    right, total = torch.zeros(len(KINDS)), torch.zeros(len(KINDS))
    for batch in shelf.batches_in_order(images, questions):
        with nullcontext() if exact else half_precision_on_gpu(shelf.device):
            i, k, _ = batch.tokens.shape
            given = (batch.tokens != 0).float()
            grid = network.encode_image(batch.pixels)
            said = network.score_answers(
                grid, network.words(batch.tokens), given, all_ones_dropout_masks(network, i, k, shelf.device)
            )
        kind = torch.where(batch.answer < 0, -1 - batch.answer, kinds[batch.answer.clamp(min=0)]).flatten()
        hits = ((said.argmax(-1) == batch.answer) * batch.weight).flatten()
        right += torch.bincount(kind, hits, len(KINDS)).cpu()
        total += torch.bincount(kind, batch.weight.flatten(), len(KINDS)).cpu()
    figures = {"accuracy": 100 * float(right.sum() / total.sum())}
    by_kind = {name: 100 * float(r / t) for name, r, t in zip(KINDS, right, total, strict=True) if t}
    return figures | dict(reversed(by_kind.items()))
