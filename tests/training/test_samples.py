"""Samples: from data sets, and back from the files that `askance generate` writes."""

import json

import askance
import pytest
from askance.cli.main import main
from askance.core import Step, UserError
from askance.core.query import step_texts
from askance.datasets import open_dataset
from askance.edits import EDITS
from askance.suites import open_suite
from askance.training.samples import (
    Sample,
    parse_step,
    samples_from_case_files,
    samples_from_dataset,
)
from askance.wording.most_common_answer import most_common_answer
from askance.wording.normalise_answers import normalise_answer


def line(question="Is it?", answers=("yes",), **ask):
    asks = [{"role": "original", "image": "a", "question": question, "edits": []} | ask]
    return json.dumps({"asks": asks, "expected": {"original": list(answers)}}) + "\n"


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_is_read_back_as_it_was(name):
    step = Step.of(name, EDITS[name].version, **EDITS[name].example)
    assert list(map(parse_step, step_texts([step]))) == [step]


def test_text_that_looks_like_a_number_stays_text():
    step = Step.of("insert", EDITS["insert"].version, image="a, b", things="007", box="1,2,3,4")
    assert list(map(parse_step, step_texts([step]))) == [step]


def test_an_exported_suite_is_read_back(tmp_path):
    file = tmp_path / "cases.jsonl"
    with pytest.raises(SystemExit) as done:
        main(["generate", "carets", "-d", "stickers:train", "--limit", "40", "-o", str(file)])
    assert done.value.code == 0
    cases = list(next(open_suite("carets").rounds(open_dataset("stickers:train"), 40, 0)))
    asked = {
        Sample(query.stimulus.image, query.stimulus.question, normalise_answer(answers[0]), query.stimulus.edits)
        for case in cases
        for role, query in case.asks
        if (answers := dict(case.expected).get(role))
    }
    found = samples_from_case_files([file])
    assert set(found) == asked
    assert any(sample.edits for sample in found)
    assert samples_from_case_files([file, file]) == found


def test_what_cases_disagree_on_is_left_out(tmp_path):
    file = tmp_path / "cases.jsonl"
    kept = line("Is it red?")
    file.write_text(line() + line(answers=("No.",)) + kept + kept + line("Blind?", image=None))
    assert samples_from_case_files([file]) == [Sample("a", "Is it red?", "yes")]


def test_failing_cases_of_a_report_are_training_data(tmp_path):
    """Their right answers are beside the questions, also of edited images."""
    file = tmp_path / "failing.jsonl"
    askance.run("builtin:blind", "stickers", ["accuracy", "metamorphic"], limit=30, out=tmp_path / "w")
    with pytest.raises(SystemExit) as done:
        main(["report", str(tmp_path / "w"), "--failures", str(file)])
    assert done.value.code == 0
    known = {
        (ask["image"], ask["question"], tuple(map(parse_step, ask["edits"]))): most_common_answer(ask["true"])
        for case in map(json.loads, file.read_text().splitlines())
        for ask in case["asks"]
        if ask["true"]
    }
    found = samples_from_case_files([file])
    assert {(each.image, each.question, each.edits): each.answer for each in found} == known
    assert any(each.edits for each in found)


def test_a_file_without_known_answers_is_named(tmp_path):
    file = tmp_path / "cases.jsonl"
    file.write_text(line(answers=()))
    with pytest.raises(UserError, match=r"cases\.jsonl: no question has a known answer"):
        samples_from_case_files([file])


def test_the_common_answer():
    assert most_common_answer(("A dog", "dog", "cat")) == "dog"
    assert most_common_answer(("cat", "dog")) == "cat"


BAD = [
    ("{", "truncated"),
    ('{"asks": [{"role": "a", "image": "b"}]}', r"missing required field `question` - at `\$\.asks\[0\]`"),
    (line(edits=["wash(soap=1)"]), "field edits: 'wash.* is no edit"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_bad_line_is_named(tmp_path, text, message):
    file = tmp_path / "cases.jsonl"
    file.write_text(line() + text)
    with pytest.raises(UserError, match=rf"cases\.jsonl: line 2: .*{message}.*askance generate"):
        samples_from_case_files([file])


def test_what_is_no_answer_is_not_learned(tmp_path):
    records = [{"image": "a.png", "question": "What?", "answer": answer} for answer in ("?", "The dog.")]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, records)))
    assert [sample.answer for sample in samples_from_dataset(open_dataset(f"jsonl:{tmp_path}"), None, 0)] == ["dog"]


def test_a_file_that_is_no_text_is_named(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"asks": [{"role": "a", "image": "caf\xe9", "question": "b"}]}')
    with pytest.raises(UserError, match=r"a\.jsonl: line 1: .*0xe9"):
        samples_from_case_files([tmp_path / "a.jsonl"])
