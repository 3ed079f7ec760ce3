"""Recorded answers as a model: which sample answers which question, what is refused, and why."""

import base64
import json
from pathlib import Path

import askance
import pytest
from askance.cli.main import main
from askance.core import Item, ModelInput, Query, Step, Stimulus, UserError
from askance.datasets import open_dataset
from askance.models import open_model
from askance.models.conformance import check_conformance
from askance.models.recorded.question_words import QuestionIndex, is_about_same_question
from askance.models.scene_model import unwrap_model

from quiet import Quiet

PEERS = Path(__file__).parent.parent / "logs" / "peers"
DATA = f"jsonl:{PEERS / 'questions.jsonl'}"
LMMS_EVAL = f"recorded:{PEERS / 'lmms_eval_samples_shapes.jsonl'}"
INSPECT = f"recorded:{PEERS / 'inspect.eval'}"


@pytest.fixture
def table(tmp_path):
    """The questions as a table of VLMEvalKit, with the ids of its predictions."""
    rows = [json.loads(line) for line in (PEERS / "questions.jsonl").read_text().splitlines()]
    lines = ["index\timage\tquestion\tanswer"]
    for number, row in enumerate(rows, 1):
        image = base64.b64encode((PEERS / row["image"]).read_bytes()).decode()
        lines.append(f"{number}\t{image}\t{row['question']}\t{row['answers'][0]}")
    (tmp_path / "shapes.tsv").write_text("\n".join(lines))
    return f"vlmevalkit:{tmp_path / 'shapes.tsv'}"


def figures(run):
    return {(row["suite"], row["metric"]): row["value"] for row in run.metrics.to_pylist() if row["group"] == ""}


@pytest.mark.parametrize(("name", "way"), [(LMMS_EVAL, "row number"), (INSPECT, "id")])
def test_answers_of_two_tools_get_the_same_figures(name, way, tmp_path):
    done = askance.run(name, DATA, ["accuracy", "groups"], out=tmp_path / "w")
    found = figures(done)
    assert found["accuracy", "accuracy"] == 80
    assert found["groups", "consistency"] == 50  # a yes and a no about the same square
    assert done.skipped == ()
    (note,) = open_model(name).match_dataset(open_dataset(DATA)).notes()
    assert note.endswith(f"has answers to 10 of 10 questions of {DATA}, matched by {way}")


def test_predictions_match_by_index_and_a_failed_call_is_undecided(table, tmp_path):
    done = askance.run(f"recorded:{PEERS / 'fixed_Shapes.xlsx'}", table, out=tmp_path / "w")
    (row,) = [row for row in done.metrics.to_pylist() if (row["metric"], row["group"]) == ("accuracy", "")]
    assert (row["n"], row["undecided"]) == (8, 2)  # one call failed, and one question is in another file
    reasons = sorted(answer["reason"] for answer in done.answers.to_pylist() if answer["status"] == "refused")
    assert reasons == [
        "the log has no answer to this question",
        "the recorded call failed: Failed to obtain answer via API.",
    ]


def test_without_ids_and_images_questions_that_are_asked_twice_are_left_out():
    notes = open_model(f"recorded:{PEERS / 'fixed_Shapes.tsv'}").match_dataset(open_dataset(DATA)).notes()
    assert notes[0].endswith(f"has answers to 4 of 10 questions of {DATA}, matched by question")
    assert "left out 5 samples that match several questions" in notes[1]
    assert "such as 1 ('What color is the shape?')" in notes[1]


def test_images_in_the_log_tell_equal_questions_apart(tmp_path):
    log = json.loads((PEERS / "inspect.json").read_text())
    for number, sample in enumerate(log["samples"]):
        sample["id"] = f"other-{number}"
    (tmp_path / "a.json").write_text(json.dumps(log))
    bound = open_model(f"recorded:{tmp_path / 'a.json'}").match_dataset(open_dataset(DATA))
    assert bound.notes()[0].endswith("matched by question and image")
    answers = {item.id: bound.answer([ask(item)])[0].text for item in open_dataset(DATA).items()}
    assert (answers["q1"], answers["q2"], answers["q3"]) == ("red", "The shape is blue.", None)


def ask(item, edits=(), draw=0):
    return ModelInput(Query(Stimulus(item.image, item.question, edits), draw=draw))


def test_ids_are_not_trusted_where_a_question_differs(tmp_path):
    """Row numbers of another split fit every file: one question that differs is enough to ignore them."""
    lines = (PEERS / "lmms_eval_samples_shapes.jsonl").read_text().splitlines()
    shifted = [json.loads(line) for line in lines]
    for sample in shifted:
        sample["doc_id"] = (sample["doc_id"] + 1) % 10
    path = tmp_path / "shifted.jsonl"
    path.write_text("\n".join(map(json.dumps, shifted)))
    bound = open_model(f"recorded:{path}").match_dataset(open_dataset(DATA))
    assert bound.notes()[0].endswith("has answers to 5 of 10 questions of " + DATA + ", matched by question")
    items = {item.id: item for item in open_dataset(DATA).items()}
    assert bound.answer([ask(items["q10"])])[0].text == "vertical"
    assert bound.answer([ask(items["q1"])])[0].status == "refused"


def test_a_log_with_other_targets_is_reported(tmp_path):
    lines = [json.loads(line) for line in (PEERS / "lmms_eval_samples_shapes.jsonl").read_text().splitlines()]
    path = tmp_path / "other.jsonl"
    path.write_text("\n".join(json.dumps(line | {"target": "purple"}) for line in lines))
    notes = open_model(f"recorded:{path}").match_dataset(open_dataset(DATA)).notes()
    assert "only 0 of 10 targets in the log are answers" in notes[-1]


def test_suites_that_need_other_questions_or_images_are_skipped_before_the_first_call(tmp_path):
    suites = ["accuracy", "noise", "repeat", "sears", "bias", "implications", "beliefs", "uncertainty"]
    done = askance.run(INSPECT, DATA, suites, out=tmp_path / "w", progress=Quiet())
    reasons = {each.suite: each.reason for each in done.skipped}
    none = "the recorded answers contain none"
    assert reasons.keys() == set(suites) - {"accuracy"}
    assert reasons["noise"].startswith(f"{none} about edited images, such as gaussian_noise(")
    assert reasons["sears"].startswith(f"{none} to reworded or new questions, such as '")
    assert reasons["bias"].startswith(f"{none} to known questions about other images, such as '")
    assert reasons["implications"] == reasons["beliefs"]
    assert "derives from earlier answers" in reasons["beliefs"]
    assert reasons["repeat"] == "the log has 1 answer per question, and this suite needs 2 or more"
    assert len(done.answers) == 10  # nothing was asked for the others


def test_epochs_are_repetitions(tmp_path):
    name = f"recorded:{PEERS / 'inspect_epochs.eval'}"
    done = askance.run(name, name, ["repeat", "accuracy"], out=tmp_path / "w")
    assert round(figures(done)["repeat", "agreement"], 1) == 66.7  # one of three answers changes


def test_a_query_that_was_not_recorded_is_refused():
    bound = open_model(INSPECT).match_dataset(open_dataset(DATA))
    item = next(iter(open_dataset(DATA).items()))
    plain, edited, again = bound.answer([ask(item), ask(item, (Step.of("blur"),)), ask(item, draw=1)])
    assert (plain.text, edited.status, again.status) == ("red", "refused", "refused")
    assert bound.missing_answer(Query(Stimulus(None, item.question))).endswith("none without an image")
    assert bound.missing_answer(ask(item).query) is None


def test_the_fingerprint_is_that_of_the_content(tmp_path):
    copy = tmp_path / "renamed.eval"
    copy.write_bytes((PEERS / "inspect.eval").read_bytes())
    first, second = open_model(INSPECT), open_model(f"recorded:{copy}")
    assert first.fingerprint == second.fingerprint
    assert first.fingerprint != open_model(LMMS_EVAL).fingerprint
    bound = first.match_dataset(open_dataset(DATA))
    assert bound.fingerprint != first.fingerprint
    assert unwrap_model(bound) is first


def test_models_conform():
    model = open_model(INSPECT)
    assert [line for line in check_conformance(model) if "refused" not in line] == []
    assert model.describe()["tool"] == "Inspect"
    assert open_model(INSPECT, {"name": "mine"}).name == "mine"
    with pytest.raises(UserError, match="only name=NAME"):
        open_model(INSPECT, {"nam": "mine"})


@pytest.mark.parametrize(("options", "said"), [({"no_image": True}, "--no-image"), ({"engine": "ray"}, "--engine ray")])
def test_options_that_make_no_sense_are_refused(options, said, tmp_path):
    with pytest.raises(UserError, match=f"leave out {said}"):
        askance.run(INSPECT, DATA, out=tmp_path / "w", progress=Quiet(), **options)


def test_a_log_of_another_data_set_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["run", "-m", INSPECT, "-d", "easy_vqa", "--out", str(tmp_path / "w")])
    assert end.value.code == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "none of its 10 samples matches a question of easy_vqa: the log asks 'What color is the shape?'" in line


def item(question, image="i", options=()):
    return Item("x", image, question, ("yes",), options=tuple(options))


def test_questions_in_prompts():
    index = QuestionIndex([item("Is it red?"), item("Is it red or blue?"), item("What is it?"), item("?")])
    assert [found.question for found in index.in_prompt("Question: is it RED or blue? Answer shortly.")] == [
        "Is it red or blue?"
    ]
    assert [found.question for found in index.in_prompt("is it red? Example. What is it?")] == [
        "Is it red?",
        "What is it?",
    ]
    assert index.in_prompt("Is it reddish?") == []
    assert index.in_prompt("") == []


def test_questions_with_options():
    choice = item("Which?\nA. cat\nB. dog", options=("cat", "dog"))
    assert is_about_same_question(choice, "Question: Which?\nOptions:\n(A) cat\n(B) dog\nPlease choose.")
    assert is_about_same_question(choice, "Which?", ("dog", "cat"))  # VLMEvalKit has options in columns of their own
    assert not is_about_same_question(choice, "Which?\nA. cat\nB. cow")
    assert is_about_same_question(item("?"), "Answer shortly.")  # no words to compare
    assert is_about_same_question(item("Look closely.\nIs it red?"), "Is it red?")  # a hint that only the data has
