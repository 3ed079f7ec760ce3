"""Policy gradient: a generator is tuned so that a model answers its questions with the given answer (paper, §5.2)."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt
import torch
from askance.inverse.question_words import LENGTH
from askance.training.checkpoints import TrainingProgress, load_checkpoint, save_checkpoint
from askance.training.inverse.corpus import QuestionRows
from askance.training.inverse.legality import LegalityNetwork
from askance.training.inverse.networks import Generator, Memory, kl_divergence
from askance.training.inverse.supervised import Seen
from torch import Tensor, optim


LEAST = 0.05  # the reward below which a judge is not asked


class Reward(Protocol):
    """φ(a | I, q) of the model that is examined."""

    def score(self, image: npt.NDArray[np.int64], answer: Tensor, tokens: Tensor) -> tuple[Tensor, Tensor]: ...


class Judge(Protocol):
    """What else a question must be worth asking for: a factor of the reward for each question that may get one."""

    def factors(
        self, image: npt.NDArray[np.int64], answer: npt.NDArray[np.int64], tokens: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float32]: ...  # (n,) images and answers, (n, t) questions


class TuningPlan(msgspec.Struct, frozen=True):
    """How a generator is tuned to one model."""

    steps: int = 1200
    pairs: int = 128  # (image, answer) per step
    draws: int = 16  # questions per pair
    rate: float = 1.5e-4  # a tenth of the supervised rate
    legal: float = 1 / 3  # the least probability of the legality network
    strange: float = 0.5  # the share of answers that are drawn from all answers, not from those of the image
    kl: float = 0.02  # the weight of KL beyond `free`: keeps z of the encoder near the prior, from which z is drawn
    free: float = 2.0  # nats
    legality: bool = True
    diversity: bool = True
    every: int = 100  # steps per checkpoint
    seed: int = 0


def tune_generator(
    plan: TuningPlan, generator: Generator, legality: LegalityNetwork, reward: Reward, rows: QuestionRows, seen: Seen,
    folder: Path, say: Callable[[str], None], training: str = "", judge: Judge | None = None,
) -> TrainingProgress:  # fmt: skip
    """Tune, or go on tuning, the encoder and the decoder of a generator; what it sees of images stays as it is."""
    device = seen.features.device
    parts = torch.nn.ModuleDict(
        {name: each for name, each in generator.named_children() if name not in ("image",) and each is not None}
    )
    optimiser = optim.AdamW(parts.parameters(), lr=plan.rate, weight_decay=0.0, betas=(0.9, 0.98))
    modules: dict[str, torch.nn.Module] = {"generator": generator}
    progress = load_checkpoint(folder, modules, optimiser, training, say) or TrainingProgress(0, 0, 0.0)
    frequency = np.sqrt(np.bincount(rows.answer, minlength=len(rows.vocabulary.answers)))
    while progress.step < plan.steps:
        began, figures = time.time(), []
        rng = np.random.default_rng([plan.seed, progress.epoch])
        torch.manual_seed(plan.seed * 1000 + progress.epoch)
        for _ in range(min(plan.every, plan.steps - progress.step)):
            image, answer = _choose_pairs(plan, rows, frequency, rng)
            pairs = torch.from_numpy(image).to(device), torch.from_numpy(answer).to(device)
            figures.append(_tune_step(plan, generator, parts, optimiser, legality, reward, judge, image, *pairs, seen))
        names = ("reward", "believed", "legal", "unique", "kl")
        row = dict(zip(names, torch.stack(figures).mean(0).tolist(), strict=True))
        progress = TrainingProgress(progress.epoch + 1, progress.step + len(figures),
                                    progress.seconds + time.time() - began, (*progress.history, row))  # fmt: skip
        save_checkpoint(folder, progress, modules, optimiser, training)
        said = " ".join(f"{name} {value:.3f}" for name, value in row.items())
        say(f"tuning step {progress.step} {said} {time.time() - began:.1f} s")
    return progress


def _choose_pairs(
    plan: TuningPlan, rows: QuestionRows, frequency: npt.NDArray[np.float64], rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Images with an answer that one of their questions has, or, for a share of them, any answer."""
    chosen = rng.integers(len(rows.image), size=plan.pairs)
    image, answer = rows.image[chosen].astype(np.int64), rows.answer[chosen].astype(np.int64)
    other = rng.choice(len(frequency), size=plan.pairs, p=frequency / frequency.sum())
    return image, np.where(rng.random(plan.pairs) < plan.strange, other, answer)


def _tune_step(
    plan: TuningPlan, generator: Generator, parts: torch.nn.Module, optimiser: optim.Optimizer,
    legality: LegalityNetwork, reward: Reward, judge: Judge | None, image: npt.NDArray[np.int64], images: Tensor, answer: Tensor, seen: Seen,
) -> Tensor:  # fmt: skip
    """Sample, reward, update; returns mean reward, shares of believed, legal and unique questions, and KL."""
    with torch.no_grad():
        once = generator.remember(seen.of("full", images), len(images))
        memory = Memory(*(each.repeat_interleave(plan.draws, 0) for each in once))
        given = answer.repeat_interleave(plan.draws)
        z = torch.randn(len(given), generator.variant.latent, device=given.device)
        tokens = generator.eval().sample(given, memory, z, LENGTH)
        likelihood = generator.word_likelihoods(tokens, given, memory, z).sum(-1)
        grouped = tokens.reshape(plan.pairs, plan.draws, -1)
        goal, best = reward.score(image, answer, grouped)
        first = first_of_duplicates(grouped, likelihood.reshape(plan.pairs, plan.draws))
        legal = (torch.sigmoid(legality(tokens)) > plan.legal).reshape(plan.pairs, plan.draws)
        gain = goal * (legal if plan.legality else 1) * (first if plan.diversity else 1)
        if judge is not None:
            gain = gain * _judged(judge, gain > LEAST, image, answer, grouped)
        advantage = (gain - gain.mean(1, keepdim=True)).flatten()
    generator.train()
    center, spread = generator.posterior(tokens, memory)
    again = center + spread * torch.randn_like(spread)  # z of the sampled question: else the encoder learns nothing
    score = generator.word_likelihoods(tokens, given, memory, again).sum(-1)
    kl = kl_divergence(center, spread).sum(-1).mean()
    loss = -(advantage * score).mean() + plan.kl * kl.clamp(min=plan.free)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(parts.parameters(), 1.0)
    optimiser.step()
    shares = [gain.mean(), best.float().mean(), legal.float().mean(), first.float().mean(), kl.detach()]
    return torch.stack([each.float() for each in shares])


def _judged(judge: Judge, asked: Tensor, image: npt.NDArray[np.int64], answer: Tensor, tokens: Tensor) -> Tensor:
    """(i, k) factors of the judge for the questions that are asked about, 0 for the others."""
    pair, place = (each.cpu().numpy() for each in asked.nonzero(as_tuple=True))
    found = judge.factors(image[pair], answer.cpu().numpy()[pair], tokens[asked].cpu().numpy())
    factors = torch.zeros(asked.shape, device=asked.device)
    factors[torch.from_numpy(pair), torch.from_numpy(place)] = torch.from_numpy(found).to(asked.device)
    return factors


def first_of_duplicates(tokens: Tensor, likelihood: Tensor) -> Tensor:
    """(i, k): whether a question is the most likely of its duplicates among (i, k, t); of equals the first."""
    same = (tokens.unsqueeze(1) == tokens.unsqueeze(2)).all(-1)  # (i, k, k)
    mine, other = likelihood.unsqueeze(2), likelihood.unsqueeze(1)
    place = torch.arange(tokens.shape[1], device=tokens.device)
    earlier = place.unsqueeze(0) < place.unsqueeze(1)
    beaten = same & ((other > mine) | ((other == mine) & earlier))
    return ~beaten.any(-1)
