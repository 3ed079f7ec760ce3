"""askance demo, stopped by Ctrl-C: what it shows is marked as partial, and the exit code says so."""

import pytest
from askance.cli import demo_command
from askance.cli.main import INTERRUPTED, main


def test_an_interrupted_demo_does_not_look_final(capfd, tmp_path, monkeypatch):
    (tmp_path / "stopping.py").write_text(
        "import os, signal\n"
        "asked = []\n"
        "def answer(image, question):\n"
        "    asked.append(question)\n"
        "    if len(asked) == 20:\n        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return 'yes'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(demo_command, "MODELS", ("python:stopping:answer",))
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--limit", "200", "--out", str(tmp_path / "out")])
    out, err = capfd.readouterr()
    assert ended.value.code == INTERRUPTED
    assert "partial" in out
    assert "partial: accuracy on stickers (limit 200, seed 0): cases judged: python:stopping:answer " in err
    assert "partial: accuracy on stickers" in (tmp_path / "out" / "report.html").read_text()
