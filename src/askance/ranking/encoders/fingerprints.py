"""The fingerprint of an encoder: of its weight files, of the code that uses them, and of its settings."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from askance.core import UserError, digest_value, source_digest
from askance.core.digest import file_digest

FOLDER = "ranking/encoders"


def encoder_fingerprint(files: Iterable[Path], root: Path, code: Iterable[str], settings: Any) -> str:
    """A digest of files, named from `root`, of source files of this package, and of plain values."""
    contents = [(path.relative_to(root).as_posix(), _file_digest(path)) for path in files]
    return digest_value((contents, source_digest(*(f"{FOLDER}/{name}" for name in code)), settings)).hex()


def _file_digest(path: Path) -> str:
    try:
        return file_digest(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}): restore the file") from error
