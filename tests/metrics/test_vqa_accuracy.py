"""VQA accuracy: by hand, against a literal leave-one-out, and on real files."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from askance.metrics import vqa_accuracy
from askance.wording.official_vqa_normalise import official_vqa_normalise
from askance.wording.vqa_accuracy import leave_one_out_accuracy
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


@pytest.mark.parametrize(("name", "raw", "ours"), [("textvqa", 97.94, 98.52), ("vizwiz", 94.11, 94.12)])
def test_majority_answers_of_real_files(name: str, raw: float, ours: float) -> None:
    as_written, normalised, official = [], [], []
    for answers in _people(name):
        majority, votes = Counter(answers).most_common(1)[0]
        as_written.append(leave_one_out_accuracy(votes, len(answers)))
        normalised.append(vqa_accuracy(majority, answers))
        official.append(vqa_accuracy(majority, answers, "official"))
    assert 100 * sum(as_written) / len(as_written) == pytest.approx(raw, abs=0.005)
    assert 100 * sum(normalised) / len(normalised) == pytest.approx(ours, abs=0.005)
    assert sum(as_written) <= sum(official) <= sum(normalised)


PLAIN = ["two dogs", "a dog", "The dog.", "dog", "Dog!", "yes", "Yes", "no", "three", "3", "it is red,", "it is red"]


@given(st.lists(st.sampled_from(PLAIN), min_size=2, max_size=10), st.sampled_from(PLAIN))
def test_the_modes_agree_on_plain_answers_unless_everybody_does(answers: list[str], said: str) -> None:
    official = vqa_accuracy(said, answers, "official")
    if len(set(answers)) > 1:
        assert vqa_accuracy(said, answers) == pytest.approx(official)
    else:
        assert vqa_accuracy(said, answers) >= official


SIGN_AT_NUMBER = re.compile(r"[^\w\s]\s*\d|\d\s*[^\w\s]|[a-z]>")  # -20, 7/11, 11,77; and "u>s> highway"


@pytest.mark.parametrize(
    ("name", "compared", "higher", "lower"), [("textvqa", 15799, 244, 19), ("vizwiz", 19436, 21, 0)]
)
def test_where_the_modes_differ_on_real_files(name: str, compared: int, higher: int, lower: int) -> None:
    """Each person's answer against all: the default is lower only where a sign at a number means something."""
    more, less, count = 0, 0, 0
    for answers in _people(name):
        for said in dict.fromkeys(answers):
            ours, official = vqa_accuracy(said, answers), vqa_accuracy(said, answers, "official")
            count += 1
            more += ours > official + 1e-9
            if ours < official - 1e-9:
                less += 1
                alike = [other for other in answers if official_vqa_normalise(other) == official_vqa_normalise(said)]
                assert any(map(SIGN_AT_NUMBER.search, alike)), (said, alike)
    assert (count, more, less) == (compared, higher, lower)


def test_leaving_out_is_by_position_not_by_record() -> None:
    """VizWiz's answers have no id: comparing records would leave out every equal answer at once."""
    answers = ["net"] * 6 + ["fence"] * 4
    by_record = sum(min(1.0, sum(o == "net" for o in answers if o != one) / 3) for one in answers) / len(answers)
    assert vqa_accuracy("net", answers) == 1.0
    assert by_record == pytest.approx(0.4)
