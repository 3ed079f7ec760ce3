"""Members of a zip file, also those packed with Zstandard, which Python's zipfile reads from 3.14 on."""

import struct
import zlib
from lzma import LZMAError
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

import pyarrow as pa
from askance.core import UserError
from askance.core.input_files import short_error_message

ZSTANDARD = 93  # the method's number in the zip format
DAMAGED = (  # what unpacking a damaged file may raise
    OSError, BadZipFile, ValueError, RuntimeError, NotImplementedError, EOFError, zlib.error, LZMAError,
)  # fmt: skip
MOST = 2**29  # bytes of one unpacked member
_LOCAL_HEADER = struct.Struct("<26xHH")  # lengths of the name and of the extra field, which precede the data


def open_zip(path: Path, fix: str) -> ZipFile:
    """A zip file; one that is damaged is a user error."""
    try:
        return ZipFile(path)
    except DAMAGED as error:
        raise UserError(f"{path}: cannot be unpacked ({short_error_message(error)}): {fix}") from error


def read_member(archive: ZipFile, member: ZipInfo, where: str, fix: str) -> bytes:
    """The content of a member, checked against its checksum."""
    if member.file_size > MOST:
        raise UserError(f"{where}: unpacks to {member.file_size >> 20:,} MB, more than {MOST >> 20:,}: {fix}")
    try:
        if member.compress_type != ZSTANDARD:
            return archive.read(member)
        data = _unpack_zstandard(_packed_bytes(archive, member), member.file_size)
    except DAMAGED as error:
        raise UserError(f"{where}: is damaged ({short_error_message(error)}): {fix}") from error
    if zlib.crc32(data) != member.CRC:
        raise UserError(f"{where}: is damaged (its checksum is wrong): {fix}")
    return data


def _packed_bytes(archive: ZipFile, member: ZipInfo) -> bytes:
    file = archive.fp
    if file is None:
        raise ValueError("the archive is closed")
    file.seek(member.header_offset)
    head = file.read(_LOCAL_HEADER.size)
    if len(head) < _LOCAL_HEADER.size or not head.startswith(b"PK\x03\x04"):
        raise BadZipFile("a member's header is missing")
    file.seek(sum(_LOCAL_HEADER.unpack(head)), 1)
    return file.read(member.compress_size)


def _unpack_zstandard(packed: bytes, size: int) -> bytes:
    with pa.CompressedInputStream(pa.BufferReader(packed), "zstd") as stream:
        found: bytes = stream.read(size + 1)  # no more than is declared: a bomb is not unpacked
        return found
