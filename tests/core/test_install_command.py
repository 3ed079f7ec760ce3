"""Hints that name an extra: right in a clone, with a wheel, in another folder, without activation, in every shell."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from askance.cli.doctor_command import EXTRAS
from askance.core.install_command import install_command

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


class Installed:
    def __init__(self, origin: str | None):
        self.origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.origin


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Askance as installed from `origin`, for the Python of an environment `env` whose pip may be on PATH."""
    folder = tmp_path / "my env" / "bin"
    folder.mkdir(parents=True)
    for name in ("python", "pip"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.chdir(tmp_path)

    def install(origin: dict[str, object] | None, activated: bool = True, pip: bool = True) -> Path:
        text = None if origin is None else json.dumps(origin)
        monkeypatch.setattr(metadata, "distribution", lambda name: Installed(text))
        monkeypatch.setattr(metadata, "distributions", lambda name: iter(["pip"] if pip else []))
        monkeypatch.setenv("PATH", str(folder) if activated else "/nowhere")
        return tmp_path

    return install


def editable(folder: Path) -> dict[str, object]:
    return {"url": folder.as_uri(), "dir_info": {"editable": True}}


def test_a_wheel_is_named(installed):
    installed(None)
    assert install_command("serve") == "pip install 'askance[serve]'"


def test_a_wheel_from_a_file_is_named_too(installed):
    installed({"url": "file:///tmp/askance-1-py3-none-any.whl", "archive_info": {}})
    assert install_command("hf") == "pip install 'askance[hf]'"


def test_in_a_clone_the_clone_is_installed(installed):
    folder = installed(None)
    installed(editable(folder))
    assert install_command("serve") == "pip install -e '.[serve]'"


def test_outside_the_clone_its_folder_is_named_in_quotes(installed, tmp_path):
    clone = tmp_path / "o'clone here"
    clone.mkdir()
    installed(editable(clone))
    assert shlex.split(install_command("serve")) == ["pip", "install", "-e", f"{clone}[serve]"]


def test_without_activation_the_python_is_named(installed):
    installed(None, activated=False)
    assert install_command("s3") == "'my env/bin/python' -m pip install 'askance[s3]'"


def test_without_pip_uv_is_named(installed, tmp_path):
    installed(None, pip=False)
    assert install_command("s3") == f"uv pip install --python '{tmp_path}/my env/bin/python' 'askance[s3]'"


@pytest.mark.parametrize("shell", ["sh", "bash", "zsh"])
def test_a_shell_passes_the_requirement_as_one_word(installed, tmp_path, shell):
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "askances").write_text("")  # what the pattern askance[serve] would match
    installed(None)
    words = install_command("serve").replace("pip install", "printf '%s\\n'")
    done = subprocess.run([path, "-c", words], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "askance[serve]\n"


def test_hints_are_made_by_the_function_and_name_extras_that_exist():
    extras = set(PROJECT["optional-dependencies"])
    written, named = {}, set()
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text()
        named |= set(re.findall(r"install_command\([\"']([\w-]+)", text))
        if "askance[" in text:
            written[path.name] = re.findall(r"askance\[([\w-]+)", text)
    assert written == {"install_command.py": ["EXTRA"], "chart_svg.py": ["charts"]}  # a page that others read
    assert len(named) > 8
    assert named <= extras
    assert set(EXTRAS) <= extras
