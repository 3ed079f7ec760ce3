"""Law: no module needs what only Unix has, so that the package imports and runs on Windows and macOS."""

import ast
import subprocess
import sys
from pathlib import Path

from askance.core import atomic_files

from source_nodes import ROOT, source_nodes

UNIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}

# Only imports by our own modules are refused: asyncio and others choose their Unix half by themselves.
WITHOUT_UNIX = """
import builtins, importlib, os, pkgutil, signal, sys
unix = set(sys.argv[1].split(","))
usual = builtins.__import__
def without(name, globals=None, *more, **named):
    if name.split(".")[0] in unix and (globals or {}).get("__name__", "").startswith("askance"):
        raise ModuleNotFoundError(f"No module named {name!r}: this system is not Unix")
    return usual(name, globals, *more, **named)
builtins.__import__ = without
for module, names in {
    signal: ("setitimer", "alarm", "pause", "ITIMER_REAL", "SIGALRM", "SIGHUP", "SIGKILL", "SIGXFSZ"),
    os: ("pread", "pwrite", "getuid", "geteuid", "killpg", "setsid", "sysconf", "sched_getaffinity"),
}.items():
    for name in names:
        vars(module).pop(name, None)
"""
IMPORT_ALL = """
import askance
failed = []
for found in pkgutil.walk_packages(askance.__path__, "askance.", onerror=failed.append):
    if found.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(found.name)
    except ModuleNotFoundError as error:
        if "not Unix" in str(error) or (error.name or "").startswith("askance"):
            failed.append(f"{found.name}: {error}")  # else: an extra that is not installed
    except AttributeError as error:
        failed.append(f"{found.name}: {error}")
print(failed)
"""
RUN = """
from askance.cli.main import main
sys.argv = ["askance", "run", "-m", "oracle", "-s", "accuracy", "--limit", "20", "--out", sys.argv[2]]
main()
"""


def test_every_module_imports_without_what_only_unix_has():
    code = [sys.executable, "-c", WITHOUT_UNIX + IMPORT_ALL, ",".join(UNIX)]
    done = subprocess.run(code, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_a_run_needs_nothing_that_only_unix_has(tmp_path):
    code = [sys.executable, "-c", WITHOUT_UNIX + RUN, ",".join(UNIX), str(tmp_path / "run")]
    done = subprocess.run(code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "accuracy" in done.stdout


def test_no_module_of_unix_is_imported_anywhere():
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file, nodes in source_nodes().items()
        for node in nodes
        for name in _imported(node)
        if name.split(".")[0] in UNIX
    }
    assert not found


def _imported(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def test_a_folder_that_cannot_be_opened_is_no_error(tmp_path, monkeypatch):
    """Windows cannot open a folder, so the rename is not synced there."""
    usual = atomic_files.os.open

    def windows(path, *more):
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, *more)

    monkeypatch.setattr(atomic_files.os, "open", windows)
    atomic_files.write_atomic(tmp_path / "a" / "b", b"data")
    assert (tmp_path / "a" / "b").read_bytes() == b"data"


def test_text_files_are_read_the_same_everywhere():
    """Each call names its encoding: the default of Windows is not UTF-8."""
    wrong = []
    for file, nodes in source_nodes().items():
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                named = {keyword.arg for keyword in node.keywords}
                is_file = "distribution(" not in ast.unparse(node.func)  # metadata of packages is UTF-8 by itself
                if is_file and node.func.attr in ("read_text", "write_text") and "encoding" not in named:
                    wrong.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert not wrong
