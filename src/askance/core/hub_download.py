"""Models of the Hugging Face hub: the local cache first; a download only after saying its size."""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from askance.core.errors import UserError

GIGABYTE, MEGABYTE = 1e9, 1e6
HUB = "https://huggingface.co"
REFUSED, NOT_FOUND = (401, 403), 404  # statuses of HTTP
INDEX = "*.index.json"  # which file contains which weight
_PART = re.compile(r"(?P<stem>.+)-\d+-of-(?P<count>\d+)(?P<suffix>\.\w+)")  # model-00001-of-00005.safetensors
_is_refused: ContextVar[bool] = ContextVar("downloads_are_refused", default=False)


@dataclass(frozen=True, slots=True)
class HubFiles:
    """The files of a hub model that are needed; `must_have`: patterns without which a cached copy is incomplete."""

    wanted: tuple[str, ...]
    must_have: tuple[str, ...]
    unwanted: tuple[str, ...] = ()
    revision: str = ""

    def arguments(self) -> dict[str, Any]:
        """The arguments of a download."""
        unwanted = {"ignore_patterns": list(self.unwanted)} if self.unwanted else {}
        return {"revision": self.revision or None, "allow_patterns": list(self.wanted)} | unwanted

    def are_complete(self, folder: Path) -> bool:
        """Whether a folder has what a model needs, also every part of weights in several files."""
        if not all(any(folder.glob(pattern)) for pattern in self.must_have):
            return False
        found = [path for path in folder.rglob("*") if self._is_wanted(path.relative_to(folder).as_posix())]
        needed = {part for path in found for part in (_indexed(path) if path.match(INDEX) else _siblings(path))}
        return all(part.is_file() for part in needed if self._is_wanted(part.relative_to(folder).as_posix()))

    def _is_wanted(self, name: str) -> bool:
        return any(fnmatch(name, each) for each in self.wanted) and not any(fnmatch(name, e) for e in self.unwanted)


def _indexed(index: Path) -> set[Path]:
    """The files that an index of weights names."""
    try:
        named = json.loads(index.read_bytes())["weight_map"].values()
        return {index.parent / str(name) for name in named}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return set()  # no index of weights


def _siblings(path: Path) -> set[Path]:
    """All parts of weights of which one is a part; the index may not have been downloaded yet."""
    if (named := _PART.fullmatch(path.name)) is None:
        return set()
    count, digits = int(named["count"]), len(named["count"])
    names = (f"{named['stem']}-{i + 1:0{digits}}-of-{named['count']}{named['suffix']}" for i in range(count))
    return {path.parent / name for name in names}


@contextmanager
def without_downloads(is_active: bool = True) -> Iterator[None]:
    """While this lasts, a model that would have to be downloaded is a UserError: a dry run sends nothing."""
    token = _is_refused.set(is_active)
    try:
        yield
    finally:
        _is_refused.reset(token)


def hub_folder(label: str, name: str, files: HubFiles) -> Path:
    """The folder with a model of the hub; `label` names the model in messages."""
    return cached_folder(name, files) or download(label, name, files)


def cached_folder(name: str, files: HubFiles) -> Path | None:
    """The copy in the hub's cache (HF_HOME), if it is complete."""
    import huggingface_hub
    from huggingface_hub.errors import LocalEntryNotFoundError

    try:
        folder = Path(huggingface_hub.snapshot_download(name, local_files_only=True, **files.arguments()))
    except (LocalEntryNotFoundError, OSError, ValueError):
        return None
    return folder if files.are_complete(folder) else None


def download(label: str, name: str, files: HubFiles) -> Path:
    """Download a model to the hub's cache; stderr says what and how much before it starts."""
    import huggingface_hub
    from huggingface_hub import constants

    home = os.fspath(constants.HF_HUB_CACHE)
    if constants.HF_HUB_OFFLINE:
        raise UserError(f"{label}: is not in the hub's cache ({home}) and HF_HUB_OFFLINE is set: unset it")
    if _is_refused.get():
        raise UserError(
            f"{label}: is not in the hub's cache ({home}), and a dry run downloads nothing:"
            f" download it first (hf download {name}), or run without --dry-run"
        )
    try:
        size = _size(huggingface_hub, name, files)
        sys.stderr.write(f"{label}: downloading {_in_words(size)} to {home}\n")
        return Path(huggingface_hub.snapshot_download(name, **files.arguments()))
    except Exception as error:  # of the hub's client, its HTTP client, or the disk
        raise UserError(f"{label}: {_why_not_downloaded(name, error)}") from error


def _why_not_downloaded(name: str, error: Exception) -> str:
    """What went wrong and what to do: the hub refuses, does not know the model, or has a fault of its own."""
    from huggingface_hub.errors import GatedRepoError, HfHubHTTPError, RepositoryNotFoundError, RevisionNotFoundError

    first = next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)[:300]
    status = error.response.status_code if isinstance(error, HfHubHTTPError) else None
    if isinstance(error, GatedRepoError):
        return f"the hub gives this model only to users who accept its terms: {HUB}/{name}, then `hf auth login`"
    if isinstance(error, RepositoryNotFoundError | RevisionNotFoundError | ValueError) or status == NOT_FOUND:
        is_hidden = isinstance(error, RepositoryNotFoundError) and status in REFUSED  # the hub does not say which
        private = " (if the model is private: `hf auth login`)" if is_hidden else ""
        return f"neither a folder here nor a model of the hub: {first}{private}"
    if status in REFUSED:
        return f"the hub refuses access (HTTP {status}): {first}: log in with `hf auth login`, or name a folder"
    if status is not None:
        return f"the hub cannot answer now (HTTP {status}): {first}: try again later, or name a folder"
    return f"cannot be downloaded: {first}: check the connection, or name a folder"


def _size(hub: Any, name: str, files: HubFiles) -> int:
    """Bytes of the wanted files."""
    info = hub.HfApi().model_info(name, revision=files.revision or None, files_metadata=True)
    sizes = {file.rfilename: file.size or 0 for file in info.siblings or ()}
    chosen: Sequence[str] = list(
        hub.utils.filter_repo_objects(
            list(sizes), allow_patterns=list(files.wanted), ignore_patterns=list(files.unwanted) or None
        )
    )
    return sum(sizes[file] for file in chosen)


def _in_words(size: int) -> str:
    return f"{size / GIGABYTE:.1f} GB" if size >= GIGABYTE / 10 else f"{size / MEGABYTE:.1f} MB"
