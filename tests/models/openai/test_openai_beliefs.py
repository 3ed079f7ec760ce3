"""Suite `beliefs` for a model behind a server, with probabilities and without."""

import askance
import pytest
from askance.models import open_model
from servers import chat_server

from belief_commands import check_commands
from belief_world import fake_suite


@pytest.mark.parametrize("has_logprobs", [True, False])
def test_beliefs_of_a_server(has_logprobs, monkeypatch, tmp_path, capfd):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with chat_server(answer="Yes.", has_logprobs=has_logprobs) as server:
        model = open_model(f"openai:toy@{server.url}")
        done = askance.run(model, "stickers", [fake_suite(monkeypatch)], limit=3, out=tmp_path / "w")
    beliefs, _ = check_commands(capfd, tmp_path / "w", tmp_path)
    assert {each["answer"] for each in beliefs} == {"yes"}
    assert all((each["confidence"] is not None) == has_logprobs for each in beliefs)
    found = {row["metric"]: row["value"] for row in done.metrics.to_pylist() if row["group"] == ""}
    assert found["contradictory"] > 0  # a zebra, and no zebra
