"""Drawn questions kept in `drawn-questions` of the cache folder, a file per image: several models share them.

They may be deleted at any time. ASKANCE_CACHE names the folder; empty: nothing is kept.
"""

from collections.abc import Callable

import msgspec
from askance.core import UserError, digest_value
from askance.core.atomic_files import write_atomic
from askance.core.cache_folder import cache_folder
from askance.core.checksum import append_checksum, strip_checksum


class DrawnText(msgspec.Struct, frozen=True, array_like=True):
    """A question that was drawn for an answer, and which generator drew it first."""

    answer: str
    question: str
    source: str


class DrawCache:
    """Keeps what was drawn; `decided_by`: all that determines it but the image and its answers."""

    def __init__(self, decided_by: object):
        self._decided_by = decided_by
        folder = cache_folder()
        self._folder = None if folder is None else folder / "drawn-questions"

    def get(self, about: object, draw: Callable[[], list[DrawnText]]) -> list[DrawnText]:
        """What is kept for an image and its answers; if there is nothing, or it is damaged, it is drawn and kept."""
        if self._folder is None:
            return draw()
        path = self._folder / f"{digest_value((self._decided_by, about)).hex()}.json"
        try:
            kept = strip_checksum(path.name, path.read_bytes())
        except OSError:
            kept = None
        if kept is not None:
            return msgspec.json.decode(kept, type=list[DrawnText])
        drawn = draw()
        try:
            write_atomic(path, append_checksum(path.name, msgspec.json.encode(drawn)))
        except (OSError, UserError) as error:
            raise UserError(
                f"{self._folder}: drawn questions cannot be kept there: make room, or set ASKANCE_CACHE to another"
                " folder or to nothing"
            ) from error
        return drawn
