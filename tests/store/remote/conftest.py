"""One S3 server for the tests of this folder, and a new folder in its bucket for each of them."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import askance
import pytest
from askance.store.remote import publisher, writing
from toy import ToyData, ToyModel

from remote_runs import COUNT, SUITES
from s3_server import BUCKET, S3Server

numbers = itertools.count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[S3Server]:
    made = S3Server()
    yield made
    made.close()


@pytest.fixture
def address(server: S3Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An address without a workspace; this process is a client, with local copies of its own."""
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "machine-a"))
    return f"s3://{BUCKET}/runs/{next(numbers)}"


@pytest.fixture(scope="session")
def local(tmp_path_factory):
    """The same run in a local folder."""
    out = tmp_path_factory.mktemp("local")
    askance.run(ToyModel(), ToyData(COUNT), SUITES, out=out, batch_size=8)
    return out


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many publications."""
    monkeypatch.setattr(writing, "FLUSH", 0.05)
    monkeypatch.setattr(publisher, "RENEW", 0.3)
