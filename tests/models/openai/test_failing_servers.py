"""openai: models and servers that leak, reject, load slowly or report no tokens."""

import json
import time

import askance
import numpy as np
import pytest
from askance.core import Condition, ImageData, ModelInput, Query, Stimulus, UserError
from askance.engine import outage
from askance.models import open_model
from askance.models.openai import model as openai_model
from askance.models.openai.failures import failure_of
from askance.models.openai.secrets import Secrets
from servers import completion, is_probe, reply_server
from toy import ToyData

KEY = "sk-planted-0123456789abcdef"


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def opened(server, **args):
    return open_model(f"openai:toy@{server.url}", {name: str(value) for name, value in args.items()})


def everything(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


# --- secrets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "leak",
    [
        (200, {"error": {"message": f"Incorrect API key provided: {KEY}", "code": 400}}, {}),
        (200, {"choices": [{"message": {"content": "", "refusal": f"not with {KEY}"}}]}, {}),
        completion(f"Error: the key {KEY} is unknown"),
        completion(f"<think>{KEY}</think>yes"),
    ],
)
def test_a_key_in_a_reply_with_status_200_is_hidden(tmp_path, monkeypatch, leak):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with reply_server(lambda number, body: completion() if is_probe(body) else leak) as server:
        run = askance.run(opened(server), ToyData(3), ["accuracy"], out=tmp_path)
        rows = f"{run.answers.to_pylist()} {run.usage.to_pylist()} {run.done} {run.verdicts.to_pylist()}"
    assert KEY not in rows
    assert "***" in rows
    assert KEY.encode() not in everything(tmp_path)


def test_a_key_in_the_reply_to_the_probe_is_hidden(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    error = {"error": {"message": f"Incorrect API key provided: {KEY}", "code": 401}}
    with reply_server(lambda number, body: (200, error, {})) as server, pytest.raises(UserError) as caught:
        opened(server).prepare(print)
    assert "Incorrect API key provided: ***" in str(caught.value)
    assert caught.value.__suppress_context__  # a traceback would print the server's own words


def test_a_secret_at_the_place_where_a_reason_is_cut_is_hidden_whole():
    answer = failure_of(400, {}, json.dumps({"error": {"message": f"{'x' * 270} {KEY}"}}).encode()).answer
    reason = Secrets(KEY).hide_in(answer).reason
    assert "sk-" not in reason
    assert len(reason) < 310


@pytest.mark.parametrize("place", ["host:8000/v1", "host", "localhost"])
def test_a_password_in_a_url_without_scheme_is_not_printed(place):
    with pytest.raises(UserError) as caught:
        open_model(f"openai:m@bob:hunter22@{place}")
    assert str(caught.value) == "openai:m: the URL behind @ has no scheme: begin it with http:// or https://"


def test_url_parameters_that_choose_a_model_are_part_of_the_fingerprint_and_keys_are_not():
    def fingerprint(query):
        return open_model(f"openai:toy@http://localhost:1/v1{query}").fingerprint

    assert len({fingerprint(query) for query in ("", "?deployment=A", "?deployment=B")}) == 3
    assert fingerprint("?deployment=A&api-key=abcd&sig=x") == fingerprint("?api-key=efgh&deployment=A")


def test_the_fingerprint_follows_the_code_that_reads_answers(monkeypatch):
    before = open_model("openai:toy@http://localhost:1/v1").fingerprint
    monkeypatch.setattr(openai_model, "source_digest", lambda *files: f"other {len(files)}")
    assert open_model("openai:toy@http://localhost:1/v1").fingerprint != before


# --- preparing ----------------------------------------------------------------------------------------------------


def test_a_server_that_loads_its_model_at_the_first_request_is_waited_for(monkeypatch):
    monkeypatch.setattr(openai_model, "PREPARING", 0.3)
    monkeypatch.setattr(openai_model, "QUIET", 0.1)
    lines = []

    def slow(number, body):
        time.sleep(0.8)
        return completion()

    with reply_server(slow) as server:
        opened(server, timeout=60).prepare(lines.append)
        assert "no answer yet; the server may be loading the model (timeout=60 s)" in lines[0]
        with pytest.raises(UserError, match=r"no answer within .* --model-args timeout=600"):
            opened(server, timeout=0.2).prepare(lines.append)


def test_a_proxy_that_cannot_be_used_is_one_line(monkeypatch):
    pytest.importorskip("httpx")
    monkeypatch.setenv("ALL_PROXY", "ftp://me:s3cret@127.0.0.1:9")
    with pytest.raises(UserError) as caught:
        open_model("openai:toy@http://localhost:1/v1").prepare(print)
    assert "httpx cannot use the proxy that ALL_PROXY names" in str(caught.value)
    assert "s3cret" not in str(caught.value)


def test_a_model_whose_prompt_opens_the_reasoning_is_found_out_and_cut_reasoning_is_no_answer():
    def reasons(number, body):
        words = "Okay, the user asks whether it is. Let me think. " * 3
        return completion(f"{words}</think>yes") if body["max_tokens"] > 100 else completion(words, "length")

    with reply_server(reasons) as server:
        model = opened(server)
        model.prepare(lambda line: None)
        [answer] = model.answer([ModelInput(Query(Stimulus("i", "Is it?")))])
        assert (answer.status, answer.cause, answer.text) == ("failed", "length", None)
        assert len(server.bodies) == 3
        model = opened(server, max_new_tokens=500)
        model.prepare(lambda line: None)
        assert model.answer([ModelInput(Query(Stimulus("i", "Is it?")))])[0].text == "yes"


# --- rejections ---------------------------------------------------------------------------------------------------


class FourImages(ToyData):
    """30 questions about each image; each image has pixels of its own."""

    def _image(self, number):
        return f"image-{number // 30}"

    def load_image(self, image):
        return ImageData(np.full((24, 32, 3), 10 * int(image[-1]), dtype=np.uint8))


def test_one_image_that_is_too_large_does_not_stop_the_run(tmp_path):
    first = []

    def reply(number, body):
        if is_probe(body):
            return completion()
        url = body["messages"][0]["content"][0]["image_url"]["url"]
        first[:] = first or [url]  # whichever image comes first
        error = {"error": {"message": "This model's maximum context length is 4096 tokens"}}
        return (400, error, {}) if url == first[0] else completion()

    with reply_server(reply) as server:
        run = askance.run(opened(server, concurrency=1), FourImages(120), ["accuracy"], out=tmp_path)
    statuses = [row["status"] for row in run.answers.to_pylist()]
    assert run.done.outcome.stopped is None
    assert (statuses.count("ok"), statuses.count("failed")) == (90, 30)


@pytest.mark.parametrize("wait", [{"retry-after-ms": "20"}, {}])
def test_a_server_that_only_rejects_is_said_and_then_given_up(tmp_path, monkeypatch, wait):
    monkeypatch.setattr(outage, "QUIET", 0.5)
    monkeypatch.setattr(outage, "PATIENCE", 3.0)
    busy = 429, {"error": {"message": "slow down"}}, wait
    lines = Lines()
    started = time.monotonic()
    with reply_server(lambda number, body: completion() if is_probe(body) else busy) as server:
        run = askance.run(opened(server), ToyData(60), ["accuracy"], out=tmp_path, progress=lines)
    assert time.monotonic() - started < 25
    assert run.done.outcome.stopped == "failing"
    assert "answered nothing for" in run.done.outcome.stopped_by
    assert "slow down" in run.done.outcome.stopped_by
    assert sum("no answer for" in line for line in lines.said) == 1


def test_before_the_first_answer_the_server_is_given_the_time_that_it_asks_for(monkeypatch):
    monkeypatch.setattr(openai_model, "PREPARING", 1.5)
    monkeypatch.setattr(openai_model, "QUIET", 0.4)
    busy, asked, said = (429, {"error": {"message": "slow down"}}, {"retry-after-ms": "900"}), [], []
    with reply_server(lambda number, body: asked.append(1) or (busy if len(asked) < 4 else completion())) as server:
        opened(server).prepare(said.append)
    assert sum("the server says 429: slow down: asking again in" in line for line in said) == 3


def test_a_server_that_asks_for_more_time_again_and_again_is_given_up(monkeypatch):
    monkeypatch.setattr(openai_model, "PREPARING", 0.1)
    monkeypatch.setattr(openai_model, "LONGEST_RETRY", 0.5)
    busy = 429, {"error": {"message": "slow down"}}, {"retry-after-ms": "400"}
    with reply_server(lambda number, body: busy) as server, pytest.raises(UserError, match="again later"):
        opened(server).prepare(lambda line: None)


class Lines:
    """A progress listener that keeps what is said."""

    def __init__(self):
        self.said = []

    def start(self, total, saved=0): ...
    def advance(self, count): ...
    def finish(self): ...

    def say(self, line):
        self.said.append(line)


# --- budgets ------------------------------------------------------------------------------------------------------

PRICE = {"price_in": 1_000_000, "price_out": 1_000_000}


def test_a_budget_in_dollars_stops_where_the_server_reports_no_tokens(tmp_path):
    with reply_server(lambda number, body: completion()) as server:
        run = askance.run(opened(server, **PRICE), ToyData(60), ["accuracy"], out=tmp_path, budget_usd=1.0)
        assert len(server.bodies) <= 3
    assert run.done.outcome.stopped == "failing"
    assert "reports no tokens, so --budget-usd cannot be kept" in run.done.outcome.stopped_by


def test_draws_that_share_a_request_count_as_one():
    with reply_server(lambda number, body: completion(count=body.get("n", 1))) as server:
        model = opened(server)
        model.prepare(lambda line: None)
        queries = [Query(Stimulus(None, "q?"), condition=Condition(temperature=1.0), draw=i) for i in range(5)]
        answers = model.answer([ModelInput(query) for query in queries])
        assert len(server.bodies) == 2
    assert sum(answer.usage.requests for answer in answers) == 1
