"""What is computed from other kept values and kept itself is never made of values of an earlier state."""

import threading

import pytest
from askance.server import opened_workspace
from askance.server.opened_workspace import OpenedWorkspace
from askance.store import Workspace


@pytest.fixture
def opened(tmp_path, monkeypatch):
    monkeypatch.setattr(opened_workspace, "RECHECK", 0.0)
    Workspace.for_writing(tmp_path / "w").close()
    return OpenedWorkspace("w", tmp_path / "w")


def change(opened, name):
    (opened.root / "metrics").mkdir(exist_ok=True)
    (opened.root / "metrics" / name).write_bytes(b"x")


def test_a_nested_value_waits_and_a_plain_one_does_not(opened):
    state, computing, go = {"now": 1}, threading.Event(), threading.Event()

    def slow(space):
        found = state["now"]
        if found == 2:
            computing.set()
            assert go.wait(10)
        return found

    def above():
        return opened.cached("above", lambda space: opened.cached("below", slow) * 10)

    assert above() == 10
    state["now"] = 2
    change(opened, "one.parquet")
    first = threading.Thread(target=lambda: opened.cached("below", slow))
    first.start()
    assert computing.wait(10)
    assert opened.cached("below", slow) == 1  # a reader gets what it was before, at once
    found = []
    second = threading.Thread(target=lambda: found.append(above()))
    second.start()
    second.join(0.2)
    assert second.is_alive()  # what is kept waits for the new value
    go.set()
    first.join(10)
    second.join(10)
    assert found == [20]
    assert above() == 20
