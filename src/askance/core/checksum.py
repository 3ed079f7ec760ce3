"""Checksums over the name and the content of a file: damaged, renamed or swapped files are detected.

A file that is written once has the digest in its name instead (askance.store.parquet_files).
"""

import json
from typing import Any

from askance.core.digest import KEY_BYTES, canonical, digest

MARK = b"\naskance-digest:"
SEAL_BYTES = len(MARK) + 2 * KEY_BYTES
FIELD = "digest"


def checksum_of_name(name: str, *parts: bytes) -> bytes:
    """The checksum of a name and some bytes."""
    return MARK + digest(b"\0".join((name.encode(errors="surrogateescape"), *parts))).hex().encode()


def with_checksum(name: str, data: bytes) -> bytes:
    """The bytes with their checksum appended."""
    return data + checksum_of_name(name, data)


def without_checksum(name: str, data: bytes) -> bytes | None:
    """The bytes without their checksum; None if it is missing or wrong."""
    body, seal = data[:-SEAL_BYTES], data[-SEAL_BYTES:]
    return body if seal == checksum_of_name(name, body) else None


def json_with_checksum(name: str, value: dict[str, Any]) -> bytes:
    """A JSON object with its digest as one more field."""
    plain = json.loads(canonical(value))  # as it is read again: tuples are lists
    return json.dumps({**plain, FIELD: digest(_named(name, plain)).hex()}, indent=1).encode()


def json_without_checksum(name: str, data: bytes) -> dict[str, Any] | None:
    """The JSON object without its digest; None where that is missing or wrong."""
    value = plain_json(data)
    if value is None or FIELD not in value:
        return None
    seal = value.pop(FIELD)
    try:
        return value if seal == digest(_named(name, value)).hex() else None
    except (ValueError, OverflowError, RecursionError):  # damage made a lone surrogate, or a number without end
        return None


def plain_json(data: bytes) -> dict[str, Any] | None:
    """Any JSON object; None where the bytes are none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        return None
    return value if isinstance(value, dict) else None


def _named(name: str, value: dict[str, Any]) -> bytes:
    return name.encode(errors="surrogateescape") + b"\0" + canonical(value)
