"""Logs of other tools, as the tools wrote them (scripts/peer_logs.py): each is read the same, whatever its format."""

import json
import zipfile
from pathlib import Path

import pytest
from askance.core import UserError
from askance.logs import detect_format, find_log, read_log
from askance.logs.text_values import listed_options, target_texts
from askance.wording.option_letters import OPTION_LETTERS

PEERS = Path(__file__).parent / "peers"
ROWS = [json.loads(line) for line in (PEERS / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
SAID = ["red", "The shape is blue.", "red", "yes", "Yes, there is one.", "no", "no", "3", "A", "vertical"]
LMMS_EVAL = PEERS / "lmms_eval_samples_shapes.jsonl"
FAILED = "Failed to obtain answer via API."


def texts(name):
    return [[answer.text for answer in sample.answers] for sample in read_log(PEERS / name).samples]


def test_lmms_eval_samples_have_prompts_rows_and_targets():
    log = read_log(LMMS_EVAL)
    assert (log.tool, [sample.row for sample in log.samples]) == ("lmms-eval", list(range(10)))
    assert texts(LMMS_EVAL.name) == [[said] for said in SAID]
    assert log.samples[0].asked == "What color is the shape?\nAnswer the question using a single word or phrase."
    assert log.samples[8].options == ("black", "white", "red")
    assert [sample.targets for sample in log.samples] == [tuple(row["answers"]) for row in ROWS]
    assert log.samples[0].image_path == "images/circle.png"


@pytest.mark.parametrize("name", ["fixed_Shapes.xlsx", "fixed_Shapes.tsv"])
def test_vlmevalkit_predictions_are_the_same_in_every_format(name):
    log = read_log(PEERS / name)
    assert (log.tool, log.model) == ("VLMEvalKit", "fixed_Shapes")
    assert [sample.id for sample in log.samples] == ["1", "2", "3", "4", "5", "6", "7", "8", "10"]
    assert texts(name) == [[said] for said in SAID[:8]] + [[None]]
    assert log.samples[-1].answers[0].reason == FAILED  # a failure is no text that gets scored


def test_vlmevalkit_options_and_json(tmp_path):
    (sample,) = read_log(PEERS / "fixed_ShapesChoice.xlsx").samples
    assert (sample.options, sample.targets) == (("black", "white", "red"), ("A",))
    path = tmp_path / "m_d.json"
    path.write_text('[{"index": 7, "question": "Red?", "answer": "yes", "prediction": "no", "thinking": "hm"}]')
    (sample,) = read_log(path).samples
    assert (sample.id, sample.answers[0].text, sample.answers[0].thinking) == ("7", "no", "hm")


def test_inspect_logs_have_images_and_epochs():
    log = read_log(PEERS / "inspect.eval")
    assert (log.tool, log.model) == ("Inspect", "mockllm/model")
    assert texts("inspect.eval") == [[said] for said in SAID]
    images = {}
    read_log(PEERS / "inspect.eval", images.__setitem__)
    assert images[log.samples[0].image] == (PEERS / "images" / "circle.png").read_bytes()
    assert texts("inspect_epochs.eval") == [["red"] * 3, ["The shape is blue."] * 3, ["red", "green", "red"]]
    assert read_log(PEERS / "inspect.json").samples == log.samples[:2]


def test_a_failed_sample_of_inspect_has_no_text(tmp_path):
    log = json.loads((PEERS / "inspect.json").read_text())
    log["samples"][0]["error"] = {"message": "out of memory", "traceback": ""}
    log["samples"][1]["output"] = {"model": "m", "choices": [], "completion": None}
    (tmp_path / "a.json").write_text(json.dumps(log))
    found = [sample.answers[0] for sample in read_log(tmp_path / "a.json").samples]
    assert [(answer.text, answer.reason) for answer in found] == [
        (None, "out of memory"),
        (None, "the log has no answer to it"),
    ]


def test_a_sample_of_inspect_that_ended_before_any_output_has_no_answer(tmp_path):
    log = json.loads((PEERS / "inspect.json").read_text())
    log["samples"][0]["output"] = {"model": "", "choices": [], "completion": ""}
    log["samples"][1]["output"]["completion"] = "\n"
    (tmp_path / "a.json").write_text(json.dumps(log))
    found = [sample.answers[0] for sample in read_log(tmp_path / "a.json").samples]
    assert [(answer.text, answer.reason) for answer in found] == [
        (None, "the log has no answer to it"),
        (None, "the answer is empty"),
    ]


def test_an_empty_answer_is_a_failed_call_in_every_format(tmp_path):
    """API models of lmms-eval write one after the last try: it must not count as wrong."""
    lines = [
        {"doc_id": 0, "filtered_resps": [""]},
        {"doc_id": 1, "filtered_resps": [None]},
        {"doc_id": 2, "resps": [["yes", " "]]},
        {"doc_id": 3, "filtered_resps": "no"},
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)))
    found = [[(each.text, each.reason) for each in sample.answers] for sample in read_log(tmp_path / "a.jsonl").samples]
    empty, nothing = (None, "the answer is empty"), (None, "the log has no answer to it")
    assert found == [[empty], [nothing], [("yes", ""), empty], [("no", "")]]
    (tmp_path / "m_d.tsv").write_text("index\tquestion\tprediction\n1\tRed?\t\n2\tRed?\tno\n")
    (first, second) = (sample.answers for sample in read_log(tmp_path / "m_d.tsv").samples)
    assert ((first[0].text, first[0].reason), second[0].text) == (empty, "no")


def test_ids_of_inspect_may_contain_slashes_and_chunks_are_refused(tmp_path):
    sample = {"id": "val/7", "input": "Red?", "target": "yes", "output": {"completion": "no"}}
    for name, said in (("val/7_epoch_1", ""), ("7_epoch_1/sample", "in chunks"), ("sample", "")):
        with zipfile.ZipFile(tmp_path / "a.eval", "w") as archive:
            archive.writestr("header.json", '{"eval": {"model": "m"}}')
            if said:
                archive.writestr("samples/7_epoch_1/messages/0.json", "[]")
            archive.writestr(f"samples/{name}.json", json.dumps(sample))
        if said:
            with pytest.raises(UserError, match=said):
                read_log(tmp_path / "a.eval")
        else:
            assert [each.id for each in read_log(tmp_path / "a.eval").samples] == ["val/7"]


def test_a_number_and_a_text_as_id_are_not_two_epochs_of_one_question(tmp_path):
    def sample(key, asked, epoch):
        return {"id": key, "input": asked, "epoch": epoch, "output": {"completion": f"{key!r} {epoch}"}}

    samples = [sample(1, "Red?", 1), sample(1, "Red?", 2), sample("1", "Blue?", 3), sample("1", "Red?", 2)]
    (tmp_path / "a.json").write_text(json.dumps({"eval": {"model": "m"}, "samples": samples}))
    log = read_log(tmp_path / "a.json")
    assert [[answer.text for answer in each.answers] for each in log.samples] == [["1 1", "1 2"]]
    assert log.copies == 2


def test_an_aborted_run_of_inspect_is_read(tmp_path):
    copy_members(PEERS / "inspect.eval", tmp_path / "a.eval", lambda name: name != "header.json")
    log = read_log(tmp_path / "a.eval")
    assert (len(log.samples), log.model) == (10, "mockllm/model")


def copy_members(source, target, wanted):
    """Some members of a log, unpacked by us and packed again with what Python has."""
    from askance.logs.zip_members import read_member

    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            if wanted(member.filename):
                new.writestr(member.filename, read_member(old, member, "", ""))


def test_older_logs_of_lmms_eval(tmp_path):
    path = tmp_path / "old.jsonl"
    lines = [
        {"doc_id": 0, "doc": {"question": "Red?"}, "target": ["yes", "no"], "resps": [["no", "yes"]],
         "filtered_resps": ["no"], "arguments": [["Red?\nOne word.", {"until": []}]]},
        {"doc_id": 1, "doc": {"question": "Blue?"}, "target": "['a', 'b']", "filtered_resps": []},
        {"doc_id": 1, "filtered_resps": "no"},
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    log = read_log(path)
    assert [[answer.text for answer in sample.answers] for sample in log.samples] == [["no", "yes"], [None]]
    assert [sample.asked for sample in log.samples] == ["Red?\nOne word.", "Blue?"]
    assert [sample.targets for sample in log.samples] == [("yes", "no"), ("a", "b")]
    assert log.copies == 1  # the same question with another filter


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.jsonl", b"", "is empty"),
        ("a.jsonl", b'{"id": 1, "question": "?"}\n', "its first object has the fields id, question"),
        ("a.jsonl", b'{"doc_id": 1, "filtered_resps": [[-3.5, true]]}\n', "filtered_resps contains no text"),
        ("a.jsonl", b'{"doc_id": 1, "filtered_resps": "a"}\n{"doc_id"\n', "line 2"),
        ("a_results.json", b'{\n "results": {}}', "--log_samples"),
        ("a.tsv", b"index\tquestion\n1\tWhat?\n", "no column 'prediction'"),
        ("a.tsv", b"question\tprediction\n1\tWhat?\n", "no column 'index'"),
        ("a.tsv", b"index\tprediction\n\tyes\n", "column index is empty"),
        ("a.pkl", b"\x80\x04}q", "is a pickle, which could run code"),
        ("a.eval", b"PK\x03\x04 and no more", "cannot be unpacked"),
        ("a.txt", b"hello", "is no log"),
        ("a.json", b'{"eval": {"model": "m"}, "samples": []}', "contains no sample"),
        ("a.json", b'[{"question_id": 1, "index": 2}]', "no column 'prediction'"),
        ("a.json", b'[{"prediction": "yes", "question', "no column 'index'|without a first record"),
        ("a.json", b"[[[1, 2]]]", "no column 'index'"),
        ("a.json", b"[]", "without a first record"),
    ],
)
def test_what_is_no_log_is_refused_in_one_line(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=said) as error:
        read_log(tmp_path / name)
    assert name in str(error.value)
    assert "\n" not in str(error.value)


def test_a_zip_that_is_no_log_and_a_damaged_member(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(UserError, match="is a zip file, but no log"):
        detect_format(tmp_path / "a.zip")
    data = bytearray((PEERS / "inspect.eval").read_bytes())
    data[data.index(b"samples/q1_epoch_1.json") + 300] ^= 255
    (tmp_path / "b.eval").write_bytes(data)
    with pytest.raises(UserError, match=r"samples/q1_epoch_1.json: is damaged"):
        read_log(tmp_path / "b.eval")


@pytest.mark.parametrize("name", ["inspect.eval", "fixed_Shapes.xlsx"])
def test_a_zip_of_an_unknown_version_is_one_line(name, tmp_path):
    data = bytearray((PEERS / name).read_bytes())
    data[data.index(b"PK\x01\x02") + 6] = 255
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UserError, match="cannot be unpacked"):
        read_log(tmp_path / name)


def test_damaged_lzma_is_one_line(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.eval", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("header.json", "{}")
        archive.writestr("samples/1_epoch_1.json", json.dumps({"id": 1, "input": "a" * 999}))
    data = bytearray((tmp_path / "a.eval").read_bytes())
    start = data.index(b"samples/1_epoch_1.json") + len("samples/1_epoch_1.json")
    data[start + 4] = 255  # the properties of LZMA
    (tmp_path / "a.eval").write_bytes(data)
    with pytest.raises(UserError, match=r"samples/1_epoch_1.json: is damaged"):
        read_log(tmp_path / "a.eval")


def test_a_bomb_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("askance.logs.zip_members.MOST", 1000)
    with pytest.raises(UserError, match="unpacks to 0 MB, more than 0"):
        read_log(PEERS / "inspect.eval")
    monkeypatch.setattr("askance.logs.vlmevalkit.UNPACKED", 1000)
    with pytest.raises(UserError, match=r"save it as \.tsv"):
        read_log(PEERS / "fixed_Shapes.xlsx")


def test_a_log_is_found_in_a_folder(tmp_path):
    with pytest.raises(UserError, match="contains no log"):
        find_log(str(tmp_path), "recorded")
    with pytest.raises(UserError, match="names no file"):
        find_log("", "recorded")
    with pytest.raises(UserError, match="cannot be read"):
        find_log(str(tmp_path / "typo.eval"), "recorded")
    (tmp_path / "model").mkdir()
    line = '{"doc_id": 0}'
    (tmp_path / "questions.jsonl").write_text('{"id": 0}')  # is no log
    (tmp_path / "model" / "a_samples_pope.jsonl").write_text(line)
    assert find_log(str(tmp_path), "recorded").name == "a_samples_pope.jsonl"
    (tmp_path / "a_samples_latest.jsonl").symlink_to(tmp_path / "model" / "a_samples_pope.jsonl")
    assert find_log(str(tmp_path), "recorded").read_text() == line
    (tmp_path / "a_samples_latest.jsonl").unlink()
    (tmp_path / "model" / "a_samples_mme.jsonl").write_text(line)
    assert find_log(f"{tmp_path}#mme", "recorded").name == "a_samples_mme.jsonl"
    with pytest.raises(UserError, match=r"contains 2 logs \(model/a_samples_mme.jsonl, model/a_samp"):
        find_log(str(tmp_path), "recorded")
    with pytest.raises(UserError, match="no log whose path contains 'vqa'"):
        find_log(f"{tmp_path}#vqa", "recorded")
    with pytest.raises(UserError, match="selects a file of a folder"):
        find_log(f"{tmp_path / 'model' / 'a_samples_mme.jsonl'}#x", "recorded")


def test_logs_of_the_same_name_are_told_apart_by_their_folders(tmp_path):
    """lmms-eval writes one folder per model: the file names may be equal."""
    for folder in ("new", "old", "old_pope"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1_samples_vqa.jsonl").write_text('{"doc_id": 0}')
    with pytest.raises(UserError, match=r"3 logs \(new/1_samples_vqa.jsonl, .*a part of its path as recorded:.*#PART"):
        find_log(str(tmp_path), "recorded")
    assert find_log(f"{tmp_path}#new", "recorded").parent.name == "new"
    assert find_log(f"{tmp_path}#old/", "recorded").parent.name == "old"
    (tmp_path / "old_pope" / "1_samples_pope.jsonl").write_text('{"doc_id": 0}')
    assert find_log(f"{tmp_path}#pope", "recorded").name == "1_samples_pope.jsonl"  # not what else is in that folder


def test_a_folder_with_a_format_that_is_not_read_says_so(tmp_path):
    old = {"args": {}, "model_configs": {}, "logs": [{"doc_id": 0, "filtered_resps": ["no"]}]}
    (tmp_path / "vqa.json").write_text(json.dumps(old, indent=4))
    for name in (tmp_path, tmp_path / "vqa.json"):
        with pytest.raises(UserError, match="is a log of an old version of lmms-eval"):
            read_log(find_log(str(name), "recorded"))
    (tmp_path / "vqa.json").write_text(json.dumps({"results": {}, "n-shot": {"vqa": 0}}, indent=2))
    with pytest.raises(UserError, match="contains the results of lmms-eval, not the answers"):
        find_log(str(tmp_path), "recorded")


def test_json_logs_are_found_among_annotations(tmp_path):
    (tmp_path / "instances.json").write_text('{"images": [], "annotations": []}')
    (tmp_path / "questions.json").write_text('[{"question": "Red?", "answer": "yes"}]')
    (tmp_path / "predictions.txt").write_text("[]")
    with pytest.raises(UserError, match="contains no log"):
        find_log(str(tmp_path), "recorded")
    (tmp_path / "m_d.json").write_text('[\n{"index": 1, "question": "Red?", "prediction": "no"}]')
    assert find_log(str(tmp_path), "recorded").name == "m_d.json"
    (tmp_path / "m_d.json").write_bytes((PEERS / "inspect.json").read_bytes())
    assert find_log(str(tmp_path), "recorded").name == "m_d.json"


def test_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(UserError, match=r"pip install .*\[xlsx\]'"):
        read_log(PEERS / "fixed_Shapes.xlsx")


def test_targets_and_options_of_foreign_text():
    assert target_texts(["a", "", "b"]) == ("a", "b")
    assert target_texts("['a', 2]") == ("a", "2")
    assert target_texts("[not a list]") == ("[not a list]",)
    assert target_texts(2.0) == ("2",)
    assert listed_options("Which?\nA. one\n(B) two\nC) three\nAnswer.") == ("one", "two", "three")
    assert listed_options("B. two\nA. one") == ()
    assert listed_options("A. only one") == ()
    assert listed_options("One?\nA. x\nB. y\nTwo?\nA. one\nB. two\nS. Smith") == ("one", "two")  # after an example
    many = [f"option {number}" for number in range(26)]
    assert list(listed_options("\n".join(map("{}. {}".format, OPTION_LETTERS, many)))) == many


def test_logs_are_small_and_name_no_folder_of_the_machine_they_were_made_on():
    for path in PEERS.iterdir():
        if path.is_file():
            assert path.stat().st_size < 50_000, path.name
    for name in ("inspect.json", LMMS_EVAL.name):
        assert not any(place in (PEERS / name).read_text() for place in ("/tmp/", "/work/", "/root/", "/home/"))
