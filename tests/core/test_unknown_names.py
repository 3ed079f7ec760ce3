"""A name that is nearly right: the error says what to write."""

import re

import pytest
from askance.core import UserError
from askance.core.unknown_names import did_you_mean
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


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("yes_man", "did you mean python:color_model:yes_man?"),
        ("yesman", "did you mean python:color_model:yes_man?"),
        ("python:color_model:one_tow", "did you mean python:color_model:one_two or python:color_model:yes_man?"),
        ("llava-7b", "did you mean hf:llava-hf/llava-7b?"),
        ("zzz", ""),
    ],
)
def test_the_last_part_of_a_name_is_enough_to_propose_it(name, hint):
    known = ["python:color_model:yes_man", "python:color_model:one_two", "hf:llava-hf/llava-7b"]
    assert did_you_mean(name, known) == hint


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("python:replies:yesman", "replies has no yesman: did you mean yes_man?"),
        ("python:replies:zzz", "replies has no zzz: it has one_two, yes_man"),
        ("python:replies.py:yes_man", "replies.py is no module: write python:replies:yes_man"),
        (
            "python:sub/replies.py:yes_man",
            "sub/replies.py is no module: write python:replies:yes_man in the folder sub",
        ),
        ("python:./replies:yes_man", "./replies is no module: write python:replies:yes_man"),
        (
            "python:replys:yes_man",
            "cannot import replys: No module named 'replys': did you mean replies?",
        ),
    ],
)
def test_a_wrong_name_of_an_own_object_says_the_right_one(tmp_path, name, line):
    text = "import os\n\ndef yes_man(image, question): ...\n\ndef one_two(image, question): ...\n"
    (tmp_path / "replies.py").write_text(text)
    with pytest.raises(UserError, match=f"^{re.escape(f'{name}: {line}')}$"):
        open_model(name)


def test_a_typo_is_still_a_typo():
    with pytest.raises(UserError, match="did you mean builtin:attention"):
        open_model("builtn:attention")
