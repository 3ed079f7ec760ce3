"""Region descriptions guard against false absence: an object named there is never denied."""

import json

import pytest
from askance.core import Scene, SceneObject, UserError
from askance.datasets import open_dataset
from askance.suites.carets.cooccurrence import Cooccurrence
from askance.suites.carets.scene_facts import SceneFacts
from askance.wording.ontology import ontology
from askance.wording.ontology.find_object_names import find_object_names
from askance.wording.ontology.related_names import RelatedNames

NAMES = ("dog", "bench", "kite", "boat", "horse", "bicycle", "umbrella", "sheep", "clock")
REGIONS = [{"id": 1, "regions": [{"phrase": "The zebra's Pizza, near a fire hydrant", "region_id": 3}]}]


def box_of(at):
    return {"x": 100 * (at % 3), "y": 100 * (at // 3), "w": 100, "h": 100}


def visual_genome(folder, regions):
    objects = [{"object_id": at, "names": [name], **box_of(at)} for at, name in enumerate(NAMES)]
    (folder / "objects.json").write_text(json.dumps([{"image_id": 1, "objects": objects}]))
    (folder / "image_data.json").write_text(json.dumps([{"image_id": 1, "width": 300, "height": 300}]))
    return written(folder, regions, f"visual_genome:{folder}")


def gqa(folder, regions):
    objects = {str(at): {"name": name, **box_of(at)} for at, name in enumerate(NAMES)}
    (folder / "sceneGraphs.json").write_text(json.dumps({"1": {"width": 300, "height": 300, "objects": objects}}))
    return written(folder, regions, f"gqa:{folder}")


def written(folder, regions, name):
    if regions is not None:
        (folder / "region_descriptions.json").write_text(json.dumps(regions))
    return open_dataset(name)


def denied(data):
    (image,) = data.images()
    words = ontology()
    facts = SceneFacts(image, data.scene(image), words, RelatedNames(words.objects))
    counts = Cooccurrence(words, facts.relatives)
    counts.count_scenes([other_scene(words)])
    absent = counts.absence_weights(facts)
    return {name for name in counts.vocabulary if absent[counts.index_by_name[name]] > 0}


def other_scene(words):
    """An image that shows what the first one may lack."""
    names = ("pizza", "food", "zebra", "guitar")
    things = tuple(SceneObject(name, name, (0, 0, 99, 99)) for name in names)
    return SceneFacts("v", Scene("v", 99, 99, things, complete=True), words, RelatedNames(words.objects))


@pytest.mark.parametrize("made", [visual_genome, gqa])
def test_what_a_region_names_is_never_denied(tmp_path, made):
    assert denied(made(tmp_path, None)) == {"pizza", "food", "zebra", "guitar"}
    assert denied(made(tmp_path, REGIONS)) == {"guitar"}


@pytest.mark.parametrize("made", [visual_genome, gqa])
def test_other_regions_are_other_data(tmp_path, made):
    assert made(tmp_path, None).fingerprint != made(tmp_path, REGIONS).fingerprint


def test_a_damaged_file_is_named(tmp_path):
    data = visual_genome(tmp_path, [{"id": 1, "regions": [{"text": "a dog"}]}])
    with pytest.raises(UserError, match=r"region_descriptions\.json: record 0"):
        denied(data)


def test_names_in_a_phrase():
    assert find_object_names("two dogs near the fire hydrant") == ["fire hydrant", "dogs", "fire", "fire hydrant"]
    assert find_object_names("") == []


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("man swinging a tennis-racket", "tennis racket"),
        ("a man with a surf-board", "surfboard"),
        ("a man with a surf board", "surfboard"),
        ("woman's tennisracket", "tennis racket"),
        ("a T-shirt", "t-shirt"),
        ("fire-hydrants by the road", "fire hydrant"),
        ("a snow-covered bench", "snow"),
        ("bench-like rock", "bench"),
    ],
)
def test_names_are_found_however_they_are_joined(phrase, name):
    assert name in find_object_names(phrase)
