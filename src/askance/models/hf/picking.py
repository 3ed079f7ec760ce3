"""Which token follows, for each row of a batch: the best one, a drawn one, or the next one of a given answer.

A draw takes one random number per token from the query's own generator, so it does not depend on the batch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from askance.core import query_key
from askance.models.hf.rows import Row

_SAMPLING = 1


@dataclass(frozen=True, slots=True)
class Decoded:
    """The tokens after a prompt, without the one that ends the answer, and the log-probability of each, with it."""

    tokens: tuple[int, ...]
    logprobs: tuple[float, ...]

    @property
    def is_cut(self) -> bool:
        """Whether a generated answer has no end: it is as long as answers may be."""
        return len(self.tokens) == len(self.logprobs)

    @property
    def total(self) -> float:
        """The sum of the log-probabilities."""
        return float(sum(self.logprobs))

    @property
    def mean(self) -> float:
        """The mean of the log-probabilities."""
        return self.total / max(1, len(self.logprobs))


def steps_for(rows: Sequence[Row], most: int) -> int:
    """The number of tokens to generate for some rows."""
    return max(len(row.forced) if row.forced is not None else most for row in rows)


class Picker:
    """Chooses and records the tokens of some rows, step by step."""

    def __init__(self, rows: Sequence[Row], most: int, ends: Sequence[int], pad: int, device: Any):
        import torch

        self._rows, self.steps = rows, steps_for(rows, most)
        self._filler = ends[0] if ends else pad  # so that generate, too, sees that a row has ended
        count = len(rows)
        self._wide = torch.float32 if device.type == "mps" else torch.float64  # mps has no larger one
        self._ends = torch.tensor(list(ends), dtype=torch.long, device=device)
        self._done = torch.zeros(count, dtype=torch.bool, device=device)
        self._limits = torch.tensor(
            [len(row.forced) if row.forced is not None else most for row in rows], device=device
        )
        self._forced = _forced(rows, self.steps).to(device)
        self._tokens = torch.full((count, self.steps), self._filler, dtype=torch.long, device=device)
        self._logprobs = torch.zeros((count, self.steps), dtype=self._wide, device=device)
        self._temperatures = [row.query.condition.temperature if row.forced is None else 0.0 for row in rows]
        self._drawn = [i for i, temperature in enumerate(self._temperatures) if temperature]
        self._uniform = torch.from_numpy(_uniforms([rows[i] for i in self._drawn], self.steps)).to(device, self._wide)
        scale = torch.tensor([[self._temperatures[i]] for i in self._drawn], dtype=torch.float64).to(self._wide)
        self._scale = scale.clamp_(min=torch.finfo(self._wide).tiny).to(device)
        self.step = 0

    def pick(self, logits: Any) -> Any:
        """The next token of each row, from (rows, vocabulary) logits; rows that have ended get the end token."""
        import torch

        logits = logits.float()
        logprobs = torch.log_softmax(logits, -1)
        chosen = logits.argmax(-1)
        if self._drawn:
            chosen[self._drawn] = self._draw(logits[self._drawn])
        forced = self._forced[:, self.step]
        chosen = torch.where(forced >= 0, forced, chosen)
        found = logprobs.gather(1, chosen[:, None])[:, 0].to(self._wide)
        chosen = torch.where(self._done, self._filler, chosen)
        self._tokens[:, self.step] = chosen
        self._logprobs[:, self.step] = torch.where(self._done, 0.0, found)
        is_end = torch.isin(chosen, self._ends) & (forced < 0)
        self.step += 1
        self._done = self._done | is_end | (self._limits <= self.step)
        return chosen

    @property
    def is_done(self) -> bool:
        """Whether every row has ended."""
        return self.step >= self.steps or bool(self._done.all())

    def decoded(self) -> list[Decoded]:
        """What was picked, row by row."""
        tokens, logprobs = self._tokens.tolist(), self._logprobs.tolist()
        ends = set(self._ends.tolist())
        rows = zip(self._rows, tokens, logprobs, strict=True)
        return [self._one(row, made, found, ends) for row, made, found in rows]

    def _one(self, row: Row, tokens: list[int], logprobs: list[float], ends: set[int]) -> Decoded:
        if row.forced is not None:
            return Decoded(tuple(row.forced), tuple(logprobs[: len(row.forced)]))
        made = tokens[: min(self.step, self.steps)]
        end = next((i for i, token in enumerate(made) if token in ends), len(made))
        return Decoded(tuple(made[:end]), tuple(logprobs[: min(end + 1, len(made))]))

    def _draw(self, logits: Any) -> Any:
        """One token per row, by inverting the cumulative distribution at the row's random number of this step."""
        import torch

        below = logits.to(self._wide) - logits.amax(-1, keepdim=True)  # the best is 0 at any temperature
        reached = torch.softmax(below / self._scale, -1).cumsum(-1)
        wanted = self._uniform[:, self.step, None] * reached[:, -1:]
        return torch.searchsorted(reached, wanted, right=True).clamp_(max=logits.shape[1] - 1)[:, 0]


def _forced(rows: Sequence[Row], steps: int) -> Any:
    import torch

    forced = torch.full((len(rows), steps), -1, dtype=torch.long)
    for i, row in enumerate(rows):
        if row.forced:
            forced[i, : len(row.forced)] = torch.tensor(row.forced)
    return forced


def _uniforms(rows: Sequence[Row], steps: int) -> Any:
    """(rows, steps) random numbers, each row's from the key of its query."""
    made = [
        np.random.Generator(np.random.PCG64([int.from_bytes(query_key(row.query)), _SAMPLING])).random(steps)
        for row in rows
    ]
    return np.array(made, dtype=np.float64).reshape(len(rows), steps)


def logits_processor(picker: Picker) -> Any:
    """The picker in the form that transformers' `generate` takes: all but the picked token become impossible."""
    import torch
    from transformers import LogitsProcessor

    class Picked(LogitsProcessor):
        def __call__(self, input_ids: Any, scores: Any) -> Any:
            if picker.step >= picker.steps:
                return scores
            chosen = picker.pick(scores)
            return torch.full_like(scores, float("-inf")).scatter_(1, chosen[:, None], 0.0)

    return Picked()
