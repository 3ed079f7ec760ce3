"""Damaged data sets through the command line: each is refused in one line that names the file, or loads with sense."""

import contextlib
import gzip
import io
import math
import os
import random
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from askance.cli.main import main
from askance.core import HasQuestionGroups, UnreadableImage, UserError
from askance.datasets import open_dataset
from loader_examples import EXAMPLES
from mutations import PACKED, RECORD_TWICE, damage_file

SEED = int(os.environ.get("ASKANCE_FUZZ_SEED", "0"))
TIMES = int(os.environ.get("ASKANCE_FUZZ_TIMES", "1"))
SHORT, LONG = 8, 130  # attempts per example
PATIENCE = 20  # seconds until an attempt hangs
WHOLE_RUN = 12  # one attempt of so many is a whole run
PICTURES = (".png", ".jpg")
FINE = (0, 3, 4)  # done; some calls failed; some suites skipped
MODEL = "import math\ndef answer(image, question):\n    return 'yes'\n"


class Attempt(NamedTuple):
    """What became of one damaged data set: `fault` is empty where all is well."""

    outcome: str
    fault: str


class HangError(Exception):
    """An attempt that does not end."""


@contextlib.contextmanager
def limited(seconds: int) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def called(*arguments: str) -> tuple[int, str]:
    """The exit code and stderr of a command, in this process."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            main(list(arguments))
    except SystemExit as end:
        return int(end.code or 0), said.getvalue()
    return 0, said.getvalue()


def nonsense(name: str) -> str:
    """What is absurd about a data set that was accepted; empty if nothing is. A UserError may still come."""
    data = open_dataset(name)
    asked = list(data.items(sys.maxsize)) if not name.startswith(("coco:", "visual_genome:")) else []
    ids = Counter(item.id for item in asked)
    if len(ids) < len(asked):
        return f"question id {ids.most_common(1)[0][0]!r:.40} twice"
    for item in asked:
        if not item.question.strip():
            return "an empty question"
        if item.member is None and not any(map(str.strip, item.answers)):
            return "a question without an answer"
        if any(not 0 <= score <= 1 for score in item.scores):
            return f"scores {item.scores}"
    groups = [list(each) for each in data.question_groups()] if isinstance(data, HasQuestionGroups) else []
    assert all(len(each) > 1 for each in groups)
    images = list(data.images())
    for image in dict.fromkeys([*images, *(item.image for item in asked)]):
        scene = data.scene(image)
        if scene is not None and (odd := _odd_scene(scene)):
            return odd
        with contextlib.suppress(UnreadableImage):
            seen = data.load_image(image)
            for thing in seen.masks or ():
                assert seen.masks[thing].any() in (True, False)
    return "" if data.fingerprint else "no fingerprint"


def _odd_scene(scene) -> str:
    if len({thing.id for thing in scene.things}) < len(scene.things):
        return "two things of one id"
    for thing in scene.things:
        x0, y0, x1, y1 = thing.box
        if not (0 <= x0 < x1 <= scene.width <= 10**6 and 0 <= y0 < y1 <= scene.height <= 10**6):
            return f"box {thing.box!r:.60} in {scene.width!r:.20} × {scene.height!r:.20}"
        if not thing.name.strip() or not math.isfinite(thing.visible):
            return f"thing {thing.name!r:.20}, visible {thing.visible}"
    return ""


def one_line(code: int, said: str, file: Path, name: str) -> str:
    """What is wrong with a refusal; empty if it is one line that names the file."""
    lines = said.splitlines()
    if code == 70 or "internal error" in said or "Traceback" in said:
        return f"exit {code}: {lines[-1][:150] if lines else ''}"
    errors = [line for line in lines if line.startswith("askance: ")]  # a run may say things before
    if code not in (1, 2) or len(errors) != 1 or lines[-1:] != errors:
        return f"exit {code}, {len(lines)} lines: {said[:150]!r}"
    named = (file.name, file.parent.name, str(Path(name.partition(":")[2].partition("#")[0].partition(",")[0])))
    return "" if any(each in errors[0] for each in named) else f"names no file: {errors[0][:150]}"


def attempt(kind: str, name: str, file: Path, how: str, number: int, scratch: Path) -> Attempt:
    """Generate cases (or make a whole run), then look at everything that the data set says."""
    suite = EXAMPLES[kind].suite
    command = ["generate", suite, "-d", name, "-o", str(scratch / "cases.jsonl")]
    if number % WHOLE_RUN == WHOLE_RUN - 1:
        shutil.rmtree(scratch / "out", ignore_errors=True)
        command = ["run", "-m", "python:fuzzed_model:answer", "-s", suite, "-d", name, "--limit", "5",
                   "--out", str(scratch / "out")]  # fmt: skip
    try:
        with limited(PATIENCE):
            code, said = called(*command)
            if code not in FINE:
                return Attempt("refused", one_line(code, said, file, name))
            if "Traceback" in said:
                return Attempt("accepted", said[-150:])
            try:
                odd = nonsense(name)  # reads also what the suite did not need, such as scenes
                if how == RECORD_TWICE and _is_list_of_ids(kind, file):
                    odd = "a record that is there twice"
                return Attempt("accepted", odd)
            except UserError as error:
                return Attempt("refused later", one_line(1, f"askance: {error}", file, name))
    except HangError:
        return Attempt("hangs", f"hangs ({how})")
    except Exception as error:
        return Attempt("breaks", f"{type(error).__name__}: {str(error)[:120]}")


def _is_list_of_ids(kind: str, file: Path) -> bool:
    return file.name in EXAMPLES[kind].listed


def fuzz(kind: str, attempts: int, root: Path) -> tuple[Counter[str], list[str]]:
    """Outcomes and faults of so many damaged examples of a kind."""
    rng = random.Random(f"{SEED} {kind}")
    whole = root / "whole" / "data"
    EXAMPLES[kind].write(whole)
    outcomes, faults = Counter[str](), []
    for number in range(attempts):
        place = root / "damaged" / "data"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(whole, place)
        name = EXAMPLES[kind].write(place)
        files = sorted(path for path in place.rglob("*") if path.is_file() and path.suffix not in PICTURES)
        file = rng.choice(files)
        how = damage_file(file, rng, EXAMPLES[kind].listed.get(file.name))
        done = attempt(kind, name, file, how, number, root)
        outcomes[done.outcome] += 1
        if done.fault:
            faults.append(f"{kind}, {file.name}, {how}: {done.fault}")
    return outcomes, faults


def report(kind: str, outcomes: Counter[str], faults: list[str]) -> None:
    """One line of counts, then the faults."""
    told = ", ".join(f"{count:,} {outcome}" for outcome, count in outcomes.most_common())
    broken = sum("exit 70" in fault or "hangs" in fault or "Traceback" in fault for fault in faults)
    counts = f"{told}; {len(faults)} wrong, {broken} exit 70 or hang"
    lines = [f"loaders, {kind}: {outcomes.total():,} damaged inputs: {counts}", *(f"  {fault}" for fault in faults)]
    sys.stdout.write("\n".join(lines) + "\n")


@pytest.fixture
def model(tmp_path, monkeypatch):
    (tmp_path / "fuzzed_model.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("fuzzed_model", None)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_an_undamaged_example_loads(kind, tmp_path, model):
    name = EXAMPLES[kind].write(tmp_path / "data")
    assert nonsense(name) == ""
    code, said = called("generate", EXAMPLES[kind].suite, "-d", name, "-o", str(tmp_path / "cases.jsonl"))
    assert code == 0, said


def _odd_files(path: Path) -> Iterator[str]:
    """A file in one odd form after the other."""
    data = path.read_bytes()
    for how, content in {
        "empty": b"", "blank": b" \n", "deep list": b"[" * 100_000, "deep object": b'{"a":' * 100_000,
        "gzip": gzip.compress(data), "UTF-16": data.decode("latin-1").encode("utf-16"), "Latin-1": data + b"caf\xe9",
        "a number": b"1e308", "a text": b'"x"', "null": b"null", "NUL": b"\0" * 100,
    }.items():  # fmt: skip
        path.write_bytes(content)
        yield how
    for how, put in {
        "folder": path.mkdir, "pipe": lambda: os.mkfifo(path), "device": lambda: path.symlink_to("/dev/zero"),
        "loop": lambda: path.symlink_to(path.name),
    }.items():  # fmt: skip
        path.rmdir() if path.is_dir() else path.unlink()
        put()
        yield how
    path.unlink()
    path.write_bytes(data)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_odd_files(kind, tmp_path):
    name = EXAMPLES[kind].write(tmp_path / "data")
    files = sorted(path for path in (tmp_path / "data").rglob("*.*") if path.suffix not in PICTURES)
    refused = []
    for file in files:
        for how in _odd_files(file):
            try:
                with limited(PATIENCE):
                    assert nonsense(name) == "", f"{file.name} as {how}"  # a part that may be absent
            except UserError as error:
                refused.append(str(error))
    assert [said for said in refused if "data" not in said or "\n" in said] == []
    assert len(refused) >= 12 * len(EXAMPLES[kind].listed or [1])
    if not any(file.suffix in (".parquet", ".arrow", *PACKED) for file in files):
        for file in files:
            file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
        assert nonsense(name) == ""  # a byte order mark is no fault


@pytest.mark.parametrize("kind", EXAMPLES)
def test_damaged_input(kind, tmp_path, model, capsys):
    outcomes, faults = fuzz(kind, SHORT * TIMES, tmp_path)
    with capsys.disabled():
        report(kind, outcomes, faults)
    assert not faults


@pytest.mark.slow
@pytest.mark.parametrize("kind", EXAMPLES)
def test_damaged_input_at_length(kind, tmp_path, model, capsys):
    outcomes, faults = fuzz(kind, LONG * TIMES, tmp_path)
    with capsys.disabled():
        report(kind, outcomes, faults)
    assert not faults
    assert len(outcomes) > 1  # damage that is never noticed, or never survived, is no test
