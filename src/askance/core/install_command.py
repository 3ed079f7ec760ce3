"""The command that installs an optional part of Askance, so that it works as pasted where Askance is running."""

import json
import shlex
import shutil
import sys
from pathlib import Path


def install_command(extra: str) -> str:
    """`pip install 'askance[EXTRA]'`, or the same for an editable clone, with the pip of the running Python."""
    clone = editable_clone()
    if clone is None:
        return f"{_pip()} 'askance[{extra}]'"
    place = "." if clone == Path.cwd() else str(clone)
    return f"{_pip()} -e {shlex.quote(f'{place}[{extra}]')}"


def editable_clone() -> Path | None:
    """The folder that `pip install -e` installed, None if Askance was installed as a wheel."""
    from importlib import metadata  # slow to import, and needed only for a hint
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        text = metadata.distribution("askance").read_text("direct_url.json")
        origin = json.loads(text) if text else {}
    except (metadata.PackageNotFoundError, ValueError):
        return None
    if not origin.get("dir_info", {}).get("editable"):
        return None
    return Path(url2pathname(urlsplit(origin["url"]).path))


def _pip() -> str:
    """The shortest name of the pip that installs for the running Python."""
    from importlib import metadata

    python = Path(sys.executable)
    if not any(metadata.distributions(name="pip")):  # environments of uv have no pip
        return f"uv pip install --python {shlex.quote(str(python))}"
    found = shutil.which("pip")
    if found and Path(found).parent == python.parent:
        return "pip install"
    here = Path.cwd()
    near = python.relative_to(here) if python.is_relative_to(here) else python
    return f"{shlex.quote(str(near))} -m pip install"
