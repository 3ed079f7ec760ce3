"""Edits in plain words."""

import pytest
from askance.core import Scene, SceneObject, Step
from askance.edits import EDITS, describe_edits, steps

SCENE = Scene(
    "scene", 400, 300,
    (SceneObject("a", "boat", (40, 40, 100, 100)), SceneObject("b", "sail", (50, 40, 90, 80), part_of="a"),
     SceneObject("c", "dog", (300, 200, 360, 260))),
)  # fmt: skip


def said(name, scene=SCENE, scene_of=None, **args):
    return describe_edits(steps(name, **args), scene, scene_of)


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_says_what_it_did_with_and_without_a_scene(name):
    example = steps(name, **EDITS[name].example)
    for scene in (None, SCENE):
        (line,) = describe_edits(example, scene)
        assert line
        assert "_" not in line
        assert "seed" not in line


@pytest.mark.parametrize(
    ("name", "args", "line"),
    [
        ("soft_blur", {"sigma": 6, "keep": "0,0,9,9"}, "background blurred, σ = 6"),
        ("crop", {"box": "0,0,150,300"}, "cut: left part"),
        ("crop", {"box": "150,0,400,300"}, "cut: right part"),
        ("crop", {"box": "100,0,200,300"}, "cut: middle part"),
        ("crop", {"box": "0,0,400,100"}, "cut: top part"),
        ("crop", {"box": "0,100,400,300"}, "cut: bottom part"),
        ("crop", {"box": "100,100,300,250"}, "cropped to 25 % of the image"),
        ("remove", {"box": "40,40,100,100"}, "covered by a white patch: boat"),
        ("remove_inpaint", {"box": "290,190,370,270"}, "removed and filled in: dog"),
        ("brightness", {"change": -0.3}, "30 % darker"),
        ("brightness", {"change": 0.1}, "10 % brighter"),
        ("rotate", {"angle": -3}, "rotated by 3° clockwise"),
        ("shift", {"distance": 4, "direction": "left-up"}, "shifted by 4 px left and up"),
        ("jpeg", {"loss": 25}, "stored as JPEG, quality 75"),
        ("poisson_noise", {"variance": 1 / 255, "seed": 3}, "Poisson noise, variance 0.0039"),
    ],
)
def test_in_plain_words(name, args, line):
    assert said(name, **args) == [line]


def test_what_was_inserted_is_named_where_the_donor_is_known():
    args = {"image": "donor", "things": "c", "box": "10,10,70,70"}
    assert said("insert", **args) == ["inserted from another image: one object"]
    assert said("insert", scene_of={"donor": SCENE}.get, **args) == ["inserted from another image: dog"]
    assert said("insert", scene_of={}.get, **args) == ["inserted from another image: one object"]


def test_a_later_edit_is_described_by_what_earlier_ones_left():
    cut = steps("crop", box="200,0,400,300")
    assert describe_edits(cut + steps("remove", box="100,200,160,260"), SCENE) == [
        "cut: right part", "covered by a white patch: dog",
    ]  # fmt: skip
    assert describe_edits(cut + steps("crop", box="0,0,100,300"), SCENE)[1] == "cut: left part"


def test_an_edit_of_another_version_is_named():
    assert describe_edits((Step.of("blur", 99, sigma=1.0), Step.of("swirl")), SCENE) == ["blur", "swirl"]
