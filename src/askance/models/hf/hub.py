"""Hub ids: the local cache first; a download only where the cache lacks the model, and only after saying its size."""

import os
import sys
from pathlib import Path
from typing import Any

from askance.core import UserError
from askance.models.hf.options import Options

WANTED = ("*.json", "*.jinja", "*.txt", "*.model", "*.safetensors")
GIGABYTE = 1e9


def _patterns(options: Options) -> list[str]:
    return [*WANTED, *(["*.bin"] if options.weights == "bin" else []), *(["*.py"] if options.trust_remote_code else [])]


def cached_folder(name: str, options: Options) -> Path | None:
    """The snapshot in the hub's cache (HF_HOME), if it has weights."""
    import huggingface_hub
    from huggingface_hub.errors import LocalEntryNotFoundError

    try:
        found = huggingface_hub.snapshot_download(
            name, revision=options.revision or None, allow_patterns=_patterns(options), local_files_only=True
        )
    except (LocalEntryNotFoundError, OSError, ValueError):
        return None
    folder = Path(found)
    weights = "*.bin" if options.weights == "bin" else "*.safetensors"
    return folder if (folder / "config.json").is_file() and any(folder.glob(weights)) else None


def fetch(name: str, options: Options) -> Path:
    """Download a model to the hub's cache; stderr says what and how much before it starts."""
    import huggingface_hub
    from huggingface_hub import constants

    if constants.HF_HUB_OFFLINE:
        raise UserError(f"hf:{name}: is not in the hub's cache ({_home()}) and HF_HUB_OFFLINE is set: unset it")
    patterns = _patterns(options)
    try:
        size = _size(huggingface_hub, name, options, patterns)
        sys.stderr.write(f"hf:{name}: downloading {size / GIGABYTE:.1f} GB to {_home()}\n")
        folder = huggingface_hub.snapshot_download(name, revision=options.revision or None, allow_patterns=patterns)
    except (OSError, ValueError, RuntimeError) as error:
        first = next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)
        raise UserError(f"hf:{name}: neither a folder here nor a model that the hub gives: {first[:300]}") from error
    return Path(folder)


def _size(hub: Any, name: str, options: Options, patterns: list[str]) -> int:
    """Bytes of the wanted files."""
    info = hub.HfApi().model_info(name, revision=options.revision or None, files_metadata=True)
    names = {file.rfilename: file.size or 0 for file in info.siblings or ()}
    wanted = set(hub.utils.filter_repo_objects(list(names), allow_patterns=patterns))
    return sum(size for file, size in names.items() if file in wanted)


def _home() -> str:
    from huggingface_hub import constants

    return os.fspath(constants.HF_HUB_CACHE)
