"""Contracts are visible: no guessed attributes of members outside core/, and no suite's name in engine/ or report/."""

import ast
from pathlib import Path

import askance
import pytest
from askance.suites import SUITES

ROOT = Path(askance.__file__).parent
MEMBERS = ("data", "dataset", "suite", "model", "opened", "member")  # variables that hold a data set, suite or model
GUESSES = ("getattr", "hasattr")


def guesses(source: str) -> list[int]:
    """The lines on which an attribute of a member is looked up by a literal name."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in GUESSES
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
        and ast.unparse(node.args[0]).rpartition(".")[2] in MEMBERS
    ]


def literals(source: str) -> set[str]:
    """Every text in a file that is not a docstring."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    }


def test_no_attribute_of_a_member_is_guessed_outside_core():
    files = [file for file in ROOT.rglob("*.py") if file.relative_to(ROOT).parts[0] != "core"]
    assert [f"{file.relative_to(ROOT)}:{n}" for file in files for n in guesses(file.read_text())] == []


@pytest.mark.parametrize("line", ['getattr(data, "masks", None)', 'hasattr(job.suite, "lacks")'])
def test_a_guess_is_found(line):
    assert guesses(line) == [1]


@pytest.mark.parametrize("room", ["engine", "report"])
def test_no_suite_is_known_by_name(room):
    known = {file.name: literals(file.read_text()) & set(SUITES) for file in (ROOT / room).rglob("*.py")}
    assert {name: found for name, found in known.items() if found} == {}


@pytest.mark.parametrize("room", ["engine", "report"])
def test_no_suite_is_imported(room):
    for file in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("askance.suites."), file.name
