"""The command line: every error is one line and a code; nothing is lost; JSON is tidy."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from askance.cli.main import COMMANDS, askance, main
from click.testing import CliRunner

ASKANCE = str(Path(sys.executable).with_name("askance"))


def call(capfd, *arguments):
    """Run in this process; returns code, stdout, stderr."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


@pytest.fixture
def model(tmp_path, monkeypatch):
    """A folder with a model of the user's own."""
    (tmp_path / "mine.py").write_text(
        "import time\n"
        "def answer(image, question):\n    return 'yes'\n"
        "def slow(image, question):\n    time.sleep(0.1)\n    return 'yes'\n"
        "def broken(image, question):\n    raise ValueError('weights are missing')\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


RESTS_ON = ["stopped", "partial", "judged", "wanted", "limit", "seed", "sample", "fingerprint", "images"]
MISTAKES = [
    (["run", "-m", "orcale"], "unknown model 'orcale': did you mean oracle?"),
    (["run", "-m", "defective:yesbias"], "did you mean defective:yes-bias"),
    (["run", "-m", "oracle", "-d", "sticker"], "unknown data set 'sticker': did you mean stickers?"),
    (["run", "-m", "oracle", "-s", "acuracy"], "unknown suite 'acuracy': did you mean accuracy?"),
    (["run", "-m", "oracle", "-d", "folder:/no/where"], "/no/where: no such folder"),
    (["run", "-m", "oracle", "-d", "stickers:tset"], "tset"),
    (["run", "-m", "python:no_such_module:f"], "cannot import no_such_module"),
    (["run", "-m", "python:os"], "names no object"),
    (["run", "-m", "oracle", "--model-args", "x=1"], "oracle takes no --model-args"),
    (["run", "-m", "oracle", "--model-args", "x"], "'x' is not key=value"),
    (["run", "-m", "oracle", "--limit", "0"], "0 is not in the range"),
    (["run", "-m", "oracle", "-m", "oracle"], "named twice"),
    (["run"], "Missing option '-m'"),
    (["run", "-m", "oracle", "--out", "/proc/nowhere"], "cannot write /proc/nowhere"),
    (["run", "-m", "oracle", "--config", "none.toml"], "none.toml"),
    (["report", "."], ". is not a workspace"),
    (["lst"], "unknown command 'lst': did you mean list?"),
    (["generate", "accuracy", "-o", "/no/where.jsonl", "--limit", "3"], "cannot write /no/where.jsonl"),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES)
def test_a_mistake_is_one_clear_line(capfd, model, arguments, message):
    code, out, err = call(capfd, *arguments)
    assert code != 0
    assert out == ""
    assert err.startswith("askance: ")
    assert err.count("\n") == 1
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rn"], "unknown command 'rn': did you mean run or train? (see askance --help)"),
        (["inverse", "evl"], "unknown command 'evl': did you mean eval? (see askance inverse --help)"),
        (["beliefs", "shw"], "unknown command 'shw': did you mean show? (see askance beliefs --help)"),
        (["--limt"], "No such option '--limt'"),
        (["run", "--limt", "3"], "No such option '--limt'"),
        (["run", "-m", "oracle", "--limit", "many"], "'many' is not a valid integer range"),
        (["report", "--format", "xls"], "'xls' is not one of"),
        (["report"], "Missing argument 'FOLDER'"),
        (["demo", "more"], "unexpected extra argument"),
    ],
)
def test_a_wrong_command_line_has_exit_code_2(capfd, model, arguments, message):
    code, out, err = call(capfd, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(command):
    done = CliRunner().invoke(askance, [command, "--help"])
    assert done.exit_code == 0
    assert "--json" in done.output


def test_run_and_report(capfd, model):
    code, out, err = call(
        capfd, "run", "-m", "oracle", "-m", "python:mine:answer", "--limit", "24", "--out", "w", "--json"
    )
    assert code == 0
    rows = json.loads(out)
    names = ["model", "dataset", "suite", "metric", "group", "value", "low", "high", "n", "undecided"]
    assert all(list(row)[: len(names)] == names for row in rows)
    assert all(list(row)[len(names) :] == RESTS_ON for row in rows)
    assert next(r["value"] for r in rows if (r["model"], r["metric"], r["group"]) == ("oracle", "accuracy", "")) == 100
    assert "48 calls made" in err
    assert json.loads(call(capfd, "report", "w", "--format", "json")[1]) == rows
    assert "oracle" in call(capfd, "report", "w")[1]
    assert "skill/" in call(capfd, "report", "w", "--by", "accuracy.accuracy")[1]
    assert call(capfd, "report", "w", "--format", "csv")[1].startswith("model,dataset,suite,metric,group,value")
    assert r"\toprule" in call(capfd, "report", "w", "--format", "latex")[1]
    assert call(capfd, "report", "w", "--by", "nothing")[0] == 1
    code, _, err = call(capfd, "report", "w", "--format", "html", "-o", "report.html")
    page = Path("report.html").read_text()
    assert code == 0
    assert "data:image/webp;base64," in page
    assert "http://" not in page
    assert "https://" not in page


def test_dry_run_counts(capfd, model):
    code, out, _ = call(
        capfd,
        "run",
        "-m",
        "oracle",
        "-s",
        "accuracy",
        "-s",
        "repeat",
        "--limit",
        "12",
        "--dry-run",
        "--json",
        "--out",
        "w",
    )
    assert code == 0
    counts = {"cases": 24, "calls_asked": 48, "calls_wanted": 36, "calls_known": 0, "calls_left": 36}
    assert json.loads(out) == counts | {"estimates": [], "skipped": []}


def test_failed_calls_have_their_own_code(capfd, model):
    code, _, err = call(capfd, "run", "-m", "python:mine:broken", "--limit", "6", "--out", "w")
    assert code == 3
    assert "6 calls failed" in err
    assert "weights are missing" in err


def test_budget_and_config(capfd, model):
    Path("settings.toml").write_text('model = ["oracle"]\nlimit = 24\nbudget = 10\nout = "w"\n')
    code, _, err = call(capfd, "run", "--config", "settings.toml")
    assert code == 0
    assert "10 calls made" in err
    assert "14 calls remaining" in err
    Path("settings.toml").write_text("modle = 1\n")
    code, _, err = call(capfd, "run", "--config", "settings.toml")
    assert "unknown setting 'modle': did you mean model?" in err
    Path("settings.toml").write_text("zzz = 1\n")
    code, _, err = call(capfd, "check", "w", "--config", "settings.toml")
    assert "unknown setting 'zzz': known: json, junit, margin, max, metric, min, model, not-worse-than" in err
    assert not any(name in err for name in ("as_json", "config,", "folder", "maximum"))  # what no user writes


def test_generate(capfd, model):
    assert call(capfd, "generate", "accuracy", "--limit", "5", "-o", "a.jsonl")[0] == 0
    first = json.loads(Path("a.jsonl").read_text().splitlines()[0])
    assert first["asks"][0]["question"]
    assert len(first["expected"]["ask"]) == 10
    assert call(capfd, "generate", "repeat", "--limit", "5", "-o", "a.parquet")[0] == 0
    import pyarrow.parquet as pq

    assert pq.read_table("a.parquet").num_rows == 5


def test_generate_implications_writes_what_follows_from_expected_answers(capfd, model):
    code, out, _ = call(capfd, "generate", "implications", "--limit", "20", "-o", "i", "--format", "vqa2")
    assert code == 0
    assert "questions about" in out
    asked = json.loads(Path("i.questions.json").read_text())["questions"]
    told = json.loads(Path("i.annotations.json").read_text())["annotations"]
    implied = [each["multiple_choice_answer"] for each in told if each["tags"]["role"] != "original"]
    assert len(asked) == len(told) > 40
    assert implied.count("yes") == implied.count("no") > 20
    assert "run it instead" in call(capfd, "generate", "beliefs", "-o", "b.jsonl")[2]


def test_list_and_doctor_and_completion(capfd, model):
    for what in ("models", "datasets", "suites", "metrics"):
        assert json.loads(call(capfd, "list", what, "--json")[1])
    assert "conforms" in call(capfd, "doctor", "-m", "oracle")[1]
    assert "480 × 360" in call(capfd, "doctor", "stickers")[1]
    assert call(capfd, "doctor", "folder:/no/where")[0] == 1
    assert "_ASKANCE_COMPLETE" in call(capfd, "completion", "bash")[1]


def test_the_shell_completes_names(processes, tmp_path, monkeypatch):
    words = {"COMP_WORDS": "askance run -m orac", "COMP_CWORD": "3", "_ASKANCE_COMPLETE": "bash_complete"}
    for name, value in words.items():
        monkeypatch.setenv(name, value)
    assert "oracle" in processes.run(cwd=tmp_path).stdout


def slow_run(processes, folder):
    """Start a run of a slow model; returns its process id once it has answers."""
    pid = processes.begin(
        *("run", "-m", "python:mine:slow", "-s", "accuracy", "--limit", "120", "--out", "w", "--batch-size", "4"),
        cwd=folder,
    )
    while not list(folder.glob("w/answers/*.jsonl")):
        assert not processes.has_ended(0.05)
    return pid


def test_ctrl_c_flushes_and_says_how_to_go_on(capfd, model, processes):
    os.kill(slow_run(processes, model), signal.SIGINT)
    assert processes.end() == 130
    out, err = processes.printed()
    assert "run the same command again to resume" in err
    assert "Traceback" not in err
    assert list(model.glob("w/answers/*.parquet"))
    for shown in (out, call(capfd, "report", "w")[1]):
        assert re.search(r" partial \d+/120 ", shown)


def test_two_runs_at_once(capfd, model, processes):
    first = slow_run(processes, model)
    code, _, err = call(capfd, "run", "-m", "oracle", "--limit", "6", "--out", "w")
    os.kill(first, signal.SIGINT)
    processes.end()
    assert code == 1
    assert f"another run (process {first}) is writing to {model / 'w'}: wait or choose another --out" in err
    assert err.count("\n") == 1


@pytest.fixture
def mounted(model):
    """Mounts a small file system of its own, where that is allowed."""
    folder = model / "mounted"
    folder.mkdir()

    def mount(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("this machine lets no one mount a file system")
        return folder

    yield mount
    subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)


def test_a_read_only_folder(capfd, mounted):
    code, _, err = call(capfd, "run", "-m", "oracle", "--limit", "3", "--out", str(mounted("ro") / "w"))
    assert code == 1
    assert "Read-only file system; choose a folder that you may write to" in err
    assert err.count("\n") == 1


def test_a_full_disk(capfd, mounted):
    folder = mounted("size=150k")
    arguments = ["run", "-m", "oracle", "-s", "repeat", "--out", str(folder / "w")]
    assert call(capfd, *arguments, "--limit", "24")[0] == 0
    code, _, err = call(capfd, *arguments, "--limit", "2000")
    assert code == 1
    assert "no space left while writing" in err
    assert "free some space and run the same command again" in err
    subprocess.run(["mount", "-o", "remount,size=20m", str(folder)], check=True)
    code, out, err = call(capfd, *arguments, "--limit", "2000", "--json")
    assert code == 0
    assert next(row["value"] for row in json.loads(out) if row["metric"] == "agreement") == 100


def test_the_package_is_the_command_too():
    said = [
        subprocess.run([*call, "list", "suites"], capture_output=True, text=True, check=True).stdout
        for call in ([ASKANCE], [sys.executable, "-m", "askance"])
    ]
    assert said[0]
    assert said[0] == said[1]
