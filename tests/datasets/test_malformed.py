"""A malformed record in each format: one line with the file, the record, the field and a fix."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from askance.core import UserError
from askance.datasets import open_dataset

from question_files import (
    annotation,
    clevr_object,
    clevr_question,
    clevr_scene,
    parquet,
    picture,
    pope_line,
    put,
    question,
    tsv,
    tsv_row,
    vqa,
)


def without(record, field):
    return {key: value for key, value in record.items() if key != field}


def vqa2(root, asked=None, told=None, kind="vqa2"):
    vqa(root, [question(1), asked or question(2)], [annotation(1), told or annotation(2)])
    return f"{kind}:{root}"


def okvqa(root, told):
    vqa(root, [question(2)], [told], "OpenEnded_mscoco_val2014_questions", "mscoco_val2014_annotations")
    return f"okvqa:{root}"


def textvqa(root, **changes):
    record = {"question_id": 9, "image_id": "003a", "question": "what?", "answers": ["a"]} | changes
    put(root / "TextVQA_0.5.1_val.json", {"data": [record]})
    return f"textvqa:{root}"


def vizwiz(root, **changes):
    record = {"image": "a.jpg", "question": "what?", "answers": [{"answer": "a"}]} | changes
    put(root / "val.json", [record])
    return f"vizwiz:{root}"


def clevr(root, asked=None, scene=None):
    put(root / "questions/CLEVR_val_questions.json", {"questions": [clevr_question(), asked or clevr_question(1)]})
    if scene:
        put(root / "scenes/CLEVR_val_scenes.json", {"scenes": [scene]})
    return f"clevr:{root}"


def pope(root, line):
    put(root / "coco_pope_random.json", f"{pope_line(1)}\n{line}\n")
    return f"pope:{root}"


def vlm(root, *rows):
    return f"vlmevalkit:{tsv(root / 'a.tsv', [tsv_row(1), *rows])}"


def table(root, *rows, mapping=""):
    good = {"image": picture(1), "question": "What?", "answer": "dog"}
    return f"parquet:{parquet(root / 'a.parquet', [good, *({**good, **row} for row in rows)])}{mapping}"


def short_row(root):
    put(root / "a.tsv", "index\timage\tquestion\tanswer\n1\tx\n")
    return f"vlmevalkit:{root}"


def numbers(root):
    return f"parquet:{parquet(root / 'a.parquet', [{'image': 1, 'question': 'a', 'answer': 'b'}])}"


def lines(root, *records):
    texts = [one if isinstance(one, str) else json.dumps(one) for one in records]
    put(root / "a.jsonl", "\n".join([json.dumps({"image": "a", "question": "b", "answer": "c"}), *texts]))
    return f"jsonl:{root}"


def gqa(root):
    put(root / "questions.json", {"q7": {"imageId": "1", "question": "Is it?"}})
    return f"gqa:{root}"


def gqa_ood(root):
    put(root / "val_head.json", {"q7": {"imageId": "1", "question": "Is it?", "answer": 3}})
    return f"gqa_ood:{root}"


def folder(root):
    put(root / "questions.json", [{"id": "a", "image": "a.png", "answers": ["x"]}])
    return f"folder:{root}"


NOT_UTF8 = b'{"image": "caf\xe9", "question": "b", "answers": [], "question_id": 1, "text": "b", "label": "yes"}'
TWICE = "index\timage_path\tquestion\tquestion\tanswer\n1\ta.png\tq\tq\ta\n"


def latin_vqa2(root):
    name = vqa2(root)
    put(root / Q, b'{"questions": [{"question_id": 1, "image_id": 1, "question": "caf\xe9"}]}')
    return name


def latin_easy(root):
    put(root / "test/questions.json", b'[["caf\xe9", "yes", 0]]')
    return f"easy_vqa:{root}"


def twice(root):
    columns = [pa.array([text]) for text in ("a.png", "b", "b", "c")]
    pq.write_table(pa.table(columns, names=["image", "question", "question", "answer"]), root / "a.parquet")
    return f"parquet:{root}"


Q, A = "v2_OpenEnded_mscoco_val2014_questions.json", "v2_mscoco_val2014_annotations.json"
MALFORMED = {
    "vqa2 question": (lambda r: vqa2(r, without(question(2), "image_id")), Q, "questions[1]", "image_id", "fix"),
    "vqa2 type": (lambda r: vqa2(r, question(2, question=5)), Q, "questions[1]", "question", "fix"),
    "vqa2 empty": (lambda r: vqa2(r, question(2, question=" ")), Q, "questions[1]", "question", "write"),
    "vqa2 answers": (lambda r: vqa2(r, None, annotation(2, answers=["a"]) | {"answers": ["a"]}), A, "annotations[1]",
                     "answers", "fix"),
    "vqa2 none": (lambda r: vqa2(r, None, annotation(2, [])), A, "annotations[1]", "answers", "give"),
    "vqa2 untied": (lambda r: vqa2(r, question(3)), Q, "questions[1]", "question_id", "use the two files"),
    "okvqa": (lambda r: okvqa(r, without(annotation(2), "answers")), "mscoco_val2014_annotations.json",
              "annotations[0]", "answers", "fix"),
    "textvqa": (lambda r: textvqa(r, answers="a"), "TextVQA_0.5.1_val.json", "data[0]", "answers", "fix"),
    "textvqa none": (lambda r: textvqa(r, answers=[]), "TextVQA_0.5.1_val.json", "data[0]", "answers", "give"),
    "vizwiz": (lambda r: vizwiz(r, answers=[{"answer": 3}]), "val.json", "record 0", "answer", "fix"),
    "clevr": (lambda r: clevr(r, without(clevr_question(1), "answer")), "CLEVR_val_questions.json", "questions[1]",
              "answer", "fix"),
    "clevr scene": (lambda r: clevr(r, None, clevr_scene([without(clevr_object(), "pixel_coords")])),
                    "CLEVR_val_scenes.json", "scenes[0]", "pixel_coords", "fix"),
    "clevr centre": (lambda r: clevr(r, None, clevr_scene([clevr_object(x=480.0)])), "CLEVR_val_scenes.json",
                     "scenes[0]", "pixel_coords", "unpack"),
    "pope label": (lambda r: pope(r, pope_line(2, label="maybe")), "coco_pope_random.json", "line 2", "label", "fix"),
    "pope json": (lambda r: pope(r, '{"question_id": 2'), "coco_pope_random.json", "line 2", "truncated", "write"),
    "tsv fields": (short_row, "a.tsv", "row 2", "fields", "write tabs"),
    "tsv answer": (lambda r: vlm(r, tsv_row(2, answer="")), "a.tsv", "row 3 (index 2)", "answer", "give"),
    "tsv letter": (lambda r: vlm(r, tsv_row(2, A="x", B="y", answer="C")), "a.tsv", "row 3 (index 2)", "answer",
                   "write A, B"),
    "tsv image": (lambda r: vlm(r, tsv_row(2, None, image="77")), "a.tsv", "row 3 (index 2)", "image", "write"),
    "tsv base64": (lambda r: vlm(r, tsv_row(2, None, image="*" * 99)), "a.tsv", "row 3 (index 2)", "image", "write"),
    "tsv column": (lambda r: f"vlmevalkit:{tsv(r / 'a.tsv', [{'index': 1, 'image': 'x', 'answer': 'y'}])}", "a.tsv",
                   "no column", "'question'", "write"),
    "parquet answer": (lambda r: table(r, {"answer": None}), "a.parquet", "row 1", "answer", "give"),
    "parquet image": (lambda r: table(r, {"image": None}), "a.parquet", "row 1", "image", "embed"),
    "parquet column": (lambda r: table(r, mapping=",question=ask"), "a.parquet", "no column", "'ask'",
                       "question=COLUMN"),
    "parquet kind": (numbers, "a.parquet", "column", "'image'", "image=COLUMN"),
    "jsonl missing": (lambda r: lines(r, {"image": "a", "answer": "c"}), "a.jsonl", "line 2", "question", "fix"),
    "jsonl unknown": (lambda r: lines(r, {"image": "a", "question": "b", "anwser": "c"}), "a.jsonl", "line 2", "anwser",
                      "fix"),
    "jsonl none": (lambda r: lines(r, {"image": "a", "question": "b"}), "a.jsonl", "line 2", "answers", "give"),
    "jsonl both": (lambda r: lines(r, {"image": "a", "question": "b", "answer": "c", "answers": ["c"]}), "a.jsonl",
                   "line 2", "answers", "keep one"),
    "jsonl bytes": (lambda r: f"jsonl:{put(r / 'a.jsonl', NOT_UTF8)}", "a.jsonl", "line 1", "0xe9", "UTF-8"),
    "pope bytes": (lambda r: f"pope:{put(r / 'coco_pope_random.json', NOT_UTF8).parent}", "coco_pope_random.json",
                   "line 1", "0xe9", "UTF-8"),
    "vqa2 bytes": (latin_vqa2, Q, "questions[0]", "0xe9", "save the file as UTF-8"),
    "vizwiz bytes": (lambda r: f"vizwiz:{put(r / 'val.json', b'[' + NOT_UTF8 + b']').parent}", "val.json", "record 0",
                     "0xe9", "save the file as UTF-8"),
    "easy_vqa bytes": (latin_easy, "questions.json", "record 0", "0xe9", "save the file as UTF-8"),
    "tsv twice": (lambda r: f"vlmevalkit:{put(r / 'a.tsv', TWICE)}", "a.tsv", "two columns", "'question'", "keep one"),
    "parquet twice": (twice, "a.parquet", "two columns", "'question'", "keep one"),
    "gqa": (gqa, "questions.json", "record q7", "answer", "fix"),
    "gqa_ood": (gqa_ood, "val_head.json", "record q7", "answer", "fix"),
    "folder": (folder, "questions.json", "record 0", "question", "fix"),
}  # fmt: skip


def whole(name):
    """Everything that a data set has, but its pixels."""
    data = open_dataset(name)
    return list(data.items()), [data.scene(image) for image in data.images()]


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_record_is_named(tmp_path, case):
    make, *parts = MALFORMED[case]
    name = make(tmp_path)
    with pytest.raises(UserError) as error:
        whole(name)
    text = str(error.value)
    assert "\n" not in text
    assert [part for part in parts if part not in text] == [], text


def test_a_byte_order_mark_is_no_mistake(tmp_path):
    put(tmp_path / "a.jsonl", b'\xef\xbb\xbf{"image": "a", "question": "b", "answer": "c"}\n')
    assert [item.answers for item in open_dataset(f"jsonl:{tmp_path}").items()] == [("c",)]


def test_a_picture_that_no_file_can_be_is_missing(tmp_path):
    data = open_dataset(lines(tmp_path, {"image": "x" * 5000, "question": "b", "answer": "c"}))
    images = [item.image for item in data.items()]
    with pytest.raises(UserError, match="xxx: is missing"):
        data.load_image(images[1])
