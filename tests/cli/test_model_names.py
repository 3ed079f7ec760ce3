"""--model-args name=NAME: two settings of one class in one run, models of every kind, and what to type without it."""

import sys

import pytest
from askance.core import UserError
from askance.engine.model_source import telling_names
from askance.models import open_model
from test_report_command import call

MODELS = """
class Vlm:
    def __init__(self, mode="corner"): self.mode = mode
    def __call__(self, image, question): return "yes" if self.mode == "corner" else "no"

class Named:
    def __init__(self, name, size=1): self.name = f"{name}-{size}"
    def __call__(self, image, question): return "yes"

class Whole(Vlm):
    name, supports, needs = "whole", frozenset({"text"}), frozenset({"pixels"})
    fingerprint = "w-1"
    def answer(self, inputs): return ["yes"] * len(inputs)

def answer(image, question, name="?"): return name
"""
VLM = "python:named_models:Vlm"


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch):
    (tmp_path / "named_models.py").write_text(MODELS)
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("named_models", None)


def test_two_settings_run_together_and_are_compared(capfd):
    both = ["-m", VLM, "-m", VLM, "--model-args", "mode=corner,name=corner", "--model-args", "mode=smart,name=smart"]
    code, out, _ = call(capfd, "run", *both, "--limit", "6", "--out", "w")
    assert (code, {line.split()[0] for line in out.splitlines() if line} >= {"corner", "smart"}) == (0, True)
    assert "corner" in call(capfd, "compare", "w", "corner", "smart")[1]
    assert (
        "6 calls made" in call(capfd, "run", "-m", VLM, "--model-args", "mode=smart", "--limit", "6", "--out", "v")[2]
    )
    _, _, err = call(capfd, "run", "-m", VLM, "--model-args", "mode=smart,name=x", "--limit", "6", "--out", "w")
    assert "0 calls made, 6 cached" in err  # a name decides no answer


def test_without_names_the_error_says_what_to_type(capfd):
    both = ["-m", VLM, "-m", VLM, "--model-args", "mode=corner", "--model-args", "mode=smart"]
    code, _, err = call(capfd, "run", *both, "--limit", "6", "--out", "w")
    options = "--model-args mode=corner,name=corner --model-args mode=smart,name=smart"
    assert (code, err) == (1, f"askance: two different models are named {VLM}: name them: {options}\n")


def test_settings_that_are_no_names_become_letters(capfd):
    both = ["-m", VLM, "-m", VLM, "-m", "oracle", "--model-args", 'mode="a, b"', "--model-args", "", "--model-args", ""]
    _, _, err = call(capfd, "run", *both, "--limit", "6", "--out", "w")
    assert """name them: --model-args 'mode="a, b",name=A' --model-args name=B --model-args ''""" in err


def test_more_settings_than_letters_become_numbers():
    assert telling_names([{"path": f"/a/{number}"} for number in range(27)])[-1] == "27"


def test_no_other_model_is_called_oracle():
    with pytest.raises(UserError, match="the model that knows the answers has this name"):
        open_model("builtin:blind", {"name": "oracle"})


@pytest.mark.parametrize("name", ["oracle", "builtin:blind", "defective:yes-bias", VLM, "python:named_models:Whole"])
def test_a_model_of_any_kind_can_be_named(name):
    plain, named = open_model(name), open_model(name, {"name": "mine"})
    assert (plain.name, named.name) == (name, "mine")
    assert plain.fingerprint == named.fingerprint


def test_a_parameter_called_name_gets_the_argument():
    assert open_model("python:named_models:Named", {"name": "b", "size": "7"}).name == "b-7"
    assert open_model("python:named_models:answer", {"name": "b"}).name == "b"
    first, second = (open_model("python:named_models:answer", {"name": name}).fingerprint for name in "ab")
    assert first != second


def test_an_empty_name_is_refused():
    for name in ("oracle", VLM):
        with pytest.raises(UserError, match="--model-args name=: write name=NAME"):
            open_model(name, {"name": ""})
