"""Outside members on the command line: listed with their origin, checked by doctor; missing images are reported."""

import json
import sys

import askance
import pytest
from askance.cli.main import main
from askance.core import registry
from askance.core.progress import NoProgress
from askance.edits import ALL_EDITS, Edit, describe_edits, steps
from askance.edits.edit_types import unchanged_scene
from askance.relations import Relation
from toy import ToyData, ToyModel

BRIGHTER = Edit(
    2,
    lambda pixels, args: pixels,
    unchanged_scene,
    "amount",
    {"amount": 60},
    lambda args, scene: f"brighter by {args['amount']}",
)


def loose(text, question, options):
    """Reads anything."""


def judged(case, readings, answers):
    """Holds always."""


LOOSE = Relation(judged, lambda case: "")
DATA = """
import numpy as np
from askance.core import ImageData, Item

class Cards:
    name, fingerprint = "cards", "1"
    def items(self, limit=None, seed=0):
        for number in range(3 if limit is None else min(limit, 3)):
            yield Item(str(number), "red", "Is it red?", ("yes",))
    def images(self, limit=None, seed=0): return iter(["red"])
    def scene(self, image): return None
    def load_image(self, image): return ImageData(np.zeros((4, 4, 3), np.uint8))

class NoLimit(Cards):
    def items(self, limit=None, seed=0): return super().items(None, seed)

class Raises(Cards):
    def items(self, limit=None, seed=0): raise KeyError("lost")

class Gone(Cards):
    def load_image(self, image): raise KeyError("gone")
"""


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return ended.value.code or 0, out, err


class Package:
    name, version = "my-package", "0.3"


class Entry:
    def __init__(self, name, found):
        self.name, self.found, self.value, self.dist = name, found, f"mine:{name.upper()}", Package

    def load(self):
        return self.found


@pytest.fixture
def package(monkeypatch):
    """An installed package with an edit, a relation and a reading."""
    points = {"askance.edits": Entry("brighter", BRIGHTER), "askance.relations": Entry("loosely", LOOSE)}
    points["askance.readings"] = Entry("loose", loose)
    monkeypatch.setattr(registry, "installed_entry_points", lambda group: [points[group]] if group in points else [])


@pytest.mark.parametrize(
    ("what", "built_in", "line"),
    [
        ("edits", "blur", "brighter version 2; arguments: amount [my-package 0.3, mine:BRIGHTER]"),
        ("relations", "equal", "loosely Holds always [my-package 0.3, mine:LOOSELY]"),
        ("readings", "yesno", "loose Reads anything [my-package 0.3, mine:LOOSE]"),
    ],
)
def test_list_shows_edits_relations_and_readings_with_their_origin(capfd, package, what, built_in, line):
    _, out, _ = call(capfd, "list", what)
    assert line in [" ".join(each.split()) for each in out.splitlines()]  # the names are padded to the longest
    assert any(each.startswith(f"{built_in} ") and not each.endswith("]") for each in out.splitlines())
    rows = json.loads(call(capfd, "list", what, "--json")[1])
    assert all(row["about"] for row in rows)


def test_a_whole_number_of_an_edit_is_shown_as_it_was_given(package):
    assert describe_edits(steps("brighter", amount=60), None) == ["brighter by 60"]
    assert describe_edits(steps("brighter", amount=0.5), None) == ["brighter by 0.5"]
    assert ALL_EDITS.find("brighter") is BRIGHTER


@pytest.fixture
def cards(tmp_path, monkeypatch):
    (tmp_path / "card_data.py").write_text(DATA)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("card_data", None)


@pytest.mark.parametrize(
    ("name", "code", "line"),
    [
        ("Cards", 0, "ok   questions: 3"),
        (
            "NoLimit",
            1,
            "BAD  python:card_data:NoLimit: data set python:card_data:NoLimit: items(limit=1) yields more than",
        ),
        ("Raises", 1, "BAD  questions: none: data set python:card_data:Raises: KeyError: 'lost'"),
        ("Gone", 1, "BAD  images: none: data set python:card_data:Gone: KeyError: 'gone'"),
    ],
)
def test_doctor_checks_an_outside_data_set(capfd, cards, name, code, line):
    for arguments in (("-d", f"python:card_data:{name}"), (f"python:card_data:{name}",)):
        found, out, _ = call(capfd, "doctor", *arguments)
        assert found == code
        assert any(each.startswith(line) for each in out.splitlines()), out


def test_a_page_says_which_images_it_lacks(capfd, cards):
    model = ToyModel(answering=lambda shown: "no", needs=frozenset())
    askance.run(model, "python:card_data:Cards", "accuracy", out="w", progress=NoProgress())
    call(capfd, "report", "w", "--format", "html", "-o", "a.html")
    (cards / "card_data.py").write_text(
        DATA.replace(
            "class Cards:\n", "class Cards:\n    def load_image(self, image): raise KeyError('gone')\n", 1
        ).replace("    def load_image(self, image): return ImageData", "    def other(self, image): return ImageData")
    )
    sys.modules.pop("card_data", None)
    code, _, err = call(capfd, "report", "w", "--format", "html", "-o", "b.html")
    assert code == 0
    assert (
        err.count("1 image of python:card_data:Cards not available in the report: picture('red'): KeyError: 'gone'")
        == 1
    )
    (cards / "card_data.py").unlink()
    sys.modules.pop("card_data", None)
    _, _, err = call(capfd, "report", "w", "--format", "html", "-o", "c.html")
    assert "1 image of python:card_data:Cards not available in the report: python:card_data:Cards: cannot import" in err


def test_no_data_is_at_fault_for_a_complete_page(capfd, cards):
    askance.run(ToyModel(), ToyData(6), "accuracy", out="w", progress=NoProgress())
    assert "not available" not in call(capfd, "report", "w", "--format", "html", "-o", "a.html")[2]


SUITE = """
from askance.core import Card, Case, Query, Stimulus

class Good:
    card = Card("mine", 1, "", "", "", "", "")
    relation = "truth"
    def rounds(self, data, limit, seed):
        for item in data.items(limit, seed):
            yield [Case.of("mine", item.id, {"ask": Query(Stimulus(item.image, item.question))}, self.relation)]
    def metrics(self, verdicts): return verdicts

class Wrong(Good): relation = "equal"

class Raises(Good):
    def rounds(self, data, limit, seed):
        yield [1 / 0]
"""


@pytest.mark.parametrize(
    ("suite", "data", "line"),
    [
        ("Wrong", "Cards", "askance: case 0: relation equal compares at least 2 queries, but the case has 1"),
        ("Raises", "Cards", "askance: mine on python:card_data:Cards: ZeroDivisionError: division by zero (/"),
        ("Good", "NoLimit", "askance: data set python:card_data:NoLimit: items(limit=1) yields more than one"),
    ],
)
def test_generate_refuses_what_a_run_refuses(capfd, cards, suite, data, line):
    (cards / "case_suites.py").write_text(SUITE)
    names = [f"python:case_suites:{suite}", "-d", f"python:card_data:{data}", "--limit", "1", "-o", "cases.jsonl"]
    code, _, err = call(capfd, "generate", *names)
    assert code == 1
    assert err.splitlines()[-1].startswith(line)
    assert not (cards / "cases.jsonl").exists()
