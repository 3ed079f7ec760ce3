"""Members of outside packages and of the user's own files, on the command line: listed, run, reported, refused."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ASKANCE = str(Path(sys.executable).with_name("askance"))
PLUGIN = Path(__file__).parent.parent.parent / "examples" / "plugin"


def install(site: Path, points: dict[str, dict[str, str]], name="askance_example", version="1.0"):
    """What pip leaves of a package, as far as importlib.metadata reads it."""
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n")
    groups = (
        "\n".join([f"[{group}]", *(f"{key} = {value}" for key, value in each.items())])
        for group, each in points.items()
    )
    (info / "entry_points.txt").write_text("\n\n".join(groups) + "\n")


@pytest.fixture
def command(tmp_path, processes, monkeypatch):
    """Runs askance in a folder, with packages of `site` installed."""
    paths = [tmp_path / "site", *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, paths)))
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments, code=0):
        done = processes.run(*arguments, cwd=tmp_path)
        assert "Traceback" not in done.stderr
        assert done.returncode == code, done.stderr
        return done.stdout, done.stderr

    run.folder = tmp_path
    run.site = tmp_path / "site"
    return run


@pytest.fixture
def plugged(command):
    points = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]["entry-points"]
    install(command.site, points)
    (command.site / "askance_example").symlink_to(PLUGIN / "askance_example")
    return command


def check_a_run(run, folder: Path):
    """Run, report with headline and direction, failures with images."""
    for what, name in (("models", "left_pixel"), ("datasets", "color_cards"), ("suites", "all_caps")):
        line = next(line for line in run("list", what)[0].splitlines() if line.startswith(name))
        assert "[askance-example 1.0, askance_example." in line
    assert "*.images_all_right" in run("list", "metrics")[0]
    run("run", "-m", "left_pixel", "-d", "color_cards", "-s", "all_caps", "-s", "mirrored", "--out", "w",
        "--model-args", "confused=green")  # fmt: skip
    rows = {
        (row["suite"], row["metric"]): row["value"]
        for row in json.loads(run("report", "w", "--format", "json")[0])
        if row["group"] == ""
    }
    assert rows["all_caps", "same"] == pytest.approx(25.0)  # right in capitals where the left half is green
    assert rows["all_caps", "images_all_right"] == pytest.approx(25.0)
    assert rows["mirrored", "same"] == 0.0  # it looks at the left edge alone
    table = run("report", "w", "--wide")[0]
    assert "all_caps.same ↑" in table.replace(" ↑", " ↑")
    run("report", "w", "--format", "html", "-o", "page.html")
    page = (folder / "page.html").read_text()
    assert page.count("data:image/webp;base64,") >= 4  # each image once
    assert page.count('<use href="#image-') > 6
    assert "mirrored" in page
    assert "WHAT COLOR IS THE LEFT HALF" in page


def test_an_outside_package_is_run_and_reported_from_the_command_line(plugged):
    check_a_run(plugged, plugged.folder)


@pytest.mark.slow
def test_the_example_installs_in_a_fresh_environment(tmp_path):
    env = tmp_path / "env"
    venv.create(env, with_pip=True)
    site = env / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    python = [str(env / "bin" / "python"), "-m", "pip"]
    subprocess.run([*python, "uninstall", "-q", "-y", "setuptools"], check=True, cwd=tmp_path)
    (site / "libraries.pth").write_text(str(Path(pytest.__file__).parent.parent))  # what Askance needs, and setuptools
    root = PLUGIN.parent.parent
    for name in ("src", "examples/plugin"):  # a build leaves files beside the source
        shutil.copytree(root / name, tmp_path / "copy" / name, ignore=shutil.ignore_patterns("*.egg-info", "build"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(root / name, tmp_path / "copy" / name)
    options = ["-q", "--no-deps", "--no-build-isolation", "--ignore-installed"]
    for folder in (tmp_path / "copy", tmp_path / "copy" / "examples" / "plugin"):
        clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        subprocess.run([*python, "install", *options, str(folder)], check=True, cwd=tmp_path, env=clean)

    def run(*arguments):
        command = [str(env / "bin" / "askance"), *arguments]
        clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        done = subprocess.run(command, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    check_a_run(run, tmp_path)


def test_each_file_of_the_example_is_short():
    lengths = {file.name: len(file.read_text().splitlines()) for file in PLUGIN.rglob("*.py")}
    assert {name: length for name, length in lengths.items() if length > 25} == {}


def test_the_mirror_turns_the_sides_of_the_scene(monkeypatch):
    monkeypatch.syspath_prepend(str(PLUGIN))
    from askance_example.dataset import ColorCards
    from askance_example.edit import MIRROR

    scene = ColorCards().scene("red-blue")
    turned = MIRROR.scene(scene, {})
    assert [thing.box for thing in turned.things] == [(80, 0, 160, 120), (0, 0, 80, 120)]
    assert [tuple(link.__getattribute__(part) for part in ("subject", "name", "object")) for link in turned.links] == [
        ("a", "right of", "b")
    ]
    assert MIRROR.scene(turned, {}) == scene


def test_python_objects_are_data_sets_suites_and_models(command):
    for name in ("dataset", "suite", "model"):
        text = (PLUGIN / "askance_example" / f"{name}.py").read_text()
        (command.folder / f"my_{name}.py").write_text(text)
    names = ["-m", "python:my_model:LeftPixel", "-d", "python:my_dataset:ColorCards", "-s", "python:my_suite:AllCaps"]
    command("run", *names, "--out", "w", "--limit", "8")
    (row, *_) = json.loads(command("report", "w", "--format", "json")[0])
    assert (row["model"], row["dataset"], row["suite"]) == (names[1], names[3], "all_caps")
    command("report", "w", "--format", "html", "-o", "page.html")
    assert "data:image/webp;base64," in (command.folder / "page.html").read_text()


def test_a_broken_package_is_one_line_that_names_it(command):
    install(command.site, {"askance.suites": {"lost": "no_such_module:SUITE"}}, "broken_package", "0.3")
    listed, said = command("list", "suites")
    assert "accuracy" in listed
    assert said.startswith("suite lost of package broken-package 0.3 (no_such_module:SUITE) cannot be loaded: Module")
    assert said.count("\n") == 1
    assert "broken-package 0.3" in command("run", "-m", "oracle", "-s", "lost", code=1)[1]
    command("run", "-m", "oracle", "-s", "accuracy", "--limit", "4", "--out", "w")


def test_a_broken_metric_is_reported_by_a_run(command):
    install(command.site, {"askance.metrics": {"lost": "no_such_module:METRIC"}}, "broken_package", "0.3")
    said = command("run", "-m", "oracle", "-s", "accuracy", "--limit", "4", "--out", "w")[1]
    assert said.count("metric lost of package broken-package 0.3 (no_such_module:METRIC) cannot be loaded: Module") == 1


def test_a_built_in_name_is_refused_in_one_line(command):
    install(command.site, {"askance.suites": {"accuracy": "x:Y"}, "askance.models": {"python": "x:Y"}}, "greedy")
    line = "greedy 1.0: suite 'accuracy' is a built-in name: rename the entry point in group askance.suites"
    assert line in command("list", "suites")[1]
    said = command("run", "-m", "oracle", "--limit", "4", "--out", "w")[1]
    assert said.count(line) == 1
    assert "greedy 1.0: model 'python' is a built-in name" in said


def test_two_packages_with_one_name_are_both_refused(command):
    for package in ("one", "two"):
        install(command.site, {"askance.suites": {"twice": "x:Y"}}, package)
    assert "one 1.0 and two 1.0 both add suite 'twice'" in command("run", "-m", "oracle", "-s", "twice", code=1)[1]


WRONG = """
from askance.core import Card, Case, Query, Step, Stimulus
from askance.metrics import rates

class Wrong:
    card = Card("wrong", 1, "", "", "", "", "")
    names = {}
    def rounds(self, data, limit, seed):
        image = next(data.images(1))
        edits = self.names.get("edits", ())
        asks = {role: Query(Stimulus(image, "Is it?", edits)) for role in "ab"}
        relation, reads = self.names.get("relation", "equal"), self.names.get("reads", "auto")
        yield [Case.of("wrong", "first", asks, relation, reads=reads)]
    def metrics(self, verdicts):
        return rates(verdicts, "same")

class Relation(Wrong): names = {"relation": "eqaul"}
class Reading(Wrong): names = {"reads": "yes-no"}
class Edit(Wrong): names = {"edits": (Step.of("blurr", 1),)}
class Version(Wrong): names = {"edits": (Step.of("blur", 99),)}

def answer(image, question):
    open("called", "a").write("x")
    return "yes"
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Relation", "case first: unknown relation 'eqaul': did you mean equal"),
        ("Reading", "case first: unknown reading 'yes-no': did you mean yesno"),
        ("Edit", "case first: unknown edit 'blurr': did you mean blur"),
        ("Edit", "an edit of your own needs an installed package with an entry point askance.edits"),
        ("Version", "case first: edit blur has version 1 here, not 99"),
    ],
)
def test_unknown_names_in_a_case_are_refused_before_the_first_call(command, name, message):
    (command.folder / "mine.py").write_text(WRONG)
    said = command("run", "-m", "python:mine:answer", "-s", f"python:mine:{name}", "--out", "w", code=1)[1]
    assert message in said.splitlines()[-1]
    assert not (command.folder / "called").exists()


MODELS = """
import asyncio
def plain(image, question): return "yes"
async def later(image, question): await asyncio.sleep(0); return "yes"
def batch(images, questions): return ["yes"] * len(images)
def inputs(inputs): return ["yes" for each in inputs]
class Answers:
    def __init__(self, says="yes"): self.says = says
    def answer(self, shown): return [self.says] * len(shown)
instance = Answers()
class Calls:
    batch_size = 3
    async def __call__(self, images, questions): return ["yes"] * len(questions)
calls = Calls()
class Whole(Answers):
    name, fingerprint, supports, needs = "whole", "w-1", frozenset({"text"}), frozenset({"pixels"})
whole = Whole()
def one(question): return "yes"
class Nothing: pass
nothing = Nothing()
"""


@pytest.fixture
def models(tmp_path, monkeypatch):
    (tmp_path / "model_forms.py").write_text(MODELS)
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("model_forms", None)


@pytest.mark.parametrize(
    "name", ["plain", "later", "batch", "inputs", "Answers", "instance", "Calls", "calls", "Whole", "whole"]
)
def test_every_form_of_a_python_model_answers(models, name, tmp_path):
    import askance
    from askance.core.progress import NoProgress
    from toy import ToyData

    done = askance.run(
        f"python:model_forms:{name}", ToyData(9), ["accuracy"], out=tmp_path / "w", progress=NoProgress()
    )
    assert set(done.answers["text"].to_pylist()) == {"yes"}
    assert done.answers.num_rows == 9
    assert set(done.answers["model"].to_pylist()) == {f"python:model_forms:{name}"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("one", r"python:model_forms:one has the parameters \(question\): give it \(image, question\)"),
        ("Nothing", r"Nothing is a class without __call__\(image, question\) or answer\(inputs\)"),
        ("nothing", "nothing is not callable"),
    ],
)
def test_what_is_no_model_is_refused_at_start(models, name, message):
    from askance.core import UserError
    from askance.models import open_model

    with pytest.raises(UserError, match=message):
        open_model(f"python:model_forms:{name}")


def test_a_class_takes_model_args(models):
    from askance.core import ModelInput, Query, Stimulus
    from askance.models import open_model

    model = open_model("python:model_forms:Answers", {"says": "no"})
    assert [answer.text for answer in model.answer([ModelInput(Query(Stimulus(None, "?")))])] == ["no"]


def test_the_card_of_a_suite_is_stored_with_its_cases(command):
    from askance.report.metric_declarations import workspace_declarations
    from askance.store import Workspace

    (command.folder / "my_suite.py").write_text((PLUGIN / "askance_example" / "suite.py").read_text())
    command("run", "-m", "oracle", "-s", "python:my_suite:AllCaps", "--out", "w", "--limit", "4")
    (command.folder / "my_suite.py").unlink()  # the report needs only the workspace
    space = Workspace.for_reading(command.folder / "w")
    (case_set,) = space.case_sets()
    assert (case_set.card.claim, case_set.card.headline) == ("capitals do not change the answer", ("same",))
    assert workspace_declarations([], [case_set.card])["all_caps"].metrics["same"].better == "up"
    assert "all_caps.same ↑" in command("report", "w", "--wide")[0]
