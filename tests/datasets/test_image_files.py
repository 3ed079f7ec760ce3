"""The names by which people know images: files, or places in a table. Images themselves are named by content."""

import json
from pathlib import Path

import pyarrow as pa
import pytest
from askance.core import UserError
from askance.core.dataset import image_file_of
from askance.datasets import open_dataset
from askance.datasets.find_image import find_image
from askance.datasets.recorded import open_recorded

from question_files import annotation, parquet, picture, put, question, tsv, tsv_row, vqa

PEERS = Path(__file__).parent.parent / "logs" / "peers"


def files(name):
    data = open_dataset(name)
    return [image_file_of(data, image) for image in data.images()]


def hub(shade, path):
    return {"image": {"bytes": picture(shade), "path": path}, "question": "What?", "answer": "dog"}


def folder(root):
    for name in ("a.png", "sub/b.png", "copy/a.png"):
        put(root / name, picture(len(name)))
    return f"folder:{root}"


def test_a_folder_and_json_lines_name_paths(tmp_path):
    assert files(folder(tmp_path / "photos")) == ["a.png", "copy/a.png", "sub/b.png"]
    put(tmp_path / "images/c.png", picture(3))
    rows = [{"image": name, "question": "What?", "answer": "dog"} for name in ("photos/a.png", "c.png", "gone.png")]
    put(tmp_path / "q.jsonl", "\n".join(map(json.dumps, rows)))
    assert files(f"jsonl:{tmp_path}") == ["photos/a.png", "c.png", "gone.png"]


def test_tables_name_the_path_that_they_note_or_the_row(tmp_path):
    rows = [hub(1, "cats/1.png"), hub(2, None)]
    path = parquet(tmp_path / "a.parquet", rows)
    assert files(f"parquet:{path}") == ["cats/1.png", "a.parquet:1"]
    table = pa.Table.from_pylist(rows)
    with pa.OSFile(str(tmp_path / "b.arrow"), "wb") as file, pa.ipc.new_stream(file, table.schema) as out:
        out.write_table(table)
    assert files(f"parquet:{tmp_path / 'b.arrow'}") == ["cats/1.png", "b.arrow:1"]
    parquet(tmp_path / "c/c.parquet", [{"image": picture(3), "question": "What?", "answer": "dog"}])
    assert files(f"parquet:{tmp_path / 'c'}") == ["c.parquet:0"]
    tsv(tmp_path / "d.tsv", [tsv_row(3), tsv_row(4)])
    assert files(f"vlmevalkit:{tmp_path / 'd.tsv'}")[0] == "d.tsv:3"


def test_benchmarks_name_the_file_of_an_id(tmp_path):
    vqa(tmp_path, [question(1, image=7)], [annotation(1, image_id=7)])
    put(tmp_path / "val2014/COCO_val2014_000000000007.jpg", picture(7, "JPEG"))
    assert files(f"vqa2:{tmp_path}") == ["COCO_val2014_000000000007.jpg"]
    put(tmp_path / "gqa/questions.json", {"1": {"question": "What?", "imageId": "42", "answer": "dog"}})
    put(tmp_path / "gqa/images/42.png", picture(4))
    assert files(f"gqa:{tmp_path / 'gqa'}") == ["42.png"]
    assert files("stickers")[:2] == [None, None]


def test_a_log_names_images_that_it_does_not_contain():
    data = open_recorded(str(PEERS / "lmms_eval_samples_shapes.jsonl"))
    assert sorted({data.image_file(item.image) for item in data.items()}) == [
        "images/bar.png", "images/circle.png", "images/dots.png", "images/square.png",
    ]  # fmt: skip
    assert set(files(f"recorded:{PEERS / 'inspect.eval'}")) == {None}


def test_an_image_is_found_by_name_beginning_and_file(tmp_path):
    data = open_dataset(folder(tmp_path))
    b = next(image for image in data.images() if data.image_file(image) == "sub/b.png")
    assert [find_image(data, name) for name in (b, "b.png", "sub/b.png")] == [b] * 3
    assert data.image_file(find_image(data, "a.png")) == "a.png"  # not the one in a folder
    put(tmp_path / "more/b.png", picture(77))
    with pytest.raises(UserError, match=r"b\.png: can be each of 2 images of .* \(more/b\.png, sub/b\.png\): write"):
        find_image(open_dataset(f"folder:{tmp_path}"), "b.png")
    with pytest.raises(UserError, match=r"x\.png: is no file, and no image of folder:.*, such as a\.png"):
        find_image(data, "x.png")
    stickers = open_dataset("stickers")
    assert find_image(stickers, "stickers:test:833").startswith("stickers:test:833:")
    with pytest.raises(UserError, match=r"can be each of 2,000 images of stickers \(stickers:test:"):
        find_image(stickers, "stickers:test")
    with pytest.raises(UserError, match=r"'stickers:test:833' has no version"):
        stickers.load_image("stickers:test:833")
