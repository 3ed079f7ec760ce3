"""Where things are kept between runs that can be made again."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path | None:
    """The folder that ASKANCE_CACHE names, else `askance` in the user's cache folder; None: nothing is kept."""
    named = os.environ.get("ASKANCE_CACHE")
    if named is not None:
        return Path(named) if named else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "askance"
    usual = home / "AppData" / "Local" if sys.platform == "win32" else home / ".cache"
    given = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    return (Path(given) if Path(given).is_absolute() else usual) / "askance"
