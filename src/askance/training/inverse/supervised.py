"""Supervised training: first the concept predictor on frozen features, then a generator on the objects it finds."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import torch
from askance.inverse.question_words import END, LENGTH, PAD, UNKNOWN, Ints, QuestionVocabulary
from askance.training.checkpoints import TrainingProgress, load_checkpoint, save_checkpoint
from askance.training.corpus import SceneLabels, Things
from askance.training.inverse.concepts import ConceptPredictor, Slots
from askance.training.inverse.corpus import (
    QuestionRows,
    answer_type_table,
    answer_word_table,
    coarse_cells,
    epoch_batches,
    take_slots,
)
from askance.training.inverse.networks import VARIANTS, BagOfWords, Generator, Sizes, kl_divergence
from torch import Tensor, optim

Say = Callable[[str], None]
DRAWN = 4096  # questions that are drawn at a time


class SupervisedPlan(msgspec.Struct, frozen=True):
    """How a generator is trained."""

    variant: str = "full"
    epochs: int = 6
    rows: int = 2048  # questions per batch
    rate: float = 1.5e-3
    decay: float = 0.01
    warm: int = 300  # steps
    unheard: float = 0.05  # the share of words that the decoder is not given, so that it must use z and the image
    free: float = 2.0  # nats of z that cost nothing, against the collapse of the posterior
    groups: int = 1  # of dimensions of z that share them equally, so that more than a few dimensions are used
    bag: float = 0.0  # the weight of the loss of the words without their order, told from z, image and answer
    kl_warm: float = 0.3  # the share of the training in which the weight of the KL term grows to 1
    concept_epochs: int = 10
    images: int = 128  # per batch of the concept predictor
    seed: int = 0


@dataclass(slots=True)
class Seen:
    """What the variants see of all images."""

    features: Tensor  # (images, cells, size) in half precision
    grid: tuple[int, int]
    slots: Slots | None = None
    cells: Tensor | None = None
    mean: Tensor | None = None  # one vector per image, as one cell

    def of(self, variant: str, images: Tensor) -> Slots | Tensor:
        """What this variant sees of some images."""
        image = VARIANTS[variant].image
        if image == "concepts":
            assert self.slots is not None
            return take_slots(self.slots, images)
        if image == "mean":
            if self.mean is None:
                self.mean = self.features.mean(1, keepdim=True)
            return self.mean[images].float()
        if self.cells is None:
            self.cells = coarse_cells(self.features, self.grid)
        return self.cells[images].float()


def train_concepts(
    plan: SupervisedPlan, seen: Seen, things: Things, told: SceneLabels, picture: tuple[int, int], say: Say
) -> ConceptPredictor:
    """The predictor, trained on what scenes say of all images."""
    device = seen.features.device
    torch.manual_seed(plan.seed)
    predictor = ConceptPredictor(seen.features.shape[-1], told, seen.grid).to(device)
    optimiser = optim.AdamW(predictor.parameters(), lr=2e-3, weight_decay=0.0)
    labels, steps = torch.from_numpy(things.astype(np.int64)), 0
    total = plan.concept_epochs * max(1, len(labels) // plan.images)
    for epoch in range(plan.concept_epochs):
        began, losses = time.time(), []
        for batch in epoch_batches(len(labels), plan.images, plan.seed, epoch):
            chosen = torch.from_numpy(batch).to(device)
            loss = predictor.loss(seen.features[chosen].float(), labels[batch].to(device), picture)
            _take_step(optimiser, predictor, loss, 2e-3 * (1 - steps / total))
            losses.append(loss.detach())
            steps += 1
        say(f"concepts epoch {epoch + 1} loss {torch.stack(losses).mean():.3f} {time.time() - began:.1f} s")
    return predictor.eval().requires_grad_(False)


@torch.no_grad()
def find_slots(predictor: ConceptPredictor, features: Tensor, batch: int = 512) -> Slots:
    """The objects of all images, in half precision."""
    parts = [predictor(features[at : at + batch].float()) for at in range(0, len(features), batch)]
    name = torch.cat([part.name for part in parts]).short()
    certainty, values, place, mean = (torch.cat([part[at] for part in parts]).half() for at in range(1, 5))
    return Slots(name, certainty, values, place, mean)


def _take_step(optimiser: optim.Optimizer, module: torch.nn.Module, loss: Tensor, rate: float) -> None:
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
    optimiser.step()


def build_generator(
    plan: SupervisedPlan, vocabulary: QuestionVocabulary, told: SceneLabels, features: int
) -> Generator:
    """A generator with the seed's first weights."""
    torch.manual_seed(plan.seed)
    values = sum(max(1, len(each)) for each in told.values)
    sizes = Sizes(len(vocabulary.words), len(vocabulary.answers), len(told.names), values, features)
    return Generator(VARIANTS[plan.variant], sizes, answer_word_table(vocabulary), answer_type_table(vocabulary))


def train_generator(
    plan: SupervisedPlan, rows: QuestionRows, seen: Seen, told: SceneLabels, folder: Path, say: Say, training: str = "",
    check: tuple[QuestionRows, Seen] | None = None, start: dict[str, Tensor] | None = None,
) -> tuple[Generator, TrainingProgress]:  # fmt: skip
    """Train, or go on training, a generator, perhaps from given weights; a checkpoint is written after every epoch."""
    device = seen.features.device
    generator = build_generator(plan, rows.vocabulary, told, seen.features.shape[-1]).to(device)
    if start is not None:
        generator.load_state_dict(start, strict=False)
    modules: dict[str, torch.nn.Module] = {"generator": generator}
    if plan.bag and generator.encoder is not None:
        modules["bag"] = BagOfWords(generator.variant.latent, len(rows.vocabulary.words)).to(device)
    learned = [each for module in modules.values() for each in module.parameters()]
    optimiser = optim.AdamW(learned, lr=plan.rate, weight_decay=plan.decay, betas=(0.9, 0.98))
    progress = load_checkpoint(folder, modules, optimiser, training, say) or TrainingProgress(0, 0, 0.0)
    data = [torch.from_numpy(each.astype(np.int64)).to(device) for each in (rows.image, rows.answer, rows.tokens)]
    while progress.epoch < plan.epochs:
        began = time.time()
        figures = _train_epoch(modules, optimiser, plan, progress.epoch, data, seen)
        if check is not None:
            figures |= measure_generator(generator, plan.variant, *check)
        progress = TrainingProgress(
            progress.epoch + 1, progress.step + _steps(plan, len(rows.image)),
            progress.seconds + time.time() - began, (*progress.history, figures),
        )  # fmt: skip
        save_checkpoint(folder, progress, modules, optimiser, training)
        said = " ".join(f"{name} {value:.4g}" for name, value in figures.items())
        say(f"{plan.variant} epoch {progress.epoch} {said} {time.time() - began:.1f} s")
    return generator.eval(), progress


def _steps(plan: SupervisedPlan, rows: int) -> int:
    return max(1, rows // plan.rows)


def _train_epoch(
    modules: dict[str, torch.nn.Module], optimiser: optim.Optimizer, plan: SupervisedPlan, epoch: int,
    data: list[Tensor], seen: Seen,
) -> dict[str, float]:  # fmt: skip
    torch.manual_seed(plan.seed * 1000 + epoch)
    whole = torch.nn.ModuleDict(modules).train()
    steps = _steps(plan, len(data[0]))
    total, losses = steps * plan.epochs, []
    for number, batch in enumerate(epoch_batches(len(data[0]), plan.rows, plan.seed, epoch)):
        step = epoch * steps + number
        chosen = torch.from_numpy(batch).to(data[0].device)
        image, answer, tokens = (each[chosen] for each in data)
        share = min(1.0, step / max(1.0, plan.kl_warm * total))
        loss, parts = question_loss(modules, plan, image, answer, _trimmed(tokens), seen, share)
        _take_step(optimiser, whole, loss, _rate(plan, step, total))
        losses.append(parts)
    names = ("loss", "words", "kl")
    return dict(zip(names, torch.stack(losses).mean(0).tolist(), strict=True))


def _rate(plan: SupervisedPlan, step: int, total: int) -> float:
    warm = min(plan.warm, max(1, total // 10))
    if step < warm:
        return plan.rate * (step + 1) / warm
    return plan.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, total - warm))))


def _trimmed(tokens: Tensor) -> Tensor:
    """Tokens without the columns that are padding in every row."""
    return tokens[:, : int((tokens != PAD).sum(-1).max())]


def question_loss(
    modules: dict[str, torch.nn.Module], plan: SupervisedPlan, image: Tensor, answer: Tensor, tokens: Tensor,
    seen: Seen, share: float,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """The negative ELBO per question with free bits, and its parts."""
    generator = cast(Generator, modules["generator"])
    memory = generator.remember(seen.of(plan.variant, image), len(image))
    z, kl = None, torch.zeros((), device=image.device)
    cost = kl
    if generator.encoder is not None:
        center, spread = generator.posterior(tokens, memory)
        z = center + spread * torch.randn_like(spread)
        each = kl_divergence(center, spread).mean(0)
        kl = each.sum()
        cost = each.reshape(plan.groups, -1).sum(-1).clamp(min=plan.free / plan.groups).sum()
    hidden = (torch.rand(tokens.shape, device=tokens.device) < plan.unheard) & (tokens > END)
    heard = torch.where(hidden, UNKNOWN, tokens)
    words = -generator.word_likelihoods(tokens, answer, memory, z, heard).sum(-1).mean()
    loss = words + share * cost
    if "bag" in modules:
        loss = loss + plan.bag * modules["bag"](z, memory.whole, generator.answers(answer), tokens)
    return loss, torch.stack([loss.detach(), words.detach(), kl.detach()])


@torch.no_grad()
def measure_generator(generator: Generator, variant: str, rows: QuestionRows, seen: Seen) -> dict[str, float]:
    """Figures on other rows: negative log-likelihood (ELBO) per word, KL per word, and active units of z."""
    generator.eval()
    device = seen.features.device
    words = kl = length = 0.0
    centers: list[Tensor] = []
    for at in range(0, len(rows.image), 4096):
        part: list[Any] = [
            torch.from_numpy(each[at : at + 4096].astype(np.int64)).to(device)
            for each in (rows.image, rows.answer, rows.tokens)
        ]
        image, answer, tokens = part[0], part[1], _trimmed(part[2])
        memory = generator.remember(seen.of(variant, image), len(image))
        z = None
        if generator.encoder is not None:
            center, spread = generator.posterior(tokens, memory)
            z = center + spread * torch.randn_like(spread)
            kl += float(kl_divergence(center, spread).sum())
            centers.append(center)
        words -= float(generator.word_likelihoods(tokens, answer, memory, z).sum())
        length += float((tokens[:, 1:] != PAD).sum())
    active = int((torch.cat(centers).var(0) > 0.01).sum()) if centers else 0
    return {"check_nll": (words + kl) / length, "check_kl_per_word": kl / length, "active": active}


@torch.no_grad()
def draw_questions(
    generator: Generator, rows: QuestionRows, seen: Seen, number: int, heats: tuple[float, ...] = (1.0,), seed: int = 0
) -> Ints:
    """(number, LENGTH + 2) tokens of questions drawn for random pairs of the rows; a hot draw has more errors."""
    rng, device, found = np.random.default_rng(seed), seen.features.device, []
    torch.manual_seed(seed)
    for at in range(0, number, DRAWN):
        chosen = rng.integers(len(rows.image), size=min(DRAWN, number - at))
        image, answer = (
            torch.from_numpy(each[chosen].astype(np.int64)).to(device) for each in (rows.image, rows.answer)
        )
        memory = generator.eval().remember(seen.of("full", image), len(image))
        z = torch.randn(len(image), generator.variant.latent, device=device)
        heat = heats[at // DRAWN % len(heats)]
        found.append(generator.sample(answer, memory, z, LENGTH, heat).cpu().numpy())
    return np.concatenate(found)
