"""JSON files that carry the digest of their own content, so that damage is noticed when they are read."""

from collections.abc import Mapping
from typing import Any

import msgspec
from askance.core.digest import digest_of

FIELD = "digest"


class DamagedJson(ValueError):  # noqa: N818  a state of the file
    """The content is not what was written; the text says why."""


class NoDigest(DamagedJson):
    """The file has no digest: an older version wrote it, or a person."""


def with_digest(value: Mapping[str, Any]) -> bytes:
    """A value as JSON for people to read, with the digest of its content as the last field."""
    plain = {name: each for name, each in value.items() if name != FIELD}
    return msgspec.json.format(msgspec.json.encode(plain | {FIELD: _digest(plain)}), indent=1) + b"\n"


def checked(data: bytes) -> dict[str, Any]:
    """The value in a file, without its digest; raises DamagedJson unless the digest matches.

    The digest is of the value: blanks and the order of fields may change.
    """
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DamagedJson(str(error)) from error
    if not isinstance(value, dict) or FIELD not in value:
        raise NoDigest("it has no digest")
    found = value.pop(FIELD)
    if found != _digest(value):
        raise DamagedJson("its digest does not match")
    return value


def _digest(value: Mapping[str, Any]) -> str:
    # Decoded once, so that tuples, structs and numbers have the form in which they are read back.
    return digest_of(msgspec.json.decode(msgspec.json.encode(value))).hex()
