"""Tokens, latency, cost and parameters: stored, shown, estimated and capped."""

import json

import askance
import pytest
from askance.cli.main import FAILED_CALLS, main
from askance.core import Answer, Usage
from askance.core.progress import CALLS, NoProgress
from askance.models import open_model
from askance.report import usage_rows
from askance.report.usage import short_count, usage_cell
from askance.store import JournalEntry, Workspace, connect, query_to_arrow
from servers import chat_server
from toy import ToyData, ToyModel

PRICES = {"price_in": "1000", "price_out": "10000"}  # dear, so that cents are seen


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def server():
    with chat_server(thinking="field") as found:
        yield found


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def test_what_each_call_took_is_stored_beside_the_answers(tmp_path, server):
    run = askance.run(open_model(f"openai:toy@{server.url}", PRICES), ToyData(30), ["accuracy"], out=tmp_path)
    rows = run.usage.to_pylist()
    assert len(rows) == 30
    assert {row["thinking"] for row in rows} == {"no no no"}
    assert all(row["usd"] == pytest.approx((row["prompt_tokens"] * 1000 + 2 * 10000) / 1e6) for row in rows)
    assert all(row["latency"] > 0.005 and row["requests"] == 1 for row in rows)
    assert "usd" not in run.answers.column_names
    [row] = usage_rows(Workspace.for_reading(tmp_path))
    assert (row["calls"], row["requests"], row["completion_tokens"]) == (30, 30, 60)
    assert row["latency_p50"] <= row["latency_p95"]
    assert askance.open_run(tmp_path).usage.num_rows == 30


def test_a_cost_says_if_only_some_calls_had_a_price(tmp_path, server, capfd):
    """A probe with prices, and then the run without: the cost of 8 calls is not that of all."""
    command = ("run", "-m", f"openai:toy@{server.url}", *DATA, "--out", tmp_path)
    call(capfd, *command, "--model-args", "price_in=1,price_out=1", "--dry-run", "--probe")
    assert call(capfd, *command)[0] == 0
    space = Workspace.for_reading(tmp_path)
    [row] = usage_rows(space)
    assert (row["calls"], row["usd_calls"]) == (30, 8)
    _, out, _ = call(capfd, "report", tmp_path, "--usage", "--format", "md")
    assert f"{row['usd']:.4f} (8 of 30 calls)" in out
    assert usage_cell("usd", row | {"usd_calls": 30}) == f"{row['usd']:.4f}"
    assert usage_cell("usd", row | {"usd": None}) == "–"


def test_requests_in_vain_count(tmp_path):
    with chat_server(faults=0.1, retry_after="0.05") as own:
        model = open_model(f"openai:toy@{own.url}", {"timeout": "3", **PRICES})
        askance.run(model, ToyData(60), ["accuracy"], out=tmp_path)
        requests = own.get("/stats")["requests"]
    [row] = usage_rows(Workspace.for_reading(tmp_path))
    assert row["calls"] == 60
    assert 60 < row["requests"] <= requests  # the probe, and its own tries, are not part of the run


def test_a_kill_between_the_two_tables_loses_nothing_and_counts_nothing_twice(tmp_path, server):
    askance.run(open_model(f"openai:toy@{server.url}"), ToyData(9), ["accuracy"], out=tmp_path)
    space = Workspace.for_writing(tmp_path)
    answer = Answer(text="yes", usage=Usage(1, 2, 3.0))
    space.record_answers([JournalEntry(bytes([i] * 16), "m", "f", answer, 0.1) for i in range(3)])
    journal = next((tmp_path / "answers").glob("*.jsonl"))
    kept = journal.read_bytes()
    assert space.usage()[1].num_rows == 3  # before they are in a shard
    space.close()
    journal.write_bytes(kept)  # killed after both shards were written, before the journal was removed
    next(path for path in (tmp_path / "answers").glob(f"{journal.stem}-*")).unlink()  # and before the second
    Workspace.for_writing(tmp_path).close()
    whole = Workspace.for_reading(tmp_path)
    assert whole.usage()[1].num_rows == 0
    assert query_to_arrow(connect(whole), "from usage where model = 'm'").num_rows == 3


def test_a_damaged_usage_file_costs_no_answer(tmp_path, server):
    name = f"openai:toy@{server.url}"
    askance.run(open_model(name), ToyData(9), ["accuracy"], out=tmp_path)
    [shard] = (tmp_path / "usage").iterdir()
    shard.write_bytes(b"damage")
    again = askance.run(open_model(name), ToyData(9), ["accuracy"], out=tmp_path)
    assert (again.done.outcome.made, again.usage.num_rows) == (0, 0)


class Sized(ToyModel):
    parameters = 7_615_616_512


def test_columns_of_the_report_and_of_its_side_table(tmp_path, server, capfd):
    models = [open_model(f"openai:toy@{server.url}", PRICES), Sized("sized", "sized"), ToyModel("plain", "plain")]
    askance.run(models, ToyData(12), ["accuracy"], out=tmp_path)
    _, out, _ = call(capfd, "report", tmp_path)
    for head in ("parameters", "tokens in", "tokens out", "p50 s", "p95 s", "USD", "7.6B"):
        assert head in out
    _, out, _ = call(capfd, "report", tmp_path, "--format", "html")
    assert "7.6B" in out
    _, out, _ = call(capfd, "report", tmp_path, "--usage", "--json")
    rows = {row["model"]: row for row in json.loads(out)}
    assert set(rows) == {models[0].name, "sized"}
    assert (rows["sized"]["parameters"], rows["sized"]["usd"]) == (7_615_616_512, None)
    assert rows[models[0].name]["calls"] == 12
    assert rows["sized"]["calls"] is None  # it reports no usage, so its calls are not counted
    _, out, _ = call(capfd, "report", tmp_path, "--json")
    assert "usd" not in json.loads(out)[0]  # the columns of tidy rows stay


def test_a_workspace_without_usage_looks_as_before(tmp_path, capfd):
    askance.run(ToyModel(), ToyData(6), ["accuracy"], out=tmp_path)
    _, out, _ = call(capfd, "report", tmp_path)
    assert "tokens" not in out
    assert not (tmp_path / "usage").exists()
    code, _, err = call(capfd, "report", tmp_path, "--usage")
    assert (code, err.count("\n")) == (1, 1)


def test_numbers_of_parameters_are_short():
    assert [short_count(n) for n in (999, 12_000, 350_000_000, 7_615_616_512)] == ["999", "12K", "350M", "7.6B"]


# --- dry runs and budgets -----------------------------------------------------------------------------------------

DATA = ("-d", "python:toy:ToyData", "-s", "accuracy")
ARGS = ("--model-args", ",".join(f"{name}={value}" for name, value in PRICES.items()))


def test_a_dry_run_sends_nothing_and_a_probe_estimates_from_eight_calls(tmp_path, capfd):
    with chat_server() as own:
        command = ("run", "-m", f"openai:toy@{own.url}", *DATA, *ARGS, "--out", tmp_path, "--dry-run")
        code, out, _ = call(capfd, *command)
        assert (code, own.get("/stats")["requests"]) == (0, 0)
        assert "no answer yet to estimate tokens, cost and time from: --probe makes 8 calls" in out
        code, out, _ = call(capfd, *command, "--probe", "--json")
        assert own.get("/stats")["requests"] == 9  # and one that asks what the server can do
        [estimate] = json.loads(out)["estimates"]
        assert (estimate["calls"], estimate["known_calls"]) == (22, 8)
        assert 160 * 22 < estimate["prompt_tokens"] < 170 * 22
        usd = estimate["prompt_tokens"] * 1000 / 1e6 + estimate["completion_tokens"] * 10000 / 1e6
        assert estimate["usd"] == pytest.approx(usd, rel=0.01)
        assert estimate["seconds"] > 0
        _, out, _ = call(capfd, *command)
        assert "22 calls: at least" in out
        assert "(estimated from 8 answers)" in out
        code, _, _ = call(capfd, *command[:-1])
        assert own.get("/stats")["twice"] == 1  # only the question what the server can do
    code, _, err = call(capfd, "run", "-m", "oracle", "--probe", "--out", tmp_path)
    assert (code, err) == (1, "askance: --probe goes with --dry-run: it makes a few calls to estimate all others\n")


def test_a_probe_says_how_many_calls_it_makes(tmp_path):
    """Of the three questions about one image only two are probed."""

    class Listener(NoProgress):
        started = ()

        def start(self, total, saved, what=CALLS):
            self.started = (*self.started, (total, what))

    with chat_server() as own:
        listener = Listener()
        model = open_model(f"openai:toy@{own.url}")
        options = {"dry_run": True, "probe": True, "progress": listener}
        askance.run(model, ToyData(3), ["accuracy"], out=tmp_path, **options)
        assert own.get("/stats")["requests"] == 3  # and one that asks what the server can do
    assert [total for total, what in listener.started if what == CALLS] == [2]


def test_the_budget_counts_the_request_that_asks_what_a_server_can_do(tmp_path, capfd):
    with chat_server() as own:
        command = ("run", "-m", f"openai:toy@{own.url}", *DATA, "--out", tmp_path)
        code, _, err = call(capfd, *command, "--budget", "5")
        assert own.get("/stats")["requests"] == 5
        assert ("4 calls made" in err, "26 calls remaining" in err) == (True, True)
        code, _, err = call(capfd, *command, "--budget", "1")
        assert (code, own.get("/stats")["requests"]) == (1, 6)
        assert "needs 1 request to find out what the server supports" in err
        assert "use --budget 2 or more" in err
        call(capfd, *command, "--budget", "2")
        assert own.get("/stats")["requests"] == 8
        assert len(askance.open_run(tmp_path).answers) == 5


def test_a_budget_in_dollars_is_kept_and_the_next_run_goes_on(tmp_path, capfd):
    with chat_server() as own:
        command = ("run", "-m", f"openai:toy@{own.url}", *DATA, *ARGS, "--out", tmp_path)
        code, _, err = call(capfd, *command, "--budget-usd", "2")
        spent = sum(row["usd"] for row in askance.open_run(tmp_path).usage.to_pylist())
        assert 1.5 < spent <= 2
        assert "budget used" in err
        call(capfd, *command)
        assert len(askance.open_run(tmp_path).answers) == 30
    code, _, err = call(capfd, "run", "-m", "oracle", "--budget-usd", "2", "--out", tmp_path)
    assert (code, err.count("\n")) == (1, 1)
    assert "no model of this run has a price" in err


def test_a_run_that_only_fails_ends_with_one_line(tmp_path, capfd, monkeypatch):
    with chat_server(context=40) as own:
        code, _, err = call(capfd, "run", "-m", f"openai:toy@{own.url}", *DATA, "--out", tmp_path)
    assert code == FAILED_CALLS
    [line] = [line for line in err.splitlines() if line.startswith("stopped:")]
    assert "in a row failed: the server says 400: maximum context length is 40 tokens" in line
    assert line.endswith("; correct this and run the same command again to resume")


def test_each_model_may_have_arguments_of_its_own(tmp_path, capfd, monkeypatch):
    monkeypatch.setenv("FIRST", "key-one")
    monkeypatch.setenv("SECOND", "key-two")
    with chat_server(key="key-one") as one, chat_server(key="key-two") as two:
        names = ("-m", f"openai:toy@{one.url}", "-m", f"openai:toy@{two.url}")
        args = ("--model-args", 'key_env=FIRST,instruction="Yes, or no?"', "--model-args", "key_env=SECOND")
        code, _, _ = call(capfd, "run", *names, *args, *DATA, "--limit", "6", "--out", tmp_path)
        assert code == 0
        assert one.get("/seen")[-1]["messages"][-1]["content"][-1]["text"].endswith("\nYes, or no?")
        assert two.get("/stats")["answered"] == 7


def test_doctor_says_what_a_server_can_do(capfd, server):
    code, out, _ = call(capfd, "doctor", "-m", f"openai:toy@{server.url}", *ARGS)
    assert code == 0
    features = "choose, draws (the same query several times), no-image, score, temperature, text, top"
    assert f"openai:toy@{server.url}: conforms; supports {features}" in out
    assert "1000 / 10000 USD per million tokens in / out" in out
