"""Conditions inside a model: dropout and noise act, are drawn from the query, and are refused where they cannot be."""

import json

import numpy as np
import pytest
from askance.core import Condition, ModelInput, Score, Step
from askance.models.hf.conditions import dropouts
from hf_asked import ALL, CHAT, PROMPTED, asked
from msgspec.structs import replace

DROPOUT = Condition(dropout=True)
WITH_DROPOUT = ("vilt", "blip", "blip2", "git")


def noise(site, scale=1.0, seed=0):
    return Condition(inside=(Step.of("gaussian", site=site, scale=scale, seed=seed),))


def score(model, condition, draw=0, question=0):
    one = asked(1, 2, turns=False)[question]
    answer = model.answer(
        [ModelInput(replace(one.query, readout=Score("red"), condition=condition, draw=draw), picture=one.picture)]
    )[0]
    assert answer.status == "ok", answer.reason
    return answer.score


@pytest.mark.parametrize("name", WITH_DROPOUT)
def test_dropout_acts_and_is_drawn_from_the_query(opened, name):
    model = opened(name)
    assert "dropout" in model.supports
    plain = score(model, Condition())
    drawn = [score(model, DROPOUT, draw) for draw in (1, 2, 1)]
    assert drawn[0] != plain
    assert drawn[0] != drawn[1]
    assert drawn[0] == drawn[2]
    assert score(model, Condition()) == plain  # switched off again


@pytest.mark.parametrize("name", CHAT)
def test_dropout_is_not_offered_where_there_is_none(opened, name):
    model = opened(name)
    assert "dropout" not in model.supports
    assert not dropouts(model.load().loaded.model)
    answer = model.answer([ModelInput(replace(asked(1, 1, turns=False)[0].query, condition=DROPOUT))])[0]
    assert answer.status == "failed"
    assert "dropout" in answer.reason


def test_dropout_that_only_the_configuration_has_is_withdrawn(built, tmp_path):
    """A probability in an unused part of the configuration: offered until the model is loaded, then not."""
    from askance.models.hf import load

    for file in built("llava").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | {"unused_dropout": 0.1}))
    model = load(str(tmp_path), {})
    assert "dropout" in model.supports
    answer = model.answer([ModelInput(replace(asked(1, 1, turns=False)[0].query, condition=DROPOUT))])[0]
    assert answer.status == "failed"
    assert "dropout" in answer.reason
    assert "dropout" not in model.supports


@pytest.mark.parametrize("site", ["vision.out", "text.in"])
@pytest.mark.parametrize("name", ALL)
def test_noise_acts_or_is_not_offered(opened, name, site):
    model = opened(name)
    offered = f"noise:{site}" in model.supports
    assert offered == ((name, site) not in {("vilt", "vision.out"), ("pix2struct", "text.in")})
    if not offered:
        return
    plain = score(model, Condition())
    noisy = [score(model, noise(site, seed=seed)) for seed in (1, 2, 1)]
    assert abs(noisy[0] - plain) > 1e-6 * plain
    assert noisy[0] != noisy[1]
    assert noisy[0] == noisy[2]
    assert score(model, noise(site, scale=0.0)) == pytest.approx(plain, rel=1e-4)
    assert score(model, Condition()) == pytest.approx(plain, rel=1e-6)  # hooks are gone


@pytest.mark.parametrize("name", ["llava", "qwen3_vl", *PROMPTED])
def test_spread_has_one_number_per_dimension(opened, name):
    model = opened(name)
    runner = model.load()
    spread = model._spread(runner)
    assert all(len(found) > 8 and min(found) >= 0 and max(found) > 0 for found in spread.values())
    if "vision.out" in spread:
        row = runner.encoder.row(asked(1, 1, turns=False)[0])
        features = runner.vision.features(row, runner.loaded.device)
        assert len(spread["vision.out"]) == features[0].shape[-1]


def test_noise_is_the_same_as_that_of_the_built_in_models(opened):
    """σ per dimension × scale × the numbers of the step's seed."""
    from askance.models.hf.conditions import noisy_features

    torch = pytest.importorskip("torch")
    features = [torch.zeros(2, 3), torch.zeros(1, 3)]
    steps = noise("vision.out", scale=2.0, seed=7).inside
    made = noisy_features(features, steps, {"vision.out": [1.0, 0.5, 0.0]})
    drawn = np.random.Generator(np.random.PCG64(7)).standard_normal((3, 3), dtype=np.float32)
    expected = 2.0 * np.array([1.0, 0.5, 0.0], np.float32) * drawn
    assert np.allclose(torch.cat(made).numpy(), expected)


def test_only_the_question_is_made_noisy(opened):
    model = opened("llava")
    encoder = model.load().encoder
    one, other = (encoder.row(each) for each in asked(1, 2, turns=False))
    start, end = encoder.question_span(one)
    assert encoder.text(one.ids[start:end]) == "What color is the car?"
    assert other.ids[:start] == one.ids[:start]


@pytest.mark.parametrize("site", ["vision.out", "text.in"])
@pytest.mark.parametrize("name", [*CHAT, "paligemma", "blip2", "vilt"])
def test_noise_does_not_depend_on_the_batch(opened, name, site):
    model = opened(name)
    if f"noise:{site}" not in model.supports:
        pytest.skip("not supported")
    shown = [
        ModelInput(replace(one.query, readout=Score("red"), condition=noise(site, seed=seed)), picture=one.picture)
        for seed, one in enumerate(asked(3, 2, turns=False))
    ]
    together = [answer.score for answer in model.answer(shown)]
    assert together == pytest.approx([model.answer([one])[0].score for one in shown], rel=1e-4)
    assert len(set(together)) == len(together)


def test_noise_at_the_image_needs_one(opened):
    one = asked(1, 1, turns=False)[0]
    answer = opened("llava").answer([ModelInput(replace(one.query, condition=noise("vision.out")))])[0]
    assert answer.status == "failed"
    assert "needs an image" in answer.reason
