"""Runs the marked terminal sessions of docs/ again: `python -m scripts.docs_output [--check]`.

A marked session is a code block below a comment. Lines that start with `$ ` are commands, the lines below a command are
what it prints to stdout; a command without such lines is run, and its output is not compared:

    <!-- output -->
    ```
    $ askance run -m oracle -s accuracy --limit 60 --out runs/a
    $ askance report runs/a
    …
    ```

tests/laws/test_docs_output.py checks all sessions.
"""

import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
PROMPT = "$ "
RESULTS = {"check": (1, 3)}  # exit codes that are results, not errors
_SESSION = re.compile(r"(?<=<!-- output -->\n)```\w*\n(?P<text>.*?)```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Session:
    """One marked session: where it is, and its text."""

    path: Path
    text: str


def sessions(folder: Path = DOCS) -> Iterator[Session]:
    """Every marked session in the docs."""
    for path in sorted(folder.rglob("*.md")):
        for found in _SESSION.finditer(path.read_text(encoding="utf-8")):
            yield Session(path, found["text"])


def replayed(session: Session, folder: Path) -> str:
    """The session's text as it is when its commands are run in an empty folder."""
    lines = session.text.splitlines()
    made = []
    for number, line in enumerate(lines):
        if line.startswith(PROMPT):
            written = list(takewhile(lambda each: not each.startswith(PROMPT), lines[number + 1 :]))
            printed = _printed(line.removeprefix(PROMPT), folder)
            made += [line, *(printed if written else [])]
    return "".join(f"{line}\n" for line in made)


def _printed(command: str, folder: Path) -> list[str]:
    """The lines that a command prints; blanks at their ends and lines that only have blanks are left out."""
    program, *arguments = shlex.split(command)
    if program != "askance":
        raise ValueError(f"a marked session runs askance only, not {command}")
    asked = [sys.executable, "-m", "askance", *arguments]
    done = subprocess.run(asked, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, *RESULTS.get(arguments[0] if arguments else "", ())):
        raise ValueError(f"{command}: exit code {done.returncode}: {done.stderr}")
    return [line.rstrip() for line in done.stdout.splitlines() if line.strip()]


def main(check: bool) -> int:
    """Rewrite all marked sessions, or only say which are stale."""
    stale = 0
    for session in sessions():
        with tempfile.TemporaryDirectory() as folder:
            text = replayed(session, Path(folder))
        if text != session.text:
            stale += 1
            print(f"{session.path}: was\n{session.text}is\n{text}")
            if not check:
                page = session.path.read_text(encoding="utf-8")
                session.path.write_text(page.replace(session.text, text), encoding="utf-8")
    return stale if check else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
