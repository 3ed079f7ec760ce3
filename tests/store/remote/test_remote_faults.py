"""Requests that fail: 5 % of them have an error reply or a cut connection, before or after the server has acted."""

import random
import time

import askance
import pytest
from askance.core import UserError
from askance.store.remote import lease, writing
from toy import ToyData, ToyModel

from remote_runs import COUNT, SUITES, begin_child, logged, published_questions
from s3_server import FaultyProxy, environment_of
from workspace_tables import check_equal

SHARE = 0.05


@pytest.fixture
def proxy(server, address, monkeypatch):
    made = FaultyProxy(server.port, SHARE, random.Random(1))
    for name, value in environment_of(made.port).items():
        monkeypatch.setenv(name, value)
    yield made
    made.close()


def test_nothing_is_lost_through_errors(address, proxy, local, quick):
    askance.run(ToyModel(pause=0.02), ToyData(COUNT), SUITES, out=address, batch_size=8)
    check_equal(address, local)
    assert proxy.faults.total() > 2, "no request has failed"


@pytest.mark.slow
def test_a_store_that_is_away_for_a_while_stops_nothing(address, server, local, quick, monkeypatch, tmp_path):
    """The proxy goes away in the middle of the run, and comes back."""
    proxy = FaultyProxy(server.port, 0.0, random.Random(1))
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{proxy.port}")
    model = ToyModel()

    def answer_and_cut(shown):
        if len(model.batches) == 4:
            proxy.share = 1.0
        if len(model.batches) == 20:
            proxy.share = 0.0
        return "yes" if int(shown.query.stimulus.question.split()[-1].rstrip("?")) % 2 == 0 else "no"

    model.answering, model.pause = answer_and_cut, 0.03
    askance.run(model, ToyData(COUNT), SUITES, out=address, batch_size=8)
    proxy.close()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.port}")
    check_equal(address, local)


@pytest.mark.slow
def test_a_store_that_stays_away_is_one_line_and_the_next_run_publishes(address, server, local, monkeypatch, quick):
    proxy = FaultyProxy(server.port, 0.0, random.Random(1))
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{proxy.port}")
    space = writing.PublishedWorkspace.open(address, lambda line: None)
    space._publishing._publisher._objects.patience = 0.2
    proxy.share = 1.0
    with pytest.raises(UserError, match=r"does not answer .*are in .* and not yet in s3://.*: run the same command"):
        space.close()
    proxy.share = 0.0
    writing.PublishedWorkspace.open(address, lambda line: None).close()  # at once, on this machine
    proxy.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_kills_at_random_moments_with_errors(seed, address, proxy, local, tmp_path, monkeypatch):
    """Up to ten kills, on two machines in turn: no published call is repeated, and the tables are those of one run."""
    rng = random.Random(seed)
    monkeypatch.setattr(lease, "LEASE", 1.0)
    log, killed = tmp_path / "log", 0
    for number in range(10):
        published, before = published_questions(address) if killed else set(), len(logged(log))
        child = begin_child(address, log, tmp_path / f"machine-{number % 2}", tmp_path / "child.py", pause=0.2)
        calls, end = rng.randrange(60), time.monotonic() + rng.uniform(0, 3)
        while child.poll() is None:  # at a moment of its work, or of its start
            if len(logged(log)) >= before + calls if number % 3 else time.monotonic() > end:
                break
            time.sleep(0.01)
        child.kill()
        killed += child.wait() != 0
        assert not published & set(logged(log)[before:]), "a published call was made again"
        time.sleep(2.1)  # the lease of the killed run ends
    assert killed > 3
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "machine-c"))
    askance.run(ToyModel(), ToyData(COUNT), SUITES, out=address, batch_size=8)
    check_equal(address, local)
    assert proxy.faults.total() > 10


def test_a_server_that_ignores_conditions_is_refused(address, server, monkeypatch):
    proxy = FaultyProxy(server.port, 0.0, random.Random(1), ignored_header="If-None-Match")
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{proxy.port}")
    with pytest.raises(UserError, match=r"the server ignores conditional writes \(If-None-Match\), so that two runs"):
        writing.PublishedWorkspace.open(address, lambda line: None)
    proxy.close()
