"""Tables that users bring: VLMEvalKit's TSV, Parquet and Arrow by column names, JSON lines."""

import json

import pyarrow as pa
import pytest
from askance.core import Answer, UnreadableImage, UserError
from askance.datasets import open_dataset
from askance.readings import read
from askance.relations.truth import judge_truth
from askance.suites import open_suite

from question_files import parquet, picture, put, tsv, tsv_row


def test_a_multiple_choice_row(tmp_path):
    path = tsv(
        tmp_path / "a.tsv", [tsv_row(3, hint="Look closely.", A="cat", B="dog", C="", answer="B", category="animals")]
    )
    data = open_dataset(f"vlmevalkit:{path}")
    [item] = data.items()
    assert item.question == "Look closely.\nWhat is it?\nA. cat\nB. dog"
    assert (item.id, item.answers, item.options) == ("3", ("dog",), ("cat", "dog"))
    assert dict(item.tags) == {"type": "other", "question_type": "animals", "options": "2"}
    assert data.load_image(item.image).pixels[0, 0, 0] == 9
    assert [read("auto", said, item.question, item.options).value for said in ("B", "B. dog", "(b)", "a dog")] == [
        "dog"
    ] * 4


def test_accuracy_reads_a_letter_as_its_option(tmp_path):
    data = open_dataset(f"vlmevalkit:{tsv(tmp_path / 'a.tsv', [tsv_row(A='cat', B='dog', answer='B')])}")
    [case] = next(open_suite("accuracy").rounds(data, None, 0))
    values = {}
    for said in ("B", "(B) dog", "dog", "A", "cat"):
        reading = read(case.reads, said, case.asks[0][1].stimulus.question, case.options)
        values[said] = judge_truth(case, {"ask": reading}, {"ask": Answer("ok", said)}).value
    assert values == {"B": 1.0, "(B) dog": 1.0, "dog": 1.0, "A": 0.0, "cat": 0.0}


def test_rows_larger_than_a_block_of_the_reader(tmp_path, monkeypatch):
    monkeypatch.setattr("askance.datasets.vlmevalkit.BLOCK", 1 << 12)
    rows = [tsv_row(number, number, question="What? " + "x" * 700) for number in range(40)]
    assert len(list(open_dataset(f"vlmevalkit:{tsv(tmp_path / 'a.tsv', rows)}").items())) == 40


def test_a_table_that_changes_during_the_run_is_not_read(tmp_path):
    path = parquet(tmp_path / "a.parquet", [hub(1, "dog")])
    data = open_dataset(f"parquet:{path}")
    parquet(path, [hub(1, "dog"), hub(2, "cat")])
    with pytest.raises(UserError, match=r"a\.parquet: the file changed during the run"):
        list(data.items())


def test_letters_win_over_options_that_are_letters(tmp_path):
    path = tsv(tmp_path / "a.tsv", [tsv_row(A="B", B="A", answer="A")])
    assert next(open_dataset(f"vlmevalkit:{path}").items()).answers == ("B",)


def test_open_answers_and_shared_pictures(tmp_path):
    rows = [tsv_row(1, answer="['a', 'b', 'b']"), tsv_row(2, None, image="1", answer="Yes")]
    first, second = open_dataset(f"vlmevalkit:{tsv(tmp_path / 'a.tsv', rows)}").items()
    assert first.image == second.image
    assert first.answers == ("a", "b", "b")
    assert dict(second.tags)["type"] == "yes/no"


def test_pictures_by_path_and_quoted_fields(tmp_path):
    put(tmp_path / "images/b.png", picture(4))
    put(tmp_path / "a.tsv", 'index\timage_path\tquestion\tanswer\n0\tb.png\t"What\tis\n""it""?"\tdog\n')
    data = open_dataset(f"vlmevalkit:{tmp_path}")
    [item] = data.items()
    assert item.question == 'What\tis\n"it"?'
    assert data.load_image(item.image).pixels[0, 0, 0] == 4


def test_a_fresh_process_finds_embedded_pictures(tmp_path):
    path = tsv(tmp_path / "a.tsv", [tsv_row(i, 10 + i) for i in range(5)])
    names = [item.image for item in open_dataset(f"vlmevalkit:{path}").items()]
    fresh = open_dataset(f"vlmevalkit:{path}")
    assert [fresh.load_image(name).pixels[0, 0, 0] for name in names] == [10, 11, 12, 13, 14]
    with pytest.raises(UnreadableImage, match="no picture has the content"):
        fresh.load_image("blake2b:00")


def hub(shade, answer, **more):
    return {"image": {"bytes": picture(shade), "path": None}, "question": "What?", "answer": answer, **more}


ANSWERS = [
    ("dog", ("dog",)),
    (["dog", "cat"], ("dog", "cat")),
    ([{"answer": "dog", "answer_id": 1}, {"answer": "cat", "answer_id": 2}], ("dog", "cat")),
    ({"answer": ["dog", "cat"]}, ("dog", "cat")),
    (3, ("3",)),
    (2.5, ("2.5",)),
    (True, ("yes",)),
    ("['dog', 'cat']", ("dog", "cat")),
]


@pytest.mark.parametrize(("answer", "expected"), ANSWERS)
def test_answers_of_every_shape(tmp_path, answer, expected):
    path = parquet(tmp_path / "a.parquet", [hub(1, answer)])
    assert next(open_dataset(f"parquet:{path}").items()).answers == expected


def test_embedded_pictures_over_row_groups(tmp_path):
    rows = [hub(10 + i, "dog", id=f"q{i}") for i in range(7)]
    name = f"parquet:{parquet(tmp_path / 'a.parquet', rows)},id=id"
    items = list(open_dataset(name).items())
    assert [item.id for item in items] == [f"q{i}" for i in range(7)]
    fresh = open_dataset(name)
    shades = [fresh.load_image(item.image).pixels[0, 0, 0] for item in reversed(items)]
    assert shades == [16, 15, 14, 13, 12, 11, 10]
    assert len(list(fresh.images())) == 7


def test_columns_are_mapped_and_shards_are_joined(tmp_path):
    for shard in range(2):
        row = {"img": picture(shard), "q": "Which?", "a": 1, "choices": ["cat", "dog"], "kind": "other"}
        parquet(tmp_path / f"data/validation-0000{shard}-of-00002.parquet", [row])
    parquet(
        tmp_path / "data/train-00000-of-00001.parquet", [{"img": picture(9), "q": "No?", "a": 0, "choices": ["a", "b"]}]
    )
    data = open_dataset(f"parquet:{tmp_path}#validation,image=img,question=q,answer=a,options=choices,type=kind")
    first, second = data.items()
    assert (first.id, second.id) == ("validation-00000-of-00002-0", "validation-00001-of-00002-0")
    assert (first.answers, first.options, first.question) == (("dog",), ("cat", "dog"), "Which?\nA. cat\nB. dog")
    assert [data.load_image(one.image).pixels[0, 0, 0] for one in (first, second)] == [0, 1]


def test_class_labels_have_names(tmp_path):
    path = parquet(tmp_path / "a.parquet", [hub(1, 1)], {"answer": {"names": ["cat", "dog"], "_type": "ClassLabel"}})
    assert next(open_dataset(f"parquet:{path}").items()).answers == ("dog",)


def test_paths_in_tables(tmp_path):
    put(tmp_path / "pictures/a.png", picture(8))
    rows = [{"image": {"bytes": None, "path": "pictures/a.png"}, "question": "What?", "answers": ["dog"]}]
    parquet(tmp_path / "a.parquet", rows)
    data = open_dataset(f"parquet:{tmp_path}")
    assert data.load_image(next(data.items()).image).pixels[0, 0, 0] == 8


def test_arrow_files(tmp_path):
    table = pa.Table.from_pylist([hub(20, "dog"), hub(21, "cat")])
    with (
        pa.OSFile(str(tmp_path / "data-00000-of-00001.arrow"), "wb") as file,
        pa.ipc.new_stream(file, table.schema) as out,
    ):
        out.write_table(table)
    data = open_dataset(f"parquet:{tmp_path}")
    assert [data.load_image(item.image).pixels[0, 0, 0] for item in data.items()] == [20, 21]


def test_a_damaged_picture_in_a_table_is_named(tmp_path):
    rows = [hub(1, "dog"), {"image": {"bytes": b"not a picture", "path": None}, "question": "What?", "answer": "dog"}]
    data = open_dataset(f"parquet:{parquet(tmp_path / 'a.parquet', rows)}")
    with pytest.raises(UnreadableImage, match=r"a\.parquet: row 1: field image: not an image file"):
        data.load_image(list(data.items())[1].image)


def test_json_lines(tmp_path):
    put(tmp_path / "images/a.png", picture(2))
    lines = [
        {
            "image": "images/a.png",
            "question": "Is it?",
            "answers": ["yes", "yes", "no"],
            "tags": {"skill": "existence"},
        },
        {"image": "a.png", "question": "Which?", "answer": "b", "options": ["b", "a"], "id": "mine"},
    ]
    put(tmp_path / "questions.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    data = open_dataset(f"jsonl:{tmp_path}")
    first, second = data.items()
    assert (first.id, first.answers) == ("questions-1", ("yes", "yes", "no"))
    assert dict(first.tags) == {"type": "yes/no", "skill": "existence"}
    assert (second.id, second.answers, second.options) == ("mine", ("b",), ("b", "a"))
    assert first.image == second.image
    assert data.load_image(first.image).pixels[0, 0, 0] == 2


def test_a_line_that_is_no_json_names_no_field(tmp_path):
    put(tmp_path / "a.jsonl", '{"image": "a.png", "question": "Is it?"')
    with pytest.raises(UserError, match=r"line 1: is not valid JSON \(.*\): write one whole JSON object per line$"):
        list(open_dataset(f"jsonl:{tmp_path}").items())
    put(tmp_path / "a.jsonl", '{"image": "a.png", "question": 3}')
    with pytest.raises(UserError, match=r"line 1: .*question.*: fix that field, and write one whole JSON object"):
        list(open_dataset(f"jsonl:{tmp_path}").items())


def test_two_questions_with_one_id_are_refused(tmp_path):
    line = json.dumps({"image": "a.png", "question": "Is it?", "answer": "yes", "id": "x"})
    put(tmp_path / "a.jsonl", f"{line}\n{line}\n")
    with pytest.raises(UserError, match=r"a\.jsonl: line 2: field id: 'x' is also that of .*a\.jsonl: line 1: give"):
        list(open_dataset(f"jsonl:{tmp_path}").items())


VSR = {"image": "a.png", "caption": "The cat is on the mat.", "label": True, "relation": "on", "subj": "cat", "n": [1]}


def vsr(root, *records, name="v.jsonl"):
    put(root / "a.png", picture(2))
    return f"jsonl:{put(root / name, ''.join(json.dumps(record) + chr(10) for record in records))}"


def test_fields_of_json_lines_are_mapped_as_columns_are(tmp_path):
    name = vsr(tmp_path, VSR | {"key": 7}, VSR | {"label": False, "key": 8})
    first, second = open_dataset(f"{name},question=caption,answer=label,id=key,tags=relation+subj").items()
    assert (first.id, first.question, first.answers) == ("7", "The cat is on the mat.", ("yes",))
    assert (second.id, second.answers) == ("8", ("no",))
    assert dict(first.tags) == {"type": "yes/no", "relation": "on", "subj": "cat"}


@pytest.mark.parametrize(("answer", "expected"), ANSWERS)
def test_mapped_json_lines_and_tables_read_the_same_answers(tmp_path, answer, expected):
    name = vsr(tmp_path, {"image": "a.png", "question": "What?", "gold": answer})
    assert next(open_dataset(f"{name},answer=gold").items()).answers == expected


def test_usual_fields_need_no_mapping_beside_mapped_ones(tmp_path):
    record = {"image": "a.png", "ask": "Which?", "answer": 1, "options": ["a", "b"], "id": "x", "tags": {"k": "v"}}
    [item] = open_dataset(f"{vsr(tmp_path, record | {'junk': None})},question=ask").items()
    assert (item.id, item.answers, item.options) == ("x", ("b",), ("a", "b"))
    assert dict(item.tags) == {"type": "other", "k": "v", "options": "2"}


@pytest.mark.parametrize(
    ("mapping", "parts"),
    [
        (",question=captions,answer=label", ("v.jsonl", "no column 'captions'", "question=COLUMN", "caption, label")),
        (",question=caption,answer=label,tags=relation+sub", ("no column 'sub'", "tags=COLUMN")),
        (",question=caption", ("no column 'answer'", "answer=COLUMN")),
        ("", ("v.jsonl: line 1", "caption", "fix")),
    ],
)
def test_a_mapping_of_json_lines_that_does_not_fit_is_refused(tmp_path, mapping, parts):
    with pytest.raises(UserError) as error:
        list(open_dataset(vsr(tmp_path, VSR) + mapping).items())
    assert [part for part in parts if part not in str(error.value)] == [], error.value


@pytest.mark.parametrize(
    ("change", "parts"),
    [({"caption": ""}, ("line 2", "field caption is empty")), ({"label": None}, ("line 2", "field label is empty")),
     ({"image": None}, ("line 2", "field image", "path"))],
)  # fmt: skip
def test_a_malformed_mapped_record_is_named(tmp_path, change, parts):
    with pytest.raises(UserError) as error:
        list(open_dataset(f"{vsr(tmp_path, VSR, VSR | change)},question=caption,answer=label").items())
    assert [part for part in parts if part not in str(error.value)] == [], error.value


def test_tags_of_a_table_are_named_columns(tmp_path):
    rows = [hub(1, "dog", relation="on", score=0.5, more={"a": "x", "b": 2})]
    [item] = open_dataset(f"parquet:{parquet(tmp_path / 'a.parquet', rows)},tags=relation+score+more").items()
    assert dict(item.tags) == {"type": "other", "relation": "on", "score": "0.5", "a": "x", "b": "2"}


def test_true_and_false_are_yes_no_questions(tmp_path):
    path = parquet(tmp_path / "a.parquet", [hub(1, "True"), hub(2, "false")])
    assert [dict(item.tags)["type"] for item in open_dataset(f"parquet:{path}").items()] == ["yes/no", "yes/no"]
