"""Questions in files: every layout is read the same; what is malformed is one line that names record and field."""

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from askance.core import UserError
from askance.ranking.question_files import MainQuestion, question_file_suffix, read_main_questions, read_questions

ASKED = ["How old is the car?", "Is it red?", "How old is the car?", "Où est l’âne ?"]


@pytest.fixture
def folder(tmp_path):
    """The same questions in every layout."""
    records = [{"question": question, "image_id": 7, "question_id": f"q{i}"} for i, question in enumerate(ASKED)]
    (tmp_path / "a.txt").write_text("\n".join(ASKED[:2]) + "\r\n\n  \n" + "\n".join(ASKED[2:]), encoding="utf-8")
    (tmp_path / "bom.txt").write_text("\n".join(ASKED), encoding="utf-8-sig")
    (tmp_path / "strings.json").write_text(json.dumps(ASKED))
    (tmp_path / "records.json").write_text(json.dumps(records))
    (tmp_path / "vqa.json").write_text(json.dumps({"info": {"year": 2017}, "questions": records}))
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, records)) + "\n\n")
    (tmp_path / "strings.jsonl").write_text("\n".join(map(json.dumps, ASKED)))
    pq.write_table(pa.Table.from_pylist(records), tmp_path / "a.parquet")
    pq.write_table(pa.table({"question": ASKED, "other": range(4)}), tmp_path / "bare.parquet")
    for name in ("a.txt", "vqa.json", "a.jsonl"):
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    return tmp_path


def test_every_layout_gives_the_same_questions_in_order(folder):
    files = sorted(folder.iterdir())
    assert len(files) == 12
    for file in files:
        assert read_questions(file) == ASKED, file.name


@pytest.mark.parametrize("name", ["records.json", "vqa.json", "vqa.json.gz", "a.jsonl", "a.parquet"])
def test_images_and_ids_are_kept(folder, name):
    assert read_main_questions(folder / name) == [
        MainQuestion(question, "7", f"q{i}") for i, question in enumerate(ASKED)
    ]


def test_endings():
    assert [question_file_suffix(name) for name in ("a.TXT", "a.json.gz", "a.parquet.gz", "a", "vqa2:x", "a.csv")] == [
        ".txt", ".json", "", "", "", "",
    ]  # fmt: skip


WRONG = [
    ("a.txt", b"", "holds no question"),
    ("a.txt", b"fine\n\xff\xfe", "a.txt: line 2: "),
    ("a.csv", b"x", "name a file that ends in .txt"),
    ("a.json", b"[", "not whole JSON"),
    ("a.json", b'{"1": {"question": "a"}}', "missing required field `questions`"),
    ("a.json", b'["a", {"question": 3}]', "`$[1].question`"),
    ("a.json", b'{"questions": [{"question": "a"}, {"text": "b"}]}', "`$.questions[1]`"),
    ("a.json", b'{"questions": []}', "holds no question"),
    ("a.jsonl", b'{"question": "a"}\n{"question": null}', "a.jsonl: line 2: "),
    ("a.jsonl", b'{"question": "a"}\n{', "a.jsonl: line 2: "),
    ("a.txt.gz", b"plain", "damaged gzip"),
    ("a.txt.gz", gzip.compress(b"How old?" * 99, mtime=0)[:-12], "damaged gzip"),
    ("a.parquet", b"PAR1", "a.parquet: damaged"),
]


@pytest.mark.parametrize(("name", "content", "message"), WRONG)
def test_what_is_malformed_is_one_clear_line(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError) as told:
        read_questions(tmp_path / name)
    assert message in str(told.value)
    assert str(told.value).startswith(str(tmp_path / name))
    assert "\n" not in str(told.value)


def test_tables_need_a_column_of_text(tmp_path):
    pq.write_table(pa.table({"text": ["a"]}), tmp_path / "a.parquet")
    with pytest.raises(UserError, match="must have one column question, but has text"):
        read_questions(tmp_path / "a.parquet")
    pq.write_table(pa.table({"question": ["a", None]}), tmp_path / "b.parquet")
    with pytest.raises(UserError, match=r"b.parquet: row 1: .*question"):
        read_questions(tmp_path / "b.parquet")


def test_what_is_not_there(tmp_path):
    for name in ("none.txt", "none.parquet"):
        with pytest.raises(UserError, match=rf"{name}: cannot be read \(No such file"):
            read_questions(tmp_path / name)
