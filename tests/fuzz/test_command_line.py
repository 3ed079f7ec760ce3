"""Strange command lines as real processes: names, environments, locales, folders; one line or simply right."""

import importlib.util
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from question_files import picture, put

RUN = ("run", "-m", "python:good:answer", "-d", "folder:data", "--limit", "3")
MADE = "askance.core.control_characters"  # where control characters are escaped: not in every tree yet
ESCAPES = importlib.util.find_spec(MADE) is not None
LONG = "x" * 5000
PATIENCE = 60  # seconds
MODELS = {
    "good.py": "def answer(image, question):\n    return 'yes'\n",
    "syntax.py": "def answer(image, question)\n    return 'yes'\n",
    "raises.py": "raise RuntimeError('first line\\nsecond line')\n",
    "leaves.py": "import sys\nsys.exit(3)\n",
    "deep.py": "def f():\n    f()\nf()\n",
    "latin.py": b"# caf\xe9\ndef answer(image, question):\n    return 'yes'\n",
    "nul.py": b"a = 1\0\n",
    "interrupts.py": "raise KeyboardInterrupt\n",
    "prints.py": "print('hello')\ndef answer(image, question):\n    return 'yes'\n",
}


class Line(NamedTuple):
    """A command, what it should end with, what its output must say, and its environment."""

    arguments: tuple[str | bytes, ...]
    code: int = 1
    says: str = ""
    env: dict[str, str] | None = None
    quick: bool = False
    escapes: bool = False  # needs the escaping of models' and data sets' control characters


def run(*arguments: str | bytes, code: int = 0, says: str = "", env: dict[str, str] | None = None, **more) -> Line:
    return Line((*RUN, *arguments), code, says, env, **more)


def module(name: str, code: int, says: str, escapes: bool = False) -> Line:
    return Line(("run", "-m", f"python:{name}:answer", "-d", "folder:data"), code, says, escapes=escapes)


def generate(file: str, code: int = 0, says: str = "", env: dict[str, str] | None = None) -> Line:
    return Line(("generate", "accuracy", "-d", "folder:data", "-o", file), code, says, env)


ASCII = {"PYTHONIOENCODING": "ascii"}
LATIN = {"PYTHONIOENCODING": "latin-1"}
PLAIN = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
TABLE: dict[str, Line] = {
    "out with a dash": run("--out=-dash", says="-dash"),
    "out that looks like an option": run("--out", "--json", code=0),
    "out with spaces": run("--out", "a b  c", says="a b  c"),
    "out with emoji": run("--out", "out-😀", says="out-😀", quick=True),
    "out with a newline": run("--out", "a\nb"),
    "out too long": run("--out", LONG, code=1, says="too long", quick=True),
    "out below a file": run("--out", "good.py/x", code=1, says="good.py"),
    "out is a file": run("--out", "good.py", code=1, says="good.py", quick=True),
    "out is /dev/null": run("--out", "/dev/null", code=1, says="/dev/null"),
    "out in /proc": run("--out", "/proc/askance", code=1, says="/proc/askance"),
    "out is empty": run("--out", "", code=0),
    "out with brackets": run("--out", "[bold]x[/bold]", says="[bold]x[/bold]"),
    "out with closing markup": run("--out", "[/]", says="[/]"),
    "out with an emoji code": run("--out", ":smile:", says=":smile:", escapes=True),
    "out with an escape": run("--out", "\x1b[31mred", escapes=True),
    "out not UTF-8": run("--out", b"caf\xe9", code=1, says="UTF-8", quick=True),
    "out is a loop": run("--out", "loop", code=1, says="loop"),
    "data with brackets": run("-d", "folder:[bold]", code=1, says="[bold]", quick=True),
    "data with closing markup": run("-d", "[/red]", code=1, says="[/red]"),
    "data too long": run("-d", f"folder:{LONG}", code=1, says="too long"),
    "jsonl too long": run("-d", f"jsonl:{LONG}", code=1, says="too long"),
    "parquet too long": run("-d", f"parquet:{LONG}", code=1),
    "vlmevalkit too long": run("-d", f"vlmevalkit:{LONG}", code=1),
    "gqa too long": run("-d", f"gqa:{LONG}", code=1),
    "coco too long": run("-d", f"coco:{LONG}", code=1),
    "visual_genome too long": run("-d", f"visual_genome:{LONG}", code=1),
    "pope too long": run("-d", f"pope:{LONG}", code=1),
    "easy_vqa too long": run("-d", f"easy_vqa:{LONG}", code=1),
    "carets_files too long": run("-d", f"carets_files:{LONG}", code=1),
    "data empty": run("-d", "", code=1, says="unknown data set"),
    "data of the permission alone": run("-d", "allow-outside:", code=1, says="data set"),
    "data permitted twice": run("-d", "allow-outside:allow-outside:folder:data"),
    "data with odd wildcards": run("-d", "jsonl:**[", code=1, says="jsonl"),
    "a folder with brackets": run("-d", "folder:[red]data"),
    "a folder with an emoji code": run("-d", "folder::smile:data"),
    "model with brackets": Line(("run", "-m", "[bold]x"), 1, "[bold]x"),
    "model too long": Line(("run", "-m", f"python:{LONG}:x"), 1, "python"),
    "model with dots": Line(("run", "-m", "python:..:x"), 1, "python", escapes=True),
    "module with an emoji code": Line(("run", "-m", "python:a:smile:b"), 1, "a:smile:b"),
    "module that is a syntax error": module("syntax", 1, "syntax.py", escapes=True),
    "module that raises": module("raises", 1, "first line", escapes=True),
    "module that exits": module("leaves", 1, "leaves", escapes=True),
    "module without end": module("deep", 1, "deep", escapes=True),
    "module in Latin-1": module("latin", 0, "latin"),
    "module with a NUL": module("nul", 1, "nul", escapes=True),
    "module that interrupts": module("interrupts", 130, "interrupted"),
    "limit 1e9": run("--limit", "1e9", code=2, says="1e9"),
    "limit huge": run("--limit", str(10**30), "--dry-run", code=1, says="limit"),
    "limit 0": run("--limit", "0", code=2, says="--limit"),
    "limit negative": run("--limit", "-1", code=2, says="--limit"),
    "limit not ASCII": run("--limit", "٣", code=0),
    "seed huge": run("--seed", str(10**40), "--dry-run", code=1, says="--seed", quick=True),
    "seed negative": run("--seed", "-1", code=2, says="--seed"),
    "budget huge": run("--budget", str(10**30), code=1, says="--budget"),
    "batch huge": run("--batch-size", str(10**30), code=1, says="--batch-size"),
    "threshold NaN": run("--objects", "opencv:x", "--objects-threshold", "nan", code=1, says="nan"),
    "config is a folder": run("--config", ".", code=2, says="config"),
    "config in Latin-1": run("--config", "latin.py", code=1, says="latin.py"),
    "config that is no TOML": run("--config", "good.py", code=1, says="good.py"),
    "config with a wrong type": run("--config", "wrong.toml", code=2, says="seed"),
    "config with a table": run("--config", "table.toml", code=1, says="seed"),
    "config without end": run("--config", "/dev/zero", code=1, says="/dev/zero"),
    "ascii terminal": run("--out", "äus", says="\\u00e4us", env=ASCII, quick=True),
    "ascii JSON": run("-d", "folder:dätå", "--json", env=ASCII),
    "Latin-1 terminal": run("-d", "folder:data😀", "--out", "o😀", says="\\ud83d\\ude00", env=LATIN),
    "locale C": run("-d", "folder:dätå", env={"LC_ALL": "C"}),
    "locale C without UTF-8": run("-d", "folder:data", env=PLAIN),
    "a name that locale C cannot read": run("-d", "folder:dätå", code=1, says="UTF-8", env=PLAIN),
    "a list in locale C": Line(("list", "suites"), 0, "", PLAIN),
    "a Turkish locale": run("-s", "accuracy", env={"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
    "ten columns": run(env={"COLUMNS": "10"}),
    "no columns": run(env={"COLUMNS": "0"}),
    "columns that are no number": run(env={"COLUMNS": "wide"}),
    "no TERM": run(env={"TERM": ""}),
    "dumb TERM": run(env={"TERM": "dumb"}),
    "forced color": run(env={"FORCE_COLOR": "1"}),
    "no home": run(env={"HOME": ""}),
    "report of nothing": Line(("report", "nowhere"), 1, "nowhere"),
    "report too long": Line(("report", LONG), 1, "too long"),
    "report of a file": Line(("report", "good.py"), 1, "good.py"),
    "shrink too long": Line(("shrink", LONG), 1, "too long"),
    "generate into a folder": generate(".", code=2),
    "generate too long": generate(LONG, code=1, says="long"),
    "generate nowhere": generate("no/such/file", code=1, says="no/such/file"),
    "generate to a device": generate("pipe", code=1, says="pipe"),
    "generate with emoji": generate("😀.jsonl", says="😀"),
    "generate without UTF-8": generate("x.jsonl", env=PLAIN),
    "questions of a folder": Line(("questions", "rank", "Is it?", "--pool", "."), 1, "folder"),
    "questions too deep": Line(("questions", "rank", "Is it?", "--pool", "deep.json", "--ranker", "bleu-1"), 1, "deep"),
    "doctor of nothing": Line(("doctor", "folder:[bold]"), 1, "[bold]"),
    "unknown command": Line(("[bold]",), 2, "[bold]"),
    "no arguments": Line((), 2, "Usage"),
}


def write(root: Path) -> None:
    """The files that the commands name."""
    for name, text in MODELS.items():
        put(root / name, text)
    asked = [{"id": "q", "image": "a.png", "question": "Is it ä → 😀?", "answers": ["yes"]}]
    for name in ("data", "dätå", "data😀", "[red]data", ":smile:data"):
        put(root / name / "images/a.png", picture(1))
        put(root / name / "questions.json", asked)
    put(root / "wrong.toml", "seed = 'many'")
    put(root / "table.toml", "[seed]\na = 1")
    put(root / "deep.json", "[" * 100_000)
    (root / "loop").symlink_to("loop")
    os.mkfifo(root / "pipe")


def done(line: Line, root: Path) -> subprocess.CompletedProcess[bytes]:
    env = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LC_ALL", "LANG")}
    env |= {"LC_ALL": "C.UTF-8", "ASKANCE_CACHE": "", "TERM": "xterm", **(line.env or {})}
    start = [sys.executable, "-c", "from askance.cli.main import main; main()"]
    return subprocess.run(
        [*start, *line.arguments], cwd=root, env=env, capture_output=True, timeout=PATIENCE, check=False
    )


def fault(line: Line, root: Path) -> str:
    """What is wrong with the end of a command; empty if nothing is."""
    try:
        ended = done(line, root)
    except subprocess.TimeoutExpired:
        return "hangs"
    out, said = ended.stdout.decode("utf-8", "replace"), ended.stderr.decode("utf-8", "replace")
    if ended.returncode != line.code or "Traceback" in said or "internal error" in said:
        return f"exit {ended.returncode}, not {line.code}: {said[-200:]!r}"
    errors = [each for each in said.splitlines() if each.startswith("askance: ")]
    if line.code in (1, 2) and line.arguments and line.arguments[0] != "doctor" and (len(errors) != 1):
        return f"{len(errors)} lines of error: {said[-200:]!r}"
    if line.says not in out + said:
        return f"does not say {line.says!r}: {(out + said)[-200:]!r}"
    if line.env == ASCII and "--json" in line.arguments:
        return "" if json.loads(out) else "no JSON"
    return ""


def outcome(names: list[str], root: Path) -> tuple[Counter[str], list[str]]:
    """Counts, and what is wrong."""
    write(root)
    counts, faults = Counter[str](), []
    for name in names:
        wrong = fault(TABLE[name], root)
        counts["refused" if TABLE[name].code else "right"] += not wrong
        if wrong:
            faults.append(f"{name}: {wrong}")
    return counts, faults


def _tell(counts: Counter[str], faults: list[str]) -> None:
    broken = sum("exit 70" in each or "Traceback" in each for each in faults)
    told = f"{counts['right']} right, {counts['refused']} refused in one line, {len(faults)} wrong, {broken} exit 70"
    lines = [
        f"command line: {counts.total() + len(faults)} strange commands: {told}",
        *(f"  {each}" for each in faults),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _chosen(quick: bool) -> list[str]:
    return [name for name, line in TABLE.items() if (line.quick or not quick) and (ESCAPES or not line.escapes)]


@pytest.mark.parametrize("name", _chosen(quick=True))
def test_a_strange_command(name, tmp_path):
    write(tmp_path)
    assert fault(TABLE[name], tmp_path) == ""


@pytest.mark.slow
def test_every_strange_command(tmp_path, capsys):
    counts, faults = outcome(_chosen(quick=False), tmp_path)
    with capsys.disabled():
        _tell(counts, faults)
    assert not faults
