"""askance doctor DIR: a workspace is checked and repaired, one line per finding; the code says if you must do more."""

import json
import shutil
from pathlib import Path

import askance as askance_package
import pytest
from askance.cli.main import main
from askance.store import Workspace


def askance(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def doctor(capfd, folder):
    code, out, _ = askance(capfd, "doctor", folder, "--json")
    return code, json.loads(out)


@pytest.fixture
def folder(tmp_path, capfd):
    askance(capfd, "run", "-m", "oracle", "-s", "accuracy", "--limit", 6, "--seed", 2, "--out", tmp_path / "a")
    return tmp_path / "a"


def test_a_whole_workspace(folder, capfd):
    code, lines = doctor(capfd, folder)
    assert code == 0
    assert [(line["ok"], line["detail"]) for line in lines] == [
        (True, "6 cases, 6 answers, 6 verdicts, 1 recorded run: all whole")
    ]


def test_what_is_derived_is_made_again(folder, capfd):
    before = askance(capfd, "report", folder, "--json")
    for table in ("metrics", "verdicts"):
        next((folder / table).iterdir()).write_bytes(b"PAR1")
    (folder / "askance.json").write_bytes(b"{")
    code, lines = doctor(capfd, folder)
    assert code == 0
    assert all(line["ok"] for line in lines)
    assert any("verdicts, metrics made again from the stored answers" in line["detail"] for line in lines)
    assert any("askance.json is damaged: written again" in line["detail"] for line in lines)
    assert askance(capfd, "report", folder, "--json") == before
    assert len(doctor(capfd, folder)[1]) == 1


def test_lost_answers_need_a_run_and_the_command_is_said(folder, capfd):
    before = askance(capfd, "report", folder, "--json")
    next((folder / "answers").iterdir()).write_bytes(b"")
    for _ in range(2):
        code, lines = doctor(capfd, folder)
        assert code == 1
        (bad,) = [line["detail"] for line in lines if not line["ok"]]
    assert bad.startswith("accuracy for oracle on stickers: 6 answers missing: run `askance run -m oracle")
    command = bad[bad.index("`askance ") + 9 : -1]
    assert askance(capfd, *command.split())[0] == 0
    assert doctor(capfd, folder)[0] == 0
    assert askance(capfd, "report", folder, "--json") == before


def test_damaged_cases_and_lost_records_need_a_run(folder, capfd):
    next((folder / "decks").iterdir()).unlink()
    code, lines = doctor(capfd, folder)
    assert code == 1
    assert "cases missing or damaged: run `askance run" in lines[-1]["detail"]
    (folder / "runs" / "000001.json").write_bytes(b"\xff")
    code, lines = doctor(capfd, folder)
    assert code == 1
    assert [line["ok"] for line in lines] == [True, False]
    assert "no record of its run" in lines[-1]["detail"]


def test_a_running_engine_is_not_disturbed(folder, capfd):
    space = Workspace.for_writing(folder)
    code, _, err = askance(capfd, "doctor", folder)
    space.close()
    assert code != 0
    assert "is writing to" in err


def test_a_folder_of_others_is_named(tmp_path, capfd):
    (tmp_path / "notes.txt").write_text("mine")
    code, _, err = askance(capfd, "doctor", tmp_path)
    assert code != 0
    assert "no folder that askance wrote" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt"]


def test_a_question_set(tmp_path, capfd):
    (tmp_path / "q.txt").write_text("Is it red?\nIs it blue?\n")
    (tmp_path / "pool.txt").write_text("Is it a red car?\nIs it a dog?\n")
    files = ["--main", tmp_path / "q.txt", "--pool", tmp_path / "pool.txt"]
    code, _, err = askance(capfd, "questions", "build", *files, "--ranker", "bleu-1", "-o", tmp_path / "set")
    assert code == 0, err
    code, lines = doctor(capfd, tmp_path / "set")
    assert (code, lines[0]["ok"]) == (0, True)
    part = next((tmp_path / "set").glob("part-*"))
    part.write_bytes(part.read_bytes()[:-9])
    code, lines = doctor(capfd, tmp_path / "set")
    assert (code, lines[0]["ok"]) == (1, False)
    assert "run the same askance questions build again" in lines[0]["detail"]


def test_a_model_folder(tmp_path, capfd):
    shipped = Path(askance_package.__file__).parent / "models" / "builtin" / "weights" / "blind"
    shutil.copytree(shipped, tmp_path / "mine")
    code, lines = doctor(capfd, tmp_path / "mine")
    assert (code, lines[0]["ok"]) == (0, True), lines
    (tmp_path / "mine" / "say.onnx").write_bytes(b"no network")
    code, lines = doctor(capfd, tmp_path / "mine")
    assert (code, lines[0]["ok"]) == (1, False)
    assert "say.onnx: damaged" in lines[0]["detail"]
