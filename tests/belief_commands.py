"""The commands for belief sets on one finished run: what each prints, and that nothing but one line is an error."""

import json

import pytest
from askance.cli.main import main


def call(capfd, *arguments):
    """A command: its exit code, output and errors."""
    with pytest.raises(SystemExit) as ended:
        main([str(each) for each in arguments])
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def check_commands(capfd, folder, out):
    """show, annotate and challenge work on a run with beliefs, some of which are false; returns the challenge set."""
    code, shown, err = call(capfd, "beliefs", "show", folder, "--json")
    assert (code, err) == (0, "")
    beliefs = [each for image in json.loads(shown) for each in image["beliefs"]]
    code, _, err = call(capfd, "beliefs", "show", folder, "-o", out / "beliefs.svg")
    assert (code, err) == (0, "")
    assert (out / "beliefs.svg").read_text().startswith("<svg")
    code, said, _ = call(capfd, "beliefs", "annotate", folder, "--sample", 5)
    assert (code, said.partition(":")[0]) == (0, "queue belief")
    code, said, err = call(capfd, "beliefs", "challenge", folder, "-o", out / "hard", "--json")
    assert code == 0, err
    made = json.loads(said)
    assert 0 < made["questions"] <= len(beliefs)
    return beliefs, made
