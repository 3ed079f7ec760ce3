"""Results as runs of an experiment tracker: what is exported, and that nothing leaves the machine unasked."""

import json
import os
import sys
import types

import askance
import pytest
from askance.cli.main import main
from askance.core import UserError
from askance.report.experiment_export import TRACKERS, Target, experiment_runs
from askance.report.experiment_export.experiment_runs import CASE_COLUMNS, METRIC_COLUMNS, even_shares
from askance.report.experiment_export.mlflow_runs import PATIENCE, _with_allowed_names
from askance.report.experiment_export.url_credentials import hide_credentials, without_credentials
from askance.store import Workspace


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export") / "w"
    askance.run(["oracle", "defective:yes-bias"], "stickers", ["accuracy", "metamorphic"], limit=12, out=folder)
    return folder


def test_one_run_per_model_and_data_set(workspace, tmp_path):
    right, biased = experiment_runs(Workspace.for_reading(workspace), 5, tmp_path / "pictures")
    assert (right.name, biased.name) == ("oracle on stickers", "defective:yes-bias on stickers")
    assert right.figures["accuracy.accuracy"] == 100
    assert right.parameters["limit"] == "12"
    assert right.cases == []
    assert all(len(row) == len(METRIC_COLUMNS) for row in biased.metrics)
    assert any(name.startswith("accuracy.accuracy/") for name in biased.figures)
    cases = [dict(zip(CASE_COLUMNS, row, strict=True)) for row in biased.cases]
    assert 1 <= len({(case["suite"], case["case"]) for case in cases}) <= 5
    assert all((tmp_path / "pictures" / case["image"]).is_file() for case in cases)
    assert cases[0]["answer"] == "yes"
    assert cases[0]["correct"] != "yes"


def test_the_failing_cases_of_all_suites_share_the_table_and_what_is_left_out_is_said(workspace, capsys):
    assert even_shares({"a": 900, "b": 3, "c": 50}, 100) == {"a": 49, "b": 3, "c": 48}
    assert even_shares({"a": 2}, 5) == {"a": 2}
    right, biased = experiment_runs(Workspace.for_reading(workspace), 4, None)
    assert right.parameters["failing_cases"] == "0 of 0"
    shown, total = map(int, biased.parameters["failing_cases"].split(" of "))
    assert shown == 4 < total
    assert {row[0] for row in biased.cases} == {"accuracy", "metamorphic"}
    assert f"defective:yes-bias on stickers: exports 4 of {total}" in capsys.readouterr().err


def test_cases_and_pictures_can_be_left_out(workspace):
    assert all(run.cases == [] for run in experiment_runs(Workspace.for_reading(workspace), 0, None))
    _, biased = experiment_runs(Workspace.for_reading(workspace), 2, None)
    assert {row[-1] for row in biased.cases} == {None}


class FakeRun:
    def __init__(self, made):
        self.summary, self.made = {}, made

    def __enter__(self):
        return self

    def __exit__(self, *more):
        self.made.append(self)

    def log(self, tables):
        self.tables = tables


@pytest.fixture
def wandb(monkeypatch):
    fake = types.ModuleType("wandb")
    fake.calls, fake.made = [], []

    def init(**named):
        fake.calls.append(named)
        return FakeRun(fake.made)

    fake.init, fake.Settings, fake.Image = init, dict, lambda path: f"image {path}"
    fake.Table = lambda columns, data: (columns, data)
    monkeypatch.setitem(sys.modules, "wandb", fake)
    monkeypatch.setenv("WANDB_MODE", "online")  # of the user: not for us
    monkeypatch.setenv("WANDB_DATA_DIR", "")
    monkeypatch.setenv("WANDB_ERROR_REPORTING", "")
    return fake


def test_wandb_is_offline_unless_a_server_is_named(wandb, workspace, tmp_path, capsys):
    out = tmp_path / "out"
    with pytest.raises(SystemExit) as end:
        main(["export", str(workspace), "--to", "wandb", "--out", str(out), "--pictures", "--cases", "3"])
    assert end.value.code == 0
    assert [call["mode"] for call in wandb.calls] == ["offline", "offline"]
    assert os.environ["WANDB_ERROR_REPORTING"] == "false"  # whatever the user has set
    assert all("base_url" not in call["settings"] for call in wandb.calls)
    assert wandb.made[0].summary["accuracy.accuracy"] == 100
    assert sorted(wandb.made[1].tables) == ["failing_cases", "metrics"]
    assert wandb.made[1].tables["failing_cases"][1][0][-1].startswith(f"image {out}")
    said = capsys.readouterr().out
    assert said.splitlines() == [
        f"2 runs of Weights & Biases in {out}, project askance",
        f"upload them with `wandb sync {out}/wandb/offline-run-*`",
    ]
    with pytest.raises(SystemExit):
        main(["export", str(workspace), "--to", "wandb", "--out", str(out), "--server", "https://w.example", "--json"])
    assert wandb.calls[-1]["mode"] == "online"
    assert wandb.calls[-1]["settings"]["base_url"] == "https://w.example"


def test_errors_are_one_line(workspace, tmp_path, monkeypatch):
    for tool, extra in (("wandb", "wandb"), ("mlflow", "mlflow")):
        monkeypatch.setitem(sys.modules, tool, None)
        with pytest.raises(UserError, match=rf"needs {tool}.*: .*pip install .*\[{extra}\]'"):
            TRACKERS[tool].export([], Target(tmp_path, "askance"))

    def broken(runs, target):
        raise RuntimeError("the server says no\nat length")

    monkeypatch.setattr("askance.report.experiment_export.wandb_runs.write_runs", broken)
    with pytest.raises(UserError, match=r"Weights & Biases cannot write to http://x: the server says no$"):
        TRACKERS["wandb"].export([], Target(tmp_path, "askance", "http://x"))


SERVERS = [
    ("http://me:pass%40word@w.example", "pass@word"),
    ("http://me:pass/word@w.example", "pass/word"),
    ("https://a-long-token@w.example", "a-long-token"),
]


@pytest.mark.parametrize(("server", "secret"), SERVERS)
def test_credentials_of_a_server_are_never_printed(server, secret, wandb, workspace, tmp_path, capsys, monkeypatch):
    command = ["export", str(workspace), "--to", "wandb", "--out", str(tmp_path), "--server", server, "--cases", "0"]
    for more in ([], ["--json"]):
        with pytest.raises(SystemExit):
            main([*command, *more])
    assert wandb.calls[-1]["settings"]["base_url"] == server
    said = capsys.readouterr().out
    assert json.loads(said.partition("\n")[2])["place"] == server.partition("://")[0] + "://***@w.example"

    def broken(runs, target):
        filler = "x" * 180  # so that the message is cut within the URL
        raise RuntimeError(f"{filler} {target.server}/api: {secret} is wrong")

    monkeypatch.setattr("askance.report.experiment_export.wandb_runs.write_runs", broken)
    with pytest.raises(SystemExit):
        main(command)
    said += capsys.readouterr().err
    assert "cannot write to" in said
    assert not any(part in said for part in ("pass", "word", "token", "me:"))


def test_keys_among_the_parameters_of_a_url_are_never_printed():
    url = "https://w.example/api?team=red&access_token=abc123&X-Amz-Signature=def456"
    shown = "https://w.example/api?team=red&access_token=***&X-Amz-Signature=***"
    assert without_credentials(url) == shown
    assert hide_credentials(f"cannot reach {url}: no such host", "") == f"cannot reach {shown}: no such host"


def test_mlflow_gives_up_soon_unless_the_user_says_otherwise(monkeypatch, tmp_path):
    fake = types.ModuleType("mlflow.tracking")
    fake.MlflowClient = lambda tracking_uri: (_ for _ in ()).throw(RuntimeError("unreachable"))
    monkeypatch.setitem(sys.modules, "mlflow", types.ModuleType("mlflow"))
    monkeypatch.setitem(sys.modules, "mlflow.tracking", fake)
    for name in ("MLFLOW_DISABLE_TELEMETRY", "MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT", *PATIENCE):
        monkeypatch.setenv(name, "")  # so that it is restored
    monkeypatch.delenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES")
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_TIMEOUT", "300")
    with pytest.raises(UserError, match="unreachable"):
        TRACKERS["mlflow"].export([], Target(tmp_path, "askance", "http://x"))
    assert os.environ["MLFLOW_HTTP_REQUEST_MAX_RETRIES"] == "2"
    assert os.environ["MLFLOW_HTTP_REQUEST_TIMEOUT"] == "300"


def test_a_workspace_without_results_is_refused(wandb, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    with pytest.raises(SystemExit) as end:
        main(["export", str(tmp_path / "empty"), "--to", "wandb", "--out", str(tmp_path / "out")])
    assert end.value.code != 0
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_names_that_mlflow_takes():
    given = [("a.b/x=1", 1.0), ("a.b/x?1", 2.0), ("a.b/../c", 3.0), ("a.b/" + "y" * 300, 4.0)]
    found = _with_allowed_names(given)
    assert list(found) == ["a.b/x_1", "a.b/x_1_2", "a.b/_/c", "a.b/" + "y" * 242]
    assert list(found.values()) == [1.0, 2.0, 3.0, 4.0]
