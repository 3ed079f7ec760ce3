"""Models of the Hugging Face hub: the local cache first; a download only after saying its size."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askance.core.errors import UserError

GIGABYTE, MEGABYTE = 1e9, 1e6


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
    return folder if all(any(folder.glob(pattern)) for pattern in files.must_have) else None


def download(label: str, name: str, files: HubFiles) -> Path:
    """Download a model to the hub's cache; stderr says what and how much before it starts."""
    import huggingface_hub
    from huggingface_hub import constants

    home = os.fspath(constants.HF_HUB_CACHE)
    if constants.HF_HUB_OFFLINE:
        raise UserError(f"{label}: is not in the hub's cache ({home}) and HF_HUB_OFFLINE is set: unset it")
    try:
        size = _size(huggingface_hub, name, files)
        sys.stderr.write(f"{label}: downloading {_in_words(size)} to {home}\n")
        return Path(huggingface_hub.snapshot_download(name, **files.arguments()))
    except (OSError, ValueError, RuntimeError) as error:
        first = next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)
        raise UserError(f"{label}: neither a folder here nor a model of the hub: {first[:300]}") from error


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
