"""Finds and runs the code blocks of the docs: `python -m scripts.docs_blocks [--quick] [PAGE…]`.

Every block of a page that is marked sh, console or python, and every block without a mark (also an indented one) that
begins with a command, is run, in order, in one folder per page. The folder has a folder `photos` with three images, and
a file `questions.jsonl` with two groups of questions about them. A block that cannot be run has a comment above it that
says why:

    <!-- not run: needs a model server -->

A Python block that begins with `# NAME.py` is saved as that file too. A block marked py is shown and not run.
With --quick, every --limit is at most 12, and so is that of the demo.
tests/laws/test_docs_blocks.py checks the commands of all blocks, and runs them.
"""

import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = ("docs/design/", "docs/cli.md")  # notes on decisions; help texts
SHELL, PYTHON = ("sh", "console"), "python"
FEW = "12"
RESULTS = {"check": (1, 3)}  # exit codes that are results, not errors
STARTS = ("askance ", "$ askance ", "pip install ", "make ")
_BLOCK = re.compile(
    r"(?:<!-- not run: (?P<reason>[^>]+?) -->\n+)?"
    r"(?:^```(?P<kind>\w*)\n(?P<text>.*?)^```$|(?P<indented>(?:^    [^\n]*\S[^\n]*\n(?:\n(?=    \S))?)+))",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A code block of a page; `reason`: why it is not run."""

    page: str
    line: int
    kind: str
    text: str
    reason: str = ""

    @property
    def commands(self) -> list[str]:
        """The commands of a block for a shell, without prompts, output and comments."""
        lines = self.text.replace("\\\n", " ").splitlines()
        if any(line.startswith("$ ") for line in lines):
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        return [line for line in lines if shlex.split(line, comments=True)]


def pages() -> list[Path]:
    """Every page whose blocks are run."""
    found = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
    return [path for path in found if not path.relative_to(ROOT).as_posix().startswith(LEFT_OUT)]


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page that can be run, and those that say why not."""
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(ROOT).as_posix()
    for found in _BLOCK.finditer(text):
        kind, inside = found["kind"], found["text"]
        if found["indented"]:
            kind, inside = "", re.sub("^    ", "", found["indented"], flags=re.MULTILINE)
        if not kind and inside.startswith(STARTS):
            kind = "sh"
        if kind in (*SHELL, PYTHON):
            yield Block(name, text.count("\n", 0, found.start()) + 1, kind, inside, found["reason"] or "")


class Runner:
    """Runs the blocks of one page."""

    def __init__(self, folder: Path, is_quick: bool = False) -> None:
        self._folder, self._is_quick = folder, is_quick
        self._names: dict[str, Any] = {"__name__": "__docs__"}

    def run(self, block: Block) -> None:
        """Run one block; ValueError with what went wrong."""
        if block.kind == PYTHON:
            self._run_python(block)
            return
        for command in block.commands:
            self._run_command(block, shlex.split(command, comments=True))

    def _run_python(self, block: Block) -> None:
        name = re.match(r"# (\w+\.py)\n", block.text)
        if name:
            (self._folder / name[1]).write_text(block.text)
        with contextlib.chdir(self._folder), contextlib.redirect_stdout(None):
            try:
                exec(compile(block.text, f"{block.page}:{block.line}", "exec"), self._names)
            except Exception as error:
                raise ValueError(f"{block.page}:{block.line}: {type(error).__name__}: {error}") from error

    def _run_command(self, block: Block, command: list[str]) -> None:
        if command[:2] == ["pip", "install"]:
            check_pip(block, command)
            return
        if command[0] != "askance":
            raise ValueError(f"{block.page}:{block.line}: {command[0]} is not run here: say why above the block")
        where = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(self._folder)])}
        asked = [sys.executable, "-m", "askance", *(quick(command) if self._is_quick else command)[1:]]
        if command[1] == "serve":
            if not _serves([*asked, "--port", "0"], self._folder, where):
                raise ValueError(f"{block.page}:{block.line}: {shlex.join(command)}: the server did not start")
            return
        done = subprocess.run(asked, cwd=self._folder, env=where, capture_output=True, encoding="utf-8", check=False)
        if done.returncode not in (0, *RESULTS.get(command[1], ())):
            raise ValueError(
                f"{block.page}:{block.line}: {shlex.join(command)}: exit code {done.returncode}: {done.stderr}"
            )


def quick(command: list[str]) -> list[str]:
    """A command with a small --limit."""
    limited = [
        FEW if before == "--limit" and int(word) > int(FEW) else word for before, word in pairwise(["", *command])
    ]
    return [*limited, "--limit", FEW] if command[1] == "demo" else limited


def _serves(command: list[str], folder: Path, where: dict[str, str]) -> bool:
    """Start a server, stop it as soon as it says where it is, and say whether it did."""
    with subprocess.Popen(command, cwd=folder, env=where, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        said = next((line for line in server.stdout if "http://" in line), "")
        server.terminate()
    return bool(said)


def check_pip(block: Block, command: list[str]) -> None:
    """ValueError unless a command installs askance, with extras that there are."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    name, rest = (r"\.", command[3:]) if command[2] == "-e" else ("askance", command[2:])
    wanted = re.fullmatch(rf"{name}(?:\[([\w,-]+)\])?", rest[0])
    missing = set(filter(None, (wanted[1] or "").split(","))) - set(known) if wanted else {rest[0]}
    if missing or len(rest) > 1:
        raise ValueError(f"{block.page}:{block.line}: {shlex.join(command)}: no such extra: {', '.join(missing)}")


def make_inputs(folder: Path) -> None:
    """Write what pages about one's own data use: three images, and two groups of questions about them."""
    from askance.datasets import open_dataset

    (folder / "photos").mkdir()
    data = open_dataset("stickers")
    for number, image in enumerate(islice(data.images(), 3)):
        data.load_image(image).image.save(folder / "photos" / f"{number}.png")
    rows = [
        {"image": f"photos/{image}.png", "question": question, "answer": "yes", "group": question, "variant": variant}
        for question in ("Is there a dog?", "Is there a tree?")
        for image, variant in enumerate(("clean", "blur/1", "blur/2"))
    ]
    (folder / "questions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def run_page(page: Path, folder: Path, is_quick: bool = False) -> int:
    """Run the blocks of a page in a folder; returns how many."""
    make_inputs(folder)
    runner, count = Runner(folder, is_quick), 0
    for block in blocks(page):
        if not block.reason:
            runner.run(block)
            count += 1
    return count


def main(names: list[str], is_quick: bool) -> int:
    """Run the blocks of some pages, or of all; returns the number of pages with a block that fails."""
    wrong = 0
    for path in [Path(name).resolve() for name in names] or pages():
        with tempfile.TemporaryDirectory() as made:
            sys.path.insert(0, made)  # blocks import what earlier blocks saved
            try:
                print(f"{path.relative_to(ROOT)}: {run_page(path, Path(made), is_quick)} blocks", flush=True)
            except ValueError as error:
                wrong += 1
                print(f"FAILED {error}", flush=True)
    return wrong


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(bool(main([name for name in given if name != "--quick"], "--quick" in given)))
