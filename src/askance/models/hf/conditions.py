"""Conditions inside a model: dropout, and noise at vision.out and text.in. Each row is run alone under them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
from askance.core import Query, query_key
from askance.models.builtin.noise import add_noise, steps_at_site
from askance.models.hf.checkpoint import Checkpoint
from askance.models.hf.loading import Loaded
from askance.models.hf.rows import Row
from askance.models.hf.vision import Features, VisionSite

VISION, TEXT = "vision.out", "text.in"
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


@contextmanager
def inside(
    loaded: Loaded, row: Row, site: VisionSite | None, span: tuple[int, int] | None, spread: Spread
) -> Iterator[None]:
    """The conditions of a row's query, while it is run alone; `span` is where its question's tokens are."""
    condition = row.query.condition
    with ExitStack() as stack:
        if condition.dropout:
            stack.enter_context(dropout(loaded, row.query))
        seen, heard = steps_at_site(condition.inside, VISION), steps_at_site(condition.inside, TEXT)
        if seen and site is not None:
            stack.enter_context(site.changed(lambda features: noisy_features(features, seen, spread)))
        if heard and span is not None:
            stack.enter_context(_noisy_words(loaded, heard, span, spread))
        yield


def noisy_features(features: Features, steps: Any, spread: Spread) -> Features:
    """Features with noise on all rows of all parts."""
    import torch

    flat = torch.cat([part.reshape(-1, part.shape[-1]) for part in features])
    changed = _added(flat, steps, spread)
    sizes = [part.numel() // part.shape[-1] for part in features]
    return [made.reshape(part.shape) for made, part in zip(changed.split(sizes), features, strict=True)]


@contextmanager
def _noisy_words(loaded: Loaded, steps: Any, span: tuple[int, int], spread: Spread) -> Iterator[None]:
    """Noise on the input embeddings of a question, the first time that they are looked up."""
    start, end = span
    is_first = True

    def hook(module: Any, args: Any, output: Any) -> Any:
        nonlocal is_first
        if not is_first or output.shape[1] < end:
            return output
        is_first = False
        changed = output.clone()
        changed[0, start:end] = _added(output[0, start:end], steps, spread)
        return changed

    handle = loaded.model.get_input_embeddings().register_forward_hook(hook)
    try:
        yield
    finally:
        handle.remove()


def _added(values: Any, steps: Any, spread: Spread) -> Any:
    """(rows, dimensions) with noise; the numbers are drawn as for the built-in models."""
    import torch

    plain = values.detach().float().cpu().numpy().astype(np.float32)
    return torch.from_numpy(add_noise(plain, steps, spread)).to(values.device, values.dtype)
