"""Image files stay below their data set's folder: a foreign data set must not show your own files to a model.

`..`, absolute paths and links that lead outside are refused, unless the data set is opened as `allow-outside:NAME`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from askance.core import UserError

PREFIX = "allow-outside"
DRAWN = "stickers"  # a data set without files
FIX = f"copy the image into the folder, or use --allow-outside ({PREFIX}:DATA) if you trust this data set"
# Set while a data set of such a name is opened, so that it also holds for those that its name names (fine=, detected:).
_allowed: ContextVar[bool] = ContextVar("allowed", default=False)


class OutsideFolder(UserError):  # noqa: N818  a state of the path, like Unreadable
    """An image that is not below its data set's folder; `key` is what its record calls it, where that is known."""

    key: str | None = None


class FolderBoundary:
    """The folder that all image files of a data set must be in; it may itself be a link."""

    def __init__(self, root: Path):
        self.root, self._is_open = root, _allowed.get()
        self._folders: dict[str, bool] = {}  # folder → whether it is inside

    def check_inside(self, path: Path) -> Path:
        """The same path; refused where it, or a link on its way, leads outside."""
        if self._is_open or self._is_inside(str(path)):
            return path
        target = os.path.realpath(path)
        led = f" (it leads to {target})" if target != os.path.normpath(path) else ""
        raise OutsideFolder(f"image {path}{led} is outside {self.root}, the data set's folder: {FIX}")

    def _is_inside(self, path: str) -> bool:
        folder = os.path.dirname(path)  # noqa: PTH120  as text: paths are slow, and these are many
        if folder not in self._folders:
            self._folders[folder] = self._is_below_root(os.path.realpath(folder))
        is_plain = os.path.basename(path) != ".." and not os.path.islink(path)  # noqa: PTH119, PTH114
        return self._folders[folder] if is_plain else self._is_below_root(os.path.realpath(path))

    def _is_below_root(self, real: str) -> bool:
        root = os.path.realpath(self.root)
        return real == root or real.startswith(root.rstrip(os.sep) + os.sep)


@contextmanager
def allow_outside_images() -> Iterator[None]:
    """Data sets that are opened meanwhile may have images anywhere."""
    token = _allowed.set(True)
    try:
        yield
    finally:
        _allowed.reset(token)


def name_with_outside_allowed(data: str, is_allowed: bool = True) -> str:
    """The name of a data set whose images may be anywhere; its own name where that is not allowed."""
    kind, _, rest = data.partition(":")
    if not is_allowed or kind in (PREFIX, DRAWN):
        return data
    return f"{kind}:{name_with_outside_allowed(rest)}" if kind == "detected" else f"{PREFIX}:{data}"
