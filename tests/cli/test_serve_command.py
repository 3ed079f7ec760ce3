"""askance serve: what it prints, which hosts need a token, and one line for what is wrong."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from askance.cli import serve_command
from askance.cli.main import main
from askance.core.install_command import install_command
from askance.store import Workspace
from askance.store.schema import SCHEMA_VERSION


@pytest.fixture
def folder(tmp_path):
    """An empty workspace."""
    Workspace.for_writing(tmp_path / "w").close()
    return tmp_path / "w"


@pytest.fixture
def served(monkeypatch):
    """The dashboards that would have been served."""
    found = []
    monkeypatch.setattr(serve_command, "_serve", lambda app, listening: found.append(app.state.dashboard))
    return found


def ends(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["serve", *arguments])
    return ended.value.code


def test_loopback_needs_no_token(folder, served, capsys):
    assert ends(str(folder), "--port", "0") == 0
    assert re.search(r"http://127\.0\.0\.1:\d+/\n", capsys.readouterr().out)
    assert served[0].access.token == ""
    assert [each.name for each in served[0].workspaces] == ["w"]


def test_another_host_makes_a_token_and_prints_it(folder, served, capsys):
    assert ends(str(folder), "--port", "0", "--host", "0.0.0.0") == 0
    token = re.search(r"\?token=(\S+)", capsys.readouterr().out)[1]
    assert served[0].access.token == token
    assert len(token) >= 32


def test_a_public_board_is_read_only(folder, served, capsys):
    assert ends(str(folder), "--port", "0", "--host", "0.0.0.0", "--public") == 1
    assert "askance: --public goes with --read-only" in capsys.readouterr().err
    assert ends(str(folder), "--port", "0", "--host", "0.0.0.0", "--public", "--read-only") == 0
    assert (served[0].access.token, served[0].access.read_only) == ("", True)


def test_json_names_the_address(folder, served, capsys):
    assert ends(str(folder), "--port", "0", "--json", "--token", "abc") == 0
    assert json.loads(capsys.readouterr().out)["address"].endswith("/?token=abc")


def test_a_taken_port_is_one_line(folder, served, capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert ends(str(folder), "--port", port) == 1
    line = capsys.readouterr().err
    assert (
        line
        == f"askance: cannot listen on 127.0.0.1 port {port}: Address already in use: choose another --port or --host\n"
    )


def test_a_folder_that_is_no_workspace_is_one_line(tmp_path, served, capsys):
    assert ends(str(tmp_path / "none")) == 1
    assert "none is not a workspace: make one with `askance run" in capsys.readouterr().err


def test_a_newer_workspace_is_one_line(folder, served, capsys):
    (folder / "askance.json").write_text(json.dumps({"schema": SCHEMA_VERSION + 1}))
    assert ends(str(folder)) == 1
    assert "was written by a newer askance" in capsys.readouterr().err


def test_a_missing_extra_is_one_line(folder, served, capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert ends(str(folder)) == 1
    assert capsys.readouterr().err == f"askance: `askance serve` is not installed: {install_command('serve')}\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for other processes")
def test_ctrl_c_ends_it_cleanly(folder):
    command = [sys.executable, "-m", "askance", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        address = re.search(r"http://\S+", server.stdout.readline())[0]
        deadline = time.monotonic() + 60
        while True:  # the socket listens before the server answers
            try:
                with urllib.request.urlopen(address, timeout=60) as answer:
                    assert b"No results yet" in answer.read()
                break
            except ConnectionError:
                assert time.monotonic() < deadline
        assert os.getpriority(os.PRIO_PROCESS, server.pid) > os.getpriority(os.PRIO_PROCESS, 0)  # a run comes first
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert (server.returncode, err) == (0, "")
    assert "Traceback" not in out


def test_models_are_opened_before_the_address_is_printed(folder, served, capsys):
    assert ends(str(folder), "--port", "0", "-m", "builtin:nothing") == 1
    told = capsys.readouterr()
    assert "builtin:nothing" in told.err
    assert "Askance dashboard" not in told.out
    assert served == []
