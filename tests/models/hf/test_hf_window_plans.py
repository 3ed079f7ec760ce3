"""The windows of images of one size are computed once, and are those of transformers."""

import pytest
import torch
from askance.models.hf.window_plans import GIVEN, WindowPlans, remember_windows
from hf_asked import Bare, asked
from transformers import vision_utils

SIZES = [(1, 34, 46), (1, 8, 8), (2, 6, 10), (1, 34, 46), (1, 4, 20)]


def test_plans_are_those_of_all_images_at_once():
    made = WindowPlans(2, 112, 14).joined(SIZES)
    grids = torch.tensor(SIZES)
    index, ends = vision_utils.get_vision_window_index(grids, spatial_merge_size=2, window_size=112, patch_size=14)
    whole = {
        "position_ids": vision_utils.get_vision_position_ids(grids, 2),
        "cu_seqlens": vision_utils.get_vision_cu_seqlens(grids),
        "window_index": index,
        "cu_window_seqlens": ends,
    }
    assert set(made) == set(whole) == set(GIVEN)
    for name, value in whole.items():
        assert made[name].dtype == value.dtype
        assert torch.equal(made[name], value), name


def test_each_size_is_computed_once(built, monkeypatch):
    bare = Bare(built("qwen2_5_vl"), "")
    rows = [bare.inputs(one, "") for one in asked(12, 1, turns=False)]
    pixels = torch.cat([row["pixel_values"] for row in rows])
    grids = torch.cat([row["image_grid_thw"] for row in rows])
    with torch.inference_mode():
        before = bare.model.base_model.get_image_features(pixel_values=pixels, image_grid_thw=grids).pooler_output
    function, calls = vision_utils.get_vision_window_index, []
    monkeypatch.setattr(
        vision_utils, "get_vision_window_index", lambda grid, **sizes: calls.append(grid) or function(grid, **sizes)
    )
    assert remember_windows(bare.model)
    with torch.inference_mode():
        after = bare.model.base_model.get_image_features(pixel_values=pixels, image_grid_thw=grids).pooler_output
    assert torch.equal(torch.cat(list(before)), torch.cat(list(after)))
    assert len(calls) == len({tuple(grid) for grid in grids.tolist()}) < len(rows)


@pytest.mark.parametrize("name", ["llava", "qwen2_vl"])
def test_towers_without_windows_are_left_alone(opened, name):
    assert not remember_windows(opened(name).load().loaded.model)
