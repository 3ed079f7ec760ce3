"""What the docs show of a terminal is what the commands print: every marked session is run again."""

import re

import pytest
from scripts.docs_output import DOCS, Session, replayed, sessions

SESSIONS = list(sessions())


@pytest.mark.slow
@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.path.stem)
def test_the_docs_show_what_is_printed(session, tmp_path):
    assert replayed(session, tmp_path) == session.text, "run make docs"


def test_sessions_with_figures_are_marked():
    assert {session.path.relative_to(DOCS).as_posix() for session in SESSIONS} >= {"reports.md", "models/human.md"}
    assert all(re.search(r"^(?!\$ )", session.text, re.MULTILINE) for session in SESSIONS)


def test_only_what_is_shown_is_compared(tmp_path):
    text = "$ askance list suites --json\n$ askance --version\nan old version\n"
    made = replayed(Session(tmp_path, text), tmp_path).splitlines()
    assert made[:2] == text.splitlines()[:2]
    assert len(made) == 3
    assert made[2] != "an old version"


@pytest.mark.parametrize("command", ["rm -rf .", "askance report nowhere"])
def test_a_command_that_fails_is_an_error(tmp_path, command):
    with pytest.raises(ValueError, match=command):
        replayed(Session(tmp_path, f"$ {command}\n"), tmp_path)
