"""Image names stay below their data set's folder, for every loader that takes names out of records or folders."""

import json
import os

import askance
import pytest
from askance.core import UserError
from askance.datasets import open_dataset
from askance.datasets.reading.folder_boundary import name_with_outside_allowed
from click.testing import CliRunner

from question_files import annotation, parquet, picture, pope_line, put, question, tsv, tsv_row, vqa

SECRET = 77


def folder(root, image):
    put(root / "images/own.png", picture(1))
    put(root / "questions.json", [{"id": "q", "image": image, "question": "Is it?", "answers": ["yes"]}])
    return f"folder:{root}"


def jsonl(root, image):
    put(root / "a.jsonl", json.dumps({"image": image, "question": "Is it?", "answer": "yes"}))
    return f"jsonl:{root}"


def parquet_paths(root, image):
    return f"parquet:{parquet(root / 'a.parquet', [{'image': image, 'question': 'Is it?', 'answer': 'yes'}]).parent}"


def parquet_data(root, image):
    parquet(root / "data/a.parquet", [{"image": image, "question": "Is it?", "answer": "yes"}])
    return f"parquet:{root}"


def parquet_struct(root, image):
    held = {"bytes": None, "path": image}
    parquet(root / "a.parquet", [{"image": held, "question": "Is it?", "answer": "yes"}])
    return f"parquet:{root}"


def vlmevalkit(root, image):
    row = {key: value for key, value in tsv_row(1).items() if key != "image"}
    tsv(root / "a.tsv", [row | {"image_path": image}])
    return f"vlmevalkit:{root}"


BY_NAME = (folder, jsonl, parquet_paths, parquet_data, parquet_struct, vlmevalkit)


def vqa2(root):
    vqa(root, [question(1)], [annotation(1)])
    return f"vqa2:{root}", root / "val2014/COCO_val2014_000000000042.jpg"


def pope(root):
    put(root / "coco_pope_random.json", pope_line(1))
    return f"pope:{root}", root / "images/COCO_val2014_000000000042.jpg"


def gqa(root):
    put(root / "questions.json", {"q": {"imageId": "1", "question": "Is it?", "answer": "yes"}})
    return f"gqa:{root}", root / "images/1.jpg"


def easy_vqa(root):
    put(root / "test/questions.json", [["Is it?", "yes", 0]])
    return f"easy_vqa:{root}#test", root / "test/images/0.png"


def of_folder(root):
    return folder(root, "a.png"), root / "images/a.png"


def of_jsonl(root):
    return jsonl(root, "images/a.png"), root / "images/a.png"


BY_LINK = (vqa2, pope, gqa, easy_vqa, of_folder, of_jsonl)


@pytest.fixture
def secret(tmp_path):
    return put(tmp_path / "mine/secret.png", picture(SECRET))


def shades(data):
    return [data.load_image(item.image).image.getpixel((0, 0))[0] for item in data.items()]


@pytest.mark.parametrize("is_absolute", [False, True])
@pytest.mark.parametrize("write", BY_NAME)
def test_a_name_that_leads_outside_is_refused(tmp_path, secret, write, is_absolute):
    deep = tmp_path / "data/set"
    start = {folder: deep / "images", parquet_data: deep / "data"}.get(write, deep)
    name = write(deep, str(secret) if is_absolute else os.path.relpath(secret, start))
    with pytest.raises(UserError, match=r"(record|line|row) \S+.*field image: .*is outside .*--allow-outside"):
        shades(open_dataset(name))
    assert shades(open_dataset(name, allow_outside=True)) == [SECRET]
    assert open_dataset(name, allow_outside=True).name == name_with_outside_allowed(name) == f"allow-outside:{name}"


@pytest.mark.parametrize("is_folder", [False, True])
@pytest.mark.parametrize("write", BY_LINK)
def test_a_link_that_leads_outside_is_refused(tmp_path, secret, write, is_folder):
    name, place = write(tmp_path / "data")
    if is_folder:
        secret.rename(secret.with_name(place.name))
        if place.parent.is_dir():
            for file in place.parent.iterdir():
                file.unlink()
            place.parent.rmdir()
        place.parent.symlink_to(secret.parent)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(secret)
    with pytest.raises(UserError, match=r"it leads to .*mine.*is outside .*--allow-outside"):
        shades(open_dataset(name))
    assert shades(open_dataset(f"allow-outside:{name}")) == [SECRET]


def test_links_that_stay_inside_and_a_linked_folder_are_fine(tmp_path):
    put(tmp_path / "data/store/a.png", picture(5))
    (tmp_path / "data/images").mkdir()
    (tmp_path / "data/images/b.png").symlink_to("../store/a.png")
    put(tmp_path / "data/questions.json", [{"id": "q", "image": "b.png", "question": "Is it?", "answers": ["yes"]}])
    (tmp_path / "here").symlink_to(tmp_path / "data")
    assert shades(open_dataset(f"folder:{tmp_path / 'here'}")) == [5]
    assert shades(open_dataset(jsonl(tmp_path / "data", "images/../store/a.png"))) == [5]


def test_a_name_outside_is_refused_whether_or_not_there_is_such_a_file(tmp_path):
    with pytest.raises(UserError, match="is outside"):
        list(open_dataset(jsonl(tmp_path / "data", "../nothing.png")).items())


def test_a_run_remembers_what_was_allowed(tmp_path, secret):
    name = folder(tmp_path / "data", str(secret))
    refused = CliRunner().invoke(_command(), ["run", "-m", "oracle", "-d", name, "--out", str(tmp_path / "a")])
    assert "is outside" in str(refused.exception)
    done = askance.run(lambda image, text: "no", f"allow-outside:{name}", out=tmp_path / "b")
    assert done.metrics.column("dataset")[0].as_py() == f"allow-outside:{name}"
    shown = CliRunner().invoke(_command(), ["report", str(tmp_path / "b"), "--format", "html"])
    assert shown.exit_code == 0
    assert "is outside" not in shown.output


def test_the_option_of_a_run(tmp_path, secret):
    name = folder(tmp_path / "data", str(secret))
    options = ["run", "-m", "builtin:blind", "-d", name, "--out", str(tmp_path / "a"), "--dry-run", "--allow-outside"]
    assert CliRunner().invoke(_command(), options).exit_code == 0


def test_a_data_set_inside_another_keeps_the_word(tmp_path):
    assert name_with_outside_allowed("detected:folder:x,objects=y") == "detected:allow-outside:folder:x,objects=y"
    assert name_with_outside_allowed("folder:x", False) == "folder:x"
    assert name_with_outside_allowed("allow-outside:folder:x") == "allow-outside:folder:x"
    assert open_dataset("allow-outside:allow-outside:stickers").name == open_dataset("stickers").name


def _command():
    from askance.cli.main import askance as group

    return group
