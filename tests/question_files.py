"""Small files in the layout of each public data set, for the tests of their loaders."""

import base64
import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image


def picture(shade, form="PNG"):
    made = io.BytesIO()
    Image.fromarray(np.full((40, 60, 3), shade, dtype=np.uint8)).save(made, form)
    return made.getvalue()


def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def said(*answers):
    return [{"answer": one, "answer_confidence": "maybe", "answer_id": i} for i, one in enumerate(answers, 1)]


def question(key=1, image=42, **changes):
    return {"question_id": key, "image_id": image, "question": "Is it a dog?"} | changes


def annotation(key=1, answers=("yes",) * 9 + ("no",), **changes):
    return {
        "question_id": key,
        "image_id": 42,
        "question_type": "is it a",
        "answer_type": "yes/no",
        "multiple_choice_answer": "yes",
        "answers": said(*answers),
    } | changes


def vqa(root, questions, annotations, q="v2_OpenEnded_mscoco_val2014_questions", a="v2_mscoco_val2014_annotations"):
    head = {"info": {"version": "2.0"}, "data_subtype": "val2014", "license": {"name": "x"}}
    put(root / f"{q}.json", head | {"questions": questions})
    put(root / f"{a}.json", head | {"annotations": annotations})


def clevr_question(key=0, answer="2", function="count", **changes):
    program = [{"function": "scene", "inputs": []}, {"function": function, "inputs": [0], "value_inputs": []}]
    return {
        "question_index": key,
        "image_index": 0,
        "image_filename": "CLEVR_val_000000.png",
        "split": "val",
        "question_family_index": 3,
        "question": "How many things are there?",
        "answer": answer,
        "program": program,
    } | changes


def clevr_object(shape="sphere", x=240.0, y=160.0, distance=10.0, half=0.7, **changes):
    return {
        "shape": shape,
        "color": "red",
        "size": "large",
        "material": "metal",
        "rotation": 0.0,
        "pixel_coords": [x, y, distance],
        "3d_coords": [0.0, 0.0, half],
    } | changes


def clevr_scene(objects, **changes):
    return {
        "image_index": 0,
        "image_filename": "CLEVR_val_000000.png",
        "split": "val",
        "objects": objects,
        "relationships": {"left": [[], [0]], "right": [[1], []], "front": [[], [0]], "behind": [[1], []]},
        "directions": {"right": [1.0, 0.0, 0.0], "behind": [0.0, 1.0, 0.0]},
    } | changes


def pope_line(key=1, **changes):
    record = {"question_id": key, "image": "COCO_val2014_000000000042.jpg", "text": "Is there a cat?", "label": "no"}
    return json.dumps(record | changes)


def tsv(path, rows):
    columns = list(dict.fromkeys(name for row in rows for name in row))
    lines = [columns, *([str(row.get(name, "")) for name in columns] for row in rows)]
    return put(path, "".join("\t".join(line) + "\n" for line in lines))


def tsv_row(index=1, shade=9, **changes):
    held = base64.b64encode(picture(shade)).decode() if shade is not None else ""
    return {"index": index, "image": held, "question": "What is it?", "answer": "dog"} | changes


def parquet(path, rows, kinds=None, group=2):
    path.parent.mkdir(parents=True, exist_ok=True)
    table = pa.Table.from_pylist(rows)
    if kinds:
        table = table.replace_schema_metadata({b"huggingface": json.dumps({"info": {"features": kinds}}).encode()})
    pq.write_table(table, path, row_group_size=group)
    return path


def put_photo_questions(folder):
    """Two photos, one of them in a subfolder, and a question about each: the answers are yes and no."""
    asked = [("2354786.png", "yes"), ("cats/7.png", "no")]
    for shade, (name, _) in enumerate(asked):
        put(folder / name, picture(shade))
    rows = [{"image": name, "question": "Is it grey?", "answer": answer} for name, answer in asked]
    put(folder / "q.jsonl", "\n".join(map(json.dumps, rows)))
