"""One virtual environment per tool, made once and kept; its size, and the versions in it."""

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

from scripts.build_package import build_package
from scripts.fresh_environment import installed_bytes

from benchmarks.peers.rows import PLUGINS
from benchmarks.peers.tools import Tool

ROOT = Path(__file__).parent.parent.parent
HOME = Path(os.environ.get("ASKANCE_PEERS_HOME", Path(tempfile.gettempdir()) / "askance-peers"))
ENTRY_POINTS = "[inspect_ai]\nrace = race_inspect\n\n[lmms_eval.models]\nrace = race_lmms:MANIFEST\n"
VERSIONS = {"askance": "", "inspect-ai": "0.3.285", "lmms-eval": "0.7.3", "evalscope": "1.14.1"}


def make_environment(tool: Tool) -> dict[str, Any]:
    """Install the tool unless it is there; returns size, version and the commands."""
    folder = HOME / tool.name
    done = folder / "installed.json"
    if not done.exists():
        venv.create(folder, clear=True, with_pip=True)
        before, compiled = installed_bytes(folder)
        commands = _install(tool, folder)
        after, compiled_after = installed_bytes(folder)
        facts = {
            "megabytes": round((after - before) / 1e6, 1),
            "without_bytecode": round((after - compiled_after - before + compiled) / 1e6, 1),
            "version": _version(tool, folder),
            "commands": commands,
        }
        _pip(folder, ["install", "pillow"])  # the model that decodes needs it; Inspect does not install it
        done.write_text(json.dumps(facts))
    facts = json.loads(done.read_text())
    return {**facts, "note": tool.note}


def environment(**values: str) -> dict[str, str]:
    """The variables of every run: plugins are found, nothing is fetched."""
    points = HOME / "entry-points" / "race_plugins-1.0.dist-info"
    points.mkdir(parents=True, exist_ok=True)
    (points / "METADATA").write_text("Metadata-Version: 2.1\nName: race-plugins\nVersion: 1.0\n")
    (points / "entry_points.txt").write_text(ENTRY_POINTS)
    kept = {key: os.environ[key] for key in ("HOME", "PATH", "LANG", "TMPDIR") if key in os.environ}
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "WANDB_MODE": "offline"}
    return {**kept, **offline, "PYTHONPATH": f"{PLUGINS}{os.pathsep}{points.parent}", **values}


def _install(tool: Tool, folder: Path) -> list[str]:
    if tool.name == "askance":
        _, wheel = build_package(HOME / "dist")
        return [_pip(folder, ["install", str(wheel)])]
    named = f"{tool.package}=={VERSIONS[tool.package]}"
    if not tool.without:
        return [_pip(folder, ["install", named])]
    first = _pip(folder, ["install", "--no-deps", named])
    script = (
        "from importlib.metadata import requires; import re; print('\\n'.join(line for line in requires("
        f"{tool.package!r}) if 'extra ==' not in line and re.match(r'[\\w-]+', line)[0].lower() not in {tool.without}))"
    )
    lines = subprocess.run([folder / "bin" / "python", "-c", script], check=True, capture_output=True, text=True).stdout
    listed = folder / "requirements.txt"
    listed.write_text(lines)
    return [first, _pip(folder, ["install", "-r", str(listed)])]


def _pip(folder: Path, arguments: list[str]) -> str:
    """Torch is held at the CPU build that this project names."""
    held = folder / "torch.txt"
    held.write_text("".join(line + "\n" for line in _constraints() if line.startswith("torch==")))
    command = [str(folder / "bin" / "python"), "-m", "pip", "-q", *arguments]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "PIP_CONSTRAINT": str(held)}, stdout=sys.stderr)
    return " ".join(["PIP_CONSTRAINT=torch.txt", "pip", *arguments])


def _constraints() -> list[str]:
    return (ROOT / "constraints.txt").read_text().splitlines()


def _version(tool: Tool, folder: Path) -> str:
    script = f"from importlib.metadata import version; print(version({tool.package!r}))"
    run = subprocess.run([folder / "bin" / "python", "-c", script], check=True, capture_output=True, text=True)
    return run.stdout.strip()
