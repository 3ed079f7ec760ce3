"""The folder for caches: files that can be deleted and are computed again."""

import os
from pathlib import Path


def cache_folder() -> Path | None:
    """The folder that ASKANCE_CACHE names, else `askance` in the user's cache folder; None: nothing is kept."""
    named = os.environ.get("ASKANCE_CACHE")
    if named is not None:
        return Path(named) if named else None
    from platformdirs import user_cache_path  # slow to import

    try:
        found = user_cache_path("askance", appauthor=False, opinion=False)
    except RuntimeError:  # the user has no home folder
        return None
    return found if found.is_absolute() else None  # `~` where there is no home folder
