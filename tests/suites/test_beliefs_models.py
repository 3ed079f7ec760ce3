"""Suite `beliefs` for every kind of model that needs no other package, on built-in and on real data."""

import askance
import pytest
from askance.core.progress import NoProgress

from belief_commands import check_commands
from belief_world import fake_suite

SAYS_YES = "def answer(image, question):\n    return 'yes'\n"


def figures(done):
    return {row["metric"]: row for row in done.metrics.to_pylist() if row["group"] == ""}


@pytest.mark.parametrize("model", ["builtin:blind", "defective:yes-bias", "python:yes_sayer:answer"])
def test_a_model_by_its_name(model, monkeypatch, tmp_path, capfd):
    (tmp_path / "yes_sayer.py").write_text(SAYS_YES)
    monkeypatch.syspath_prepend(tmp_path)
    is_builtin = model.startswith("builtin")
    suite = "beliefs:draws=10" if is_builtin else fake_suite(monkeypatch)  # it believes nothing false of the fake ones
    done = askance.run(model, "stickers", [suite], limit=3, out=tmp_path / "w", progress=NoProgress())
    beliefs, made = check_commands(capfd, tmp_path / "w", tmp_path)
    assert figures(done)["adversarial"]["value"] > 0
    assert list(made["from"]) == [model]
    assert all((each["confidence"] is not None) == ("python" not in model) for each in beliefs)


def test_a_model_judges_beliefs_about_real_images(real_data, monkeypatch, tmp_path, capfd):
    (tmp_path / "yes_sayer.py").write_text(SAYS_YES)
    monkeypatch.syspath_prepend(tmp_path)
    suite = "beliefs:judge=builtin:transformer,draws=10,answers=3"
    data, quiet = f"gqa:{real_data / 'gqa'}", NoProgress()
    done = askance.run("python:yes_sayer:answer", data, suite, limit=2, out=tmp_path / "w", progress=quiet)
    found = figures(done)
    assert found["coverage"]["value"] == 100  # the judge answers every question
    assert found["correct"]["n"] > 3
    assert 0 < found["adversarial"]["value"] < 100
    check_commands(capfd, tmp_path / "w", tmp_path)
