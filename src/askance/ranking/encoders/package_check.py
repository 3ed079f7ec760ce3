"""Whether files of an installed package are still what was installed, by the digests that pip recorded."""

import base64
import hashlib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

ALGORITHM = "sha256"


def find_changed_file(package: str, paths: Iterable[Path]) -> Path | None:
    """The first of these files that differs from its record; None if none does, or nothing is recorded."""
    try:
        recorded = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        return None
    wanted = {Path(str(file.locate())): file.hash for file in recorded if file.hash is not None}
    for path in paths:
        known = wanted.get(path)
        if known is not None and known.mode == ALGORITHM and known.value != _record_digest(path):
            return path
    return None


def _record_digest(path: Path) -> str:
    """As it stands in RECORD: base 64 for addresses, without padding."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, ALGORITHM).digest()
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()
