"""The tokens of given answers, what answers may follow, and prompts that stay the same every day."""

import json
import math
import shutil
from pathlib import Path

import pytest
from askance.core import Choose, Condition, ModelInput, Query, Score, Stimulus
from askance.models.hf import load
from hf_asked import Bare, asked
from msgspec.structs import replace

torch = pytest.importorskip("torch")


def with_readout(one, readout):
    return ModelInput(replace(one.query, readout=readout), picture=one.picture)


def test_paligemma_is_scored_on_the_tokens_that_it_is_trained_to_say(opened, built):
    model, bare = opened("paligemma"), Bare(built("paligemma"), "PaliGemmaForConditionalGeneration")
    encoder = model.load().encoder
    for one in asked(2, 2, turns=False):
        prompt = encoder.prompter.text(one.query, True)
        inputs = bare.processor(images=[one.image], text=[prompt], suffix=["red table"], return_tensors="pt")
        trained = inputs["input_ids"][0].tolist()
        row = encoder.row(one)
        answer = encoder.answer_tokens("red table", row)
        assert [*row.ids, *answer, bare.processor.tokenizer.eos_token_id] == trained
        with torch.inference_mode():
            logits = bare.model(**{name: value for name, value in inputs.items() if name != "labels"}).logits
        found = torch.log_softmax(logits[0].double(), -1)
        expected = sum(float(found[len(row.ids) - 1 + i, token]) for i, token in enumerate(answer))
        score = model.answer([with_readout(one, Score("red table"))])[0].score
        assert math.log(score) == pytest.approx(expected, abs=1e-3)


def test_git_is_asked_without_an_end_behind_the_question(opened):
    """[SEP] ends GIT's answers: behind it, nothing is left to say."""
    runner = opened("git").load()
    row = runner.encoder.row(asked(1, 1, turns=False)[0])
    tokens = runner.loaded.tokenizer.convert_ids_to_tokens(row.ids)
    assert (tokens[0], tokens[-1]) == ("[CLS]", "?")
    assert {value.shape[1] for value in row.tokens.values()} == {len(tokens)}


@pytest.mark.parametrize("share", ["none", "packed"])
def test_a_given_answer_with_an_end_token_fails(opened, share):
    one = with_readout(asked(1, 1, turns=False)[0], Score("yes<|im_end|>no"))
    answer = opened("llava", share=share).answer([one])[0]
    assert answer.status == "failed"
    assert "contains a token that ends an answer" in answer.reason


@pytest.mark.parametrize("temperature", [1e-46, 1e-300, 5e-324])
def test_a_temperature_next_to_0_takes_the_best_token(opened, temperature):
    model = opened("llava")
    shown = asked(2, 2, turns=False)
    cold = [
        ModelInput(replace(one.query, condition=Condition(temperature=temperature)), picture=one.picture)
        for one in shown
    ]
    assert [answer.text for answer in model.answer(cold)] == [answer.text for answer in model.answer(shown)]


def test_a_given_answer_needs_room_for_itself_only(opened):
    """The prompt leaves room for two tokens, not for the six that a free answer may have."""
    model = opened("llava")
    encoder, limit = model.load().encoder, model.load().loaded.context()
    one = asked(1, 1, turns=False)[0]

    def question(words):
        return ModelInput(Query(Stimulus("0", "dog" + " dog" * words)), picture=one.picture)

    words = limit - 2 - encoder.row(question(0)).length
    full = question(words)
    assert encoder.row(full).length == limit - 2
    answers = model.answer([full, with_readout(full, Score(" dog")), with_readout(full, Choose((" dog", " dog" * 5)))])
    assert [answer.status for answer in answers] == ["failed", "ok", "failed"]
    assert all("with the answer" in answer.reason for answer in answers if answer.status == "failed")


@pytest.fixture
def copied(built, tmp_path):
    return Path(shutil.copytree(built("llava"), tmp_path / "copy"))


def prompt_of(folder):
    encoder = load(str(folder), {}).load().encoder
    return encoder.prompter.text(Query(Stimulus(None, "x")), False)


def test_a_date_in_a_chat_template_is_the_same_every_day(copied):
    template = copied / "chat_template.jinja"
    plain, before = template.read_text(), prompt_of(copied)
    dated = "  Today: {{ strftime_now('%d %b %Y %-m %H:%M:%S.%f') }}\n"
    guarded = "{% if strftime_now is defined %}{% set day = strftime_now('%Y-%m-%d') %}{{ day }}\n{% endif %}"
    template.write_text(dated + guarded + plain)
    expected = "  Today: 26 Jul 2024 7 00:00:00.000000\n2024-07-26\n" + before
    assert prompt_of(copied) == expected
    assert prompt_of(copied) == expected


def test_a_chat_template_of_the_tokenizer_alone_is_used(copied, opened):
    template = copied / "chat_template.jinja"
    settings = json.loads((copied / "tokenizer_config.json").read_text())
    (copied / "tokenizer_config.json").write_text(json.dumps(settings | {"chat_template": template.read_text()}))
    template.unlink()
    shown = asked(2, 2, turns=True)
    found = load(str(copied), {"max_new_tokens": "6"}).answer(shown)
    assert [answer.text for answer in found] == [answer.text for answer in opened("llava").answer(shown)]
