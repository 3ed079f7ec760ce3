"""The end of the process: a finished run says so by its exit code, whatever the model's code would do at exit."""

import subprocess
import sys
from pathlib import Path

import pytest
from askance.core.arrow_buffer import arrow_buffer_reader

ASKANCE = str(Path(sys.executable).with_name("askance"))
ANSWER = "def answer(image, question):\n    return 'yes'\n"
ABORTS = """import ctypes
libc = ctypes.CDLL(None)
libc.__cxa_atexit(ctypes.cast(libc.abort, ctypes.c_void_p), None, None)  # as C++ does for its globals
"""
LEAVES_A_NOTE = "import atexit, pathlib\natexit.register(pathlib.Path('note').touch)\n"
LEAVES_A_POOL = """from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
pool.submit(len, "")  # its threads wait for work until the process ends
"""


@pytest.fixture
def run(processes, tmp_path):
    def _run(code):
        (tmp_path / "ends.py").write_text(code + ANSWER)
        return processes.run("run", "-m", "python:ends:answer", "--limit", "4", "--out", "w", cwd=tmp_path)

    return _run


@pytest.mark.parametrize("code", [ABORTS, LEAVES_A_POOL])
def test_what_a_model_does_at_exit_does_not_change_the_exit_code(run, code):
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert "4 calls made" in done.stderr
    assert "still runs" not in done.stderr


def test_what_a_model_asks_for_at_exit_is_done(run, tmp_path):
    assert run(LEAVES_A_NOTE).returncode == 0
    assert (tmp_path / "note").exists()


def test_a_full_disk_behind_stdout_is_an_error():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([ASKANCE, "list", "suites"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode


def test_arrow_keeps_no_python_object():
    data = bytes(bytearray(100))
    before = sys.getrefcount(data)
    file = arrow_buffer_reader(data)
    assert sys.getrefcount(data) == before
    assert file.read() == data
