"""The digest of a checkpoint: a safetensors file whose metadata holds the digest of all its other bytes; no torch."""

from typing import Any

import msgspec
from askance.core import digest
from askance.core.digest import KEY_BYTES

FIELD = "digest"
EMPTY = "0" * (2 * KEY_BYTES)  # stands in the digest's place while the digest is taken


class DamagedCheckpoint(ValueError):  # noqa: N818  a state of the file
    """A checkpoint that cannot be used; the text says why."""


def write_digest_into(data: bytes) -> bytes:
    """The file, whose metadata have an EMPTY digest, with its digest."""
    place = _digest_offset(data, EMPTY)
    return data[:place] + digest(data).hex().encode() + data[place + len(EMPTY) :]


def read_verified_metadata(data: bytes) -> dict[str, str]:
    """The metadata of a file whose digest matches."""
    size = int.from_bytes(data[:8], "little")
    try:
        header: Any = msgspec.json.decode(data[8 : 8 + size])
        metadata = msgspec.convert(header["__metadata__"], dict[str, str])
        found = metadata[FIELD]
    except KeyError as error:
        raise DamagedCheckpoint("it has no digest") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as error:
        raise DamagedCheckpoint("it is no whole safetensors file") from error
    place = _digest_offset(data, found)
    if digest(data[:place] + EMPTY.encode() + data[place + len(EMPTY) :]).hex() != found:
        raise DamagedCheckpoint("its digest does not match")
    return metadata


def _digest_offset(data: bytes, found: str) -> int:
    """Where the digest is in the header."""
    name = f'"{FIELD}":"'
    end = 8 + int.from_bytes(data[:8], "little")
    place = data.find(f'{name}{found}"'.encode(), 0, end)
    if place < 0 or len(found) != len(EMPTY):
        raise DamagedCheckpoint("its digest is damaged")
    return place + len(name)
