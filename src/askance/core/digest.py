"""Canonical bytes and digests: the one way anything here gets a key."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

KEY_BYTES = 16
_encoder = msgspec.json.Encoder(order="deterministic")


def canonical_bytes(value: Any) -> bytes:
    """The same value gives the same bytes in every process."""
    return _encoder.encode(value)


def digest(data: bytes) -> bytes:
    """A 16-byte BLAKE2b digest."""
    return hashlib.blake2b(data, digest_size=KEY_BYTES).digest()


def file_digest(path: Path) -> str:
    """The digest of a file's bytes, read piece by piece, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=KEY_BYTES)).hexdigest()


def digest_value(value: Any) -> bytes:
    """The digest of a value's canonical bytes."""
    return digest(canonical_bytes(value))


@cache
def source_digest(*folders: str) -> str:
    """A digest of our own source below the given subfolders (default: all): code that changes makes new keys."""
    package = Path(__file__).parent.parent
    roots = [package / folder for folder in folders] or [package]
    state = hashlib.blake2b(digest_size=8)
    for root in roots:
        if not root.exists():
            raise FileNotFoundError(root)  # moved: what it decides would no longer count
        files = [root] if root.is_file() else sorted(file for file in root.rglob("*") if file.suffix in (".py", ".tsv"))
        for file in files:
            state.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return state.hexdigest()
