"""A key-value cache with room behind what it contains: new columns are written in place, never copied together."""

from typing import Any

import torch
from torch import Tensor
from transformers.cache_utils import Cache, DynamicLayer


class RoomyLayer(DynamicLayer):  # type: ignore[no-untyped-call]
    """One layer; it has room for `first` columns, and then for `more` at a time."""

    def __init__(self, first: int, more: int):
        super().__init__()  # type: ignore[no-untyped-call]
        self._first, self._more = first, more
        self._used = 0
        self._held: tuple[Tensor, Tensor] | None = None

    def update(self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        """Write new columns behind the last ones; returns all that are used."""
        end = self._used + key_states.shape[-2]
        keys, values = self._room(key_states, value_states, end)
        keys[:, :, self._used : end] = key_states
        values[:, :, self._used : end] = value_states
        self._used = end
        self.keys, self.values = keys[:, :, :end], values[:, :, :end]
        self.is_initialized = True
        return self.keys, self.values

    def _room(self, key_states: Tensor, value_states: Tensor, end: int) -> tuple[Tensor, Tensor]:
        if self._held is not None and self._held[0].shape[-2] >= end:
            return self._held
        size = max(end, self._first if self._held is None else self._held[0].shape[-2] + self._more)
        made = _larger(key_states, size), _larger(value_states, size)
        if self._held is not None:
            made[0][:, :, : self._used] = self._held[0][:, :, : self._used]
            made[1][:, :, : self._used] = self._held[1][:, :, : self._used]
        self._held = made
        return made

    def get_seq_length(self) -> int:
        """The number of columns that are used."""
        return self._used


def _larger(states: Tensor, size: int) -> Tensor:
    return torch.empty((*states.shape[:2], size, states.shape[-1]), dtype=states.dtype, device=states.device)


class PackedCache(Cache):
    """A cache of roomy layers, one per layer of the model."""

    def __init__(self, layers: int, first: int, more: int):
        super().__init__(layers=[RoomyLayer(first, more) for _ in range(layers)])
