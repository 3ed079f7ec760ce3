"""What a vision tower with windows (Qwen2.5-VL) derives from the sizes of its images, computed once per size.

Left to itself, transformers computes it anew for every image of every batch, while the GPU waits.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

import torch
from torch import Tensor

SIZES_KEPT = 4096  # different image sizes, some kilobytes each
GIVEN = ("position_ids", "cu_seqlens", "window_index", "cu_window_seqlens")  # transformers takes each if it is there
Size = tuple[int, int, int]  # frames, height and width in patches


@runtime_checkable
class WindowedTower(Protocol):
    """A vision tower of transformers that sorts its patches by window."""

    spatial_merge_size: int
    window_size: int
    patch_size: int

    def permute_input_for_window_attn(self, input_tensor: Tensor, window_index: Tensor, seq_len: int) -> Tensor: ...

    def register_forward_pre_hook(self, hook: Any, *, with_kwargs: bool) -> Any: ...


def remember_windows(model: Any) -> bool:
    """Let the vision tower of a model reuse the windows of images of one size; False if it has no windows."""
    towers = [part for part in model.modules() if isinstance(part, WindowedTower)]
    for tower in towers:
        plans = WindowPlans(tower.spatial_merge_size, tower.window_size, tower.patch_size)
        tower.register_forward_pre_hook(plans.add, with_kwargs=True)
    return bool(towers)


class WindowPlans:
    """The order of patches, the ends of windows and images, and the positions of patches."""

    def __init__(self, merge: int, window: int, patch: int):
        self._merge, self._window, self._patch = merge, window, patch
        self._of = lru_cache(SIZES_KEPT)(self._computed)

    def add(self, tower: Any, args: Any, kwargs: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Add the plan of a batch to the arguments of the tower."""
        grids = kwargs.get("grid_thw")
        if grids is None or any(name in kwargs for name in GIVEN):
            return args, dict(kwargs)
        made = self.joined([tuple(size) for size in grids.tolist()])
        return args, {**kwargs, **{name: value.to(grids.device) for name, value in made.items()}}

    def joined(self, sizes: Sequence[Size]) -> dict[str, Tensor]:
        """The plan of images one after the other."""
        parts: dict[str, list[Tensor]] = {name: [] for name in GIVEN}
        parts["cu_seqlens"].append(torch.zeros(1, dtype=torch.int32))
        parts["cu_window_seqlens"].append(torch.zeros(1, dtype=torch.int32))
        patches = 0
        for size in sizes:
            own = self._of(size)
            parts["position_ids"].append(own["position_ids"])
            parts["window_index"].append(own["window_index"] + patches // self._merge**2)
            parts["cu_seqlens"].append(own["cu_seqlens"][1:] + patches)
            parts["cu_window_seqlens"].append(own["cu_window_seqlens"][1:] + patches)
            patches += size[0] * size[1] * size[2]
        return {name: torch.cat(some) for name, some in parts.items()}

    def _computed(self, size: Size) -> dict[str, Tensor]:
        """The plan of one image, by transformers' own functions."""
        from transformers import vision_utils

        functions: Any = vision_utils
        grid = torch.tensor([size])
        index, ends = functions.get_vision_window_index(
            grid, spatial_merge_size=self._merge, window_size=self._window, patch_size=self._patch
        )
        return {
            "position_ids": functions.get_vision_position_ids(grid, self._merge),
            "cu_seqlens": functions.get_vision_cu_seqlens(grid),
            "window_index": index,
            "cu_window_seqlens": ends,
        }
