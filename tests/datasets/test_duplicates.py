"""Records that say the same thing twice, or nothing: refused by every loader with file, record and field."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from askance.core import UserError
from askance.datasets import open_dataset

from coco_world import instances
from coco_world import write as write_coco
from question_files import (
    annotation,
    clevr_object,
    clevr_question,
    clevr_scene,
    picture,
    pope_line,
    put,
    question,
    tsv,
    tsv_row,
    vqa,
)

SCENE = {"image": "a.png", "width": 60, "height": 40, "things": [{"id": "1", "name": "dog", "box": [0, 0, 9, 9]}]}
ASKED = {"id": "q", "image": "a.png", "question": "Is it?", "answers": ["yes"]}
GRAPH = {"width": 60, "height": 40, "objects": {"1": {"name": "dog", "x": 0, "y": 0, "w": 9, "h": 9}}}
WIDER = GRAPH | {"width": 61}
GQA = {"imageId": "1", "question": "Is it?", "answer": "yes"}
GENOME = {"object_id": 1, "x": 0, "y": 0, "w": 9, "h": 9, "names": ["dog"]}


def folder(root, questions=(), scenes=()):
    put(root / "images/a.png", picture(1))
    put(root / "questions.json", list(questions))
    put(root / "scenes.json", list(scenes))
    return f"folder:{root}"


def files(kind, root, **contents):
    for name, content in contents.items():
        put(root / f"{name}.json", content)
    return f"{kind}:{root}"


def lines(root, *records):
    put(root / "a.jsonl", "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records))
    return f"jsonl:{root}"


def table(root, **columns):
    whole = {"image": ["a.png"] * 2, "question": ["What?"] * 2, "answer": ["a", "b"], "key": ["1", "2"]} | columns
    pq.write_table(pa.table(whole), root / "a.parquet")
    return f"parquet:{root},id=key"


def vqa2(root, asked, told):
    vqa(root, asked, told)
    return f"vqa2:{root}"


def clevr(root, asked, scenes=None):
    put(root / "questions/CLEVR_val_questions.json", {"questions": asked})
    if scenes:
        put(root / "scenes/CLEVR_val_scenes.json", {"scenes": scenes})
    return f"clevr:{root}"


def textvqa(root, *ids):
    made = [{"question_id": one, "image_id": "a", "question": "what?", "answers": ["a"]} for one in ids]
    return files("textvqa", root, **{"TextVQA_0.5.1_val": {"data": made}})


def vizwiz(root, *images):
    return files("vizwiz", root, val=[{"image": i, "question": "?", "answers": [{"answer": "a"}]} for i in images])


def gqa_text(root, text, name="val_balanced_questions"):
    put(root / f"{name}.json", text)
    return f"gqa:{root}"


def easy(root, record):
    put(root / "test/questions.json", [record])
    put(root / "test/images/0.png", picture(1))
    return f"easy_vqa:{root}#test"


def coco(root, **changes):
    return f"coco:{write_coco(root, instances(**changes))}"


TWO_OBJECTS = [clevr_object(), clevr_object("cube", 9.0)]
IMAGES = instances()["images"]
CATEGORIES = instances()["categories"]
WIDE, TIGHT = json.dumps({"q7": GQA}), json.dumps({"q7": GQA}, separators=(",", ":"))
REFUSED = {
    "folder question id": (lambda r: folder(r, [ASKED, ASKED]), "questions.json: record 1", "field id", "record 0"),
    "folder empty question": (lambda r: folder(r, [ASKED | {"question": " "}]), "record 0", "field question is empty"),
    "folder empty id": (lambda r: folder(r, [ASKED | {"id": ""}]), "record 0", "field id is empty"),
    "folder empty answer": (lambda r: folder(r, [ASKED | {"answers": [" "]}]), "record 0", "field answers is empty"),
    "folder two scenes": (lambda r: folder(r, [], [SCENE, SCENE | {"image": "./a.png"}]), "record 1", "field image"),
    "folder key twice": (lambda r: folder(r) and put(r / "questions.json", f'[{{"id": "1", {json.dumps(ASKED)[1:]}]')
                         and f"folder:{r}", "questions.json: record 0", "field id is there twice"),
    "folder wide": (lambda r: folder(r, [], [SCENE | {"width": 10**30}]), "scenes.json: record 0", "width"),
    "folder z": (lambda r: folder(r, [], [SCENE | {"things": [SCENE["things"][0] | {"z": 10**30}]}]), "record 0", "z"),
    "jsonl id": (lambda r: lines(r, ASKED, ASKED), "a.jsonl: line 2", "field id", "line 1"),
    "jsonl key twice": (lambda r: lines(r, '{"image": "a", "image": "b", "question": "c", "answer": "d"}'),
                        "a.jsonl: line 1", "field image is there twice"),
    "jsonl empty": (lambda r: lines(r, ASKED | {"question": ""}), "line 1", "field question is empty"),
    "parquet id": (lambda r: table(r, key=["1", "1"]), "a.parquet: row 1", "field id", "row 0"),
    "parquet nan": (lambda r: table(r, answer=[1.0, float("nan")]), "a.parquet: row 1", "field answer", "NaN"),
    "parquet nans": (lambda r: table(r, answer=[[1.0], [1.0, float("nan")]]), "a.parquet: row 1", "answer", "NaN"),
    "parquet infinity": (lambda r: table(r, answer=[1.0, float("inf")]), "a.parquet: row 1", "field answer"),
    "tsv index": (lambda r: f"vlmevalkit:{tsv(r / 'a.tsv', [tsv_row(1), tsv_row(1)])}", "row 3", "field id", "row 2"),
    "tsv no index": (lambda r: f"vlmevalkit:{tsv(r / 'a.tsv', [tsv_row('')])}", "row 2", "field id is empty"),
    "vqa2 question": (lambda r: vqa2(r, [question(1), question(1)], [annotation(1)]), "questions[1]", "questions[0]"),
    "vqa2 annotation": (lambda r: vqa2(r, [question(1), question(2)], [annotation(1), annotation(2), annotation(1)]),
                        "annotations[2]", "field question_id", "annotations[0]"),
    "vqa2 instead": (lambda r: vqa2(r, [question(1), question(2)], [annotation(1), annotation(1)]), "annotations[1]",
                     "field question_id", "annotations[0]"),
    "textvqa": (lambda r: textvqa(r, 1, 1), "data[1]", "field id", "data[0]"),
    "vizwiz": (lambda r: vizwiz(r, "a.jpg", "a.jpg"), "record 1", "field id", "record 0"),
    "clevr question": (lambda r: clevr(r, [clevr_question(), clevr_question()]), "questions[1]", "field id"),
    "clevr scene": (lambda r: clevr(r, [clevr_question()], [clevr_scene(TWO_OBJECTS)] * 2), "scenes[1]",
                    "field image_filename", "scenes[0]"),
    "pope": (lambda r: put(r / "coco_pope_random.json", f"{pope_line(1)}\n{pope_line(1)}") and f"pope:{r}", "line 2",
             "field id", "line 1"),
    "gqa question": (lambda r: gqa_text(r, f"{WIDE[:-1]}, {WIDE[1:]}"), "val_balanced_questions.json", "'q7'", "twice"),
    "gqa tight": (lambda r: gqa_text(r, f"{TIGHT[:-1]},{TIGHT[1:]}"), "val_balanced_questions.json", "'q7'", "twice"),
    "gqa apart": (lambda r: gqa_text(r, f'{WIDE[:-1]}, "q8": {json.dumps(GQA)}, {WIDE[1:]}'), "'q7'", "twice"),
    "gqa graph": (lambda r: gqa_text(r, f'{{"1": {json.dumps(GRAPH)},\n "1": {json.dumps(GRAPH)}}}',
                                     "val_sceneGraphs"), "val_sceneGraphs.json", "twice"),
    "gqa two files": (lambda r: files("gqa", r, val_balanced_questions={"q": GQA}, questions={"q": GQA}),
                      "questions.json: record q", "field id", "val_balanced_questions.json: record q"),
    "gqa two graphs": (lambda r: files("gqa", r, val_sceneGraphs={"1": GRAPH}, sceneGraphs={"1": WIDER}),
                       "sceneGraphs.json: record 1", "val_sceneGraphs.json: record 1"),
    "gqa empty": (lambda r: files("gqa", r, questions={"q": GQA | {"question": " "}}), "record q", "field question"),
    "gqa no answer": (lambda r: files("gqa", r, questions={"q": GQA | {"answer": ""}}), "record q", "field answer"),
    "visual_genome": (lambda r: files("visual_genome", r, objects=[{"image_id": 1, "objects": [GENOME]}] * 2),
                      "objects.json: record 1", "field image_id", "record 0"),
    "visual_genome far": (lambda r: files("visual_genome", r, objects=[
                              {"image_id": 1, "objects": [GENOME | {"x": 10**400}]}]), "objects.json: record 0", "x"),
    "coco image": (lambda r: coco(r, images=[*IMAGES, IMAGES[0]]), "images[2]", "field id", "images[0]"),
    "coco category": (lambda r: coco(r, categories=[*CATEGORIES, CATEGORIES[0]]), "categories[3]", "field id"),
    "coco 1e308": (lambda r: coco(r, annotations=[instances()["annotations"][0] | {"bbox": [1e308, 1e308, 1e308, 1]}]),
                   "annotations[0]", "bbox"),
    "easy_vqa question": (lambda r: easy(r, [" ", "yes", 0]), "questions.json: record 0", "question", "empty"),
    "easy_vqa answer": (lambda r: easy(r, ["Is it?", "", 0]), "questions.json: record 0", "answer", "empty"),
}  # fmt: skip


def look(name):
    data = open_dataset(name)
    for image in list(data.images()):
        data.scene(image)
    if not name.startswith(("coco:", "visual_genome:")):
        list(data.items())


@pytest.mark.parametrize("what", REFUSED)
def test_a_repeated_or_empty_record_is_refused(tmp_path, what):
    write, *parts = REFUSED[what]
    with pytest.raises(UserError) as error:
        look(write(tmp_path))
    said = str(error.value)
    assert [part for part in parts if part not in said] == [], said
    assert "\n" not in said


def test_one_scene_graph_in_two_files_is_no_mistake(tmp_path):
    data = open_dataset(files("gqa", tmp_path, val_sceneGraphs={"1": GRAPH}, sceneGraphs={"1": GRAPH}))
    assert len(list(data.images())) == 1


def test_questions_that_repeat_with_ids_of_their_own_are_no_mistake(tmp_path):
    data = open_dataset(vqa2(tmp_path, [question(1), question(2)], [annotation(2), annotation(1)]))
    assert [item.id for item in data.items()] == ["1", "2"]


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_objects_of_records_may_be_written_in_any_way(tmp_path, indent):
    whole = {f"q{n}": GQA | {"question": 'a "quoted", {é} word: x'} for n in range(5)} | {'ä"\\': GQA}
    put(tmp_path / "questions.json", json.dumps(whole, indent=indent, ensure_ascii=indent == 1))
    assert [item.id for item in open_dataset(f"gqa:{tmp_path}").items()] == list(whole)


def test_a_missing_number_in_a_table_is_no_answer_of_its_own(tmp_path):
    data = open_dataset(f"{table(tmp_path, size=[1.0, float('nan')])},tags=size")
    assert [dict(item.tags).get("size") for item in data.items()] == ["1", None]
