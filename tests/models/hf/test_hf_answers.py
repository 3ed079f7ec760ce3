"""Every architecture: the answers of transformers alone, whatever the batch; scores, options, draws."""

import json
import math
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from askance.core import Choose, Condition, ImageData, ModelInput, Query, Score, Stimulus
from askance.models.conformance import check_conformance
from askance.models.hf import load
from hf_asked import ALL, CHAT, MODES, Bare, asked, pictures
from msgspec.structs import replace

HOT = Condition(temperature=1.0)


def prompt_of(model, shown):
    return model.load().encoder.prompter.text(shown.query, True)


def texts(answers):
    assert all(answer.status == "ok" for answer in answers), [answer.reason for answer in answers]
    return [answer.text for answer in answers]


@pytest.mark.parametrize("name", ALL)
def test_conforms(opened, name):
    assert check_conformance(opened(name)) == []


@pytest.mark.parametrize("name", [*CHAT, "paligemma", "blip", "blip2", "git"])
def test_texts_are_those_of_generate_alone(opened, built, name):
    model = opened(name)
    shown = asked(4, 4, turns=name in CHAT)
    bare = Bare(built(name), model.checkpoint.kind.architecture)
    expected = [bare.text(one, prompt_of(model, one)) for one in shown]
    assert len(set(expected)) > 3  # the weights tell the questions apart
    assert texts(model.answer(shown)) == expected
    assert model.load().sharing.mode == MODES[name]


@pytest.mark.parametrize("name", ALL)
def test_answers_do_not_depend_on_sharing_or_batch(opened, name):
    shown = asked(3, 4, turns=name in CHAT)
    together = opened(name).answer(shown)
    alone = opened(name, share="none")
    assert texts(together) == [texts(alone.answer([one]))[0] for one in shown]
    assert texts(together) == texts(alone.answer(shown))


@pytest.mark.parametrize("name", CHAT)
def test_features_alone_can_be_shared(opened, name):
    shown = asked(3, 4, turns=True)
    model = opened(name, share="vision")
    assert texts(model.answer(shown)) == texts(opened(name, share="none").answer(shown))
    assert model.sharing.mode == "vision"
    assert model.load()._known


def test_alternatives_by_beam_search(opened):
    one = asked(1, 2, turns=False)
    plain, several = opened("llava").answer(one), opened("llava", top="4").answer(one)
    for first, more in zip(plain, several, strict=True):
        assert more.text == first.text
        assert len({text for text, _ in more.top}) == len(more.top) > 1
        shares = [share for _, share in more.top]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) <= 1


def test_classifier_says_its_own_labels(opened, built):
    model, shown = opened("vilt"), asked(2, 3, turns=False)
    answers = model.answer(shown)
    bare = Bare(built("vilt"), "ViltForQuestionAnswering")
    bare.model.requires_grad_(False)
    for one, answer in zip(shown, answers, strict=True):
        shares = bare.model(**bare.inputs(one, one.query.stimulus.question)).logits.softmax(-1)[0]
        assert answer.text == bare.model.config.id2label[int(shares.argmax())]
        assert dict(answer.top)[answer.text] == pytest.approx(float(shares.max()), abs=1e-5)
        score = model.answer([replace_readout(one, Score("Red"))])[0]
        assert score.score == pytest.approx(float(shares[2]), abs=1e-5)  # found whatever its case


def replace_readout(one, readout, **changes):
    return ModelInput(replace(one.query, readout=readout, **changes), picture=one.picture)


@pytest.mark.parametrize("name", CHAT)
def test_scores_are_those_of_one_pass_over_prompt_and_answer(opened, built, name):
    model, bare = opened(name), Bare(built(name), "")
    shown = asked(2, 3, turns=True)
    answers = model.answer([replace_readout(one, Score("red table")) for one in shown])
    for one, answer in zip(shown, answers, strict=True):
        expected = bare.logprobs(one, "red table")
        assert len(expected) > 1
        kept = dict(answer.top)
        assert math.log(answer.score) == pytest.approx(sum(expected), abs=1e-4)
        assert math.log(kept["sum"]) == pytest.approx(sum(expected), abs=1e-4)
        assert math.log(kept["mean"]) == pytest.approx(sum(expected) / len(expected), abs=1e-4)


@pytest.mark.parametrize("name", ["llava", "mllama", "blip2", "paligemma"])
def test_choice_is_the_option_with_the_best_mean(opened, name):
    model = opened(name)
    options = ("red table", "dog", "one two three")
    for one in asked(2, 2, turns=False):
        answer = model.answer([replace_readout(one, Choose(options))])[0]
        means = [dict(model.answer([replace_readout(one, Score(each))])[0].top)["mean"] for each in options]
        assert answer.text == options[int(np.argmax(means))]
        assert sum(share for _, share in answer.top) == pytest.approx(1)
        assert answer.usage.prompt_tokens > 5
        assert answer.usage.completion_tokens > 2


@pytest.mark.parametrize("name", ["llava", "qwen2_5_vl", "blip", "git", "vilt"])
def test_draws_do_not_depend_on_the_batch(opened, name):
    model = opened(name)
    shown = [
        ModelInput(replace(one.query, condition=HOT, draw=draw), picture=one.picture)
        for one in asked(2, 2, turns=False)
        for draw in range(1, 5)
    ]
    together = texts(model.answer(shown))
    assert together == texts(model.answer(shown[::-1]))[::-1]
    assert together == [texts(model.answer([one]))[0] for one in shown]
    assert len(set(together[:4])) > 1
    plain = opened(name, share="none")
    assert together == texts(plain.answer(shown))


def test_top_has_the_probability_of_the_answer(opened, built):
    model, bare = opened("llava"), Bare(built("llava"), "")
    one = asked(1, 1, turns=False)[0]
    answer = model.answer([one])[0]
    ((text, probability),) = answer.top
    assert text == answer.text
    tokens = answer.usage.completion_tokens
    assert 0 < probability < 1
    assert tokens <= 6
    forced = bare.model.generate(
        **bare.inputs(one, ""), do_sample=False, max_new_tokens=6, output_logits=True, return_dict_in_generate=True
    )
    steps = [float(logits.log_softmax(-1)[0, logits.argmax()]) for logits in forced.logits]
    assert math.log(probability) == pytest.approx(sum(steps), abs=1e-3)


@pytest.mark.parametrize("name", ["llava", "qwen2_vl", "gemma3"])
def test_without_an_image(opened, built, name):
    model, bare = opened(name), Bare(built(name), "")
    shown = [ModelInput(Query(Stimulus(None, question))) for question in ("What color is the car?", "Is there a dog?")]
    assert texts(model.answer(shown)) == [bare.text(one) for one in shown]
    mixed = [*asked(1, 2, turns=False), *shown]
    assert texts(model.answer(mixed))[2:] == texts(model.answer(shown))


def test_nothing_to_score_or_to_choose_from_fails(opened):
    one = asked(1, 1, turns=False)[0]
    answers = opened("llava").answer([replace_readout(one, Score("")), replace_readout(one, Choose(()))])
    assert [answer.status for answer in answers] == ["failed", "failed"]
    assert "no tokens" in answers[0].reason
    assert "no options" in answers[1].reason


def test_one_bad_question_fails_alone(opened):
    model = opened("llava")
    good = asked(1, 2, turns=False)
    bad = ModelInput(Query(Stimulus("0", "What is <image> here?")), picture=good[0].picture)
    answers = model.answer([good[0], bad, good[1]])
    assert [answer.status for answer in answers] == ["ok", "failed", "ok"]
    assert answers[1].reason
    assert texts([answers[0], answers[2]]) == texts(model.answer(good))


def test_a_prompt_that_is_too_long_fails_with_its_length(opened):
    one = asked(1, 1, turns=False)[0]
    long = ModelInput(Query(Stimulus("0", "Is there a red dog? " * 500)), picture=one.picture)
    answers = opened("llava").answer([one, long])
    assert [answer.status for answer in answers] == ["ok", "failed"]
    assert "the model takes 2,048" in answers[1].reason


def test_an_answer_behind_a_word_begins_with_a_space(opened):
    """BLIP-2's prompt ends in "Answer:", so that the model itself would go on with " red"."""
    one = asked(1, 1, turns=False)[0]
    words = opened("blip2").load().encoder
    answer = words.answer_tokens("red", words.row(one))
    assert words.text(answer) == "red"
    assert "".join(words._tokenizer.convert_ids_to_tokens(answer)) == "Ġred"
    chat = opened("llava").load().encoder
    assert "".join(chat._tokenizer.convert_ids_to_tokens(chat.answer_tokens("red", chat.row(one)))) == "red"


def test_large_image_is_processed_once(opened, monkeypatch):
    model = opened("llava")
    tools = type(model.load().encoder._processor.image_processor._processor)
    calls = []
    kept = tools.preprocess
    monkeypatch.setattr(tools, "preprocess", lambda *args, **kwargs: calls.append(1) or kept(*args, **kwargs))
    large = ImageData(np.random.default_rng(5).integers(0, 255, (1200, 1600, 3), dtype=np.uint8))
    shown = [ModelInput(Query(Stimulus("x", f"Is it {i}?")), picture=large) for i in range(5)]
    assert len(texts(model.answer(shown))) == 5
    assert len(calls) == 1


@pytest.mark.parametrize("name", CHAT)
def test_further_questions_have_the_processors_tokens(opened, name):
    """They are tokenized behind the image; the processor, which expands its placeholder, makes the same of them."""
    encoder = opened(name).load().encoder
    shown = asked(2, 4, turns=True, start=30)
    rows = [encoder.row(one) for one in shown]
    for one, row in zip(shown, rows, strict=True):
        assert all(tail is not None for tail in encoder._tails[id(one.picture)][1].values())
        text = encoder.prompter.text(one.query, True)
        with encoder._lock:
            expected = encoder._processed_row(one.query, one.picture, text)
        assert row.ids == expected.ids
        assert {name: value.tolist() for name, value in row.tokens.items()} == {
            name: value.tolist() for name, value in expected.tokens.items()
        }


@pytest.mark.parametrize("name", ["llava", "qwen2_5_vl", "gemma3", "mllama"])
def test_eager_attention_is_packed_too(opened, name):
    shown = asked(3, 4, turns=True)
    model = opened(name, attn="eager")
    assert texts(model.answer(shown)) == texts(opened(name).answer(shown))
    assert model.sharing.mode == "packed"


@pytest.mark.parametrize("name", ["llava", "qwen2_5_vl", "gemma3"])
def test_half_precision_is_packed_too(opened, name):
    """Sums in another order round otherwise, so texts may differ; the mode and the answers' statuses do not."""
    shown = asked(3, 4, turns=True)
    model = opened(name, dtype="bfloat16")
    assert len(texts(model.answer(shown))) == 12
    assert model.sharing.mode == "packed"
    assert str(model.load().loaded.model.dtype) == "torch.bfloat16"


def test_generation_settings_of_the_checkpoint_are_not_used(opened, built, tmp_path):
    folder = Path(shutil.copytree(built("llava"), tmp_path / "copy"))
    own = json.loads((folder / "generation_config.json").read_text())
    changed = {"repetition_penalty": 9.0, "do_sample": True, "temperature": 2.0, "top_p": 0.5, "min_new_tokens": 6}
    (folder / "generation_config.json").write_text(json.dumps(own | changed))
    shown = asked(2, 3, turns=False)
    for share in ("packed", "none"):
        model = load(str(folder), {"max_new_tokens": "6", "share": share})
        assert texts(model.answer(shown)) == texts(opened("llava").answer(shown))


@pytest.mark.parametrize("name", ["llava", "qwen2_vl", "blip"])
def test_several_threads_get_the_same_answers(opened, name):
    model = opened(name)
    batches = [asked(3, 4, turns=False, start=10 * number) for number in range(6)]
    expected = [texts(model.answer(batch)) for batch in batches]
    with ThreadPoolExecutor(model.at_once) as pool:
        assert [texts(each) for each in pool.map(model.answer, batches)] == expected


def test_pictures_differ():
    assert len({each.pixels.tobytes() for each in pictures(6)}) == 6


@pytest.mark.parametrize("name", ALL)
def test_the_docs_say_what_is_supported(opened, name):
    page = (Path(__file__).parents[3] / "docs" / "models" / "hf.md").read_text()
    line = next(line for line in page.splitlines() if f"(`{name}`)" in line)
    _, _, kind, turns, vision, text, shared, _ = (cell.strip() for cell in line.split("|"))
    model = opened(name)
    assert kind == model.checkpoint.kind.family
    assert (turns == "yes") == ({"turns", "no-image"} <= model.supports)
    assert (vision == "yes") == ("noise:vision.out" in model.supports)
    assert (text == "yes") == ("noise:text.in" in model.supports)
    assert shared == model.sharing.mode == MODES[name]
