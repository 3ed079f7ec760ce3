"""Attention of vision towers that take all images in one sequence: chunks of equal length in one call.

The towers of Qwen2-VL and its successors attend within an image, or within a window of it. Without FlashAttention,
transformers calls the attention once per chunk and layer: 1,500 tiny calls per layer for 50 images of 640 × 480.
"""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import torch
from askance.models.hf.attention_kernels import without_cudnn_attention
from torch import Tensor

# With "flash" in its name, transformers hands over the whole sequence and the ends of its chunks.
NAME = "askance_chunks_instead_of_flash"
PLANS_KEPT = 8  # a tower has one or two per batch, and asks for them in each layer


@dataclass(frozen=True, slots=True)
class ChunkPlan:
    """The order of tokens that brings chunks of equal length together, and the way back; None: they already are."""

    sizes: tuple[tuple[int, int], ...]  # (chunks, length of each)
    order: Tensor | None = None
    back: Tensor | None = None


def attend_in_chunks(model: Any) -> bool:
    """Let the vision tower of a model attend to chunks of equal length in one call; False if its attention has none."""
    from transformers import AttentionInterface

    configs = {id(part.config): part.config for part in model.modules() if _takes_chunks(part)}
    if not configs or any(config._attn_implementation != "sdpa" for config in configs.values()):
        return False
    interface: Any = AttentionInterface
    interface.register(NAME, attend)
    for config in configs.values():
        config._attn_implementation = NAME
    return True


def _takes_chunks(part: Any) -> bool:
    """Whether a module is an attention that knows the ends of chunks and has the branch for FlashAttention."""
    forward = type(part).forward
    if "cu_seqlens" not in inspect.signature(forward).parameters or "config" not in part.__dict__:
        return False
    try:
        return "cu_seq_lens_q" in inspect.getsource(forward)
    except OSError:  # a package without its source
        return False


def attend(
    module: Any, query: Tensor, key: Tensor, value: Tensor, attention_mask: None, *, scaling: float,
    cu_seq_lens_q: Tensor, dropout: float = 0.0, **unused: Any,
) -> tuple[Tensor, None]:  # fmt: skip
    """(1, tokens, heads, size) from (1, heads, tokens, size): each token attends to its chunk."""
    plan = chunk_plan(cu_seq_lens_q)
    given = [states[0] if plan.order is None else states[0][:, plan.order] for states in (query, key, value)]
    lengths = [count * length for count, length in plan.sizes]
    parts = zip(*(torch.split(states, lengths, 1) for states in given), strict=True)
    with without_cudnn_attention():  # the number of chunks differs from batch to batch
        made = [_attended(size, states, scaling, dropout) for size, states in zip(plan.sizes, parts, strict=True)]
    joined = made[0] if len(made) == 1 else torch.cat(made)
    return (joined if plan.back is None else joined[plan.back])[None], None


def _attended(size: tuple[int, int], states: Sequence[Tensor], scaling: float, dropout: float) -> Tensor:
    """(tokens, heads, size) for chunks of one length."""
    # (chunks, heads, length, size)
    query, key, value = (part.reshape(part.shape[0], *size, part.shape[2]).transpose(0, 1) for part in states)
    made = torch.nn.functional.scaled_dot_product_attention(query, key, value, dropout_p=dropout, scale=scaling)
    return made.transpose(1, 2).flatten(0, 1)


@lru_cache(PLANS_KEPT)
def chunk_plan(ends: Tensor) -> ChunkPlan:
    """The plan for chunks that end at `ends`, which begins with 0; found again by the tensor itself."""
    edges = ends.tolist()
    chunks: dict[int, list[int]] = {}  # length → where chunks of it begin
    for start, end in pairwise(edges):
        if end > start:
            chunks.setdefault(end - start, []).append(start)
    sizes = tuple((len(starts), length) for length, starts in chunks.items())
    if len(sizes) == 1:
        return ChunkPlan(sizes)
    order = torch.cat([
        (torch.tensor(starts)[:, None] + torch.arange(length)).flatten() for length, starts in chunks.items()
    ])  # fmt: skip
    return ChunkPlan(sizes, order.to(ends.device), order.argsort().to(ends.device))
