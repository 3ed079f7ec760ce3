"""Recorded answers as a model: which sample answers which question, what is refused, and why."""

import base64
import json
import shutil
from pathlib import Path

import askance
import pytest
from askance.cli.main import main
from askance.core import Item, ModelInput, Query, Step, Stimulus, UserError
from askance.datasets import open_dataset
from askance.models import open_model
from askance.models.conformance import check_conformance
from askance.models.recorded.question_index import QuestionIndex, is_about_same_question
from askance.models.recorded.question_words import words_of
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


def test_failed_calls_are_counted_and_undecided(tmp_path):
    lines = [json.loads(line) for line in (PEERS / "lmms_eval_samples_shapes.jsonl").read_text().splitlines()]
    lines[0]["filtered_resps"], lines[1]["filtered_resps"], lines[2]["filtered_resps"] = [""], [""], [None]
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    notes = open_model(f"recorded:{path}").match_dataset(open_dataset(DATA)).notes()
    assert notes[1].endswith(
        "3 recorded calls failed (2 × the answer is empty, 1 × the log has no answer to it): undecided, and not"
        " counted as wrong"
    )
    done = askance.run(f"recorded:{path}", DATA, out=tmp_path / "w")
    (row,) = [row for row in done.metrics.to_pylist() if (row["metric"], row["group"]) == ("accuracy", "")]
    assert (row["n"], row["undecided"]) == (7, 3)


def test_a_log_is_read_and_not_called(tmp_path, capfd):
    with pytest.raises(SystemExit):
        main(["run", "-m", LMMS_EVAL, "-d", DATA, "--out", str(tmp_path / "w")])
    said = capfd.readouterr().err
    assert "10 recorded answers to read, 0 cached" in said
    assert "10 recorded answers read, 0 cached. Results:" in said


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


LETTERED = "Which?\nA. {}\nB. {}\nC. {}"


def matched(tmp_path, samples, rows):
    """A log of lmms-eval with these prompts and answers, matched with these questions."""
    lines = [{"doc_id": number, "filtered_resps": said, "input": asked} | dict(*more)
             for number, (asked, said, *more) in enumerate(samples)]  # fmt: skip
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, lines)))
    shutil.copytree(PEERS / "images", tmp_path / "images", dirs_exist_ok=True)
    rows = [{"image": "images/dots.png", "answer": "yes"} | row for row in rows]
    (tmp_path / "data.jsonl").write_text("\n".join(map(json.dumps, rows)))
    data = open_dataset(f"jsonl:{tmp_path / 'data.jsonl'}")
    bound = open_model(f"recorded:{tmp_path / 'log.jsonl'}").match_dataset(data)
    said = {item.id: bound.answer([ask(item)])[0].text for item in data.items()}
    return said, [note.partition(": ")[2] for note in bound.notes()]


@pytest.mark.parametrize(
    ("asked", "said", "read"),
    [
        (LETTERED.format("dog", "cow", "cat"), "C", "cat"),
        (LETTERED.format("dog", "cow", "cat"), "(C) cat", "cat"),
        (LETTERED.format("dog", "cow", "cat"), "It is a dog.", "dog"),
        (LETTERED.format("cat", "dog", "cow"), "C", "C"),  # the same order: as it was recorded
        ("Which? (A) dog (B) cow (C) cat Answer with (A), (B) or (C).", "C", "cat"),
        (LETTERED.format("dog", "cow", "cat"), "B. dog", None),  # B is dog in the data only
        ("Which? Choose from dog, cow, cat.", "C", None),
        ("Which? Choose from dog, cow, cat.", "The cow", "The cow"),
    ],
)
def test_letters_are_those_of_the_options_in_the_log(asked, said, read, tmp_path):
    other = ("Is it red?", "no")
    choice = {"question": "Which?", "options": ["cat", "dog", "cow"], "answer": "cat", "id": "a"}
    found, notes = matched(tmp_path, [(asked, said), other], [choice, {"question": "Is it red?", "id": "b"}])
    assert found == {"a": read, "b": "no"}
    assert notes[1:] == ([] if read else [
        f"left out 1 sample with an answer by letter, because the log does not say which option it means, such as 0"
        f" ({' '.join(asked.split())!r})"
    ])  # fmt: skip


def test_targets_are_compared_by_the_letters_of_the_log(tmp_path):
    samples = [(LETTERED.format("dog", "cow", "cat"), "C", {"target": "C"})]
    choice = {"question": "Which?", "options": ["cat", "dog", "cow"], "answer": "cat"}
    assert len(matched(tmp_path, samples, [choice])[1]) == 1
    assert "only 0 of 1 targets" in matched(tmp_path, [(*samples[0][:2], {"target": "A"})], [choice])[1][-1]


def test_row_numbers_come_before_ids(tmp_path):
    """Data that is numbered from 1: doc_id 1 is row 1, which has the id 2."""
    rows = [{"id": str(number), "question": "Is it red?", "image": f"images/{name}"}
            for number, name in enumerate(("bar.png", "dots.png", "circle.png"), 1)]  # fmt: skip
    said, notes = matched(tmp_path, [("Is it red?", "a"), ("Is it red?", "b"), ("Is it red?", "c")], rows)
    assert said == {"1": "a", "2": "b", "3": "c"}
    assert notes[0].endswith("matched by row number")


def test_ids_are_used_if_rows_do_not_fit(tmp_path):
    rows = [{"id": "1", "question": "Is it blue?"}, {"id": "0", "question": "Is it red?"}]
    said, notes = matched(tmp_path, [("Is it red?", "a"), ("Is it blue?", "b")], rows)
    assert said == {"0": "a", "1": "b"}
    assert notes[0].endswith("matched by id")


def test_images_that_differ_contradict_ids_and_rows(tmp_path):
    log = json.loads((PEERS / "inspect.json").read_text())
    first, second = log["samples"]  # the same question about two images
    first["id"], second["id"] = second["id"], first["id"]
    (tmp_path / "a.json").write_text(json.dumps(log))
    bound = open_model(f"recorded:{tmp_path / 'a.json'}").match_dataset(open_dataset(DATA))
    assert bound.notes()[0].endswith("matched by question and image")
    said = {item.id: bound.answer([ask(item)])[0].text for item in open_dataset(DATA).items()}
    assert (said["q1"], said["q2"]) == ("red", "The shape is blue.")


def test_a_log_about_other_image_files_is_refused(tmp_path):
    shutil.copytree(PEERS / "images", tmp_path / "images")
    for path in (tmp_path / "images").iterdir():
        path.write_bytes(path.read_bytes() + b"\0")  # the same pixels, in other files
    shutil.copy(PEERS / "questions.jsonl", tmp_path)
    with pytest.raises(UserError, match="about images whose files are not those of jsonl:"):
        open_model(INSPECT).match_dataset(open_dataset(f"jsonl:{tmp_path / 'questions.jsonl'}"))


def test_a_log_without_prompts_is_matched_with_a_note(tmp_path):
    rows = [{"id": "a", "question": "Is it red?"}, {"id": "b", "question": "Is it blue?"}]
    said, notes = matched(tmp_path, [("", "yes"), ("", "no")], rows)
    assert said == {"a": "yes", "b": "no"}
    assert notes[1] == "2 samples have no question in the log; they are matched by row number alone"
    _, notes = matched(tmp_path, [("Is it red?", "yes"), ("", "no")], rows)
    assert notes[1] == "1 sample has no question in the log; it is matched by row number alone"


def test_without_images_a_question_that_is_asked_twice_is_left_out(tmp_path):
    def match(*media):
        samples = [("Is it red?", "yes", {"input_media": each, "doc_id": f"x{n}"}) for n, each in enumerate(media)]
        return matched(tmp_path, [*samples, ("Is it blue?", "no", {"doc_id": "y"})], rows)

    rows = [{"id": "a", "question": "Is it red?"}, {"id": "b", "question": "Is it blue?"}]
    for media in (([], []), (["a.png"], ["b.png"]), (["a.png"], [])):
        said, notes = match(*media)
        assert said == {"a": None, "b": "no"}
        assert notes[1].startswith("left out 2 samples that match the same question of")
    assert match(["a.png"], ["a.png"])[0] == {"a": "yes", "b": "no"}  # repetitions
    samples = [("Is it red?", "yes", {"doc_id": "x"}), ("Is it red?", "no", {"doc_id": "y"})]
    with pytest.raises(UserError, match=r"'Is it red\?' is asked several times in the log, which has no images"):
        matched(tmp_path, samples, rows)


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
    assert reasons["repeat"] == "the log has 1 answer per question, and this suite repeats each question more often"
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
    assert "none of its 10 samples can be matched: 'What color is the shape?' is asked about images" in line
    (tmp_path / "a.jsonl").write_text('{"image": "a.png", "question": "Who?", "answer": "me"}')
    with pytest.raises(UserError, match=r"none of its 10 samples matches a question of jsonl:.*the data asks 'Who\?'"):
        open_model(INSPECT).match_dataset(open_dataset(f"jsonl:{tmp_path / 'a.jsonl'}"))


def item(question, image="i", options=()):
    return Item("x", image, question, ("yes",), options=tuple(options))


def questions_in(index, prompt):
    return [found.question for same in index.in_prompt(prompt) for found in same.items]


def test_questions_in_prompts():
    index = QuestionIndex([item("Is it red?"), item("Is it red or blue?"), item("What is it?"), item("?")])
    assert questions_in(index, "Question: is it RED or blue? Answer shortly.") == ["Is it red or blue?"]
    assert questions_in(index, "is it red? Yes. What is it?") == ["What is it?"]
    assert index.in_prompt("Is it reddish?") == []
    assert index.in_prompt("") == []


@pytest.mark.parametrize(
    ("prompt", "found"),
    [
        ("Example: Q: Is there a circle? A: no\nQ: What is the capital of France?", []),
        ("Example: Q: What is it? A: a dog\nQ: Is there a circle?\nA:", ["Is there a circle?"]),
        ("Is there a circle or a square?", []),
        ("Why is there a circle?", []),
        ("<image> Is there a circle? Answer yes or no.", ["Is there a circle?"]),
        ("**Question:** is there a circle", ["Is there a circle?"]),
        ("Which text?\nA. Why?\nB. Who?\nAnswer with the letter.", ["Which text?\nA. Why?\nB. Who?"]),
        ("Which text? (A) Why? (B) Who?", ["Which text?\nA. Why?\nB. Who?"]),
    ],
)
def test_the_question_of_a_prompt_is_its_last(prompt, found):
    listed = item("Which text?\nA. Why?\nB. Who?", options=("Why?", "Who?"))
    index = QuestionIndex([item("Is there a circle?"), item("What is it?"), listed])
    assert questions_in(index, prompt) == found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("क्या यह लड़का है?", "क्या यह लड़की है?"),
        ("Is x > 3?", "Is x < 3?"),
        ("What is 3-4?", "What is 3+4?"),
        ("Is it -5?", "Is it 5?"),
        ("Is it 5%?", "Is it 5?"),
        ("3*4?", "3/4?"),
        ("x ≤ y?", "x ≥ y?"),
        ("Is it ☺?", "Is it ☹?"),
        ("Is it 5 €?", "Is it 5 £?"),
    ],
)
def test_marks_and_operators_make_another_question(one, other):
    assert words_of(one) != words_of(other)
    assert not is_about_same_question(item(one), other)
    assert is_about_same_question(item(one), f"Answer: {one}")


def test_what_does_not_make_another_question():
    assert words_of("Is the well-known, red\ncar – here?") == words_of("is the well known red car here")
    assert words_of("Cafe\u0301?") == words_of("CAFÉ") == ("café",)
    assert words_of("ÄPFEL?") == ("äpfel",)


def test_questions_with_options():
    choice = item("Which?\nA. cat\nB. dog", options=("cat", "dog"))
    assert is_about_same_question(choice, "Question: Which?\nOptions:\n(A) cat\n(B) dog\nPlease choose.")
    assert is_about_same_question(choice, "Which?", ("dog", "cat"))  # VLMEvalKit has options in columns of their own
    assert not is_about_same_question(choice, "Which?\nA. cat\nB. cow")
    assert not is_about_same_question(choice, "", ("cat", "cow"))
    assert is_about_same_question(item("Which?", options=("→", "←")), "Which?\nA. →\nB. ←")
    assert is_about_same_question(item("?"), "Answer shortly.")  # no words to compare
    assert is_about_same_question(item("Look closely.\nIs it red?"), "Is it red?")  # a hint that only the data has
    assert not is_about_same_question(item("Is it red or blue?"), "Is it red?")
