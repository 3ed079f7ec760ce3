"""Suite `beliefs` for checkpoints: one that chooses among answers, and one that writes."""

import askance
import hf_checkpoints
import torch
from askance.core.progress import NoProgress

from belief_commands import check_commands
from belief_world import fake_suite


def test_beliefs_of_a_checkpoint_with_a_list_of_answers(monkeypatch, tmp_path, capfd):
    torch.manual_seed(0)
    hf_checkpoints.vilt(tmp_path / "vilt", 5)  # these weights say yes now and then
    done = askance.run(
        f"hf:{tmp_path / 'vilt'}", "stickers", [fake_suite(monkeypatch)], limit=3, out=tmp_path / "w",
        progress=NoProgress(),
    )  # fmt: skip
    found = {row["metric"]: row["value"] for row in done.metrics.to_pylist() if row["group"] == ""}
    assert 0 < found["believed"] < 100
    assert 0 < found["confidence"] <= 100
    check_commands(capfd, tmp_path / "w", tmp_path)


def test_beliefs_of_a_checkpoint_that_writes(built, monkeypatch, tmp_path, capfd):
    suite, name = fake_suite(monkeypatch), f"hf:{built('llava')}"
    done = askance.run(name, "stickers", [suite], limit=2, out=tmp_path / "w", progress=NoProgress())
    found = {row["metric"]: row for row in done.metrics.to_pylist() if row["group"] == ""}
    assert found["believed"]["value"] < 50  # random weights write nonsense, in which a number may be read
    check_commands(capfd, tmp_path / "w", tmp_path)
