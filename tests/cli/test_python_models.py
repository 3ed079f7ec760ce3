"""`python:module:callable` on the command line: reused while source, arguments and state are unchanged, and said so."""

import sys

import pytest


@pytest.fixture
def asked(processes, tmp_path):
    """Run in a new process; returns the number of calls made, and what was said."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").write_text("")
    (tmp_path / "mine" / "words.py").write_text("YES = 'yes'\n")
    (tmp_path / "mine" / "late.py").write_text("def check(text): return text\n")
    (tmp_path / "model.py").write_text(
        "from mine import words\n"
        "def answer(image, question, says=None):\n"
        "    from mine.late import check\n"
        "    return check(says or words.YES)\n"
        "class VLM:\n"
        "    def __init__(self, says, count=1): self.says, self.count = says, count\n"
        "    def __call__(self, image, question): return self.says * self.count\n"
        "vlm = VLM(open('says.txt').read())\n"
        "log = open('/dev/null')\n"
        "def logged(image, question):\n    log.fileno()\n    return 'yes'\n"
    )
    (tmp_path / "says.txt").write_text("yes")

    def run(target, *more):
        command = ["run", "-m", f"python:model:{target}", "--limit", "4", "--out", "w", *more]
        done = processes.run(*command, cwd=tmp_path)
        if done.returncode:
            sys.stderr.write(done.stderr)  # shown with a failed assertion
            return done.returncode, done.stderr
        return int(done.stderr.split(" calls made")[0].split()[-1]), done.stderr

    run.folder = tmp_path
    return run


def test_answers_are_reused_while_nothing_changed_and_the_run_says_so_once(asked):
    for made in (4, 0):
        found, said = asked("answer")
        assert found == made
        assert (
            said.count("are reused by later runs while its source, its --model-args and its state are unchanged") == 1
        )


@pytest.mark.parametrize("name", ["mine/words.py", "mine/late.py", "mine/__init__.py", "model.py"])
def test_a_change_in_any_of_its_own_files_asks_again(asked, name):
    assert asked("answer")[0] == 4
    file = asked.folder / name
    file.write_text(file.read_text() + "\nOTHER = 1\n")
    assert asked("answer")[0] == 4
    assert asked("answer")[0] == 0


def test_state_that_the_module_has_read_counts(asked):
    assert asked("vlm")[0] == 4
    (asked.folder / "says.txt").write_text("no")
    assert asked("vlm")[0] == 4
    assert asked("vlm")[0] == 0


def test_what_cannot_be_digested_follows_from_the_source(asked):
    assert asked("logged")[0] == 4
    made, said = asked("logged")
    assert made == 0
    assert "(log (_io.TextIOWrapper) cannot be digested and is not checked)" in said


def test_arguments_count(asked):
    assert asked("answer", "--model-args", "says=no")[0] == 4
    assert asked("answer", "--model-args", "says=no")[0] == 0
    assert asked("answer", "--model-args", "says=yes")[0] == 4
    assert asked("VLM", "--model-args", "says=no,count=2")[0] == 4
    assert asked("VLM", "--model-args", "says=no,count=2")[0] == 0
    assert asked("VLM", "--model-args", "says=no")[0] == 4


@pytest.mark.parametrize(
    ("target", "arguments", "line"),
    [
        ("VLM", "", "VLM.__init__() missing 1 required positional argument: 'says': give its arguments as"),
        ("VLM", "says=a,temper=1", "got an unexpected keyword argument 'temper': give its arguments as --model-args"),
        ("answer", "temper=1", "got an unexpected keyword argument 'temper': give its arguments as --model-args"),
        ("nothing", "", "python:model:nothing: model has no nothing"),
        ("words", "", "python:model:words: words is not callable"),
    ],
)  # fmt: skip
def test_mistakes_are_one_line(asked, target, arguments, line):
    code, said = asked(target, *(["--model-args", arguments] if arguments else []))
    assert code == 1
    assert line in said
    assert said.count("\n") == 1
