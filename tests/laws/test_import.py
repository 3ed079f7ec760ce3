"""Law 10: importing is quick, opens no socket, sets no global."""

import subprocess
import sys

PROBE = """
import socket, sys, time, signal, locale, logging, warnings, random
def forbidden(*args, **kwargs): raise AssertionError("a socket was opened")
socket.socket.connect = forbidden
def state():
    logs = (logging.root.level, list(logging.root.handlers), list(warnings.filters))
    return (signal.getsignal(signal.SIGINT), locale.setlocale(locale.LC_ALL), logs, random.getstate(), list(sys.path))
before = state()
import askance
assert before == state()
heavy = {"numpy", "pyarrow", "duckdb", "PIL", "torch", "rich", "click"} & set(sys.modules)
assert not heavy, heavy
print("quiet")
"""


def test_import_has_no_effects():
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "quiet", done.stderr
