"""The --model-args of `hf:` models."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from askance.models.model_args import Parser, one_of, parsed_args, true_or_false, whole_number

INSTRUCTION = "Answer the question using a single word or phrase."


@dataclass(frozen=True, slots=True)
class Options:
    """How a checkpoint is loaded and asked."""

    dtype: str = "auto"
    device: str = "auto"
    attn: str = "auto"  # what transformers takes for the architecture
    revision: str = ""
    max_new_tokens: int = 32
    instruction: str | None = None  # None: the default of the model's kind
    system: str = ""
    trust_remote_code: bool = False
    weights: str = "safetensors"
    batch_size: int = 0  # 0: by device
    top: int = 0  # answers with their probabilities, more than 1 by beam search; 0: by kind
    share: str = "auto"
    noise_samples: int = 500


def parse_options(args: Mapping[str, str]) -> Options:
    """The options in some --model-args; UserError names the nearest key, or the allowed values."""
    return Options(**parsed_args("hf:", args, _PARSERS))


def _device(text: str) -> str:
    if not re.fullmatch(r"auto|cpu|mps|cuda(:\d+)?", text):
        raise ValueError("write auto, cpu, cuda, cuda:1, … or mps")
    return text


_PARSERS: dict[str, Parser] = {
    "dtype": one_of("auto", "float32", "bfloat16", "float16"),
    "device": _device,
    "attn": one_of("auto", "sdpa", "eager", "flash_attention_2"),
    "revision": str,
    "max_new_tokens": whole_number,
    "instruction": str,
    "system": str,
    "trust_remote_code": true_or_false,
    "weights": one_of("safetensors", "bin"),
    "batch_size": whole_number,
    "top": whole_number,
    "share": one_of("auto", "packed", "vision", "none"),
    "noise_samples": whole_number,
}
