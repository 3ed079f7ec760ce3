"""A callable's fingerprint covers all that decides its answers, and is the same in every process."""

import functools
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from askance.core import UserError
from askance.models.callable_identity import identify_callable
from askance.models.state import digest_state


def made_by(source, **names):
    """What `model` is after some source has run, as if it were typed at a prompt."""
    space = {"__name__": "__main__", **names}
    exec(compile(textwrap.dedent(source), "<stdin>", "exec"), space)
    return space["model"]


def prints(first, second):
    return identify_callable(first).fingerprint, identify_callable(second).fingerprint


OBJECT = """
class VLM:
    def __init__(self, **own): vars(self).update(own)
    def __call__(self, image, question): return 'yes'
"""
DATA = """
from dataclasses import dataclass
@dataclass
class VLM:
    a: int
    def __call__(self, image, question): return 'yes'
"""
PAIRS = {
    "attribute": (OBJECT + "model = VLM(a='x')", OBJECT + "model = VLM(a='y')"),
    "nested attribute": (OBJECT + "model = VLM(a=[{'b': (1, 2)}])", OBJECT + "model = VLM(a=[{'b': (1, 3)}])"),
    "1 and True": (OBJECT + "model = VLM(a=1)", OBJECT + "model = VLM(a=True)"),
    "1 and 1.0": (OBJECT + "model = VLM(a=1)", OBJECT + "model = VLM(a=1.0)"),
    "list and tuple": (OBJECT + "model = VLM(a=[1])", OBJECT + "model = VLM(a=(1,))"),
    "text and bytes": (OBJECT + "model = VLM(a='x')", OBJECT + "model = VLM(a=b'x')"),
    "set": (OBJECT + "model = VLM(a={'x', 'y'})", OBJECT + "model = VLM(a={'x', 'z'})"),
    "where a text ends": (OBJECT + "model = VLM(a=['xy', 'z'])", OBJECT + "model = VLM(a=['x', 'yz'])"),
    "array": (
        OBJECT + "import numpy as np\nmodel = VLM(a=np.zeros(9))",
        OBJECT + "import numpy as np\nmodel = VLM(a=np.zeros((3, 3)))",
    ),
    "generator": (
        OBJECT + "import random\nmodel = VLM(a=random.Random(1))",
        OBJECT + "import random\nmodel = VLM(a=random.Random(2))",
    ),
    "method's code": (OBJECT + "model = VLM()", OBJECT.replace("'yes'", "'no'") + "model = VLM()"),
    "inherited code": (
        OBJECT + "class Mine(VLM): pass\nmodel = Mine()",
        OBJECT.replace("'yes'", "'no'") + "class Mine(VLM): pass\nmodel = Mine()",
    ),
    "class attribute": (OBJECT + "VLM.t = 1\nmodel = VLM()", OBJECT + "VLM.t = 2\nmodel = VLM()"),
    "property": (
        OBJECT + "VLM.t = property(lambda self: 1)\nmodel = VLM()",
        OBJECT + "VLM.t = property(lambda self: 2)\nmodel = VLM()",
    ),
    "slots": (
        "class VLM:\n    __slots__ = 'a',\n    def __call__(self, i, q): return self.a\nmodel = VLM()\nmodel.a = 1",
        "class VLM:\n    __slots__ = 'a',\n    def __call__(self, i, q): return self.a\nmodel = VLM()\nmodel.a = 2",
    ),
    "dataclass": (DATA + "model = VLM(1)", DATA + "model = VLM(2)"),
    "closure": (
        "def make(a):\n    def answer(image, question): return a\n    return answer\nmodel = make('x')",
        "def make(a):\n    def answer(image, question): return a\n    return answer\nmodel = make('y')",
    ),
    "closure of a closure": (
        "def make(a):\n    def inner(): return a\n    return lambda i, q: inner()\nmodel = make('x')",
        "def make(a):\n    def inner(): return a\n    return lambda i, q: inner()\nmodel = make('y')",
    ),
    "lambda": ("model = lambda image, question: 'x'", "model = lambda image, question: 'y'"),
    "default": ("def model(i, q, a='x'): return a", "def model(i, q, a='y'): return a"),
    "keyword default": ("def model(i, q, *, a='x'): return a", "def model(i, q, *, a='y'): return a"),
    "global": ("A = 'x'\ndef model(i, q): return A", "A = 'y'\ndef model(i, q): return A"),
    "global with underscores": (
        "__a = 'x'\n__b__ = 1\ndef model(i, q): return __a",
        "__a = 'y'\n__b__ = 1\ndef model(i, q): return __a",
    ),
    "global such as __version__": (
        "__version__ = 'x'\ndef model(i, q): return __version__",
        "__version__ = 'y'\ndef model(i, q): return __version__",
    ),
    "class attribute such as __version__": (
        OBJECT + "VLM.__version__ = 'x'\nmodel = VLM()",
        OBJECT + "VLM.__version__ = 'y'\nmodel = VLM()",
    ),
    "global in a nested function": (
        "A = 'x'\ndef model(i, q): return [A for _ in q][0]",
        "A = 'y'\ndef model(i, q): return [A for _ in q][0]",
    ),
    "global of a global function": (
        "A = 'x'\ndef f(): return g()\ndef g(): return A\ndef model(i, q): return f()",
        "A = 'y'\ndef f(): return g()\ndef g(): return A\ndef model(i, q): return f()",
    ),
    "partial": (
        "from functools import partial\ndef f(a, i, q): return a\nmodel = partial(f, 'x')",
        "from functools import partial\ndef f(a, i, q): return a\nmodel = partial(f, 'y')",
    ),
    "bound method": (
        OBJECT + "VLM.ask = lambda self, i, q: self.a\nmodel = VLM(a='x').ask",
        OBJECT + "VLM.ask = lambda self, i, q: self.a\nmodel = VLM(a='y').ask",
    ),
    "decorated": (
        "from functools import cache\n@cache\ndef f(q): return 'x'\ndef model(i, q): return f(q)",
        "from functools import cache\n@cache\ndef f(q): return 'y'\ndef model(i, q): return f(q)",
    ),
    "subclass of dict": (
        "class D(dict):\n    def __call__(self, i, q): return self[1]\nmodel = D({1: 'x'})",
        "class D(dict):\n    def __call__(self, i, q): return self[1]\nmodel = D({1: 'y'})",
    ),
    "pattern": (
        "import re\nP = re.compile('x')\ndef model(i, q): return P.sub('', q)",
        "import re\nP = re.compile('y')\ndef model(i, q): return P.sub('', q)",
    ),
    "version": (
        "def model(i, q): return 'x'\nmodel.version = 1",
        "def model(i, q): return 'x'\nmodel.version = 2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_other_state_other_fingerprint(pair):
    first, second = (identify_callable(made_by(source)) for source in pair)
    assert first.fingerprint != second.fingerprint
    assert not first.reuse  # all of it could be digested
    assert identify_callable(made_by(pair[0])).fingerprint == first.fingerprint


EVERYTHING = """
import abc, collections, dataclasses, datetime, decimal, enum, functools, logging, pathlib, random, re
import threading, typing
import numpy as np
LOG = logging.getLogger("x")
class Kind(enum.Enum):
    A = 1
@dataclasses.dataclass(slots=True)
class Slots:
    x: int = 1
class Pair(typing.NamedTuple):
    a: int
class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
def even(x): return odd(x) if x in {"a", "b", "c"} else LOG
def odd(x): return even(x)
class VLM(Base):
    def __init__(self):
        self.me = self
        self.kind, self.slots, self.pair, self.own = Kind.A, Slots(), Pair(1), {"q", "w", "e", ("r", 1), Kind.A}
        self.rng, self.other, self.pattern = random.Random(1), np.random.default_rng(1), re.compile("a")
        self.day, self.number, self.none = datetime.datetime(2020, 1, 1), decimal.Decimal("1.5"), float("nan")
        self.ordered, self.filled = collections.OrderedDict(a=1), collections.defaultdict(list, a=[1])
        self.queue, self.count = collections.deque([1]), collections.Counter("abc")
        self.lock, self.event, self.rows = threading.Lock(), threading.Event(), np.arange(6).reshape(2, 3).T
        self.part, self.small, self.gone = functools.partial(even, x=1), np.float32(1), pathlib.Path("/no/such/file")
        self.fun, self.method, self.lengths = lambda x: x + 1, self.f, list[int]
        self.frozen = frozenset({"q", "w", frozenset({"e", "r"})})
    @functools.cached_property
    def cached(self): return 1
    @functools.lru_cache
    def kept(self): return odd(1)
    @staticmethod
    def static(): return Kind
    @classmethod
    def of(cls): return super().x
    def f(self): return even(1)
    def __call__(self, image, question): return str(np.mean(1))
model = VLM()
"""


def fingerprint_in_another_process(source, seed, folder):
    shown = "made = identify_callable(model)\nassert not made.reuse, made.reuse\nprint(made.name, made.fingerprint)"
    code = f"{source}\nfrom askance.models.callable_identity import identify_callable\n{shown}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def test_the_same_fingerprint_in_another_process(tmp_path):
    assert len({fingerprint_in_another_process(EVERYTHING, seed, tmp_path) for seed in "123"}) == 1


@pytest.mark.parametrize("name", ["closure", "lambda", "partial", "set"])
def test_what_is_typed_at_a_prompt_has_a_fingerprint(name, tmp_path):
    first, second = (fingerprint_in_another_process(source, "1", tmp_path) for source in PAIRS[name])
    assert first != second
    assert fingerprint_in_another_process(PAIRS[name][0], "2", tmp_path) == first


def test_line_numbers_and_comments_do_not_count():
    plain = "def model(i, q):\n    return 'x'"
    assert len(set(prints(made_by(plain), made_by(f"# note\n\n{plain}")))) == 1


def test_files_count_by_content(tmp_path):
    weights, folder = tmp_path / "weights.bin", tmp_path / "folder"
    folder.mkdir()
    for value in (weights, str(weights), folder, [weights], {"a": str(weights)}):
        weights.write_bytes(b"one")
        (folder / "part").write_bytes(b"one")
        before = digest_state(value).digest
        assert digest_state(value).digest == before
        weights.write_bytes(b"two")
        (folder / "part").write_bytes(b"two")
        assert digest_state(value).digest != before, value


def test_a_file_moved_with_its_content_is_the_same(tmp_path):
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "weights.bin").write_bytes(b"one")
    assert digest_state(tmp_path / "a" / "weights.bin").digest == digest_state(tmp_path / "b" / "weights.bin").digest
    assert digest_state(Path("/no/such/a")).digest != digest_state(Path("/no/such/b")).digest


def test_a_log_that_the_code_writes_to_does_not_count(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = made_by("def model(i, q):\n    with open('calls.log', 'a') as log: log.write(q)\n    return 'x'")
    before = identify_callable(model).fingerprint
    model(None, "Is it?")
    assert identify_callable(model).fingerprint == before


def test_too_many_files_are_not_digested(tmp_path, monkeypatch):
    monkeypatch.setattr("askance.models.state.files.MOST_FILES", 3)
    for number in range(5):
        (tmp_path / str(number)).write_text("x")
    assert digest_state(tmp_path).undigested == (f"{tmp_path} has more than 3 files",)


def test_arrays_count_by_their_numbers():
    rows = np.arange(12.0).reshape(3, 4)
    assert digest_state(rows).digest == digest_state(np.asfortranarray(rows)).digest == digest_state(rows.copy()).digest
    assert digest_state(rows).digest != digest_state(rows.T).digest
    assert digest_state(rows).digest != digest_state(rows.astype(np.float32)).digest
    assert digest_state(np.array([{"a": 1}])).digest != digest_state(np.array([{"a": 2}])).digest
    empty = np.zeros((0, 3))
    assert digest_state(empty).digest == digest_state(empty.copy()).digest != digest_state(np.zeros((3, 0))).digest


def test_weights_of_torch_count():
    torch = pytest.importorskip("torch")
    module = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.BatchNorm1d(2)).to(torch.bfloat16)
    before = digest_state(module)
    assert not before.undigested
    assert digest_state(module).digest == before.digest
    with torch.no_grad():
        module[0].weight[0, 0] += 1
    assert digest_state(module).digest != before.digest


def test_long_chains_of_functions_and_deep_values():
    chain = "\n".join(f"def f{i}(q): return f{i + 1}(q)" for i in range(500))
    assert (
        len(set(prints(*(made_by(f"{chain}\ndef f500(q): return {a!r}\ndef model(i, q): return f0(q)") for a in "xy"))))
        == 2
    )
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    assert digest_state(deep).undigested == ("nested too deeply",)


def test_shared_parts_are_not_walked_again_and_again():
    value: list = [1]
    for _ in range(60):
        value = [value, value]
    assert not digest_state(value).undigested


def test_what_cannot_be_digested_is_named(tmp_path):
    file = (tmp_path / "x").open("w")
    with file:
        first, second = (identify_callable(made_by(OBJECT + "model = VLM(log=file)", file=file)) for _ in "12")
    assert first.reuse == (
        "answers are not reused by later runs, because log (_io.TextIOWrapper) cannot be digested:"
        " give the model a `fingerprint` or a `version`"
    )
    assert first.fingerprint != second.fingerprint
    assert first.name == second.name


@pytest.mark.parametrize("given", ["fingerprint", "version"])
def test_the_author_says_what_cannot_be_digested(tmp_path, given):
    def prints_of(**own):
        with (tmp_path / "x").open("w") as file:
            made = identify_callable(made_by(OBJECT + "model = VLM(log=file, **own)", file=file, own=own))
        assert not made.reuse
        return made.fingerprint

    assert prints_of(**{given: "1"}) == prints_of(**{given: "1"}) != prints_of(**{given: "2"})
    is_same = prints_of(a="x", **{given: "1"}) == prints_of(a="y", **{given: "1"})
    assert is_same == (given == "fingerprint")  # a fingerprint says all, a version only what else is unknown


def test_one_fingerprint_of_two_classes_is_two():
    first = made_by("class A:\n    fingerprint = 'v1'\n    def __call__(self, i, q): 0\nmodel = A()")
    second = made_by("class B:\n    fingerprint = 'v1'\n    def __call__(self, i, q): 0\nmodel = B()")
    assert len(set(prints(first, second))) == 2


def test_a_model_inside_counts_by_its_fingerprint():
    class Inner:
        def __init__(self, fingerprint):
            self.fingerprint = fingerprint
            self.session = open

    parts = [functools.partial(lambda inner, i, q: "x", Inner(each)) for each in ("a", "b")]
    assert len(set(prints(*parts))) == 2


@pytest.mark.parametrize("wrong", [3, "", b"x"])
def test_a_fingerprint_is_a_text(wrong):
    with pytest.raises(UserError, match="`fingerprint` is a"):
        identify_callable(made_by(OBJECT + "model = VLM(fingerprint=wrong)", wrong=wrong))


def test_a_class_is_not_a_model():
    with pytest.raises(UserError, match=r"VLM is a class: give an instance of it, as VLM\(…\)"):
        identify_callable(made_by(OBJECT + "model = VLM"))


class Weird:
    """Attributes appear as soon as someone asks."""

    def __getattr__(self, name):
        return Weird()

    def __call__(self, image, question):
        return "yes"


def test_objects_that_have_every_attribute():
    assert identify_callable(Weird()).name == f"python:{__name__}:Weird"
