"""The commands of the pages for users of other tools run as they are pasted, in the folder of such a user.

Their blocks are marked bash, not sh, because they need the logs of that folder.
"""

import re
import shlex
from pathlib import Path

import pytest
from migrating_user import make_folder

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = [*sorted((DOCS / "migrate").glob("*.md")), DOCS / "models" / "recorded.md", DOCS / "datasets" / "recorded.md"]
SKIPPED = 4  # the exit code where a suite was skipped


def blocks(page, language):
    """The code blocks of a language; "" are those that show what a command prints."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == language]


@pytest.mark.heavy
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_commands_run_and_print_what_is_shown(page, processes, tmp_path):
    make_folder(tmp_path)
    for block in blocks(page, "python"):
        (tmp_path / block.split()[1]).write_text(block)  # "# NAME.py"
    if (tmp_path / "write_tests.py").exists():
        assert processes.run(script=str(tmp_path / "write_tests.py"), cwd=tmp_path).returncode == 0
    shown = [line for block in blocks(page, "") for line in block.splitlines()]
    commands = [(line, 0) for block in blocks(page, "bash") for line in block.splitlines()]
    commands += [(line.removeprefix("$ "), SKIPPED) for line in shown if line.startswith("$ ")]
    printed = set()
    for line, code in commands:
        done = processes.run(*shlex.split(line)[1:], cwd=tmp_path, timeout=600)
        assert done.returncode == code, f"{line}: {done.stderr}"
        printed |= {said.rstrip() for said in (done.stdout + done.stderr).splitlines()}
    assert [line for line in shown if line not in printed and not line.startswith("$ ")] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_python_blocks_are_valid(page):
    for block in blocks(page, "python"):
        compile(block, page.name, "exec")
