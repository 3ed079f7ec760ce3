"""Policy gradient: a generator is tuned so that a model answers its questions with the given answer (paper, §5.2)."""

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt
import torch
from askance.inverse.question_words import LENGTH, PAD
from askance.training.checkpoints import TrainingProgress, load_checkpoint, save_checkpoint
from askance.training.inverse.corpus import QuestionRows
from askance.training.inverse.legality import LegalityNetwork
from askance.training.inverse.networks import Generator, Memory, kl_divergence
from askance.training.inverse.opening_shares import OpeningShares
from askance.training.inverse.supervised import Seen
from torch import Tensor, optim

LEAST = 0.05  # the reward below which a judge is not asked
Ints = npt.NDArray[np.int64]


class Reward(Protocol):
    """φ(a | I, q) of the model that is examined."""

    def score(self, image: Ints, answer: Tensor, tokens: Tensor) -> tuple[Tensor, Tensor]: ...


class Judge(Protocol):
    """What else a question must be worth asking for: a factor of the reward for each question that may get one."""

    def factors(self, image: Ints, answer: Ints, tokens: Ints) -> npt.NDArray[np.float32]: ...  # n of each


class TuningPlan(msgspec.Struct, frozen=True):
    """How a generator is tuned to one model."""

    steps: int = 600
    pairs: int = 64  # (image, answer) per step
    draws: int = 32  # questions per pair
    rate: float = 1.5e-4  # a tenth of the supervised rate
    legal: float = 1 / 3  # the least probability of the legality network
    strange: float = 0.5  # the share of answers that are drawn from all answers, not from those of the image
    kl: float = 0.02  # the weight of KL beyond `free`: keeps z of the encoder near the prior, from which z is drawn
    free: float = 2.0  # nats
    legality: bool = True
    diversity: bool = True
    anchor: float = 0.1  # the price of a nat of KL between the generator and the one that it was tuned from
    illegal: float = 0.2  # what is taken from the reward of an illegal question
    opening: float = 0.08  # the share of the draws above which questions that begin alike are worth less
    every: int = 100  # steps per checkpoint
    seed: int = 0


@dataclass(slots=True)
class Tuning:
    """A generator with all that its reward needs; what the generator sees of images stays as it is."""

    plan: TuningPlan
    generator: Generator
    legality: LegalityNetwork
    reward: Reward
    rows: QuestionRows
    seen: Seen
    judge: Judge | None = None


def tune_generator(tuning: Tuning, folder: Path, say: Callable[[str], None], training: str = "") -> TrainingProgress:
    """Tune, or go on tuning, the encoder and the decoder of a generator, with checkpoints."""
    plan = tuning.plan
    parts = [each for name, each in tuning.generator.named_parameters() if not name.startswith("image.")]
    optimiser = optim.AdamW(parts, lr=plan.rate, weight_decay=0.0, betas=(0.9, 0.98))
    openings = OpeningShares().to(tuning.generator.words.weight.device)
    state = TuningState(copy.deepcopy(tuning.generator).eval().requires_grad_(False), openings)
    modules: dict[str, torch.nn.Module] = {"generator": tuning.generator, "openings": openings}
    progress = load_checkpoint(folder, modules, optimiser, training, say) or TrainingProgress(0, 0, 0.0)
    while progress.step < plan.steps:
        began, figures = time.time(), []
        rng = np.random.default_rng([plan.seed, progress.epoch])
        torch.manual_seed(plan.seed * 1000 + progress.epoch)
        for _ in range(min(plan.every, plan.steps - progress.step)):
            loss, row = _tuning_loss(tuning, state, *_choose_pairs(plan, tuning.rows, rng))
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(parts, 1.0)
            optimiser.step()
            figures.append(row)
        names = ("reward", "believed", "legal", "unique", "false", "kl", "drift")
        means = dict(zip(names, torch.stack(figures).mean(0).tolist(), strict=True))
        seconds = progress.seconds + time.time() - began
        progress = TrainingProgress(
            progress.epoch + 1, progress.step + len(figures), seconds, (*progress.history, means)
        )
        save_checkpoint(folder, progress, modules, optimiser, training)
        said = " ".join(f"{name} {value:.3f}" for name, value in means.items())
        say(f"tuning step {progress.step} {said} {time.time() - began:.1f} s")
    tuning.generator.eval()
    return progress


def _choose_pairs(plan: TuningPlan, rows: QuestionRows, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Images with an answer that one of their questions has, or, for a share of them, any answer."""
    frequency = np.sqrt(np.bincount(rows.answer, minlength=len(rows.vocabulary.answers)))
    chosen = rng.integers(len(rows.image), size=plan.pairs)
    image, answer = rows.image[chosen].astype(np.int64), rows.answer[chosen].astype(np.int64)
    other = rng.choice(len(frequency), size=plan.pairs, p=frequency / frequency.sum())
    return image, np.where(rng.random(plan.pairs) < plan.strange, other, answer)


@dataclass(slots=True)
class TuningState:
    """What a tuning compares its draws with."""

    origin: Generator  # the generator before it was tuned
    openings: OpeningShares


def _tuning_loss(tuning: Tuning, state: TuningState, image: Ints, answer: Ints) -> tuple[Tensor, Tensor]:
    """The loss of sampled questions; also the mean reward, the shares that are reported, KL and drift."""
    plan, generator = tuning.plan, tuning.generator
    device = generator.words.weight.device
    with torch.no_grad():
        images = torch.from_numpy(image).to(device)
        once = generator.remember(tuning.seen.of("full", images), len(image))
        memory = Memory(*(each.repeat_interleave(plan.draws, 0) for each in once))
        given = torch.from_numpy(answer).to(device).repeat_interleave(plan.draws)
        z = torch.randn(len(given), generator.variant.latent, device=device)
        tokens = generator.eval().sample(given, memory, z, LENGTH)
        words = generator.word_likelihoods(tokens, given, memory, z)
        gain, shares = _rewards(tuning, state.openings, image, answer, tokens, words)
        advantage = (gain - gain.mean(1, keepdim=True)).flatten()
    generator.train()
    center, spread = generator.posterior(tokens, memory)
    again = center + spread * torch.randn_like(spread)  # z of the sampled question: else the encoder learns nothing
    score = generator.word_likelihoods(tokens, given, memory, again).sum(-1)
    drift = torch.zeros((), device=device)
    if plan.anchor:  # the z that it was drawn with as well: there a change shows in draws, and is paid for
        own = generator.word_distributions(tokens, given, memory, z)
        with torch.no_grad():
            origin = state.origin.word_distributions(tokens, given, memory, z)
        said = tokens[:, 1:]
        score = (score + (own.gather(-1, said[..., None])[..., 0] * (said != PAD)).sum(-1)) / 2
        drift = ((own.exp() * (own - origin)).sum(-1) * (said != PAD)).sum(-1).mean()
    kl = kl_divergence(center, spread).sum(-1).mean()
    loss = plan.kl * kl.clamp(min=plan.free) + plan.anchor * drift - (advantage * score).mean()
    return loss, torch.cat([shares, kl.detach()[None], drift.detach()[None]])


def _rewards(
    tuning: Tuning, openings: OpeningShares, image: Ints, answer: Ints, tokens: Tensor, words: Tensor
) -> tuple[Tensor, Tensor]:
    """(pairs, draws) rewards rg · rd · rv, perhaps times the judge's factor; and the shares that are reported.

    Beyond the paper: openings that are drawn too often are worth less, and illegal questions less than nothing.
    """
    plan, shape = tuning.plan, (len(image), tuning.plan.draws)
    grouped, asked = tokens.reshape(*shape, -1), torch.from_numpy(answer).to(tokens.device)
    goal, best = tuning.reward.score(image, asked, grouped)
    first = first_of_duplicates(grouped, words.sum(-1).reshape(shape))
    legal = (torch.sigmoid(tuning.legality(tokens)) > plan.legal).reshape(shape)
    gain = goal * (legal if plan.legality else 1) * (first if plan.diversity else 1)
    wrong = torch.zeros_like(goal)
    if tuning.judge is not None:
        factors = _judged(tuning.judge, gain > LEAST, image, answer, grouped)
        gain, wrong = gain * factors, (factors >= 1) & best
    gain = gain * openings(tokens, plan.opening).reshape(shape) - plan.illegal * (~legal).float()
    return gain, torch.stack([each.float().mean() for each in (gain, best, legal, first, wrong)])


def _judged(judge: Judge, asked: Tensor, image: Ints, answer: Ints, tokens: Tensor) -> Tensor:
    """(pairs, draws) factors of the judge for the questions that are asked about, 0 for the others."""
    pair = asked.nonzero()[:, 0].cpu().numpy()
    found = judge.factors(image[pair], answer[pair], tokens[asked].cpu().numpy())
    factors = torch.zeros(asked.shape, device=asked.device)
    factors[asked] = torch.from_numpy(found).to(asked.device)
    return factors


def first_of_duplicates(tokens: Tensor, likelihood: Tensor) -> Tensor:
    """(i, k): whether a question is the most likely of its duplicates among (i, k, t); of equals the first."""
    same = (tokens.unsqueeze(1) == tokens.unsqueeze(2)).all(-1)  # (i, k, k)
    mine, other = likelihood.unsqueeze(2), likelihood.unsqueeze(1)
    place = torch.arange(tokens.shape[1], device=tokens.device)
    earlier = place.unsqueeze(0) < place.unsqueeze(1)
    beaten = same & ((other > mine) | ((other == mine) & earlier))
    return ~beaten.any(-1)
