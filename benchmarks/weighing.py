"""What the core weighs when installed, by dependency."""

import importlib.metadata as metadata
import re
from pathlib import Path
from typing import Any


def _requirements(package: str) -> list[str]:
    found = []
    for line in metadata.requires(package) or []:
        if "extra ==" not in line and "sys_platform" not in line and "python_version" not in line:
            found.append(re.split(r"[^A-Za-z0-9._-]", line)[0])
    return found


def _closure(package: str) -> list[str]:
    names, waiting = [], [package]
    while waiting:
        name = waiting.pop()
        if name.lower() not in names:
            names.append(name.lower())
            waiting += _requirements(name)
    return names


def _bytes(package: str) -> int:
    files = metadata.files(package) or []
    return sum(path.stat().st_size for file in files if (path := Path(str(file.locate()))).is_file())


def measure() -> dict[str, Any]:
    """Megabytes of every package that `pip install askance` brings."""
    weights = {name: round(_bytes(name) / 1e6, 1) for name in _closure("askance") if name != "askance"}
    source = Path(__file__).parent.parent / "src" / "askance"
    weights["askance"] = round(sum(file.stat().st_size for file in source.rglob("*") if file.is_file()) / 1e6, 1)
    ordered = dict(sorted(weights.items(), key=lambda entry: -entry[1]))
    return {"megabytes": round(sum(weights.values()), 1), "target": 420, "by_package": ordered}
