"""A small valid example of every loader, for the fuzzer to damage."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pyarrow as pa
from PIL import Image

import coco_world
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

COCO_PICTURE = "COCO_val2014_000000000042.jpg"


class Example(NamedTuple):
    """How to write one, the suite that reads most of it, and its lists of records that have ids: file → keys to it."""

    write: Callable[[Path], str]
    suite: str = "accuracy"
    listed: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def draw(path, shade=9, size=(60, 40)):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (shade, shade, shade)).save(path)


def folder(root):
    things = [
        {"id": "1", "name": "dog", "box": [0, 0, 20, 20], "attributes": {"color": ["brown"]}},
        {"id": "2", "name": "cat", "box": [30, 5, 50, 30], "part_of": None},
    ]
    scene = {"width": 60, "height": 40, "things": things, "links": [["1", "left of", "2"]], "place": "street"}
    put(root / "scenes.json", [scene | {"image": "a.png"}, scene | {"image": "b.png"}])
    asked = [
        {"id": "q1", "image": "a.png", "question": "Is there a dog?", "answers": ["yes", "yes"], "tags": {"a": "b"}},
        {"id": "q2", "image": "b.png", "question": "Is there a cow?", "answers": [{"answer": "no", "score": 0.5}]},
        {"id": "q3", "image": "b.png", "question": "A cow?", "group": 1, "relation": "equal"},
        {"id": "q4", "image": "b.png", "question": "Any cow?", "group": 1},
    ]
    put(root / "questions.json", asked)
    draw(root / "images/a.png", 1)
    draw(root / "images/b.png", 2)
    return f"folder:{root}"


def jsonl(root, mapping=""):
    names = {"image": "picture", "question": "text", "answers": "said"} if mapping else {}
    records = [
        {"image": "images/a.png", "question": "What is it?", "answers": ["dog", "cat"], "id": 1, "tags": {"k": "v"}},
        {"image": "a.png", "question": "Which?", "answers": ["a"], "options": ["a", "b"], "id": "2", "type": "other"},
        {"image": "a.png", "question": "Is it?", "answers": [{"answer": "yes", "score": 1}], "id": "x", "group": "g"},
    ]
    lines = [{names.get(key, key): value for key, value in record.items()} for record in records]
    put(root / "q.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    draw(root / "images/a.png", 1)
    return f"jsonl:{root}{mapping}"


def table(root, form="parquet", inside=True):
    held = {"bytes": picture(1), "path": "a.png"} if inside else "images/a.png"
    rows = [
        {"image": held, "question": "What is it?", "answer": "dog", "number": 1.5, "name": "a", "tag": "x"},
        {"image": held, "question": "What is there?", "answer": "cat", "number": 2.5, "name": "b", "tag": None},
        {"image": held, "question": "Who is it?", "answer": "ann", "number": 3.0, "name": "c", "tag": "y"},
    ]
    draw(root / "images/a.png", 1)
    if form == "arrow":
        root.mkdir(parents=True, exist_ok=True)
        made = pa.Table.from_pylist(rows)
        with pa.ipc.new_stream(str(root / "a.arrow"), made.schema) as writer:
            writer.write_table(made)
    else:
        parquet(root / "a.parquet", rows)
    return f"parquet:{root},id=name,tags=tag+number"


def vlmevalkit(root, inside=True):
    shown = {} if inside else {"image_path": "a.png"}
    rows = [
        tsv_row(1, **shown),
        tsv_row(2, shade=None, image="1", A="dog", B="cat", answer="B", category="animals", **shown),
        tsv_row(3, question="Why?", answer="['so', 'thus']", hint="Look.", **shown),
    ]
    if not inside:
        rows = [{key: value for key, value in row.items() if key != "image"} for row in rows]
    draw(root / "images/a.png", 1)
    tsv(root / "a.tsv", rows)
    return f"vlmevalkit:{root}"


def vqa_files(root, kind, q, a):
    told = [annotation(1), annotation(2), annotation(3, ["2"] * 3)]
    vqa(root, [question(1), question(2, 43), question(3)], told, q, a)
    draw(root / "images" / COCO_PICTURE)
    return f"{kind}:{root}"


def textvqa(root):
    records = [{"question_id": n, "image_id": "003a", "question": f"what {n}?", "answers": ["a", "b"]} for n in (1, 2)]
    put(root / "TextVQA_0.5.1_val.json", {"dataset_type": "val", "data": records})
    draw(root / "train_images/003a.jpg")
    return f"textvqa:{root}"


def vizwiz(root):
    records = [
        {"image": f"VizWiz_val_{n}.jpg", "question": "what?", "answers": [{"answer": "a"}], "answer_type": "other"}
        for n in (1, 2)
    ]
    put(root / "val.json", records)
    draw(root / "val/VizWiz_val_1.jpg")
    return f"vizwiz:{root}"


def clevr(root):
    asked = [clevr_question(), clevr_question(1, "yes", "exist"), clevr_question(2, True)]
    put(root / "questions/CLEVR_val_questions.json", {"info": {}, "questions": asked})
    second = clevr_scene([clevr_object(), clevr_object("cube", 100.0)], image_filename="CLEVR_val_000001.png")
    scenes = [clevr_scene([clevr_object(), clevr_object("cube", 100.0)]), second]
    put(root / "scenes/CLEVR_val_scenes.json", {"scenes": scenes})
    draw(root / "images/val/CLEVR_val_000000.png", size=(480, 320))
    return f"clevr:{root}"


def pope(root):
    put(root / "coco_pope_random.json", "".join(f"{pope_line(n)}\n" for n in (1, 2, 3)))
    draw(root / "images" / COCO_PICTURE)
    return f"pope:{root}"


def _graph():
    objects = {
        "11": {"name": "dog", "x": 0, "y": 10, "w": 25, "h": 20, "attributes": ["brown"],
               "relations": [{"name": "to the left of", "object": "12"}]},
        "12": {"name": "cat", "x": 30, "y": 5, "w": 20, "h": 30, "attributes": [], "relations": []},
    }  # fmt: skip
    return {"width": 60, "height": 40, "location": "street", "weather": "sunny", "objects": objects}


def _asked(image, text="Is there a dog?", answer="yes"):
    types = {"structural": "verify", "semantic": "obj"}
    return {"imageId": image, "question": text, "answer": answer, "types": types, "isBalanced": True}


def gqa(root, ood=False):
    put(root / "val_sceneGraphs.json", {"1": _graph(), "2": _graph()})
    questions = {"q1": _asked("1"), "q2": _asked("2", "What is it?", "dog")}
    put(root / ("val_head.json" if ood else "val_balanced_questions.json"), questions)
    for name in (1, 2):
        draw(root / f"images/{name}.jpg", 40 * name)
    return f"{'gqa_ood' if ood else 'gqa'}:{root}"


def _of_genome(number, name, box=(0, 0, 10, 10), **more):
    return {"object_id": number, "names": [name], **dict(zip("xywh", box, strict=True))} | more


def visual_genome(root):
    objects = [_of_genome(11, "Dog ", (0, 0, 23, 20), merged_object_ids=[9]), _of_genome(12, "tree", (30, 5, 20, 30))]
    put(root / "objects.json", [{"image_id": 1, "objects": objects}, {"image_id": 2, "objects": objects}])
    put(root / "attributes.json", [{"image_id": 1, "attributes": [_of_genome(11, "dog", attributes=["brown"])]}])
    related = {"predicate": "ON", "subject": _of_genome(11, "dog"), "object": _of_genome(12, "tree")}
    put(root / "relationships.json", [{"image_id": 1, "relationships": [related]}])
    sizes = [{"image_id": n, "width": 60, "height": 40, "coco_id": {1: 7}.get(n)} for n in (1, 2)]
    put(root / "image_data.json", sizes)
    put(root / "region_descriptions.json", [{"id": 1, "regions": [{"phrase": "a red hat"}]}])
    draw(root / "images/1.jpg")
    return f"visual_genome:{root}"


def coco(root, fine=""):
    coco_world.write(root)
    for name in ("000000000007.jpg", "000000001234.jpg"):
        coco_world.draw(root, f"images/{name}", shade=int(name[9:12]) % 200)
    if fine:
        visual_genome(root / "fine")
    return f"coco:{root}{f',fine=visual_genome:{root}/fine' if fine else ''}"


def easy_vqa(root):
    put(root / "test/questions.json", [["what color?", "red", 0], ["is there a circle?", "no", 0], ["what?", "red", 1]])
    for name in (0, 1):
        draw(root / f"test/images/{name}.png", name, (64, 64))
    return f"easy_vqa:{root}#test"


def carets_files(root, form="json"):
    def record(key, sent, label, image="2331", **more):
        return {"question_id": key, "sent": sent, "label": label, "img_id": image, **more}

    records = [
        record("2331-q1-0", "Is there a dog in the photo?", {"yes": 1.0}),
        record("2331-q1-0-t", "Do you see a dog?", {"yes": 1.0}),
        record("2331-q5-0", "Which is long, a boat, or a car?", {"boat": 1}, assignment={"c": ["boat", "car"]}),
        record("2331-q5-0-t", "Is it a boat, or a car?", {"boat": 1}, assignment={"c": ["boat", "car"]}),
    ]
    text = json.dumps(records) if form == "json" else "".join(f"{json.dumps(one)}\n" for one in records)
    put(root / f"questions/rephrase.{form}", text)
    draw(root / "images/2331.jpg")
    return f"carets_files:{root}"


QUESTIONS, ANNOTATIONS = "v2_OpenEnded_mscoco_val2014_questions", "v2_mscoco_val2014_annotations"
MAPPED = ",image=picture,question=text,answer=said"
PEERS = Path(__file__).parent.parent / "logs" / "peers"


def log(root, name):
    root.mkdir(parents=True, exist_ok=True)
    (root / name).write_bytes((PEERS / name).read_bytes())
    return f"recorded:{root / name}"


EXAMPLES: dict[str, Example] = {
    "folder": Example(folder, listed={"scenes.json": (), "questions.json": ()}),
    "folder scenes": Example(folder, "metamorphic"),
    "jsonl": Example(jsonl, listed={"q.jsonl": ()}),
    "jsonl mapped": Example(lambda root: jsonl(root, MAPPED), listed={"q.jsonl": ()}),
    "parquet": Example(table, listed={"a.parquet": ()}),
    "parquet paths": Example(lambda root: table(root, inside=False), listed={"a.parquet": ()}),
    "arrow": Example(lambda root: table(root, "arrow"), listed={"a.arrow": ()}),
    "vlmevalkit": Example(vlmevalkit, listed={"a.tsv": ()}),
    "vlmevalkit paths": Example(lambda root: vlmevalkit(root, False), listed={"a.tsv": ()}),
    "vqa2": Example(
        lambda root: vqa_files(root, "vqa2", QUESTIONS, ANNOTATIONS),
        listed={f"{QUESTIONS}.json": ("questions",), f"{ANNOTATIONS}.json": ("annotations",)},
    ),
    "okvqa": Example(
        lambda root: vqa_files(root, "okvqa", QUESTIONS.removeprefix("v2_"), ANNOTATIONS.removeprefix("v2_"))
    ),
    "textvqa": Example(textvqa, listed={"TextVQA_0.5.1_val.json": ("data",)}),
    "textvqa in VQA's layout": Example(
        lambda root: vqa_files(root, "textvqa", "textvqa_val_questions", "textvqa_val_annotations")
    ),
    "vizwiz": Example(vizwiz, listed={"val.json": ()}),
    "vizwiz in VQA's layout": Example(
        lambda root: vqa_files(root, "vizwiz", "vizwiz_val_questions", "vizwiz_val_annotations")
    ),
    "clevr": Example(
        clevr, listed={"CLEVR_val_questions.json": ("questions",), "CLEVR_val_scenes.json": ("scenes",)}
    ),
    "pope": Example(pope, listed={"coco_pope_random.json": ()}),
    "gqa": Example(gqa),
    "gqa scenes": Example(gqa, "metamorphic"),
    "gqa_ood": Example(lambda root: gqa(root, ood=True)),
    "visual_genome": Example(
        visual_genome, "metamorphic",
        {"objects.json": (), "attributes.json": (), "relationships.json": (), "image_data.json": ()},
    ),
    "coco": Example(coco, "metamorphic", {"instances_val2017.json": ("images",)}),
    "coco with a fine source": Example(lambda root: coco(root, "fine"), "metamorphic"),
    "easy_vqa": Example(easy_vqa),
    "carets_files": Example(carets_files),
    "recorded by lmms-eval": Example(lambda root: log(root, "lmms_eval_samples_shapes.jsonl")),
    "recorded by VLMEvalKit": Example(lambda root: log(root, "fixed_Shapes.tsv")),
    "recorded by VLMEvalKit, a workbook": Example(lambda root: log(root, "fixed_Shapes.xlsx")),
    "recorded by Inspect": Example(lambda root: log(root, "inspect.eval")),
    "recorded by Inspect as JSON": Example(lambda root: log(root, "inspect.json")),
    "carets_files in lines": Example(lambda root: carets_files(root, "jsonl"), "carets"),
}  # fmt: skip
