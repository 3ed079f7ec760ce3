"""Checksums over the name and the content of a file: damaged, renamed or swapped files are detected.

A file that is written once has the digest in its name instead (askance.store.parquet_files).
"""

import json
from typing import Any

from askance.core.digest import KEY_BYTES, canonical_bytes, digest

MARK = b"\naskance-digest:"
SEAL_BYTES = len(MARK) + 2 * KEY_BYTES
FIELD = "digest"


def compute_checksum(name: str, *parts: bytes) -> bytes:
    """The checksum of a name and some bytes."""
    return MARK + digest(b"\0".join((name.encode(errors="surrogateescape"), *parts))).hex().encode()


def append_checksum(name: str, data: bytes) -> bytes:
    """The bytes with their checksum appended."""
    return data + compute_checksum(name, data)


def strip_checksum(name: str, data: bytes) -> bytes | None:
    """The bytes without their checksum; None if it is missing or wrong."""
    body, seal = data[:-SEAL_BYTES], data[-SEAL_BYTES:]
    return body if seal == compute_checksum(name, body) else None


def add_checksum_to_json(name: str, value: dict[str, Any]) -> bytes:
    """A JSON object with its digest as one more field."""
    plain = json.loads(canonical_bytes(value))  # as it is read again: tuples are lists
    return json.dumps({**plain, FIELD: digest(_name_and_value_bytes(name, plain)).hex()}, indent=1).encode()


def strip_checksum_from_json(name: str, data: bytes) -> dict[str, Any] | None:
    """The JSON object without its digest; None where that is missing or wrong."""
    value = parse_json_object(data)
    if value is None or FIELD not in value:
        return None
    seal = value.pop(FIELD)
    try:
        return value if seal == digest(_name_and_value_bytes(name, value)).hex() else None
    except (ValueError, OverflowError, RecursionError):  # damage made a lone surrogate, or a number without end
        return None


def parse_json_object(data: bytes) -> dict[str, Any] | None:
    """Any JSON object; None where the bytes are none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        return None
    return value if isinstance(value, dict) else None


def _name_and_value_bytes(name: str, value: dict[str, Any]) -> bytes:
    return name.encode(errors="surrogateescape") + b"\0" + canonical_bytes(value)
