"""VQA v2, OK-VQA, TextVQA, VizWiz, POPE: official files, the other layouts, and the real slices."""

import pytest
from askance.core import UnreadableImage, UserError
from askance.datasets import open_dataset
from askance.datasets.reading.sample_by_image import MOST

from question_files import annotation, picture, pope_line, put, question, said, vqa


def test_a_vqa2_item_has_ten_answers_in_order(tmp_path):
    vqa(tmp_path, [question(7)], [annotation(7)])
    put(tmp_path / "val2014/COCO_val2014_000000000042.jpg", picture(3, "JPEG"))
    data = open_dataset(f"vqa2:{tmp_path}")
    [item] = data.items()
    assert (item.id, item.question, item.answers) == ("7", "Is it a dog?", ("yes",) * 9 + ("no",))
    assert dict(item.tags) == {"type": "yes/no", "question_type": "is it a"}
    assert item.image.startswith("blake2b:")
    assert data.load_image(item.image).pixels.shape == (40, 60, 3)
    assert list(data.images()) == [item.image]
    assert data.scene(item.image) is None


def test_answers_are_found_by_id_whatever_the_order(tmp_path):
    vqa(tmp_path, [question(1), question(2), question("3")],
        [annotation(3, ["c"]), annotation(1, ["a"]), annotation(9, ["x"]), annotation(2, ["b"])])  # fmt: skip
    found = {item.id: item.answers for item in open_dataset(f"vqa2:{tmp_path}").items()}
    assert found == {"1": ("a",), "2": ("b",), "3": ("c",)}


def test_without_types_the_majority_tells(tmp_path):
    bare = {"question_type": None, "answer_type": None}
    several = [("Yes", "yes", "dog"), ("two", "2", "3"), ("dog", "dog", "yes")]
    vqa(tmp_path, [question(i) for i in range(3)], [annotation(i, a, **bare) for i, a in enumerate(several)])
    kinds = [dict(item.tags) for item in open_dataset(f"vqa2:{tmp_path}").items()]
    assert kinds == [{"type": "yes/no"}, {"type": "number"}, {"type": "other"}]


def test_splits(tmp_path):
    train = {"q": "v2_OpenEnded_mscoco_train2014_questions", "a": "v2_mscoco_train2014_annotations"}
    vqa(tmp_path, [question(1)], [annotation(1)], **train)
    assert [item.id for item in open_dataset(f"vqa2:{tmp_path}").items()] == ["1"]
    vqa(tmp_path, [question(2)], [annotation(2)])
    assert [item.id for item in open_dataset(f"vqa2:{tmp_path}").items()] == ["2"]
    assert [item.id for item in open_dataset(f"vqa2:{tmp_path}#train").items()] == ["1"]
    with pytest.raises(UserError, match="unknown vqa2 split 'vall': did you mean val"):
        open_dataset(f"vqa2:{tmp_path}#vall")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UserError, match=r"holds no v2_OpenEnded_mscoco_val2014_questions\.json"):
        open_dataset(f"vqa2:{tmp_path}")
    vqa(tmp_path, [question(1)], [])
    (tmp_path / "v2_mscoco_val2014_annotations.json").unlink()
    with pytest.raises(UserError, match=r"holds no v2_mscoco_val2014_annotations\.json"):
        open_dataset(f"vqa2:{tmp_path}")
    with pytest.raises(UserError, match=r"no such folder: name one as vqa2:FOLDER"):
        open_dataset(f"vqa2:{tmp_path}/none")


def test_a_missing_picture_is_named_and_the_rest_goes_on(tmp_path):
    vqa(tmp_path, [question(1)], [annotation(1)])
    data = open_dataset(f"vqa2:{tmp_path}")
    [item] = data.items()
    assert item.image == "vqa2:42"
    with pytest.raises(
        UnreadableImage, match=r"val2014/COCO_val2014_000000000042\.jpg.*is missing: put the picture there"
    ):
        data.load_image(item.image)
    before = data.fingerprint
    put(tmp_path / "val2014/COCO_val2014_000000000042.jpg", picture(3, "JPEG"))
    again = open_dataset(f"vqa2:{tmp_path}")
    assert again.fingerprint != before
    with pytest.raises(UnreadableImage, match="no picture has the content vqa2:42"):
        again.load_image(item.image)


def test_the_sample_is_seeded_and_at_most_15000(tmp_path):
    count = MOST + 50
    vqa(tmp_path, [question(i) for i in range(count)], [annotation(i, ["no"]) for i in range(count)])
    data = open_dataset(f"vqa2:{tmp_path}")
    default = [item.id for item in data.items()]
    assert len(set(default)) == 15_000
    assert default == [item.id for item in open_dataset(f"vqa2:{tmp_path}").items(seed=0)]
    assert default != [item.id for item in data.items(seed=1)]
    assert len(list(data.items(count))) == count
    assert {item.id for item in data.items(100)} < set(default)


def test_okvqa(tmp_path):
    vqa(tmp_path, [question(5)], [annotation(5, question_type="four", answer_type="other")],
        "OpenEnded_mscoco_val2014_questions", "mscoco_val2014_annotations")  # fmt: skip
    [item] = open_dataset(f"okvqa:{tmp_path}").items()
    assert dict(item.tags) == {"type": "other", "question_type": "four"}


def test_official_textvqa(tmp_path):
    record = {"question_id": 9, "image_id": "003a", "question": "what brand?", "answers": ["nike"] * 10,
              "image_classes": ["Shoe"], "set_name": "val"}  # fmt: skip
    put(tmp_path / "TextVQA_0.5.1_val.json", {"dataset_type": "val", "data": [record]})
    put(tmp_path / "train_images/003a.jpg", picture(5, "JPEG"))
    data = open_dataset(f"textvqa:{tmp_path}")
    [item] = data.items()
    assert (item.id, item.answers, dict(item.tags)) == ("9", ("nike",) * 10, {"type": "other"})
    assert data.load_image(item.image).pixels[0, 0, 0] == 5


def test_official_vizwiz_without_answer_ids(tmp_path):
    bare = [{"answer": one["answer"], "answer_confidence": "no"} for one in said(*["unanswerable"] * 10)]
    record = {"image": "VizWiz_val_00000000.jpg", "question": "What is it? ", "answers": bare,
              "answer_type": "unanswerable", "answerable": 0}  # fmt: skip
    put(tmp_path / "Annotations/val.json", [record])
    put(tmp_path / "val/VizWiz_val_00000000.jpg", picture(6, "JPEG"))
    data = open_dataset(f"vizwiz:{tmp_path}")
    [item] = data.items()
    assert (item.id, item.question, len(item.answers)) == ("VizWiz_val_00000000", "What is it?", 10)
    assert dict(item.tags) == {"type": "other", "question_type": "unanswerable"}
    assert data.load_image(item.image).pixels[0, 0, 0] == 6


def test_pope_parts(tmp_path):
    put(tmp_path / "coco_pope_random.json", pope_line(1, label="yes") + "\n\n" + pope_line(2) + "\n")
    put(tmp_path / "coco_pope_popular.json", pope_line(1))
    put(tmp_path / "val2014/COCO_val2014_000000000042.jpg", picture(7, "JPEG"))
    data = open_dataset(f"pope:{tmp_path}")
    items = list(data.items())
    assert [item.id for item in items] == ["random-1", "random-2", "popular-1"]
    assert [item.answers for item in items] == [("yes",), ("no",), ("no",)]
    assert dict(items[2].tags) == {"type": "yes/no", "part": "popular"}
    assert data.load_image(items[0].image).pixels[0, 0, 0] == 7
    assert [item.id for item in open_dataset(f"pope:{tmp_path}#popular").items()] == ["popular-1"]
    assert len(list(open_dataset(f"pope:{tmp_path}/coco_pope_random.json").items())) == 2
    with pytest.raises(UserError, match=r"holds no coco_pope_adversarial\.json"):
        open_dataset(f"pope:{tmp_path}#adversarial")


REAL = [("vqa2", "vqa", 3, 10), ("textvqa", "vqa", 5000, 10), ("vizwiz", "vqa", 4319, 10), ("pope", "pope", 3000, 1)]


@pytest.mark.parametrize(("name", "folder", "count", "people"), REAL)
def test_real_slices(real_data, name, folder, count, people):
    data = open_dataset(f"{name}:{real_data / folder}")
    items = list(data.items())
    assert len(items) == count
    assert {len(item.answers) for item in items} == {people}
    assert {dict(item.tags)["type"] for item in items} <= {"yes/no", "number", "other"}
    assert data.fingerprint == open_dataset(f"{name}:{real_data / folder}").fingerprint


def test_real_vqa2_pictures(real_data):
    data = open_dataset(f"vqa2:{real_data / 'vqa'}")
    item = next(data.items())
    assert item.question == "What is this photo taken looking through?"
    assert item.answers[:4] == ("net", "net", "net", "netting")
    assert data.load_image(item.image).pixels.shape == (480, 640, 3)
