"""Conditions inside a model: dropout, and noise at vision.out and text.in; each row has its own."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
from askance.core import Query, Step, query_key
from askance.models.builtin.feature_noise import add_noise, steps_at_site
from askance.models.hf.checkpoint import Checkpoint
from askance.models.hf.loading import Loaded
from askance.models.hf.rows import Row
from askance.models.hf.vision import Features, VisionSite

VISION, TEXT = "vision.out", "text.in"
Span = tuple[int, int]
Steps = tuple[Step, ...]
Spread = dict[str, list[float]]  # site → standard deviation per dimension
# Where transformers keep the probability of a dropout that is no module of its own.
RATES = ("dropout", "attention_dropout", "attention_probs_dropout_prob", "hidden_dropout", "dropout_prob")


def is_special(query: Query) -> bool:
    """Whether a query asks for a condition inside the model."""
    return query.condition.dropout or bool(query.condition.inside)


def config_has_dropout(checkpoint: Checkpoint) -> bool:
    """Whether a configuration has a dropout probability above 0; the modules decide when the model is loaded."""
    return any(
        isinstance(value, float) and value > 0 and "dropout" in key
        for part in checkpoint.parts()
        for key, value in part.items()
    )


def dropouts(model: Any) -> list[Any]:
    """The modules with a dropout whose probability is above 0."""
    import torch

    return [
        module
        for module in model.modules()
        if (isinstance(module, torch.nn.Dropout) and module.p > 0)
        or any(isinstance(rate := module.__dict__.get(name), float) and rate > 0 for name in RATES)
    ]


@contextmanager
def dropout(loaded: Loaded, query: Query) -> Iterator[None]:
    """Dropout as in training, drawn from the query's key."""
    import torch

    active = dropouts(loaded.model)
    if not active:
        raise ValueError("this model has no dropout with a probability above 0")
    devices = [loaded.device] if loaded.device.type == "cuda" else []
    with torch.random.fork_rng(devices=devices):
        torch.manual_seed(int.from_bytes(query_key(query)[:8]) >> 1)
        for module in active:
            module.training = True  # this module alone: its children may be no dropout
        try:
            yield
        finally:
            for module in active:
                module.training = False


class NotPerRow(Exception):  # noqa: N818  a state of a batch
    """Image features that cannot be told apart by row: the rows must be run one by one."""


@contextmanager
def inside(
    loaded: Loaded, rows: Sequence[Row], site: VisionSite | None, spans: Mapping[int, Span], spread: Spread
) -> Iterator[None]:
    """The conditions of a batch's queries while it runs; `spans` has where a question's tokens are, by row.

    A row with dropout is alone in its batch. Noise is each row's own.
    """
    with ExitStack() as stack:
        if rows[0].query.condition.dropout:
            stack.enter_context(dropout(loaded, rows[0].query))
        seen = [steps_at_site(row.query.condition.inside, VISION) for row in rows]
        if any(seen) and site is not None:
            stack.enter_context(site.changed(lambda features: _noisy_rows(features, seen, spread)))
        heard = [(row, steps_at_site(row.query.condition.inside, TEXT)) for row in rows]
        if any(steps for _, steps in heard):
            stack.enter_context(_noisy_words(loaded, heard, spans, spread))
        yield


def _noisy_rows(features: Features, steps: Sequence[Steps], spread: Spread) -> Features:
    """Features with noise, each row's own on the features of its picture."""
    import torch

    if len(steps) == 1:
        return noisy_features(features, steps[0], spread)
    if len(features) == len(steps):  # one tensor per picture
        return [noisy_features([part], own, spread)[0] for part, own in zip(features, steps, strict=True)]
    if len(features) > 1 or features[0].shape[0] != len(steps):
        raise NotPerRow
    return [torch.cat(_noisy_rows(list(features[0].split(1)), steps, spread))]


def noisy_features(features: Features, steps: Steps, spread: Spread) -> Features:
    """The features of one picture with noise on all rows of all parts."""
    import torch

    flat = torch.cat([part.reshape(-1, part.shape[-1]) for part in features])
    changed = _added(flat, steps, spread)
    sizes = [part.numel() // part.shape[-1] for part in features]
    return [made.reshape(part.shape) for made, part in zip(changed.split(sizes), features, strict=True)]


@contextmanager
def _noisy_words(
    loaded: Loaded, heard: Sequence[tuple[Row, Steps]], spans: Mapping[int, Span], spread: Spread
) -> Iterator[None]:
    """Noise on the input embeddings of questions, the first time that they are looked up."""
    longest = max(row.length for row, _ in heard)
    is_first = True

    def hook(module: Any, args: Any, output: Any) -> Any:
        nonlocal is_first
        if not is_first or output.shape[1] < longest:
            return output
        is_first = False
        changed = output.clone()
        for number, (row, steps) in enumerate(heard):
            if steps:
                start, end = (longest - row.length + place for place in spans[id(row)])  # padded on the left
                changed[number, start:end] = _added(output[number, start:end], steps, spread)
        return changed

    handle = loaded.model.get_input_embeddings().register_forward_hook(hook)
    try:
        yield
    finally:
        handle.remove()


def _added(values: Any, steps: Steps, spread: Spread) -> Any:
    """(rows, dimensions) with noise; the numbers are drawn as for the built-in models."""
    import torch

    plain = values.detach().float().cpu().numpy().astype(np.float32)
    return torch.from_numpy(add_noise(plain, steps, spread)).to(values.device, values.dtype)
