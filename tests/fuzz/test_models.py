"""Models that misbehave: the run ends as documented, the other answers are intact, the next run goes on.

`ASKANCE_FUZZ_SEED` chooses which query misbehaves how; `ASKANCE_FUZZ_TIMES` repeats that with other seeds.
"""

import json
import os
import random
import re
import signal
import threading
import time
from dataclasses import dataclass, field

import askance
import pytest
from askance.core import Answer, UserError
from askance.engine import batch_retry
from askance.engine.resolve_names import resolve_model
from misbehaviours import FAILED, IDENTITIES, RAISED, REFUSED, RIGHT, SHAPES, TEMPORARY, VALUES
from toy import ToyData, ToyModel, truth

SEED = int(os.environ.get("ASKANCE_FUZZ_SEED", "0"))
TIMES = int(os.environ.get("ASKANCE_FUZZ_TIMES", "1"))
EXPECTED = (
    {name: each for name, (_, each) in VALUES.items()}
    | dict.fromkeys([*RAISED, *TEMPORARY], FAILED)
    | {name: RIGHT if understood else FAILED for name, (_, understood) in SHAPES.items()}
)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr(batch_retry, "FIRST_WAIT", 0.0001)


def raised(error):
    if callable(error):
        return error()
    raise error


@dataclass
class Plan:
    """Which query misbehaves how: every second question, of which the right answer is "no"."""

    names: list[str]

    def __post_init__(self):
        self.by_query = {2 * place + 1: name for place, name in enumerate(self.names)}

    @property
    def size(self):
        return max(24, 2 * len(self.names))

    def of(self, question):
        return self.by_query.get(int(re.findall(r"\d+", question)[0]))


def number_of(question):
    return int(re.findall(r"\d+", question)[0])


@dataclass
class Function:
    """A plain callable that misbehaves where its plan says so."""

    plan: Plan | None
    fingerprint: str
    asked: list[int] = field(default_factory=list)
    name: str = "bad"

    def __call__(self, image, question):
        name = self.plan and self.plan.of(question)
        self.asked.append(number_of(question))
        if name in VALUES:
            return VALUES[name][0]()
        return raised((RAISED | TEMPORARY)[name]) if name else truth(question)


@dataclass
class Object:
    """A model object that misbehaves in any batch that has such a query."""

    plan: Plan | None
    fingerprint: str
    at_once: int = 1
    batch_size: int = 8
    asked: list[int] = field(default_factory=list)
    name: str = "bad"
    supports: frozenset = frozenset({"text", "draws"})
    needs: frozenset = frozenset({"pixels"})

    def answer(self, shown):
        questions = [each.query.stimulus.question for each in shown]
        self.asked += map(number_of, questions)
        names = [self.plan and self.plan.of(question) for question in questions]
        answers = [Answer(text=truth(question)) for question in questions]
        for name in sorted(filter(None, names), key=lambda name: isinstance(EXPECTED[name], str)):  # the worst first
            if name in RAISED | TEMPORARY:
                raised((RAISED | TEMPORARY)[name])
            if name in SHAPES:
                return SHAPES[name][0](answers)
        return [VALUES[name][0]() if name else answer for name, answer in zip(names, answers, strict=True)]


def misbehave(make, names, out):
    """Two runs, the second with a model that behaves; returns what is wrong, one line each."""
    plan = Plan(names)
    bad, good = make(plan), make(None)
    found = askance.run(bad, ToyData(plan.size), out=out)
    wrong = list(check(found, plan))
    next_time = askance.run(good, ToyData(plan.size), out=out)
    failed = {number for number, name in plan.by_query.items() if EXPECTED[name] is FAILED}
    if set(good.asked) != failed:
        odd = sorted(plan.by_query.get(number, f"well-behaved {number}") for number in set(good.asked) ^ failed)
        wrong.append(f"next run: asked or not asked again: {odd}")
    wrong += [f"next run: {line}" for line in check(next_time, plan, again=True)]
    return wrong


def check(done, plan, again=False):
    rows = {number_of(question): row for question, row in answered(done)}
    if len(rows) != plan.size:
        yield f"{len(rows)} answers to {plan.size} queries"
    right = decided = 0
    for number in range(plan.size):
        name = plan.by_query.get(number)
        want = truth(f"{number}") if name is None else EXPECTED[name]
        want = RIGHT if again and want is FAILED else want
        row = rows.get(number, {"status": "lost", "text": None, "reason": None})
        given = {"failed": FAILED, "refused": REFUSED}.get(row["status"], row["text"])
        if given != want or (given is FAILED and not row["reason"]):
            yield f"{name or 'a well-behaved query'}: {row['status']} {str(row['text'])[:40]!r} {row['reason']}"
        decided += isinstance(want, str)
        right += isinstance(want, str) and is_right(want, truth(f"{number}"))
    values = {(r["metric"], r["group"]): r["value"] for r in done.metrics.to_pylist()}
    for metric, wanted in (("accuracy", 100 * right / decided), ("coverage", 100 * decided / plan.size)):
        if values[metric, ""] is None or abs(values[metric, ""] - wanted) > 1e-6:
            yield f"{metric} is {values[metric, '']}, not {wanted}"


def is_right(text, expected):
    """Whether a text of these tables says yes or no as expected, found without the readings."""
    return set(re.sub(r"[\x00\x85\x9b\u202e\u2066\ufffd]", "", text).split()) == {expected}


def answered(done):
    """Each final answer with its question."""
    from askance.store import connect, final_answers_sql

    connection = connect(done.space)
    (fingerprint,) = {fingerprint for _, fingerprint in done.pairs}
    sql = f"select request, status, text, reason from {final_answers_sql(fingerprint)} join queries using (query_key)"
    for request, status, text, reason in connection.execute(sql).fetchall():
        yield json.loads(request)["stimulus"]["question"], {"status": status, "text": text, "reason": reason}


KINDS = {
    "callable": lambda plan: Function(plan, "callable"),
    "object": lambda plan: Object(plan, "object"),
    "several at once": lambda plan: Object(plan, "many", at_once=4, batch_size=3),
    "large batches": lambda plan: Object(plan, "large", batch_size=64),
}


@pytest.mark.parametrize("kind", KINDS)
def test_one_query_misbehaves_and_the_others_are_intact(kind, tmp_path, capsys):
    threads = threading.active_count()
    for turn in range(TIMES):
        tables = [[*VALUES, *RAISED], *([name] for name in TEMPORARY), *([] if kind == "callable" else [[*SHAPES]])]
        wrong = []
        for place, names in enumerate(tables):
            random.Random(SEED + turn).shuffle(names)
            wrong += misbehave(KINDS[kind], names, tmp_path / f"{turn}-{place}")
        with capsys.disabled():
            print(f"\nmodels, {kind}: {sum(map(len, tables))} misbehaviours, {len(wrong)} wrong", end="")  # noqa: T201
        assert wrong == []
    assert threading.active_count() <= threads


@pytest.mark.parametrize("kind", ["callable", "object"])
def test_a_model_without_images_passes_the_same_gate(kind, tmp_path):
    plan = Plan(sorted(VALUES))
    done = askance.run(KINDS[kind](plan), ToyData(plan.size), out=tmp_path, no_image=True)
    assert list(check(done, plan)) == []


@pytest.mark.parametrize("name", IDENTITIES)
def test_a_model_with_a_wrong_attribute_is_refused_in_one_line(name):
    made = type("Wrong", (ToyModel,), {})()
    for part, value in IDENTITIES[name].items():
        setattr(type(made), part, value)
        made.__dict__.pop(part, None)
    with pytest.raises(UserError) as error:
        resolve_model(made)
    assert "\n" not in str(error.value)


def test_the_table_is_large_and_no_two_are_the_same(capsys):
    names = [*VALUES, *RAISED, *TEMPORARY, *SHAPES, *IDENTITIES, *COMMANDS, *VANDALS, *FATAL]
    assert len(names) == len(set(names)) >= 120
    with capsys.disabled():
        print(f"\nmodels: {len(names)} distinct misbehaviours", end="")  # noqa: T201


# --- on the command line: models that act on the process --------------------------------------------------------------

HEAD = "import ctypes, gc, locale, os, signal, sys, threading, time, warnings\nimport numpy as np\ncount = 0\n"
ANSWER = "def answer(image, question):\n    global count\n    count += 1\n    if count == 20:\n{}\n    return 'yes'\n"


def module(body):
    """A module whose function does something in its 20th call."""
    return HEAD + ANSWER.format("\n".join(f"        {line}" for line in body.splitlines()))


# What a model does to its process, and what must come of it: exit code 0, all 48 answers.
VANDALS = {
    "chdir": "os.chdir('/')",
    "chdir to a folder that vanishes": "os.makedirs('gone'); os.chdir('gone'); os.rmdir('../gone')",
    "print": "print('[noise]')",
    "print from C": "os.write(1, b'[noise]\\n')",
    "print without a flush": "sys.stdout.write('[noise')",
    "close stdout": "sys.stdout.close()",
    "close stderr": "sys.stderr.close()",
    "close descriptors": "os.close(1); os.close(2)",
    "replace stdout": "sys.stdout = None; sys.stderr = None",
    "replace stdout by text": "sys.stdout = 'out'",
    "handle SIGINT": "signal.signal(signal.SIGINT, signal.SIG_IGN)",
    "handle SIGTERM": "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "set the locale": "locale.setlocale(locale.LC_ALL, 'C')",
    "warnings are errors": "warnings.simplefilter('error')",
    "warn": "warnings.warn('careful')",
    "a low recursion limit": "sys.setrecursionlimit(120)",
    "numpy raises": "np.seterr(all='raise')",
    "raise in a destructor": "type('D', (), {'__del__': lambda self: 1 / 0})()",
    "raise in a thread": "thread = threading.Thread(target=lambda: 1 / 0); thread.start(); thread.join()",
    "leave a daemon thread": "threading.Thread(target=time.sleep, args=(99,), daemon=True).start()",
    "change the environment": "os.environ.clear()",
    "no garbage collection": "gc.disable()",
    "a trace function": "sys.settrace(lambda *args: None)",
    "an exit handler that raises": "import atexit; atexit.register(lambda: 1 / 0)",
    "an alarm": "signal.signal(signal.SIGALRM, lambda *_: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)",
    "replace print": "import builtins; builtins.print = None",
    "clear sys.argv": "sys.argv.clear()",
    "fork": "pid = os.fork()\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0)",
}
# What ends the process, or would: exit code of the run, and of the next one.
FATAL = {
    "os._exit": "os._exit(9)",
    "segfault": "ctypes.string_at(0)",
    "abort": "os.abort()",
    "SIGKILL": "os.kill(os.getpid(), signal.SIGKILL)",
    "SIGTERM": "os.kill(os.getpid(), signal.SIGTERM)",
}
# What a module does when it is imported or opened: exit code 1 and one line.
COMMANDS = {
    "SyntaxError": "def answer(:",
    "IndentationError": "def answer():\nreturn 1",
    "NUL in the source": "x = '\0'",
    "Latin-1 source": "x = 'caf\udce9'",
    "exit at import": "import sys; sys.exit(0)",
    "raise at import": "raise RuntimeError('\\x1b[31mred')",
    "BaseException at import": "raise type('B', (BaseException,), {})('x')",
    "recursion at import": "def f(): f()\nf()",
    "ImportError": "import not_there_at_all",
    "no such name": "x = 1",
    "not callable": "answer = 5",
    "a class that exits": "class answer:\n    def __init__(self): exit(0)\n    def __call__(self, i, q): ...",
    "a class that raises": "class answer:\n    def __init__(self): 1 / 0\n    def __call__(self, i, q): ...",
    "a class without __call__": "class answer: pass",
    "a module that raises for its names": "def __getattr__(name): raise SystemExit(name)",
    "a fingerprint that raises": (
        "class C:\n    @property\n    def fingerprint(self): 1 / 0\n    def __call__(self, i, q): ...\nanswer = C()"
    ),
}


@pytest.fixture
def started(processes, tmp_path):
    """Starts a run of model.py in a process of its own."""

    def run(*more):
        command = ["run", "-m", "python:model:answer", "--limit", "48", "--out", "w", "--json", *more]
        return processes.run(*command, cwd=tmp_path, text=False)

    return run


def seen(done):
    """The output of a command, which shows no traceback and no internal error."""
    said = done.stderr.decode()
    assert "Traceback" not in said
    assert done.returncode != 70, said
    return said


def vandal(name, folder, started):
    (folder / "model.py").write_text(module(VANDALS[name]))
    done = started()
    said = seen(done)
    assert done.returncode == 0, (name, said)
    assert "48 calls made, 0 cached. Results: w" in said
    coverage = next(row for row in json.loads(done.stdout) if row["metric"] == "coverage" and row["group"] == "")
    assert (coverage["value"], coverage["n"]) == (100, 48)
    assert (folder / "w" / "askance.json").exists()


def killed(name, folder, started):
    (folder / "model.py").write_text(module(f"if not os.path.exists('again'): {FATAL[name]}"))
    first = started()
    assert first.returncode not in (0, 1, 70), name
    assert b"Traceback" not in first.stderr
    (folder / "again").write_text("")
    after = started()
    made = int(re.findall(r"(\d+) calls made", seen(after))[0])
    assert after.returncode == 0
    assert made == 32  # the first batch of 16 was stored, the second was under way
    assert json.loads(after.stdout)


@pytest.mark.parametrize("name", ["print from C", "close descriptors", "chdir"])
def test_what_a_model_does_to_its_process_does_not_reach_the_run(name, tmp_path, started):
    vandal(name, tmp_path, started)


@pytest.mark.slow
@pytest.mark.parametrize("name", VANDALS)
def test_nothing_that_a_model_does_to_its_process_reaches_the_run(name, tmp_path, started):
    vandal(name, tmp_path, started)


def test_after_a_segfault_the_next_run_goes_on(tmp_path, started):
    killed("segfault", tmp_path, started)


@pytest.mark.slow
@pytest.mark.parametrize("name", FATAL)
def test_after_any_death_the_next_run_goes_on(name, tmp_path, started):
    killed(name, tmp_path, started)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_module_that_cannot_be_opened_is_one_line(name, tmp_path, monkeypatch, capsys):
    from askance.cli.main import main

    monkeypatch.chdir(tmp_path)
    target = f"bad_{abs(hash(name))}"
    (tmp_path / f"{target}.py").write_bytes(COMMANDS[name].encode(errors="surrogateescape"))
    with pytest.raises(SystemExit) as end:
        main(["run", "-m", f"python:{target}:answer", "--limit", "4", "--out", "w"])
    said = capsys.readouterr().err
    assert end.value.code == 1, said
    assert said.count("\n") == 1
    assert said.startswith(f"askance: python:{target}:answer")
    assert "\x1b" not in said


def test_a_model_that_hangs_times_out_and_the_process_ends(tmp_path, started):
    (tmp_path / "model.py").write_text(module("if not os.path.exists('again'): time.sleep(999)"))
    done = started("--timeout", "1")
    assert done.returncode == 0, done.stderr  # the query was answered when it was asked alone
    assert "48 calls made" in seen(done)
    assert json.loads(done.stdout)


def test_a_query_that_always_hangs_fails_and_is_asked_again(tmp_path):
    release = threading.Event()

    def answering(shown):
        if number_of(shown.query.stimulus.question) == 17 and not release.is_set():
            release.wait(60)
        return truth(shown.query.stimulus.question)

    started_at = time.monotonic()
    done = askance.run(ToyModel(answering=answering), ToyData(48), out=tmp_path, timeout=0.5)
    assert time.monotonic() - started_at < 30
    assert done.done.outcome.failed == 1
    assert done.done.outcome.first_failure == "toy: no answer within 0.5 s"
    release.set()
    again = ToyModel()
    done = askance.run(again, ToyData(48), out=tmp_path, timeout=20)
    assert [number_of(each.query.stimulus.question) for batch in again.batches for each in batch] == [17]
    assert next(row["value"] for row in done.metrics.to_pylist() if row["metric"] == "coverage") == 100


def test_a_model_that_hangs_for_ever_is_not_called_for_ever(tmp_path):
    release = threading.Event()
    calls = []

    def answering(shown):
        calls.append(shown)
        release.wait(60)

    done = askance.run(ToyModel(answering=answering), ToyData(600), out=tmp_path, timeout=0.02)
    release.set()
    assert done.done.outcome.failed == done.done.outcome.made == 600
    assert len(calls) <= 20  # calling.IN_A_ROW
    assert next(row["value"] for row in done.metrics.to_pylist() if row["metric"] == "coverage") == 0


def test_a_first_interrupt_is_not_taken_for_one_of_the_model(tmp_path):
    """Ctrl-C of the user stops the run, a KeyboardInterrupt of the model does not."""

    def answering(shown):
        if number_of(shown.query.stimulus.question) == 20:
            os.kill(os.getpid(), signal.SIGINT)
        if number_of(shown.query.stimulus.question) == 5:
            raise KeyboardInterrupt
        return truth(shown.query.stimulus.question)

    done = askance.run(ToyModel(answering=answering), ToyData(96), out=tmp_path, batch_size=8)
    assert done.done.outcome.stopped == "interrupted"
    assert done.done.outcome.failed == 1
    assert 16 <= done.done.outcome.made < 96
