"""Terminals and locales that are not UTF-8: what they lack is escaped; arguments they could not decode are refused."""

import codecs
import io
import sys
from collections.abc import Sequence

from askance.core.errors import UserError

ESCAPED = "askance-escaped"


def escape_unencodable_output() -> None:
    """Let stdout and stderr write what their encoding lacks as \\uXXXX, which is also right inside JSON."""
    codecs.register_error(ESCAPED, _escape_unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    text = "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
    return text, error.end


def check_arguments_are_decodable(arguments: Sequence[str]) -> None:
    """Raise where an argument has bytes that the locale's encoding does not know: no file could store such a name."""
    for argument in arguments:
        if not argument.isascii() and any("\ud800" <= letter <= "\udfff" for letter in argument):
            shown = argument.encode("ascii", "backslashreplace").decode()
            raise UserError(
                f"argument {shown}: is not valid {sys.getfilesystemencoding()}: rename the file in UTF-8,"
                " or set a UTF-8 locale (PYTHONUTF8=1)"
            )
