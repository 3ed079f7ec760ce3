"""JSON files with the digest of their content (core/checksum.py), where the reader must know why one is not whole."""

from collections.abc import Mapping
from typing import Any

import msgspec
from askance.core.checksum import FIELD, add_checksum_to_json, parse_json_object, strip_checksum_from_json


class DamagedJson(ValueError):  # noqa: N818  a state of the file
    """The content is not what was written; the text says why."""


class MissingDigest(DamagedJson):
    """The file has no digest: an older version wrote it, or a person."""


def encode_with_digest(name: str, value: Mapping[str, Any]) -> bytes:
    """A value as the JSON of the file of that name, fields in their order, the digest of both as the last one."""
    plain = {key: each for key, each in value.items() if key != FIELD}
    digest = msgspec.json.decode(add_checksum_to_json(name, plain))[FIELD]
    return msgspec.json.format(msgspec.json.encode(plain | {FIELD: digest}), indent=1) + b"\n"


def decode_and_verify_digest(name: str, data: bytes) -> dict[str, Any]:
    """The value in the file of that name, without its digest; raises DamagedJson unless the digest matches.

    The digest is of the value: blanks and the order of fields may change.
    """
    value = strip_checksum_from_json(name, data)
    if value is not None:
        return value
    plain = parse_json_object(data)
    if plain is None:
        raise DamagedJson("it is no whole JSON object")
    if FIELD not in plain:
        raise MissingDigest("it has no digest")
    raise DamagedJson("its digest does not match")
