"""Arrays and tensors: their type, their shape, and every number in them."""

import sys
from typing import Any

import numpy as np
from askance.models.state.digest_stream import StateWriter

PIECE = 1 << 22  # numbers that are copied at a time


def add_array(walk: StateWriter, array: "np.ndarray[Any, Any]") -> None:
    """A numpy array, in row order however it lies in memory."""
    if array.dtype.hasobject:
        walk.stream.write_node("objects", str(array.dtype), repr(array.shape))
        walk.add(array.tolist())
        return
    walk.stream.write_node("array", str(array.dtype), repr(array.shape), str(array.nbytes))
    flat = np.ravel(array)
    for start in range(0, flat.size, PIECE):
        walk.stream.write_more_bytes(flat[start : start + PIECE].tobytes())


def is_tensor(value: object) -> bool:
    """Whether a value is a tensor of torch, which is not imported for that."""
    torch: Any = sys.modules.get("torch")
    return torch is not None and hasattr(torch, "Tensor") and isinstance(value, torch.Tensor)


def add_tensor(walk: StateWriter, tensor: Any) -> None:
    """A tensor of torch, wherever it lies; whether it is trained is no part of it."""
    plain = tensor.detach().cpu().contiguous()
    walk.stream.write_node("tensor", str(plain.dtype), repr(tuple(plain.shape)))
    torch: Any = sys.modules["torch"]
    add_array(walk, plain.reshape(-1).view(torch.uint8).numpy())
