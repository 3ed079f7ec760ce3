"""Positions of image prompts in three dimensions (time, height, width), computed on the CPU once per prompt.

Left to itself, transformers computes them on the GPU and waits for it several times per image.
"""

import inspect
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import torch
from askance.models.hf.rows import Row
from torch import Tensor

METHOD = "get_rope_index"
NEEDED = {"input_ids", "mm_token_type_ids", "image_grid_thw"}
KEPT = 256  # images of one size have the same positions


class RopePositions:
    """The positions of prompts up to the end of their image, as the model itself would compute them."""

    def __init__(self, inner: Any):
        self._function = getattr(inner, METHOD)
        self._known: OrderedDict[Any, tuple[Tensor, int]] = OrderedDict()

    @staticmethod
    def are_known(inner: Any) -> bool:
        """Whether a model computes such positions from what its rows contain."""
        return hasattr(inner, METHOD) and set(inspect.signature(getattr(inner, METHOD)).parameters) >= NEEDED

    def stacked(self, rows: Sequence[Row], device: Any) -> tuple[Tensor, Tensor]:
        """(3, rows, longest) positions, padded on the left, and (rows,) what to add to a length to go on behind it."""
        found = [self._of(row) for row in rows]
        longest = max(row.length for row in rows)
        positions = torch.zeros((3, len(rows), longest), dtype=torch.long)
        for number, (own, _) in enumerate(found):
            positions[:, number, longest - own.shape[1] :] = own
        return positions.to(device), torch.tensor([delta for _, delta in found]).to(device)

    def _of(self, row: Row) -> tuple[Tensor, int]:
        given = {**row.tokens, **row.image}
        key = row.tokens["input_ids"].numpy().tobytes(), given["image_grid_thw"].numpy().tobytes()
        if key not in self._known:
            names = NEEDED | {"attention_mask"}
            positions, delta = self._function(**{name: given[name] for name in names})
            self._known[key] = positions[:, 0], int(delta)
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return self._known[key]
