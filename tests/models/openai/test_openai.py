"""openai: models against a real server process: requests, answers, errors and secrets."""

import base64
import io
import json
import subprocess
import sys
import time
from pathlib import Path

import askance
import numpy as np
import pytest
from askance.core import Choose, Condition, ImageData, ModelInput, Query, Score, Stimulus, UserError
from askance.core.image import ImageFile
from askance.models import open_model
from askance.models.conformance import check_conformance
from askance.models.no_image import NoImage
from PIL import Image
from servers import chat_server
from toy import ToyData

KEY = "sk-planted-0123456789abcdef"


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def server():
    with chat_server() as found:
        yield found


def ask(server, *queries, picture=None, **args):
    model = open_model(f"openai:toy@{server.url}", {name: str(value) for name, value in args.items()})
    model.prepare(lambda line: None)
    return model.answer([ModelInput(query, picture=picture) for query in queries])


def query(question="Is it number 2?", image="a", turns=(), **more):
    return Query(Stimulus(image, question, turns=turns), **more)


def last_body(server):
    return server.get("/seen")[-1]


# --- requests -----------------------------------------------------------------------------------------------------


def test_the_image_comes_before_the_question_and_turns_before_both(server):
    turns = (("Is there a dog?", "yes"),)
    picture = ImageData(np.full((6, 8, 3), 7, np.uint8))
    with chat_server() as own:
        ask(own, query(turns=turns), picture=picture, system="Be brief.", instruction="In one word.")
        system, first, second, third = last_body(own)["messages"]
    assert system == {"role": "system", "content": "Be brief."}
    assert [part["type"] for part in first["content"]] == ["image_url", "text"]
    assert first["content"][1]["text"] == "Is there a dog?\nIn one word."
    assert second == {"role": "assistant", "content": "yes"}
    assert third == {"role": "user", "content": "Is it number 2?\nIn one word."}


def image_url(body):
    return body["messages"][0]["content"][0]["image_url"]["url"]


def sent_image(server):
    kind, _, data = image_url(last_body(server)).partition(",")
    return kind, base64.b64decode(data)


def test_images_are_the_file_where_it_is_untouched_and_else_lossless():
    pixels = np.random.default_rng(0).integers(0, 255, (20, 30, 3), dtype=np.uint8)
    with chat_server() as own:
        ask(own, query(), picture=ImageData(pixels))
        kind, data = sent_image(own)
        assert kind == "data:image/png;base64"
        assert (np.asarray(Image.open(io.BytesIO(data))) == pixels).all()
        ask(own, query(), picture=ImageData(pixels, file=ImageFile("image/jpeg", b"the file")))
        assert sent_image(own) == ("data:image/jpeg;base64", b"the file")
        ask(own, query(), picture=ImageData(pixels), image_format="jpeg:90")
        kind, data = sent_image(own)
    assert (kind, Image.open(io.BytesIO(data)).format) == ("data:image/jpeg;base64", "JPEG")


def test_a_jpeg_of_a_folder_is_sent_as_it_is_and_its_edits_are_not(tmp_path):
    image = Image.fromarray(np.random.default_rng(0).integers(0, 255, (40, 60, 3), dtype=np.uint8))
    image.save(tmp_path / "a.jpg", quality=80)
    lines = [{"image": "a.jpg", "question": f"Is it number {i}?", "answers": ["yes"]} for i in range(2)]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with chat_server() as own:
        model = open_model(f"openai:toy@{own.url}")
        askance.run(model, f"jsonl:{tmp_path}/questions.jsonl", ["accuracy", "noise"], out=tmp_path / "run")
        bodies = own.get("/seen")[1:]
    file = (tmp_path / "a.jpg").read_bytes()
    sent = [base64.b64decode(image_url(body).partition(",")[2]) for body in bodies]
    assert sum(data == file for data in sent) >= 2
    assert {Image.open(io.BytesIO(data)).format for data in sent if data != file} == {"PNG"}


def test_draws_have_seeds_of_their_own_and_share_a_request_in_a_batch():
    hot = Condition(temperature=0.7)
    with chat_server() as own:
        answers = ask(own, *(query(condition=hot, draw=i) for i in range(3)), query())
        together = last_body(own), own.get("/seen")[-2]
        for i in range(2):
            ask(own, query(condition=hot, draw=i))
        seeds = [body["seed"] for body in own.get("/seen") if body.get("temperature") == 0.7]
    assert sorted(body.get("n", 1) for body in together) == [1, 3]
    assert len(answers) == 4
    assert len(set(seeds[-2:])) == 2


def test_a_blind_run_sends_no_image(tmp_path):
    with chat_server() as own:
        model = open_model(f"openai:toy@{own.url}")
        askance.run(model, ToyData(12), ["accuracy"], out=tmp_path, no_image=True)
        assert "image_url" not in json.dumps(own.get("/seen"))
    assert NoImage(model).at_once > 1


def test_jpeg_and_instruction_are_part_of_the_fingerprint_and_prices_and_keys_are_not(monkeypatch):
    def fingerprint(**args):
        return open_model("openai:toy@http://localhost:1/v1", args).fingerprint

    plain = fingerprint()
    assert fingerprint(price_in="1", price_out="2", concurrency="3", timeout="9") == plain
    changes = ({"image_format": "jpeg:90"}, {"instruction": "x"}, {"system": "x"}, {"max_new_tokens": "9"},
               {"version": "2"})  # fmt: skip
    assert len({plain, *(fingerprint(**change) for change in changes)}) == 6
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert fingerprint() == plain
    assert open_model("openai:toy@http://me:pw@localhost:1/v1?api-key=abcd").fingerprint == plain


# --- answers ------------------------------------------------------------------------------------------------------


def test_it_conforms(server):
    assert check_conformance(open_model(f"openai:toy@{server.url}")) == []


def test_tokens_latency_and_cost_come_with_the_answer(server):
    [answer] = ask(server, query("Is it number 4?"), instruction="", price_in=2, price_out=10)
    assert (answer.text, answer.usage.prompt_tokens, answer.usage.completion_tokens) == ("yes", 115, 2)
    assert 0.005 < answer.usage.seconds < 30
    assert answer.usage.usd == pytest.approx((115 * 2 + 2 * 10) / 1e6)


def test_log_probabilities_give_top_score_and_choice(server):
    plain, score, other, none, choice = ask(
        server,
        query(),
        query(readout=Score("Yes.")),
        query(readout=Score("no")),
        query(readout=Score("purple")),
        query(readout=Choose(("no", "yes"))),
    )
    assert plain.top == (("yes", pytest.approx(0.75)), ("no", pytest.approx(0.2)))
    assert (score.score, other.score) == (pytest.approx(0.75), pytest.approx(0.2))
    assert (none.score, none.reason) == (0.0, "'purple' is not among the server's most probable answers")
    assert (choice.text, choice.top[0]) == ("yes", ("yes", pytest.approx(0.75)))


@pytest.mark.parametrize("refused", [(), ("logprobs",), ("max_tokens", "temperature", "seed", "logprobs")])
def test_one_probe_says_what_a_server_can_do(refused):
    lines = []
    with chat_server(refuses=refused, has_logprobs=False) as own:
        model = open_model(f"openai:toy@{own.url}")
        assert {"score", "top"} <= model.supports  # as the protocol has it, until the server is asked
        model.prepare(lines.append)
        [answer] = model.answer([ModelInput(query())])
        [failed] = model.answer([ModelInput(query(readout=Score("yes")))])
        requests = own.get("/stats")["requests"]
    assert model.supports & {"score", "top"} == frozenset()
    assert (answer.text, failed.status) == ("yes", "failed")
    assert len(lines) == 1
    assert "does not support log-probabilities (score, top)" in lines[0]
    assert ("temperature" in model.supports) == ("temperature" not in refused)
    assert requests <= 2 + len(refused)


@pytest.mark.parametrize("how", ["field", "tags"])
def test_reasoning_is_kept_and_never_read_as_the_answer(how, tmp_path):
    with chat_server(thinking=how) as own:
        [answer] = ask(own, query())
        assert (answer.text, answer.thinking) == ("yes", "no no no")
        assert answer.top[0] == ("yes", pytest.approx(0.75))


@pytest.mark.parametrize(
    ("settings", "status", "reason"),
    [
        ({"refusal": "I cannot help with that."}, "refused", "I cannot help with that."),
        ({"finish": "content_filter"}, "refused", "the server stopped the answer (content_filter)"),
        ({"answer": " "}, "refused", "the server sent an empty answer"),
        ({"answer": "<think>hm", "finish": "length"}, "failed", "no answer within max_new_tokens"),
    ],
)
def test_refusals_and_reasoning_without_end(settings, status, reason):
    with chat_server(**settings) as own:
        [answer] = ask(own, query())
    assert (answer.status, answer.text) == (status, None)
    assert reason in answer.reason


# --- errors -------------------------------------------------------------------------------------------------------


def failed(model, tmp_path, data=None, **args):
    """The one line of a run that cannot be done, and the seconds that it took."""
    started = time.monotonic()
    with pytest.raises(UserError) as caught:
        askance.run(open_model(model, args), data or ToyData(3000), ["accuracy"], out=tmp_path)
    return str(caught.value), time.monotonic() - started


def test_a_wrong_key_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    with chat_server(key="another") as own:
        line, seconds = failed(f"openai:toy@{own.url}", tmp_path, key_env="MY_KEY")
        assert line.startswith(f"openai:toy@{own.url}: the server says 401: Incorrect API key provided: Bearer ***:")
        assert line.endswith(" correct MY_KEY, or name another variable with --model-args key_env=NAME")
        line, _ = failed(f"openai:toy@{own.url}", tmp_path)
        assert line.endswith("set OPENAI_API_KEY, or name another variable with --model-args key_env=NAME")
    assert seconds < 10


def test_an_unknown_model_is_one_line_with_those_that_there_are(tmp_path, server):
    line, seconds = failed(f"openai:toj@{server.url}", tmp_path)
    words = "the server says 404: The model `toj` does not exist.: the server has toy and others"
    assert line == f"openai:toj@{server.url}: {words}"
    line, _ = failed(f"openai:toy@http://{server.place}", tmp_path)
    assert "the URL, which ends in /v1 for most servers" in line
    assert seconds < 10


def test_a_server_that_is_down_is_one_line(tmp_path):
    line, seconds = failed("openai:toy@http://127.0.0.1:9/v1", tmp_path)
    assert line == "openai:toy@http://127.0.0.1:9/v1: cannot connect to the server: start it, or correct the URL"
    assert seconds < 10


def test_a_context_that_is_too_long_stops_the_run_with_the_words_of_the_server(tmp_path):
    started = time.monotonic()
    with chat_server(context=40) as own:
        run = askance.run(open_model(f"openai:toy@{own.url}"), ToyData(3000), ["accuracy"], out=tmp_path / "a")
        assert own.get("/stats")["requests"] < 100
    assert run.done.outcome.stopped == "failing"
    assert "the server says 400: maximum context length is 40 tokens, but you requested" in run.done.outcome.stopped_by
    assert time.monotonic() - started < 20


def test_a_context_that_is_too_long_for_some_questions_fails_those_for_good(tmp_path):
    with chat_server(context=67) as own:  # two digits fit, three do not
        name = f"openai:toy@{own.url}"
        run = askance.run(open_model(name), ToyData(120), ["accuracy"], out=tmp_path)
        assert 0 < run.done.outcome.failed < 30
        assert run.done.outcome.stopped is None
        again = askance.run(open_model(name), ToyData(120), ["accuracy"], out=tmp_path)
    assert again.done.outcome.made <= 20  # those that failed before anything had been answered


@pytest.mark.parametrize(
    ("code", "error", "words"),
    [
        (429, {"error": {"message": "no money", "code": "insufficient_quota"}}, "no money"),
        (403, {"detail": "not allowed here"}, "not allowed here"),
        (500, {"error": "CUDA error"}, "CUDA error"),
    ],
)
def test_other_failures_are_one_line_too(tmp_path, code, error, words, monkeypatch):
    monkeypatch.setattr("askance.models.openai.model.PREPARING", 2.0)
    with chat_server(error=json.dumps(error), code=code) as own:
        line, _ = failed(f"openai:toy@{own.url}", tmp_path)
    assert f"the server says {code}: {words}" in line


def test_a_filtered_question_is_refused(server):
    from askance.models.openai.failures import failure_of

    body = json.dumps({"error": {"message": "blocked", "code": "content_filter"}}).encode()
    assert failure_of(400, {}, body).answer.status == "refused"


@pytest.mark.parametrize(
    ("name", "args", "line"),
    [
        ("openai:", {}, "openai: names no model: write openai:MODEL@BASE_URL"),
        ("openai:gpt-4o", {}, "openai:gpt-4o: https://api.openai.com/v1 needs a key: set OPENAI_API_KEY"),
        ("openai:m@localhost:8000/v1", {}, "the URL behind @ has no scheme: begin it with http:// or https://"),
        ("openai:m@http://h:99999/v1", {}, "openai: the URL behind @ is no URL"),
        ("openai:m@http://h/v1", {"concurency": "3"}, "openai: 'concurency': did you mean concurrency"),
        ("openai:m@http://h/v1", {"concurrency": "0"}, "--model-args concurrency=0: write a whole number from 1 on"),
        ("openai:m@http://h/v1", {"image_format": "gif"}, "image_format=gif: write png (lossless), or jpeg:90"),
        ("openai:m@http://h/v1", {"price_in": "1"}, "give price_in and price_out together"),
        ("openai:m@http://h/v1", {"key_env": "NO_SUCH_KEY"}, "the environment variable NO_SUCH_KEY is not set"),
    ],
)  # fmt: skip
def test_names_and_arguments_are_checked_at_once(name, args, line):
    with pytest.raises(UserError) as caught:
        open_model(name, args)
    assert line in str(caught.value)


# --- secrets ------------------------------------------------------------------------------------------------------


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_keys_and_credentials_reach_no_file_no_line_and_no_name(tmp_path, monkeypatch, caplog, capfd):
    caplog.set_level("DEBUG")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    secrets = [KEY, "s3cr3t-password", "p4rameter-key"]
    with chat_server(key=KEY, faults=0.1, retry_after="0.1") as own:
        model = open_model(f"openai:toy@{own.url}?api=p4rameter-key", {"timeout": "1"})
        run = askance.run(model, ToyData(60), ["accuracy"], out=tmp_path / "a")
        line = f"{run} {run.metrics.to_pylist()}"
        with_password = f"openai:toy@http://me:s3cr3t-password@{own.place}/v1"
        line += failed(with_password, tmp_path / "b")[0]
    with chat_server(error=json.dumps({"error": f"key {KEY} and s3cr3t-password"}), code=400) as own:
        line += failed(f"openai:toy@http://me:s3cr3t-password@{own.place}/v1", tmp_path / "c")[0]
    model = open_model(with_password)
    printed = "".join(capfd.readouterr()) + caplog.text + line + repr(model.address) + model.name + model.fingerprint
    basic = base64.b64encode(b"me:s3cr3t-password").decode()
    for secret in (*secrets, basic):
        assert secret.encode() not in everything(tmp_path)
        assert secret not in printed
    assert run.done.outcome.failed == 0


def test_opening_and_listing_models_imports_no_http_library():
    code = (
        "import sys, askance; from askance.models import MODELS, open_model; open_model('oracle');"
        "print([name for name in ('httpx', 'openai', 'askance.models.openai') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
