"""VQA accuracy: by hand, against a literal leave-one-out, and on real files."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from askance.metrics import vqa_accuracy
from askance.wording.vqa_accuracy import leave_one_out
from hypothesis import given
from hypothesis import strategies as st

DATA = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[2] / ".." / "shared" / "data"))


@pytest.mark.parametrize(("matches", "value"), [(0, 0.0), (1, 0.3), (2, 0.6), (3, 0.9), (4, 1.0), (10, 1.0)])
def test_ten_answers(matches: int, value: float) -> None:
    answers = ["yes"] * matches + ["no"] * (10 - matches)
    assert vqa_accuracy("Yes.", answers) == pytest.approx(value)
    assert vqa_accuracy("yes", answers, "official") == pytest.approx(value)


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=12))
def test_equals_leaving_each_one_out(answers: list[str]) -> None:
    kept = [answers[:place] + answers[place + 1 :] for place in range(len(answers))]
    literal = sum(min(1.0, others.count("b") / 3) for others in kept) / len(answers)
    assert vqa_accuracy("b", answers) == pytest.approx(literal)
    assert vqa_accuracy("b", answers, "plain") == pytest.approx(min(1.0, answers.count("b") / 3))


@pytest.mark.parametrize("mode", ["default", "official", "plain"])
def test_one_answer_is_a_match_or_not(mode: str) -> None:
    assert vqa_accuracy("dog", ["dog"], mode) == 1.0  # type: ignore[arg-type]
    assert vqa_accuracy("cat", ["dog"], mode) == 0.0  # type: ignore[arg-type]


def test_no_answers_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="at least one"):
        vqa_accuracy("dog", [])


def test_the_official_tool_punishes_a_right_answer_and_we_do_not() -> None:
    assert vqa_accuracy("Black.", ["black"] * 10, "official") == 0.0
    assert vqa_accuracy("Black.", ["black"] * 10) == 1.0
    assert vqa_accuracy("Black.", ["black"] * 9 + ["gray"], "official") == 1.0
    assert vqa_accuracy("none", ["0"] * 9 + ["1"], "official") == 1.0


def _people(name: str) -> Iterator[list[str]]:
    file = DATA / "vqa" / f"{name}_val_annotations.json"
    if not file.exists():
        pytest.skip(f"no {file}: set ASKANCE_TEST_DATA to the folder with vqa/")
    for annotation in json.loads(file.read_bytes())["annotations"]:
        yield [answer["answer"] for answer in annotation["answers"]]


@pytest.mark.parametrize(("name", "raw", "ours"), [("textvqa", 97.94, 98.51), ("vizwiz", 94.11, 94.12)])
def test_majority_answers_of_real_files(name: str, raw: float, ours: float) -> None:
    as_written, normalised, official = [], [], []
    for answers in _people(name):
        majority, votes = Counter(answers).most_common(1)[0]
        as_written.append(leave_one_out(votes, len(answers)))
        normalised.append(vqa_accuracy(majority, answers))
        official.append(vqa_accuracy(majority, answers, "official"))
    assert 100 * sum(as_written) / len(as_written) == pytest.approx(raw, abs=0.005)
    assert 100 * sum(normalised) / len(normalised) == pytest.approx(ours, abs=0.005)
    assert sum(as_written) <= sum(official) <= sum(normalised)
