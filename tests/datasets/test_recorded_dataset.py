"""The questions of a log as a data set."""

import json
from pathlib import Path

import askance
import pytest
from askance.core import ModelInput, Query, Stimulus, UnreadableImage, UserError
from askance.datasets import open_dataset
from askance.models import open_model
from askance.wording.option_letters import OPTION_LETTERS

PEERS = Path(__file__).parent.parent / "logs" / "peers"


def figure(name, data, tmp_path):
    done = askance.run(name, data, out=tmp_path / "w")
    (row,) = [row for row in done.metrics.to_pylist() if (row["metric"], row["group"]) == ("accuracy", "")]
    return row["value"], row["n"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("inspect.eval", (80, 10)),
        ("lmms_eval_samples_shapes.jsonl", (80, 10)),
        ("fixed_Shapes.xlsx", (75, 8)),  # one call failed: undecided
        ("fixed_ShapesChoice.xlsx", (100, 1)),
    ],
)
def test_a_log_is_judged_on_its_own_questions(name, expected, tmp_path):
    log = f"recorded:{PEERS / name}"
    assert figure(log, log, tmp_path) == expected


def test_images_in_a_log_can_be_shown_to_other_models(tmp_path):
    data = open_dataset(f"recorded:{PEERS / 'inspect.eval'}")
    first = next(iter(data.items()))
    assert data.load_image(first.image).size == (48, 48)
    assert len({item.image for item in data.items()}) == 4
    assert data.notes() == []
    assert figure(lambda image, question: "yes", data, tmp_path)[1] == 10


def test_a_log_without_images_says_so_and_keeps_questions_about_one_image_together():
    data = open_dataset(f"recorded:{PEERS / 'lmms_eval_samples_shapes.jsonl'}")
    assert data.notes()[0].endswith(
        "the log contains no images: other models cannot be asked, and images cannot be edited"
    )
    images = [item.image for item in data.items()]
    assert len(set(images)) == 4  # the log names their files
    with pytest.raises(UnreadableImage, match="contains no images"):
        data.load_image(images[0])


def test_samples_without_question_or_target_are_left_out(tmp_path):
    path = tmp_path / "a.jsonl"
    lines = [
        {"doc_id": 0, "target": "yes", "filtered_resps": "yes", "input": "Red?"},
        {"doc_id": 1, "target": "", "filtered_resps": "yes", "input": "Blue?"},
        {"doc_id": 2, "target": "yes", "filtered_resps": "yes", "input": ""},
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    data = open_dataset(f"recorded:{path}")
    assert [item.question for item in data.items()] == ["Red?"]
    assert data.notes()[0].endswith("left out 2 samples without a question or target")
    path.write_text(json.dumps(lines[2]))
    with pytest.raises(UserError, match="none of its samples contains a question"):
        open_dataset(f"recorded:{path}")


def test_a_log_without_targets_has_no_expected_answers(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"doc_id": 0, "filtered_resps": "yes", "input": "Red?"}))
    (item,) = open_dataset(f"recorded:{path}").items()
    assert item.answers == ()


def test_options_that_do_not_go_with_the_target_stay_in_the_prompt(tmp_path):
    path = tmp_path / "m_d.tsv"
    path.write_text("index\tquestion\tA\tB\tanswer\tprediction\n1\tWhich?\tcat\tdog\tbird\tcat\n")
    (item,) = open_dataset(f"recorded:{path}").items()
    assert (item.options, item.answers) == ((), ("bird",))
    path.write_text("index\tquestion\tA\tB\tanswer\tprediction\n1\tWhich?\tcat\tdog\tB\tcat\n")
    (item,) = open_dataset(f"recorded:{path}").items()
    assert (item.question, item.options, item.answers) == ("Which?\nA. cat\nB. dog", ("cat", "dog"), ("dog",))


def test_questions_may_have_as_many_options_as_there_are_letters(tmp_path):
    letters, options = OPTION_LETTERS[:10], [f"option {number}" for number in range(10)]
    path = tmp_path / "m_d.json"
    row = {"index": 1, "question": "Which?", "answer": "J", "prediction": "(J)"} | dict(
        zip(letters, options, strict=True)
    )
    path.write_text(json.dumps([row]))
    (item,) = open_dataset(f"recorded:{path}").items()
    assert (item.options, item.answers) == (tuple(options), ("option 9",))
    assert figure(f"recorded:{path}", f"recorded:{path}", tmp_path) == (100, 1)


def test_more_options_than_letters_are_left_out_with_a_note(tmp_path):
    sample = {"id": 1, "input": "Which?", "target": "no", "choices": [str(number) for number in range(27)]}
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"eval": {"model": "m"}, "samples": [sample]}))
    data = open_dataset(f"recorded:{path}")
    assert [item.options for item in data.items()] == [()]
    assert data.notes()[0].endswith("left out the options of 1 question: more than 26")


def test_rows_of_the_log_name_its_questions_if_some_are_left_out(tmp_path):
    """The second sample has no target; the question of the third must not get the answer of the second."""
    lines = [
        {"doc_id": number, "target": target, "filtered_resps": said, "input": "Red?", "input_media": [f"{number}.png"]}
        for number, target, said in ((0, "yes", "a"), (1, "", "b"), (3, "no", "c"), (4, "no", "d"))
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    data = open_dataset(f"recorded:{path}")
    assert data.question_ids() == ["0", "", "", "3", "4"]
    bound = open_model(f"recorded:{path}").match_dataset(data)
    said = {item.id: bound.answer([ModelInput(Query(Stimulus(item.image, item.question)))]) for item in data.items()}
    assert {key: answer.text for key, (answer,) in said.items()} == {"0": "a", "3": "c", "4": "d"}
    assert bound.notes()[0].endswith("matched by row number")
