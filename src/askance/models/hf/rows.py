"""Rows: one prompt each, as tensors; rows about one picture share its tensors."""

from dataclasses import dataclass, field
from typing import Any

from askance.core import ImageData, Query

# Tensors with one entry per token; all others describe the image.
PER_TOKEN = ("input_ids", "attention_mask", "token_type_ids", "mm_token_type_ids", "cross_attention_mask")
UNUSED = ("labels",)


@dataclass(slots=True, eq=False)
class Row:
    """A prompt and what is to follow it; `forced` are the tokens of an answer to be scored."""

    query: Query
    picture: ImageData | None
    tokens: dict[str, Any]  # name → (1, length, …)
    image: dict[str, Any] = field(default_factory=dict)  # name → tensor, shared by rows about one picture
    forced: tuple[int, ...] | None = None
    _ids: list[int] | None = None

    @property
    def length(self) -> int:
        """Tokens of the prompt; 0 where the question is not given as tokens."""
        return int(self.tokens["input_ids"].shape[1]) if "input_ids" in self.tokens else 0

    @property
    def ids(self) -> list[int]:
        """The tokens of the prompt."""
        if self._ids is None:  # asked for again and again
            self._ids = self.tokens["input_ids"][0].tolist()
        return self._ids

    def shape(self) -> tuple[Any, ...]:
        """Rows of equal shape can be stacked without padding."""
        parts = {**self.tokens, **self.image}
        return tuple((name, tuple(value.shape)) for name, value in sorted(parts.items()))


def stack(rows: list[Row], pad: int, device: Any) -> dict[str, Any]:
    """The inputs of a batch: tokens padded on the left, images one after the other."""
    import torch

    longest = max(row.length for row in rows)
    found: dict[str, Any] = {}
    moved: dict[int, Any] = {}  # a picture's tensors go to the device once, however many rows show it
    for name in rows[0].tokens:
        filler = pad if name == "input_ids" else 0
        found[name] = torch.cat([pad_left(row.tokens[name], longest, filler) for row in rows]).to(device)
    for name in rows[0].image:
        parts = [row.image[name] for row in rows]
        for part in parts:
            if id(part) not in moved:
                moved[id(part)] = part.to(device)
        found[name] = cat_padded([moved[id(part)] for part in parts])
    return found


def pad_left(values: Any, length: int, filler: int) -> Any:
    """(1, n, …) padded on the left to (1, length, …)."""
    missing = length - values.shape[1]
    if not missing:
        return values
    wide = values.new_full((1, length, *values.shape[2:]), filler)
    wide[:, missing:] = values
    return wide


def cat_padded(parts: list[Any]) -> Any:
    """Tensors one after the other, other dimensions padded with zeros to the largest, as image processors do it."""
    import torch

    sizes = [max(part.shape[axis] for part in parts) for axis in range(1, parts[0].dim())]
    if all(list(part.shape[1:]) == sizes for part in parts):
        return torch.cat(parts)
    wide = parts[0].new_zeros(sum(part.shape[0] for part in parts), *sizes)
    start = 0
    for part in parts:
        wide[(slice(start, start + part.shape[0]), *(slice(0, size) for size in part.shape[1:]))] = part
        start += part.shape[0]
    return wide
