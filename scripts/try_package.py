"""Tries what users install: `python -m scripts.try_package pythons|extras [NAME …]`; writes benchmarks/results.json.

pythons   wheel and sdist in a fresh environment of every Python that the metadata names and this machine has
extras    each extra alone in a fresh environment: size, start-up, and the lines of extra_proofs.py
"""

import contextlib
import json
import os
import re
import resource
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.build_package import build_package
from scripts.extra_proofs import PROOFS, RUN
from scripts.fresh_environment import ROOT, FreshEnvironment

CLONE_ONLY = ("dev", "docs")  # extras for work on Askance itself, not for its users
RESULTS = ROOT / "benchmarks" / "results.json"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
USE = f"askance --version && askance doctor && {RUN} && askance report w && askance report w --format html -o page.html"


def find_python(version: str) -> str | None:
    """The program of a Python version: on PATH, or among those of pyenv or uv."""
    homes = [Path.home() / ".pyenv/versions", Path.home() / ".local/share/uv/python"]
    near = [path for home in homes for path in sorted(home.glob(f"*{version}*/bin/python{version}"))]
    same = sys.executable if sys.version.startswith(f"{version}.") else None
    return same or next(map(str, near), None) or shutil.which(f"python{version}")


def try_pythons(work: Path, names: list[str]) -> dict[str, Any]:
    """Each Python: install the wheel (the first: the sdist, too) and use it; this script's Python runs the demo."""
    pattern = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    versions = [match[1] for each in PROJECT["classifiers"] if (match := pattern.fullmatch(each))]
    sdist, wheel = build_package(work / "dist")
    found: dict[str, Any] = {}
    for version in names or versions:
        python = find_python(version)
        if python is None:
            found[version] = {"not_tried": "this machine does not have it"}
            continue
        for package in (wheel, sdist) if version == versions[0] else (wheel,):
            kind = "sdist" if package == sdist else "wheel"
            found[f"{version} {kind}"] = _try_python(work, python, package)
            print(version, kind, found[f"{version} {kind}"], flush=True)
    return found


def _try_python(work: Path, python: str, package: Path) -> dict[str, Any]:
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    env = FreshEnvironment(work / "env", python)
    env.install(str(package))
    installed, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    with _folder(work) as folder:
        used = env.shell(USE, folder)
        is_demo = python == sys.executable and package.suffix == ".whl"
        demo = env.shell("askance demo", folder) if is_demo else None
    result = {
        "python": env.shell("python -V", work)["printed"].strip(),
        "install_seconds": round(installed, 1),
        "install_processor_seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1),
        "use_seconds": used["seconds"],
        **env.megabytes(),
        "load": round(os.getloadavg()[0], 1),
    }
    env.remove()
    if demo:
        result |= {"demo_seconds": demo["seconds"], "demo_processor_seconds": demo["processor_seconds"]}
    return result


def try_extras(work: Path, names: list[str]) -> dict[str, Any]:
    """Each extra: what it adds to the core, its start-up, and its proof."""
    _, wheel = build_package(work / "dist")
    extras = [name for name in PROJECT["optional-dependencies"] if name not in CLONE_ONLY]
    if unproved := [name for name in extras if name not in PROOFS]:
        raise SystemExit(f"extra {unproved[0]} has no proof: add one to scripts/extra_proofs.py")
    found: dict[str, Any] = {}
    for name in names or ["core", *extras]:
        found[name] = _try_extra(work, wheel, name)
        print(name, found[name], flush=True)
        _store("extras", {name: found[name]})  # a trial that fails leaves those before it
    return found


def _try_extra(work: Path, wheel: Path, name: str) -> dict[str, Any]:
    env = FreshEnvironment(work / "env", sys.executable)
    env.install(f"{wheel}[{name}]" if name != "core" else str(wheel))
    size = env.megabytes()
    proof = PROOFS.get(name)
    result: dict[str, Any] = {**size, "help": _times(env, "askance --help", work)}
    if proof:
        result["imports"] = ", ".join(proof.imports)
        result["import"] = _times(env, f'python -c "import {result["imports"]}"', work)
        with _folder(work) as folder, _server(proof.server) as values:
            result["proof"] = _times(env, "\n".join(proof.lines), folder, TESTS=str(ROOT / "tests"), **values)
    env.remove()
    return result


def _times(env: FreshEnvironment, lines: str, folder: Path, **values: str) -> dict[str, float]:
    done = env.shell(lines, folder, **values)
    return {name: done[name] for name in ("seconds", "processor_seconds")}


@contextlib.contextmanager
def _server(name: str) -> Iterator[dict[str, str]]:
    """The variables by which the server of that name is found while it runs."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "models" / "openai")]
    if name == "chat":
        from servers import chat_server

        with chat_server() as server:
            yield {"PORT": server.place.rpartition(":")[2]}
    elif name == "s3":
        from s3_server import S3Server

        stored = S3Server()
        try:
            yield stored.environment
        finally:
            stored.close()
    else:
        yield {}


@contextlib.contextmanager
def _folder(work: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=work) as folder:
        yield Path(folder)


def main() -> None:
    """One of the two trials."""
    kinds = {"pythons": try_pythons, "extras": try_extras}
    kind, *names = sys.argv[1:] or [""]
    if kind not in kinds:
        raise SystemExit("python -m scripts.try_package pythons|extras [NAME …]")
    with tempfile.TemporaryDirectory(prefix="package-") as work:
        found = kinds[kind](Path(work), names)
    _store(kind, found)


def _store(kind: str, found: dict[str, Any]) -> None:
    results = json.loads(RESULTS.read_text())
    kept = results.setdefault("package", {})
    kept[kind] = {**kept.get(kind, {}), **found}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
