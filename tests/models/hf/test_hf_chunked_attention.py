"""Vision towers attend to chunks of equal length in one call, with the features of transformers' own loop."""

import pytest
import torch
from askance.models.hf.chunked_attention import NAME, attend_in_chunks, chunk_plan
from hf_asked import Bare, asked

TOWERS = ("qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_5")


def towers(model):
    return [part for part in model.modules() if hasattr(part, "qkv") and part.config._attn_implementation == NAME]


def features(model, inputs):
    """The features of all images in one call."""
    pixels = torch.cat([each["pixel_values"] for each in inputs])
    grids = torch.cat([each["image_grid_thw"] for each in inputs])
    with torch.inference_mode():
        made = model.base_model.get_image_features(pixel_values=pixels, image_grid_thw=grids)
    return torch.cat(list(made.pooler_output))


@pytest.mark.parametrize("name", TOWERS)
def test_features_are_those_of_one_call_per_chunk(built, name):
    bare = Bare(built(name), "")
    inputs = [bare.inputs(one, "") for one in asked(7, 1, turns=False)]  # images of several sizes
    loop = features(bare.model, inputs)
    assert attend_in_chunks(bare.model)
    made = features(bare.model, inputs)
    torch.testing.assert_close(made, loop, rtol=0, atol=1e-5)


def test_windows_take_few_calls(built, monkeypatch):
    bare = Bare(built("qwen2_5_vl"), "")
    inputs = [bare.inputs(one, "") for one in asked(6, 1, turns=False)]
    function, calls = torch.nn.functional.scaled_dot_product_attention, []

    def counted(query, *args, **kwargs):
        calls.append(tuple(query.shape))
        return function(query, *args, **kwargs)

    monkeypatch.setattr(torch.nn.functional, "scaled_dot_product_attention", counted)
    features(bare.model, inputs)
    before = len(calls)
    attend_in_chunks(bare.model)
    calls.clear()
    features(bare.model, inputs)
    chunks = sum(shape[0] for shape in calls)
    assert chunks == before  # each chunk once, as before
    assert len(calls) <= before / 3


@pytest.mark.parametrize("name", TOWERS)
def test_loaded_models_attend_in_chunks(opened, name):
    assert towers(opened(name).load().loaded.model)
    assert not towers(opened(name, attn="eager").load().loaded.model)


def test_other_towers_are_left_alone(opened):
    model = opened("llava").load().loaded.model
    assert not attend_in_chunks(model)
    assert {part.config._attn_implementation for part in model.modules() if hasattr(part, "config")} == {"sdpa"}


@pytest.mark.parametrize("ends", [[0, 4, 8, 12], [0, 4, 6, 10, 12], [0, 3, 3, 6]])
def test_plan_has_each_token_once(ends):
    plan = chunk_plan(torch.tensor(ends))
    assert sum(count * length for count, length in plan.sizes) == ends[-1]
    if plan.order is not None:
        assert sorted(plan.order.tolist()) == list(range(ends[-1]))
        assert plan.order[plan.back].tolist() == list(range(ends[-1]))
