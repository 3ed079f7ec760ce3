"""The number of parameters in safetensors files, from their headers: nothing is loaded."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

HEADER = 8  # bytes that say how long the header is
LONGEST = 100_000_000  # bytes of a header, as the format has it


def parameters_in(paths: Sequence[Path]) -> int | None:
    """The number of stored parameters; None where a file is no safetensors file."""
    total = 0
    for path in paths:
        header = _header(path)
        if header is None:
            return None
        total += sum(math.prod(each["shape"]) for name, each in header.items() if name != "__metadata__")
    return total


def _header(path: Path) -> dict[str, dict[str, list[int]]] | None:
    if path.suffix != ".safetensors":
        return None
    try:
        with path.open("rb") as file:
            size = int.from_bytes(file.read(HEADER), "little")
            header = json.loads(file.read(size)) if size <= LONGEST else None
    except (OSError, ValueError):
        return None
    return header if isinstance(header, dict) else None
