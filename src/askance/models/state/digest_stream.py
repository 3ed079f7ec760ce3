"""The byte stream that a state is written to: tagged, each part with its length, so that no two states look alike."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from askance.core.digest import KEY_BYTES
from askance.models.state.files import Stamp


@dataclass(slots=True)
class StateParts:
    """What was found while a state was digested."""

    values: int = 0
    undigested: list[str] = field(default_factory=list)  # "client (openai.OpenAI)"
    files: dict[Path, Stamp | None] = field(default_factory=dict)  # whose content is part of the digest


class DigestStream:
    """Tagged parts in, one digest out."""

    def __init__(self) -> None:
        self._state = hashlib.blake2b(digest_size=KEY_BYTES)

    def write_node(self, tag: str, *parts: str | bytes) -> None:
        """One node: what it is, and its own bytes."""
        encoded = [part.encode(errors="surrogatepass") if isinstance(part, str) else part for part in (tag, *parts)]
        self._state.update(b"".join(b"%d " % len(part) for part in (encoded, *encoded)))
        for part in encoded:
            self._state.update(part)

    def write_more_bytes(self, data: Any) -> None:
        """More bytes of the node last put, whose length that node has told."""
        self._state.update(data)

    def digest(self) -> bytes:
        """The digest of all so far."""
        return self._state.digest()


class StateWriter(Protocol):
    """What writes a value to the stream; `label` names it for people."""

    stream: DigestStream
    found: StateParts

    def add(self, value: object, label: str = "") -> None: ...

    def is_new(self, value: object) -> bool: ...
