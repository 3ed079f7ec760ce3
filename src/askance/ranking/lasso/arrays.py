"""The arrays that problems are solved on: NumPy's on a CPU, torch's on a GPU, under the names that both share."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import Any

import numpy as np
from askance.core.errors import UserError

Array = Any  # numpy.ndarray or torch.Tensor
VARIANTS = 64  # of a function that is compiled: one for each precision, shape of metric and size of pool
FETCHED = 512  # rows of which what is not zero is fetched at once


class Arrays:
    """NumPy, or torch on a device."""

    def __init__(self, device: str = "cpu"):
        self.device = "cpu" if device == "torch" else device  # "torch": torch on the CPU
        self.xp: Any = np if device == "cpu" else _import_torch(device)
        self._fused: dict[Any, Callable[..., Any]] = {}
        self.single, self.double, self.whole = self.xp.float32, self.xp.float64, self.xp.int64

    @property
    def on_gpu(self) -> bool:
        """Whether the arrays are on a GPU."""
        return self.device.startswith("cuda")

    @property
    def multiplies_eight_bits(self) -> bool:
        """Whether the device has products of eight-bit numbers: NVIDIA's from Ada and Hopper on."""
        return self.on_gpu and self.xp.cuda.get_device_capability(self.device) >= (8, 9)

    def count_that_fit(self, bytes_each: int, most: int) -> int:
        """How many things of that size a GPU has memory for."""
        cuda = self.xp.cuda
        free = (
            cuda.mem_get_info(self.device)[0] + cuda.memory_reserved(self.device) - cuda.memory_allocated(self.device)
        )
        return max(1, min(most, int(free) // bytes_each))

    def array(self, values: Any, dtype: Any) -> Array:
        """A copy of the values here."""
        if self.xp is np:
            return np.array(values, dtype=dtype)
        return self.xp.as_tensor(np.ascontiguousarray(values)).to(device=self.device, dtype=dtype)

    def full(self, shape: tuple[int, ...], value: float, dtype: Any) -> Array:
        """An array of one value."""
        if self.xp is np:
            return np.full(shape, value, dtype=dtype)
        return self.xp.full(shape, value, dtype=dtype, device=self.device)

    def arange(self, size: int) -> Array:
        """0, 1, 2, …"""
        return np.arange(size) if self.xp is np else self.xp.arange(size, device=self.device)

    def as_type(self, values: Array, dtype: Any) -> Array:
        """The same values in another precision."""
        return values.astype(dtype) if self.xp is np else values.to(dtype)

    def largest_indices(self, values: Array, size: int) -> Array:
        """The places of the largest values of each row, in any order."""
        if self.xp is not np:
            return self.xp.topk(values, size, dim=1, sorted=False)[1]
        if size >= values.shape[1]:
            return np.tile(np.arange(values.shape[1]), (len(values), 1))
        return np.argpartition(values, values.shape[1] - size, axis=1)[:, values.shape[1] - size :]

    def take_along_rows(self, values: Array, places: Array) -> Array:
        """The values of each row at its own places."""
        return np.take_along_axis(values, places, 1) if self.xp is np else values.gather(1, places)

    def compile_fused(self, function: Callable[..., Any], key: Any) -> Callable[..., Any]:
        """The function as one pass over its arrays, where the device has a compiler; the key tells them apart."""
        if not self.on_gpu or find_spec("triton") is None:
            return function
        self.xp._dynamo.config.recompile_limit = VARIANTS
        if key not in self._fused:
            self._fused[key] = self.xp.compile(function)
        return self._fused[key]

    def nonzero_by_row(self, values: Array) -> Iterator[tuple[Any, Any]]:
        """The places and the values of what is not zero, row by row, as NumPy arrays."""
        for start in range(0, len(values), FETCHED):
            part = values[start : start + FETCHED]
            mask = part != 0
            ends = np.cumsum(self.to_numpy(mask.sum(1)))[:-1]
            places = self.to_numpy(self.xp.where(mask)[1])
            yield from zip(np.split(places, ends), np.split(self.to_numpy(part[mask]), ends), strict=True)

    def to_numpy(self, values: Array) -> Any:
        """The values as a NumPy array."""
        return values if self.xp is np else values.cpu().numpy()


def _import_torch(device: str) -> Any:
    """Torch, if it is installed and has that device."""
    try:
        import torch
    except ImportError as error:
        raise UserError(f"device {device} needs torch: pip install torch, or use device cpu") from error
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise UserError(f"there is no device {device} here: use device cpu")
    return torch


def single_threaded_blas() -> AbstractContextManager[Any]:
    """Let BLAS use one thread per call, where it can be told: the blocks of problems are what runs side by side."""
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return nullcontext()
    return threadpool_limits(1, user_api="blas")  # type: ignore[no-any-return]
