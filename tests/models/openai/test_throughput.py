"""How much of a faulty server's capacity the client uses, and how many requests that takes; in virtual time."""

from statistics import median

import pytest
from virtual_time import simulated

SEEDS = range(1, 9)


def test_a_faulty_server_is_kept_busy_with_few_requests(monkeypatch):
    """Requests that hang hold no place: without that, 0.90 of the slots were busy for one of these seeds."""
    found = [
        simulated(monkeypatch, 1000, 64, 5.0, latency=1.0, slots=[[0, 16]], faults=0.1, seed=seed) for seed in SEEDS
    ]
    shares, requests, under_way = zip(*found, strict=True)
    assert (median(shares), min(shares)) >= (0.94, 0.91)
    assert min(shares) >= 0.91
    assert median(requests) <= 1.6
    assert max(under_way) <= 64


@pytest.mark.parametrize("most", [3, 10])
def test_there_are_never_more_requests_than_the_maximum_also_if_many_hang(monkeypatch, most):
    _, _, under_way = simulated(monkeypatch, 150, most, 5.0, latency=0.5, slots=[[0, 16]], faults=0.15, seed=2)
    assert under_way == most


def test_a_server_without_faults_is_full_and_hardly_rejects(monkeypatch):
    share, requests, _ = simulated(monkeypatch, 1000, 64, 5.0, latency=1.0, slots=[[0, 16]])
    assert share > 0.98
    assert requests < 1.06
