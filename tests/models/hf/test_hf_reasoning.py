"""Reasoning in tags is no answer: it is kept apart, also where the chat template opens it."""

import math
import shutil
from pathlib import Path

import pytest
from askance.core import ModelInput, Score
from askance.models.hf import load
from askance.models.hf.picking import Decoded
from hf_asked import asked
from msgspec.structs import replace

torch = pytest.importorskip("torch")
OPEN = "{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n{% endif %}"


@pytest.fixture
def thinking(built, tmp_path):
    """A checkpoint whose template opens the reasoning, as those of thinking models do."""
    folder = Path(shutil.copytree(built("llava"), tmp_path / "thinking"))
    template = (folder / "chat_template.jinja").read_text()
    before = "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
    assert before in template
    (folder / "chat_template.jinja").write_text(template.replace(before, OPEN))
    return folder


def says(monkeypatch, text, is_cut):
    """Let a model generate a text, token by token, each with probability 1/2."""
    from askance.models.hf import runner

    def generate(loaded, rows, most):
        ids = tuple(loaded.tokenizer(text, add_special_tokens=False)["input_ids"])
        return [Decoded(ids, (math.log(0.5),) * (len(ids) + (not is_cut))) for _ in rows]

    monkeypatch.setattr(runner, "generate", generate)


@pytest.mark.parametrize("opening", ["<think>", ""])
def test_the_answer_is_what_follows_the_reasoning(built, thinking, monkeypatch, opening):
    folder = built("llava") if opening else thinking
    model = load(str(folder), {"share": "none"})
    says(monkeypatch, f"{opening}Is there a dog? yes, so no cat.</think>\n\nno", is_cut=False)
    answer = model.answer(asked(1, 1, turns=False))[0]
    assert (answer.status, answer.text) == ("ok", "no")
    assert answer.thinking == "Is there a dog? yes, so no cat."
    tokens = len(model.load().loaded.tokenizer("no", add_special_tokens=False)["input_ids"])
    assert answer.top == (("no", pytest.approx(0.5 ** (tokens + 1))),)


@pytest.mark.parametrize("opening", ["<think>", ""])
def test_reasoning_that_is_cut_is_no_answer(built, thinking, monkeypatch, opening):
    model = load(str(built("llava") if opening else thinking), {"share": "none"})
    says(monkeypatch, f"{opening}Is there a dog? yes", is_cut=True)
    answer = model.answer(asked(1, 1, turns=False))[0]
    assert (answer.status, answer.text, answer.cause) == ("failed", None, "length")
    assert answer.thinking == "Is there a dog? yes"
    assert "max_new_tokens" in answer.reason


def test_an_answer_that_is_cut_says_so(built, monkeypatch):
    model = load(str(built("llava")), {"share": "none"})
    says(monkeypatch, "red table", is_cut=True)
    answer = model.answer(asked(1, 1, turns=False))[0]
    assert (answer.status, answer.text, answer.thinking) == ("ok", "red table", None)
    assert answer.reason == "max_new_tokens cut this answer"
    says(monkeypatch, "red table", is_cut=False)
    assert model.answer(asked(1, 1, turns=False))[0].reason is None


def test_given_answers_follow_reasoning_that_is_closed(thinking):
    encoder = load(str(thinking), {}).load().encoder
    one = asked(1, 1, turns=False)[0]
    assert encoder.prompter.text(one.query, True).endswith("assistant\n<think>\n")
    scored = ModelInput(replace(one.query, readout=Score("yes")), picture=one.picture)
    assert encoder.prompter.text(scored.query, True).endswith("assistant\n<think>\n\n</think>\n\n")
