"""The training loop: seeded, resumable at every epoch, the same on a processor and on a GPU."""

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from askance.training import checkpoints
from askance.training.accuracy import half_precision_on_gpu, measure_accuracies
from askance.training.batches import Batch, BatchLoader
from askance.training.checkpoints import TrainingProgress
from askance.training.corpus import Corpus
from askance.training.networks import NETWORKS
from askance.training.scene_loss import SceneLoss
from torch import Tensor, nn, optim
from torch.nn import functional

KEEP = 0.9  # of a dropout mask's channels
WARM_SHARE, MEAN_STEPS = 0.1, 20  # a short training warms up, and averages, over fewer steps than its plan says
Net = Any  # one of NETWORKS; they share no base but nn.Module


class TrainingPlan(msgspec.Struct, frozen=True):
    """How a network is trained."""

    model: str
    epochs: int = 20
    images: int = 128  # pictures a batch
    questions: int = 12  # questions a picture
    rate: float = 1e-3
    decay: float = 0.02
    warm: int = 300
    teach: float = 0.5  # the weight of what scenes teach
    average: float = 0.998  # of the running mean of the weights, which is what is kept
    seed: int = 0


@dataclass(slots=True)
class TrainedNetwork:
    """A network with its figures."""

    network: Net
    progress: TrainingProgress


@dataclass(slots=True)
class Learner:
    """What a training changes, and all that a checkpoint must hold."""

    network: Net
    mean: Net
    teaching: SceneLoss
    optimiser: optim.Optimizer
    teach: float

    @property
    def modules(self) -> dict[str, nn.Module]:
        """The parts that have weights."""
        return {"network": self.network, "mean": self.mean, "teaching": self.teaching}


def build_network(plan: TrainingPlan, corpus: Corpus) -> Net:
    """A network with the seed's first weights."""
    torch.manual_seed(plan.seed)
    return NETWORKS[plan.model](len(corpus.lexicon.words), len(corpus.lexicon.answers), corpus.size)


def train_network(
    plan: TrainingPlan,
    train: Corpus,
    check: Corpus | None,
    folder: Path,
    start: dict[str, Tensor] | None = None,
    tell: Callable[[str], None] = lambda line: None,
    until: float | None = None,
    watch: Callable[[int, int], None] = lambda step, steps: None,
    training: str = "",
) -> TrainedNetwork:
    """Train, or go on training, and return the averaged network; `until` is a moment after which no epoch begins.

    A checkpoint is gone on with if it is of the same `training`.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    learner = _make_learner(plan, train, start, device)
    progress = checkpoints.load_checkpoint(
        folder, learner.modules, learner.optimiser, training, tell
    ) or TrainingProgress(0, 0, 0.0)
    shelf, checked = BatchLoader(train, device), BatchLoader(check, device) if check is not None else None
    while progress.epoch < plan.epochs and (until is None or time.time() < until):
        began = time.time()
        figures = {"epoch": progress.epoch + 1.0, "loss": _train_epoch(learner, shelf, plan, progress.epoch, watch)}
        if checked is not None:
            figures |= measure_accuracies(learner.mean, checked, plan.images, plan.questions)
        seconds = time.time() - began
        step = (progress.epoch + 1) * shelf.batches_per_epoch(plan.images, plan.questions)
        progress = TrainingProgress(progress.epoch + 1, step, progress.seconds + seconds, (*progress.history, figures))
        checkpoints.save_checkpoint(folder, progress, learner.modules, learner.optimiser, training)
        said = " ".join(f"{name} {value:.4g}" for name, value in figures.items())
        tell(f"{plan.model} {said} {seconds:.1f} s")
    return TrainedNetwork(learner.mean.cpu(), progress)


def _make_learner(plan: TrainingPlan, train: Corpus, start: dict[str, Tensor] | None, device: torch.device) -> Learner:
    network = build_network(plan, train)
    if start is not None:
        network.load_state_dict(start)
    network = network.to(device, memory_format=torch.channels_last)
    size = int(network.eval().encode_image(torch.zeros(1, 3, *network.size[::-1], device=device)).shape[-1])
    teaching = SceneLoss(size, train.told, network.grid, network.size).to(device)
    mean = copy.deepcopy(network).eval().requires_grad_(False)
    optimiser = optim.AdamW(_parameter_groups(network, teaching, plan.decay), lr=plan.rate, betas=(0.9, 0.98))
    is_taught = len(train.told.names) > 1 and network.grid[0] > 1
    return Learner(network, mean, teaching, optimiser, plan.teach if is_taught else 0.0)


def _train_epoch(
    learner: Learner, shelf: BatchLoader, plan: TrainingPlan, epoch: int, watch: Callable[[int, int], None]
) -> float:
    """One pass over the questions, drawn from the plan's seed and the epoch's number only; returns the mean loss."""
    rng = np.random.default_rng([plan.seed, epoch])
    torch.manual_seed(plan.seed * 1000 + epoch)
    learner.network.train()
    per_epoch = shelf.batches_per_epoch(plan.images, plan.questions)
    steps, losses = per_epoch * plan.epochs, []
    for step, batch in enumerate(shelf.shuffled_batches(plan.images, plan.questions, rng), epoch * per_epoch):
        _set_learning_rate(learner.optimiser, plan, step, steps)
        with half_precision_on_gpu(shelf.device):
            loss = _batch_loss(learner, batch)
        learner.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(learner.network.parameters(), 1.0)
        learner.optimiser.step()
        _update_average(
            learner.mean, learner.network, min(plan.average, 1 - MEAN_STEPS / steps, (1 + step) / (10 + step))
        )
        losses.append(loss.detach())
        watch(step + 1, steps)
    return float(torch.stack(losses).mean())


def _parameter_groups(network: nn.Module, teaching: nn.Module, decay: float) -> list[dict[str, Any]]:
    """Parameter groups: weight decay for matrices, none for biases and norms."""
    both = [*network.parameters(), *teaching.parameters()]
    flat = [each for each in both if each.ndim < 2]
    return [
        {"params": [each for each in both if each.ndim >= 2], "weight_decay": decay},
        {"params": flat, "weight_decay": 0.0},
    ]


def _set_learning_rate(optimiser: optim.Optimizer, plan: TrainingPlan, step: int, steps: int) -> None:
    """Set the learning rate: linear warm-up, then cosine decay to a hundredth."""
    warm = min(1.0, (step + 1) / max(1.0, min(plan.warm, WARM_SHARE * steps)))
    share = min(1.0, step / max(1, steps))
    rate = plan.rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
    for group in optimiser.param_groups:
        group["lr"] = rate


def _batch_loss(learner: Learner, batch: Batch) -> Tensor:
    network = learner.network
    grid = network.encode_image(batch.pixels)
    i, k, _ = batch.tokens.shape
    drops = [
        torch.bernoulli(torch.full((i, k, size), KEEP, device=batch.tokens.device)) / KEEP for size in network.drops
    ]
    said = network.score_answers(grid, network.words(batch.tokens), (batch.tokens != 0).float(), drops).float()
    wanted = batch.answer.flatten().clamp(min=-1)
    each = functional.cross_entropy(said.flatten(0, 1), wanted, ignore_index=-1, reduction="none")
    weight = batch.weight.flatten() * (wanted >= 0)
    loss = (each * weight).sum() / weight.sum().clamp(min=1)
    return loss + learner.teach * learner.teaching(grid, batch.things) if learner.teach else loss


@torch.no_grad()
def _update_average(mean: nn.Module, network: nn.Module, keep: float) -> None:
    for slow, fast in zip(mean.parameters(), network.parameters(), strict=True):
        slow.lerp_(fast.detach(), 1 - max(0.0, keep))
    for kept, now in zip(mean.buffers(), network.buffers(), strict=True):
        kept.copy_(now)
