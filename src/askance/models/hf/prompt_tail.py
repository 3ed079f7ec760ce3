"""The tokens of further questions about an image without expanding its placeholder again.

What follows the last image token is tokenized on its own, behind that token: tokenizers split text at special tokens,
so the result is the same. It is compared with the processor's own once per image, and not used where it differs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

TYPES = ("token_type_ids", "mm_token_type_ids")  # 0 for text
CROSS = "cross_attention_mask"  # the same for all tokens behind the image


@dataclass(frozen=True, slots=True)
class PromptTail:
    """A prompt up to its last image token, and what the processor writes behind it before the template goes on."""

    tokens: Mapping[str, Any]  # name → (1, columns up to the last image token, …)
    anchor: str  # the last image token as text
    rest: str

    def row(self, tail: str, tokenizer: Any) -> dict[str, Any]:
        """The tokens of the whole prompt whose template goes on with `tail`."""
        ids = tokenizer(f"{self.anchor}{self.rest}{tail}", add_special_tokens=False)["input_ids"][1:]
        return {name: _extended(name, value, ids) for name, value in self.tokens.items()}


def _extended(name: str, value: Any, ids: list[int]) -> Any:
    import torch

    if name == "input_ids":
        more = torch.tensor([ids], dtype=value.dtype)
    elif name == CROSS:
        more = value[:, -1:].expand(-1, len(ids), *value.shape[2:])
    else:
        more = torch.full((1, len(ids)), int(name not in TYPES), dtype=value.dtype)
    return torch.cat([value, more], 1)


def prompt_tail(tokens: Mapping[str, Any], tail: str, image_token: int, tokenizer: Any) -> PromptTail | None:
    """The way to the tokens of other tails, from a prompt that the processor has made; None where they would differ."""
    import torch

    ids = tokens["input_ids"][0].tolist()
    if image_token not in ids or not tail:
        return None
    end = len(ids) - ids[::-1].index(image_token)
    prefix = {name: value[:, :end] for name, value in tokens.items()}
    anchor = tokenizer.convert_ids_to_tokens(image_token)
    for rest in _candidates(ids[end:], tail, tokenizer):
        made = PromptTail(prefix, anchor, rest)
        if all(torch.equal(value, tokens[name]) for name, value in made.row(tail, tokenizer).items()):
            return made
    return None


def _candidates(behind: list[int], tail: str, tokenizer: Any) -> Iterator[str]:
    """What may be between the last image token and the rest of the template."""
    yield ""
    text = tokenizer.decode(behind, skip_special_tokens=False, clean_up_tokenization_spaces=False)
    if text.endswith(tail):
        yield text[: len(text) - len(tail)]
    special = takewhile(set(tokenizer.all_special_ids).__contains__, behind)
    yield "".join(tokenizer.convert_ids_to_tokens(list(special)))
