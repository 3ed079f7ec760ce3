"""ONNX files: the other files that their weights are in."""

import mmap
import re
from pathlib import Path

# A TensorProto with external data has an entry {key: "location", value: PATH}; this is how such an entry begins.
_ENTRY = re.compile(rb"\x0a\x08location\x12")


def external_weight_files(path: Path) -> list[Path]:
    """The files that an ONNX file keeps its weights in, as far as they exist; their paths are relative to its folder.

    Found by the bytes of the entry: the package onnx, which reads the whole format, is not needed to run a model.
    """
    if not path.stat().st_size:
        return []
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        named = {_read_length_prefixed_text(data, match.end()) for match in _ENTRY.finditer(data)}
    return sorted(found for name in named if name and (found := path.parent / name).is_file())


def _read_length_prefixed_text(data: mmap.mmap, start: int) -> str:
    """A length in base 128, the lowest seven bits first, and so many bytes of UTF-8."""
    length = shift = 0
    while start < len(data):
        byte = data[start]
        start, length, shift = start + 1, length | (byte & 127) << shift, shift + 7
        if byte < 128 or shift > 28:
            break
    return data[start : start + length].decode(errors="ignore").rstrip("\0") if length < 4096 else ""
