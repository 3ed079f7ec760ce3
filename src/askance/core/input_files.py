"""Input files: opened and decoded in one place, so that whatever is wrong with one is one line with the fix."""

import codecs
import json
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from askance.core.errors import UserError

T = TypeVar("T")
SHOWN = 200  # characters of a library's message
_PACKED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def check_is_file(path: Path, fix: str) -> None:
    """Raise where a path is not a plain file: opening a pipe would wait for ever, and a device may never end."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot be read ({short_error_message(error)}): {fix}") from error
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or device"
        raise UserError(f"{path}: is {kind}, not a file: {fix}")


def read_input_file(path: Path, fix: str) -> bytes:
    """The content of a plain file, without a byte order mark."""
    check_is_file(path, fix)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({short_error_message(error)}): {fix}") from error
    check_text_encoding(data[:8], path, fix)
    return data.removeprefix(codecs.BOM_UTF8)


def check_text_encoding(start: bytes, path: Path, fix: str) -> None:
    """Raise where the first bytes of a file are those of an empty file, of an archive, or not of UTF-8."""
    if not start:
        raise UserError(f"{path}: is empty: {fix}")
    for mark, kind in _PACKED.items():
        if start.startswith(mark):
            raise UserError(f"{path}: is packed with {kind}: unpack it")
    if start.startswith(_WIDE):
        raise UserError(f"{path}: is UTF-16: save the file as UTF-8")


def decode_json_input(data: Any, decoder: "msgspec.json.Decoder[T]", where: str, fix: str, *, invalid: str = "") -> T:
    """A JSON value; what cannot be decoded is refused in one line that begins with `where`.

    `fix`: what to do about a value that does not fit; `invalid`: about a text that is no JSON (default: the same).
    """
    try:
        return decoder.decode(data)
    except UnicodeDecodeError as error:
        raise UserError(f"{where}: is not UTF-8 ({short_error_message(error)}): save the file as UTF-8") from error
    except RecursionError as error:
        raise UserError(f"{where}: is nested too deeply: {fix}") from error
    except msgspec.ValidationError as error:
        said = short_error_message(error)
        is_number = "`str" in said and ("got `int`" in said or "got `float`" in said)
        raise UserError(f"{where}: {said}{' (put the number in quotes)' if is_number else ''}: {fix}") from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise UserError(f"{where}: is not valid JSON ({short_error_message(error)}): {invalid or fix}") from error


class _RepeatedKeyError(Exception):
    """A key that an object has twice."""


def _raise_on_repeated_key(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1 and len({key for key, _ in pairs}) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _RepeatedKeyError(counts.most_common(1)[0][0])


_KEYS = json.JSONDecoder(
    object_pairs_hook=_raise_on_repeated_key
)  # made once: for a short record that takes longer than decoding


def check_unique_keys(data: Any, where: str) -> None:
    """Raise where an object of a JSON text has a key twice, of which decoders would keep only the last."""
    try:
        _KEYS.decode(bytes(data).decode("utf-8-sig"))
    except _RepeatedKeyError as error:
        raise UserError(f"{where}: field {error} is there twice: keep one") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{where}: {short_error_message(error)}: write it as plain JSON in UTF-8") from error


def check_output_path(path: Path) -> None:
    """Raise where a file would be written over something that is none: a rename would replace even a device."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return  # not there yet, or writing says why it cannot be
    if not stat.S_ISREG(mode):
        raise UserError(f"cannot write {path}: it is a folder, pipe or device: name a file")


def short_error_message(error: BaseException, hide: Callable[[str], str] = str) -> str:
    """The first line of an error's message, shortened; `hide` takes out what must not be shown, before it is cut."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return hide(str(text)).splitlines()[0][:SHOWN]
