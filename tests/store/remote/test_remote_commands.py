"""The commands on an S3 address: run, report, compare, check, merge, serve; and what is refused, in one line."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

RUN = ["run", "-m", "oracle", "-m", "builtin:blind", "-s", "accuracy", "--limit", "40", "--out"]


def command(*arguments, cwd):
    return subprocess.run([sys.executable, "-m", "askance", *arguments], cwd=cwd, capture_output=True, text=True)


@pytest.mark.slow
def test_commands_on_an_address(address, tmp_path, processes):
    """In processes that are forks of one that has everything loaded."""

    def done(*arguments):
        return processes.run(*arguments, cwd=tmp_path)

    run = done(*RUN, address)
    assert run.returncode == 0, run.stderr
    assert f"40 cached. Results: {address}" in done(*RUN[:3], *RUN[5:], address).stderr
    report = done("report", address, "--json")
    assert {row["model"] for row in json.loads(report.stdout)} == {"oracle", "builtin:blind"}
    assert address in done("report", address).stdout
    compared = done("compare", address, "oracle", "builtin:blind", "--json", "--swaps", "100")
    assert compared.returncode == 0, compared.stderr
    assert done("compare", f"{address}:oracle", f"{address}:builtin:blind", "--swaps", "100").returncode == 0
    assert done("check", address, "-m", "oracle", "--min", "accuracy.accuracy=60").returncode == 0
    assert done("check", address, "-m", "builtin:blind", "--min", "accuracy.accuracy=99").returncode == 1
    base = ["--not-worse-than", f"{address}:builtin:blind", "--margin", "2"]
    assert done("check", address, "-m", "oracle", *base).returncode == 0
    for arguments in (["shrink", address, "-s", "accuracy"], ["doctor", address],
                      ["annotations", address, "--make", "human", "--suite", "accuracy", "--sample", "3"]):  # fmt: skip
        refused = done(*arguments)
        assert (refused.returncode, refused.stderr.count("\n")) == (1, 1), refused.stderr
        assert "askance merge" in refused.stderr


@pytest.mark.slow
def test_serve_shows_a_run_on_an_address_while_it_is_written(address, tmp_path):
    first = command(*RUN[:3], "-s", "accuracy", "--limit", "40", "--out", address, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    served = subprocess.Popen(
        [sys.executable, "-m", "askance", "serve", address, "--port", "0", "--json", "--no-browser"],
        stdout=subprocess.PIPE, text=True, cwd=tmp_path, env={**os.environ, "ASKANCE_CACHE": str(tmp_path / "server")},
    )  # fmt: skip
    try:
        said = ""
        while not said.endswith("}\n"):
            said += served.stdout.readline()
        page = json.loads(said)["address"]
        assert models_of(page) == {"oracle"}
        second = command(*RUN, address, cwd=tmp_path)
        assert second.returncode == 0, second.stderr
        while models_of(page) != {"oracle", "builtin:blind"}:
            time.sleep(0.2)
    finally:
        served.terminate()
        served.communicate()


def models_of(page):
    with urllib.request.urlopen(f"{page}api/overview") as reply:
        return {row["model"] for row in json.loads(reply.read())["rows"]}


def test_the_example_of_the_docs_is_in_the_docs():
    page = Path(__file__).parents[3] / "docs" / "object-stores.md"
    assert "askance run -m builtin:cnn-lstm -s carets --out s3://" in page.read_text()
