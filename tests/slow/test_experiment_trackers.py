"""Exports with the real packages: pip install 'askance[wandb,mlflow]'; skipped where these are not installed."""

import json
import struct
from pathlib import Path

import askance
import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def workspace(tmp_path):
    askance.run(["oracle", "defective:yes-bias"], "stickers", ["accuracy"], limit=12, out=tmp_path / "w")
    return tmp_path / "w"


def export(processes, workspace, tool, out):
    done = processes.run(
        "export", str(workspace), "--to", tool, "--out", str(out), "--pictures", cwd=out.parent, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.filterwarnings("ignore")  # MLflow's own use of SQLAlchemy
def test_mlflow_in_a_local_database(processes, workspace, tmp_path, monkeypatch):
    pytest.importorskip("mlflow", reason="the extra mlflow is not installed")
    assert export(processes, workspace, "mlflow", tmp_path / "out").startswith("2 runs of MLflow")
    monkeypatch.setenv("MLFLOW_DISABLE_TELEMETRY", "true")
    from mlflow.tracking import MlflowClient

    client = MlflowClient(f"sqlite:///{tmp_path / 'out' / 'mlflow.db'}")
    found = {
        run.info.run_name: run for run in client.search_runs([client.get_experiment_by_name("askance").experiment_id])
    }
    assert found["oracle on stickers"].data.metrics["accuracy.accuracy"] == 100
    biased = found["defective:yes-bias on stickers"]
    files = {each.path for each in client.list_artifacts(biased.info.run_id)}
    assert files == {"metrics.json", "failing_cases.json", "images"}
    table = json.loads(Path(client.download_artifacts(biased.info.run_id, "failing_cases.json")).read_text())
    shown = {each.path.removeprefix("images/") for each in client.list_artifacts(biased.info.run_id, "images")}
    assert {row[-1] for row in table["data"]} == shown
    assert biased.info.status == "FINISHED"


def test_wandb_offline(processes, workspace, tmp_path):
    pytest.importorskip("wandb", reason="the extra wandb is not installed")
    from wandb.proto import wandb_internal_pb2

    assert export(processes, workspace, "wandb", tmp_path / "out").startswith("2 runs of Weights & Biases")
    figures = {}
    for path in (tmp_path / "out" / "wandb").glob("offline-run-*/run-*.wandb"):
        name = ""
        for data in log_records(path.read_bytes()):
            record = wandb_internal_pb2.Record.FromString(data)
            name = record.run.display_name or name
            for update in record.summary.update:
                figures[name, update.key or "/".join(update.nested_key)] = update.value_json
    assert figures["oracle on stickers", "accuracy.accuracy"] in ("100", "100.0")
    tables = list((tmp_path / "out" / "wandb").rglob("failing_cases*.table.json"))
    assert len(tables) == 1  # the oracle has no failing case
    assert json.loads(tables[0].read_text())["data"]


def log_records(data):
    """The records of a file of W&B: blocks of 32 kB, in which each piece has a checksum, a length and a kind."""
    place, parts = 7, []
    while place + 7 <= len(data):
        room = 32768 - place % 32768
        if room < 7:
            place += room
            continue
        _, size, kind = struct.unpack_from("<IHB", data, place)
        parts.append(data[place + 7 : place + 7 + size])
        place += 7 + size
        if kind in (1, 4):  # whole, or the last of several
            yield b"".join(parts)
            parts = []
