"""A name that is nearly right: the error says what to write."""

import pytest
from askance.core import UserError
from askance.datasets import open_dataset
from askance.models import open_model
from askance.suites import open_suite


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "own_parts.py").write_text("")
    (tmp_path / "photos").mkdir()
    (tmp_path / "asked.jsonl").write_text("")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("open_named", [open_model, open_suite, open_dataset])
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("own_parts.py:Part", "python:own_parts:Part"),
        ("own_parts.py", "python:own_parts:OBJECT"),
        ("own_parts:Part", "python:own_parts:Part"),
        ("/else/where/own_parts.py:Part", "python:own_parts:Part in the folder /else/where"),
    ],
)
def test_an_object_of_a_file_gets_its_prefix(open_named, name, meant):
    with pytest.raises(UserError, match=rf"^unknown [a-z ]+ '{name}': write {meant}$"):
        open_named(name)


@pytest.mark.parametrize(
    ("name", "meant"), [("./photos", "folder:./photos, or"), ("asked.jsonl", "jsonl:asked.jsonl ")]
)
def test_a_path_gets_the_kind_of_data(name, meant):
    with pytest.raises(UserError, match=f"^unknown data set '{name}': write {meant}"):
        open_dataset(name)


def test_a_typo_is_still_a_typo():
    with pytest.raises(UserError, match="did you mean builtin:attention"):
        open_model("builtn:attention")
