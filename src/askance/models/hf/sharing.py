"""How much of the work for one image is shared by the questions about it; decided by the configuration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from askance.models.hf.checkpoint import Checkpoint

PACKED, VISION_ONLY, NOTHING = "packed", "vision", "none"
LAYERS = frozenset({"full_attention", "sliding_attention"})  # layers that a mask can keep questions apart in


@dataclass(frozen=True, slots=True)
class Sharing:
    """What the questions about one image share, and why it is not more."""

    mode: str
    reason: str = ""

    def __str__(self) -> str:
        what = {
            PACKED: "the image prefix is computed once; all questions about it are packed behind it",
            VISION_ONLY: "image features are computed once per image; prompts are computed one by one",
            NOTHING: "nothing is shared between the questions about an image",
        }[self.mode]
        return f"{what} ({self.reason})" if self.reason else what


def sharing_of(checkpoint: Checkpoint) -> Sharing:
    """What a checkpoint's architecture allows, as far as its configuration says."""
    kind, wanted = checkpoint.kind, checkpoint.options.share
    if wanted == NOTHING:
        return Sharing(NOTHING, "share=none")
    if kind.family == "classifier":
        return Sharing(NOTHING, "image and question are encoded together")
    if not kind.shares_vision:
        return Sharing(NOTHING, "the question is drawn into the image")
    if wanted == VISION_ONLY:
        return Sharing(VISION_ONLY, "share=vision")
    if not kind.is_chat:
        return Sharing(VISION_ONLY, "the question is not behind the image in a causal prompt")
    return _of_chat(checkpoint.options.attn, checkpoint.text_config)


def _of_chat(attn: str, text: Mapping[str, Any]) -> Sharing:
    if attn not in ("auto", "sdpa", "eager"):
        return Sharing(VISION_ONLY, f"attn={attn} takes no mask that keeps questions apart")
    layers = set(text.get("layer_types") or ())
    if not layers <= LAYERS:
        return Sharing(VISION_ONLY, f"layers with {', '.join(sorted(layers - LAYERS))} keep no questions apart")
    return Sharing(PACKED)
