"""sdist and wheel: built from the tracked files, complete, and usable in an environment that has no source."""

import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from askance.version import __version__
from scripts.build_package import build_package, delete_earlier_packages
from scripts.try_package import find_python

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_package(tmp_path_factory.mktemp("dist"))


def tracked() -> set[str]:
    listed = subprocess.run(["git", "ls-files", "src/askance"], cwd=ROOT, check=True, capture_output=True, text=True)
    return {name.removeprefix("src/") for name in listed.stdout.splitlines() if (ROOT / name).is_file()}


@pytest.mark.heavy
def test_both_hold_every_file_of_the_package(built):
    sdist, wheel = built
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert tracked() - names == set()
    with tarfile.open(sdist) as archive:
        kept = {name.partition("/src/")[2] for name in archive.getnames()}
    assert tracked() - kept == set()
    licences = {name.rpartition("/")[2] for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "NOTICE", "THIRD_PARTY.md"}


@pytest.mark.heavy
def test_the_wheel_works_where_there_is_no_source(built, tmp_path):
    env = tmp_path / "env"
    venv.create(env, with_pip=True)
    site = env / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    pip = [env / "bin" / "python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", built[1]]
    subprocess.run(pip, check=True, cwd=tmp_path, env=clean)
    (site / "libraries.pth").write_text(str(Path(pytest.__file__).parent.parent))  # what Askance needs
    command = [env / "bin" / "askance", "run", "-m", "oracle", "-s", "accuracy", "--limit", "4", "--out", "w"]
    done = subprocess.run(command, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shown = subprocess.run(
        [env / "bin" / "python", "-c", "import askance; print(askance.__file__, askance.__version__)"],
        cwd=tmp_path, env=clean, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert shown.stdout == f"{site / 'askance' / '__init__.py'} {__version__}\n"


def test_only_earlier_packages_are_deleted(tmp_path):
    kept = {"thesis.pdf", "other-1.0.tar.gz", "askance-notes.txt"}
    for name in (*kept, "askance-0.4.0.tar.gz", "askance-0.4.0-py3-none-any.whl"):
        (tmp_path / name).touch()
    delete_earlier_packages(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == kept
    delete_earlier_packages(tmp_path / "new")


def test_the_metadata_names_the_pythons():
    versions = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if ":: Python :: 3." in each]
    assert versions == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert find_python(f"3.{sys.version_info.minor}") == sys.executable
    assert find_python("3.99") is None
