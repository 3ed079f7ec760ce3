"""askance run --no-image: named apart in one workspace; who cannot do without is refused in one line."""

import json

import pytest
from askance.cli.main import main


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
