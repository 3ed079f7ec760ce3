"""Callables as models: no answer is given to another model, and answers are reused where nothing changed."""

import subprocess
import sys
from pathlib import Path

import askance
import pytest
from askance.core import UserError
from toy import ToyData

DATA = ToyData(12)


class VLM:
    """Always says the same, counts how often, and remembers."""

    def __init__(self, says, **own):
        self.says, self.asked, self.cache = says, 0, {}
        vars(self).update(own)

    def __call__(self, image, question):
        self.asked += 1
        return self.cache.setdefault(question, self.says)


def accuracy(run):
    rows = {row["model"]: row["value"] for row in run.metrics.to_pylist() if row["metric"] == "accuracy"}
    return [rows[name] for name in rows]


class Lines:
    """A listener that keeps what is said."""

    def __init__(self):
        self.said = []
        self.say = self.said.append

    def start(self, total, saved, what=""): ...

    def advance(self, calls): ...

    def finish(self): ...


def test_two_instances_in_one_workspace_do_not_share_answers(tmp_path):
    one, other = VLM("yes"), VLM("cat")
    assert accuracy(askance.run(one, DATA, out=tmp_path)) == [50]
    assert accuracy(askance.run(other, DATA, out=tmp_path)) == [0]
    assert (one.asked, other.asked) == (12, 12)


def test_two_instances_run_together_and_resume(tmp_path):
    models = [VLM("yes"), VLM("cat")]
    done = askance.run(models, DATA, out=tmp_path)
    names = sorted({row["model"] for row in done.metrics.to_pylist()})
    assert len(names) == 2
    assert all(name.startswith(f"python:{__name__}:VLM#") for name in names)
    assert sorted(accuracy(done)) == [0, 50]
    again = askance.run([VLM("cat"), VLM("yes")], DATA, out=tmp_path)
    assert again.done.outcome.made == 0
    assert sorted({row["model"] for row in again.metrics.to_pylist()}) == names


def test_a_cache_that_a_run_fills_does_not_make_another_model(tmp_path):
    model = VLM("yes")
    first = askance.run(model, DATA, out=tmp_path, budget=5)
    second = askance.run(model, DATA, out=tmp_path)
    third = askance.run(model, DATA, out=tmp_path)
    assert [run.done.outcome.made for run in (first, second, third)] == [5, 7, 0]
    model.says = "cat"
    model.cache.clear()
    assert accuracy(askance.run(model, DATA, out=tmp_path)) == [0]
    assert model.asked == 24


def test_an_object_is_called_by_its_name(tmp_path):
    models = [VLM("yes", name="first"), VLM("cat", name="second")]
    done = askance.run(models, DATA, out=tmp_path)
    assert {row["model"] for row in done.metrics.to_pylist()} == {"first", "second"}


def test_two_models_of_one_name_are_refused_in_one_line(tmp_path):
    with pytest.raises(UserError, match=r"^two different models are named first: give each its own attribute `name`$"):
        askance.run([VLM("yes", name="first"), VLM("cat", name="first")], DATA, out=tmp_path)
    with pytest.raises(UserError, match=r"^model first is named twice: name each model once$"):
        askance.run([VLM("yes", name="first"), VLM("yes", name="first")], DATA, out=tmp_path)
    with pytest.raises(UserError, match="is named twice"):
        askance.run([VLM("yes"), VLM("yes")], DATA, out=tmp_path)


def test_two_models_of_one_fingerprint_are_refused_in_one_line(tmp_path):
    models = [VLM("yes", name="a", fingerprint="v1"), VLM("cat", name="b", fingerprint="v1")]
    with pytest.raises(UserError, match=r"^a and b have the same fingerprint, so they would share their answers: give"):
        askance.run(models, DATA, out=tmp_path)


def test_lambdas_and_closures_run_together(tmp_path):
    def saying(word):
        return lambda image, question: word

    models = [lambda image, question: "yes", lambda image, question: "no", saying("cat"), saying("dog")]
    assert sorted(accuracy(askance.run(models, DATA, out=tmp_path))) == [0, 0, 50, 50]


def test_what_cannot_be_digested_is_asked_again_and_said_once(tmp_path):
    lines = Lines()
    with (tmp_path / "log").open("w") as log:
        models = [VLM("yes", log=log), VLM("yes", log=log)]
        done = askance.run(models, DATA, out=tmp_path / "w", progress=lines)
        assert done.done.outcome.made == 24
        assert askance.run(models[0], DATA, out=tmp_path / "w", progress=lines).done.outcome.made == 12
        with pytest.warns(UserWarning, match="not reused by later runs"):
            askance.run(models[1], DATA, out=tmp_path / "w")
    assert len(lines.said) == 3
    assert "answers are not reused by later runs, because log (_io.TextIOWrapper) cannot be digested" in lines.said[0]


def test_a_file_that_changes_during_the_run_is_said(tmp_path):
    path = tmp_path / "calls.txt"
    path.write_text("")

    class Writing(VLM):
        def __call__(self, image, question):
            with Path(self.path).open("a") as file:
                file.write(question)
            return super().__call__(image, question)

    lines = Lines()
    askance.run(Writing("yes", path=str(path)), DATA, out=tmp_path / "w", progress=lines)
    assert [f"{path} changed during the run" in line for line in lines.said] == [True]


@pytest.fixture
def in_process(processes, tmp_path):
    """Runs a script in a process of its own; returns the words that it prints."""

    def run(code, *more):
        (tmp_path / "main.py").write_text(code)
        done = processes.run(*more, script="main.py", cwd=tmp_path)
        assert not done.returncode, done.stderr
        return done.stdout.split()

    return run


SCRIPT = """
import askance, sys
calls = []
class VLM:
    def __init__(self, says): self.says = says
    def __call__(self, image, question):
        calls.append(question)
        return self.says
if __name__ == "__main__":
    askance.run(VLM(sys.argv[1]), "stickers", ["accuracy"], limit=6, out="w")
    print(len(calls))
"""


def test_a_script_is_resumed_after_other_lines_of_it_changed(in_process):
    assert in_process(SCRIPT, "yes") == ["6"]
    assert in_process(SCRIPT, "no") == ["6"]
    assert in_process("# a note\n" + SCRIPT.replace("limit=6", "limit=8"), "yes") == ["2"]
    assert in_process(SCRIPT.replace("return self.says", "return self.says + '!'"), "yes") == ["6"]


def test_what_is_typed_at_a_prompt_runs(tmp_path):
    code = (
        "import askance\n"
        "class VLM:\n    def __init__(self, a): self.a = a\n    def __call__(self, i, q): return self.a\n"
        "runs = [askance.run(VLM(a), 'stickers', limit=4, out='w') for a in ('yes', 'no', 'yes')]\n"
        "print(*(run.done.outcome.made for run in runs))\n"
    )
    for arguments, given in ((["-c", code], None), (["-"], code)):
        done = subprocess.run(
            [sys.executable, *arguments], input=given, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.stdout.split()[-3:] == (["4", "4", "0"] if given is None else ["0", "0", "0"]), done.stderr
