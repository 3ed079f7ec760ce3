"""The number of parameters in an ONNX file, from the shapes that it stores: no weight is loaded, no package needed."""

import math
import mmap
from collections.abc import Iterator
from pathlib import Path

# Numbers of fields in the format: ModelProto.graph, GraphProto.initializer, TensorProto.dims and .data_type.
_GRAPH, _INITIALIZER, _DIMS, _DATA_TYPE = 7, 5, 1, 2
_FLOATS = frozenset({1, 10, 11, 16})  # float32, float16, float64, bfloat16; whole numbers are shapes and indices
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5  # wire types of protobuf
Buffer = mmap.mmap | memoryview | bytes


def onnx_parameters(path: Path) -> int:
    """The number of weights in a network; ValueError where the file is not an ONNX file."""
    total = 0
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for _, start, end in _fields(data, 0, len(data), _GRAPH):
            for _, first, last in _fields(data, start, end, _INITIALIZER):
                total += _tensor_size(data, first, last)
    return total


def _tensor_size(data: Buffer, start: int, end: int) -> int:
    """The number of values of a tensor; 0 if they are whole numbers."""
    types = [value for value, _, _ in _fields(data, start, end, _DATA_TYPE)]
    if not types or types[-1] not in _FLOATS:
        return 0
    dims: list[int] = []
    for value, first, last in _fields(data, start, end, _DIMS):
        dims += [value] if first == last else _packed(data, first, last)
    return math.prod(dims)


def _fields(data: Buffer, start: int, end: int, wanted: int) -> Iterator[tuple[int, int, int]]:
    """The fields with a number: (value, 0, 0) of a whole number, (0, start, end) of bytes."""
    while start < end:
        tag, start = _varint(data, start)
        number, wire = tag >> 3, tag & 7
        value = first = last = 0
        if wire == _VARINT:
            value, start = _varint(data, start)
        elif wire == _BYTES:
            size, first = _varint(data, start)
            start = last = first + size
        elif wire in (_FIXED64, _FIXED32):
            start += 8 if wire == _FIXED64 else 4
        else:
            raise ValueError("not an ONNX file")
        if start > end:
            raise ValueError("not a whole ONNX file")
        if number == wanted:
            yield value, first, last


def _packed(data: Buffer, start: int, end: int) -> list[int]:
    found = []
    while start < end:
        value, start = _varint(data, start)
        found.append(value)
    return found


def _varint(data: Buffer, start: int) -> tuple[int, int]:
    """A number in base 128, the lowest seven bits first, and where it ends."""
    value = shift = 0
    while start < len(data) and shift < 64:
        byte = data[start]
        start, value, shift = start + 1, value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value, start
    raise ValueError("not a whole ONNX file")
