"""CLEVR: questions, scene graphs without boxes, images."""

import askance
import pytest
from askance.core import SceneRelation, UserError
from askance.datasets import open_dataset
from askance.edits import BY_BOX, EDITS, edit_scene, steps

from question_files import clevr_object, clevr_question, clevr_scene, put


def clevr(root, questions=None, scenes=None):
    put(root / "questions/CLEVR_val_questions.json", {"info": {}, "questions": questions or [clevr_question()]})
    if scenes is not None:
        put(root / "scenes/CLEVR_val_scenes.json", {"info": {}, "scenes": scenes})
    return open_dataset(f"clevr:{root}")


def test_questions(tmp_path):
    asked = [clevr_question(0), clevr_question(1, True, "exist"), clevr_question(2, "cyan", "query_color")]
    items = list(clevr(tmp_path, asked).items())
    assert [item.answers for item in items] == [("2",), ("yes",), ("cyan",)]
    kinds = [("count", "number"), ("exist", "yes/no"), ("query_color", "other")]
    assert [dict(item.tags) for item in items] == [{"question_type": one, "type": kind} for one, kind in kinds]
    assert items[0].image == "clevr:CLEVR_val_000000"


def test_without_scene_graphs_there_are_pictures_only(tmp_path):
    data = clevr(tmp_path)
    assert data.scene(next(data.images())) is None


def test_a_scene(tmp_path):
    far = clevr_object("cube", 100.0, 100.0, 14.0, 0.35, color="blue", size="small", material="rubber")
    data = clevr(tmp_path, scenes=[clevr_scene([clevr_object(), far])])
    scene = data.scene(next(data.images()))
    near, small = scene.things
    assert (scene.width, scene.height) == (480, 320)
    assert (near.name, near.attributes) == ("sphere", {"color": ("red",), "size": ("large",), "material": ("metal",)})
    assert near.z > small.z
    assert set(scene.links) == {
        SceneRelation("0", "left of", "1"),
        SceneRelation("1", "right of", "0"),
        SceneRelation("0", "in front of", "1"),
        SceneRelation("1", "behind", "0"),
    }


def test_no_box_is_guessed(tmp_path):
    """The files give centres alone; a box from a remembered camera would be a guess."""
    pair = [clevr_object(), clevr_object("cube", 200.4, 149.6, 9.0, 0.5, rotation=20.0)]
    data = clevr(tmp_path, scenes=[clevr_scene(pair)])
    scene = data.scene(next(data.images()))
    assert not scene.boxed
    assert [thing.box for thing in scene.things] == [(240, 160, 241, 161), (200, 150, 201, 151)]


@pytest.mark.parametrize("suite", ["carets", "metamorphic", "metamorphic_inpaint"])
def test_suites_that_need_boxes_say_so(tmp_path, suite):
    data = clevr(tmp_path, scenes=[clevr_scene([clevr_object(), clevr_object("cube", 100.0)])])
    with pytest.raises(UserError, match=f"^{suite} cannot run: the scene graphs of clevr:.* have no boxes"):
        askance.run("oracle", data, [suite], out=tmp_path / "out")


def test_edits_that_need_boxes_refuse_and_others_keep_the_objects(tmp_path):
    data = clevr(tmp_path, scenes=[clevr_scene([clevr_object(), clevr_object("cube", 100.0)])])
    scene = data.scene(next(data.images()))
    for name in BY_BOX:
        with pytest.raises(ValueError, match=rf"^{name} needs boxes, but the scene graph of CLEVR_"):
            edit_scene(scene, steps(name, **EDITS[name].example))
    for name in EDITS.keys() - BY_BOX:
        assert len(edit_scene(scene, steps(name, **EDITS[name].example)).things) == 2


def test_a_scene_that_names_what_is_not_there(tmp_path):
    data = clevr(tmp_path, scenes=[clevr_scene([clevr_object()])])
    image = next(data.images())
    with pytest.raises(UserError, match=r"record scenes\[0\]: field relationships.left\[1\]: names a thing"):
        data.scene(image)


def test_a_missing_picture_is_called_by_its_official_name(tmp_path):
    put(tmp_path / "questions/CLEVR_val_questions.json", {"questions": [clevr_question()]})
    data = open_dataset(f"clevr:{tmp_path}")
    with pytest.raises(UserError, match=r"images/val/CLEVR_val_000000\.png .*: is missing"):
        data.load_image(next(data.images()))
