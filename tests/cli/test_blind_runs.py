"""askance run --no-image: named apart in one workspace; who cannot do without is refused in one line."""

import json

import pytest
from askance.cli.main import main

from question_files import picture, put


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def test_a_blind_run_stands_beside_the_seeing_one(tmp_path, capfd, monkeypatch):
    (tmp_path / "grays.py").write_text("def answer(image, question):\n    return str(image.getpixel((0, 0))[0])\n")
    monkeypatch.chdir(tmp_path)
    arguments = ("run", "-m", "python:grays:answer", "--limit", "5", "--out", "runs", "--json")
    assert call(capfd, *arguments)[0] == 0
    code, out, _ = call(capfd, *arguments, "--no-image")
    assert code == 0
    assert {row["model"] for row in json.loads(out)} == {"python:grays:answer (no image)"}
    code, out, _ = call(capfd, "report", "runs", "--json")
    assert {row["model"] for row in json.loads(out)} == {"python:grays:answer", "python:grays:answer (no image)"}


def test_the_oracle_is_refused(tmp_path, capfd):
    code, _, err = call(capfd, "run", "-m", "oracle", "--no-image", "--limit", "5", "--out", str(tmp_path / "runs"))
    assert code == 1
    assert err.count("\n") == 1
    assert "oracle answers from the scene itself" in err
    assert not (tmp_path / "runs").exists()


def test_only_the_calls_that_are_sent_are_counted(tmp_path, monkeypatch, capfd):
    """Three images have the same question: without them it is sent once."""
    monkeypatch.chdir(tmp_path)
    asked = [{"image": f"{number}.png", "question": "Is it red?", "answer": "yes"} for number in range(3)]
    asked.append({"image": "0.png", "question": "Is it blue?", "answer": "no"})
    for number in range(3):
        put(tmp_path / "data" / f"{number}.png", picture(number))
    put(tmp_path / "data" / "q.jsonl", "".join(json.dumps(each) + "\n" for each in asked))
    put(tmp_path / "counting.py", "def say(image, question):\n    print(question)\n    return 'yes'\n")
    command = ["run", "-m", "python:counting:say", "-d", "jsonl:data", "--no-image", "--out", "w"]
    _, out, _ = call(capfd, *command, "--dry-run")
    assert "4 cases need 4 answers: 2 unique calls, 0 cached, 2 to run" in out
    _, out, err = call(capfd, *command)
    assert "4 answers to get from 2 calls, 0 cached" in err
    assert "4 answers from 2 calls, 0 cached. Results: w" in err
    assert (out + err).count("Is it red?") == 1
    assert "0 calls made, 4 cached. Results: w" in call(capfd, *command)[2]
