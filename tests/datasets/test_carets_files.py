"""The published CARETS files: pairs as they were meant, scored as the paper says, errors in one line."""

import json

import askance
import numpy as np
import pytest
from askance.core import Answer, UserError
from askance.datasets.carets_files import CaretsFiles
from PIL import Image


def record(id_, sent, label, image="2331", **more):
    return {"question_id": id_, "sent": sent, "label": label, "img_id": image, **more}


REPHRASE_1 = [
    record("2331-q1-0", "Is there a dog in the photo?", {"yes": 1.0}),
    record("2331-q1-0-t", "Do you see a dog?", {"yes": 1.0}),
]
REPHRASE_2 = [
    record(
        "2331-q5-0", "Which vehicle is long, a boat, or a car?", {"boat": 1}, assignment={"choices": ["boat", "car"]}
    ),
    record(
        "2331-q5-0-t", "Is the long vehicle a boat, or a car?", {"boat": 1}, assignment={"choices": ["boat", "car"]}
    ),
]
ORDER = [
    record("2332-q2-0", "Do you see both a cat and a red cup?", "no", 2332),
    record("2332-q2-0-s", "Do you see both a red cup and a cat?", ["no"], 2332),
    record("2332-q6-1", "What color do you think the toilet is, white, beige or blue", {"white": 1}),
    record("2332-q6-1-s", "What color do you think the toilet is, blue, white or beige", {"white": 1}),
]
NEGATION = [
    record("7-q3-0", "Do you see either a cat or a cup?", {"yes": 1}),
    record("7-q3-0-n", "Do you see no cat and no cup?", {"no": 1}),
]
ANTONYM = [
    record("8-q4-0", "Do you think the boat is small?", {"yes": 1}),
    record("8-q4-0-a", "Do you think the boat is large?", {"no": 1}),
]
ONTOLOGICAL = [
    record("9-q1-0", "Do you see a bird anywhere?", {"no": 1}),
    record("9-q1-0-h", "Do you see a swan anywhere?", {"no": 1}),
]
VISUAL = [
    record("5-q7-0", "What pose is the cow doing, lying or standing?", {"lying": 1}),
    record("5-q7-0", "What pose is the cow doing, lying or standing?", {"lying": 1}, perturbation="blur_6"),
    record("5-q7-0", "What pose is the cow doing, lying or standing?", {"lying": 1}, "2331_crop"),
]
FILES = {
    "a_rephrase.json": REPHRASE_1, "b_rephrase.json": REPHRASE_2, "order.jsonl": ORDER, "negation.json": NEGATION,
    "antonym.json": ANTONYM, "ontological.json": ONTOLOGICAL, "visual.json": VISUAL,
}  # fmt: skip


def written(folder, files):
    (folder / "questions").mkdir(exist_ok=True)
    for name, records in files.items():
        text = "\n".join(map(json.dumps, records)) if name.endswith("l") else json.dumps(records)
        (folder / "questions" / name).write_text(text)
    return CaretsFiles(folder)


@pytest.fixture
def data(tmp_path):
    return written(tmp_path, FILES)


class Says:
    """A model that answers from a table, and else with the truth of these files."""

    name, fingerprint, supports, needs = "says", "says-1", frozenset({"text"}), frozenset()

    def __init__(self, **table):
        truths = {r["sent"]: r["label"] for records in FILES.values() for r in records}
        self.table = {q: next(iter(t)) if not isinstance(t, str) else t for q, t in truths.items()} | table

    def answer(self, shown):
        return [Answer(text=self.table[each.query.stimulus.question]) for each in shown]


def figures(data, model, tmp_path):
    done = askance.run([model], data, ["carets"], out=tmp_path / "w")
    return {(r["metric"], r["group"]): (r["value"], r["n"], r["undecided"]) for r in done.metrics.to_pylist()}


def test_all_files_become_pairs(data):
    cases = list(data.pairs())
    groups = [case.group for case in cases]
    assert groups == [
        "rephrase/Q1", "antonym/Q4", "rephrase/Q5", "negation/Q3", "ontological/Q1", "order/Q2", "order/Q6",
        "visual/blur-6", "visual/crop",
    ]  # fmt: skip
    assert [case.name for case in cases if "rephrase" in case.name] == ["rephrase-000000", "rephrase-000001"]
    assert {case.relation for case in cases if case.group.startswith(("neg", "ant"))} == {"opposite"}
    assert {case.relation for case in cases if not case.group.startswith(("neg", "ant"))} == {"equal"}
    assert {dict(case.tags)["test"] for case in cases} == {case.group.split("/")[0] for case in cases}
    chosen = cases[2]
    assert chosen.reads == "choice"
    assert chosen.options == ("boat", "car")
    assert dict(chosen.tags)["slots"] == '{"choices":["boat","car"]}'
    assert dict(cases[4].tags)["direction"] == "hyponym"
    assert [len(list(data.pairs(limit=4, seed=seed))) for seed in (0, 1)] == [4, 4]
    assert {case.name for case in data.pairs(limit=4)} <= {case.name for case in cases}


def test_images_are_named_by_content_where_they_are(data, tmp_path):
    first, *_, blurred, cropped = data.pairs()
    assert first.asks[0][1].stimulus.image == "carets_files:2331"
    assert [query.stimulus.image for _, query in blurred.asks] == ["carets_files:2331", "carets_files:blur-6/2331"]
    assert cropped.asks[1][1].stimulus.image == "carets_files:2331_crop"
    (tmp_path / "images" / "blur-6").mkdir(parents=True)
    for number, name in enumerate(("2331.jpg", "blur-6/2331.png")):
        Image.fromarray(np.full((8, 9, 3), 90 * number, np.uint8)).save(tmp_path / "images" / name)
    seen = CaretsFiles(tmp_path)
    clean, hidden = [query.stimulus.image for _, query in list(seen.pairs())[-2].asks]
    assert clean.startswith("blake2b:")
    assert clean != hidden
    assert seen.load_image(hidden).pixels.max() == 90
    assert seen.fingerprint != data.fingerprint
    with pytest.raises(UserError, match=r"2331_crop\.jpg: is missing: put the pictures into images/ or data/images/"):
        seen.load_image("carets_files:2331_crop")
    assert len(list(seen.images())) == 4
    assert len(list(seen.items())) == 17


def test_the_truth_scores_full_marks(data, tmp_path):
    found = figures(data, Says(), tmp_path)
    for metric in ("acc", "cons", "cacc"):
        assert found[metric, ""] == (100, 9, 0)


def test_consistency_looks_at_every_file(data, tmp_path):
    found = figures(data, Says(**{"Do you see a dog?": "no"}), tmp_path)
    assert found["cons", "rephrase"][:2] == (50, 2)
    assert found["cacc", "rephrase"][:2] == (50, 2)


def test_the_second_answer_must_be_right_too(data, tmp_path):
    found = figures(data, Says(**{"Do you see no cat and no cup?": "a dog"}), tmp_path)
    assert found["cacc", "negation"] == (0, 1, 0)
    assert found["acc", "negation"][0] == 50


def test_ontological_consistency_is_plain_equality(data, tmp_path):
    wrong = {"Do you see a bird anywhere?": "yes"}
    found = figures(data, Says(**wrong), tmp_path)
    assert found["cons", "ontological"][0] == 0
    both = figures(data, Says(**wrong, **{"Do you see a swan anywhere?": "yes"}), tmp_path / "both")
    assert both["cons", "ontological"][0] == 100
    assert both["cacc", "ontological"][0] == 0


def test_answers_are_normalised(data, tmp_path):
    spelled = {
        "Which vehicle is long, a boat, or a car?": "A boat.",
        "Is the long vehicle a boat, or a car?": "BOAT",
        "Is there a dog in the photo?": "Yes",
        "What color do you think the toilet is, white, beige or blue": "White",
    }
    found = figures(data, Says(**spelled), tmp_path)
    assert found["cons", ""][0] == found["cacc", ""][0] == 100


def test_an_answer_of_several_counts_by_its_score(tmp_path):
    label = {"couch": 1, "sofa": 1, "bed": 0.3, "car": 0}
    data = written(tmp_path, {"r.json": [record("1-a-b", "What is it?", label), record("1-a-b-t", "What?", label)]})
    for said, score in (("sofa", 100), ("couch", 100), ("car", 0)):
        model = Says(**{"What is it?": said, "What?": "the sofa"})
        model.fingerprint = said
        assert figures(data, model, tmp_path)["acc_original", ""][0] == score


def test_records_may_be_an_object_and_lie_in_the_folder_itself(tmp_path):
    (tmp_path / "negation.json").write_text(json.dumps({r["question_id"]: r for r in NEGATION}))
    assert [case.group for case in CaretsFiles(tmp_path).pairs()] == ["negation/Q3"]


def test_the_file_name_tells_the_test_where_the_suffix_does_not(tmp_path):
    records = [NEGATION[0], {**NEGATION[1], "question_id": "7-q3-0-x"}]
    assert [case.group for case in written(tmp_path, {"negation_q3.json": records}).pairs()] == ["negation/Q3"]


@pytest.mark.parametrize("suffix", ["x", "12", "pert", "N", "n2"])
def test_any_fourth_part_of_an_id_is_a_perturbed_half(tmp_path, suffix):
    """The evaluator calls an original what has three parts, and pairs the rest by all but the last."""
    records = [NEGATION[0], {**NEGATION[1], "question_id": f"7-q3-0-{suffix}"}]
    (case,) = written(tmp_path, {"negation_consistency.json": records}).pairs()
    assert [query.stimulus.question for _, query in case.asks] == [record["sent"] for record in NEGATION]


NAMES = {
    "antonym_consistency": "antonym", "ontological_consistency": "ontological", "phrasal_invariance": "rephrase",
    "rephrasing_file_1": "rephrase", "symmetry_invariance": "order", "negation_consistency": "negation",
}  # fmt: skip


@pytest.mark.parametrize(("name", "test"), NAMES.items())
def test_the_name_of_the_file_counts_before_the_suffix(tmp_path, name, test):
    """The evaluator asks its configuration, which goes by file, and never the suffix."""
    first, second = NEGATION if test in ("negation", "antonym") else REPHRASE_1
    records = [first, {**second, "question_id": f"{first['question_id']}-s"}]
    (case,) = written(tmp_path, {f"{name}.json": records}).pairs()
    assert dict(case.tags)["test"] == test


def test_a_record_that_stands_twice_counts_once(tmp_path):
    assert len(list(written(tmp_path, {"negation.json": NEGATION * 2}).pairs())) == 1


WORDED = [
    ("Does it look like there is a container in the photo?", "yes", "Q1"),
    ("Do you see both a chair and a face anywhere?", "no", "Q2"),
    ("Does it look like there is either a gray pole or a sign?", "yes", "Q3"),
    ("Does it seem that the gate behind the person is black?", "yes", "Q4"),
    ("Would you call the vehicle in the parking lot, a boat, a car, or a bike?", "car", "Q5"),
    ("What mood do you think the man in front of the lamp is, happy, angry or sad", "sad", "Q6"),
    ("What would you call the pose that the cow is doing, lying or standing?", "lying", "Q7"),
]


@pytest.mark.parametrize(("question", "answer", "kind"), WORDED)
def test_the_wording_tells_the_type(tmp_path, question, answer, kind):
    """Wordings as a public log of the published questions shows them."""
    records = [record("1-q-0", question, {answer: 1}), record("1-q-0-t", f"Well: {question}", {answer: 1})]
    (case,) = written(tmp_path, {"phrasal_invariance.json": records}).pairs()
    assert case.group == f"rephrase/{kind}"


MISTAKES = [
    ([{"question_id": "1"}], r"x\.json: record 0 \(1\): field sent is missing"),
    ([record("1", "Is it?", {"yes": 1}, None)], r"record 0 \(1\): field img_id is missing"),
    ([record("1", "Is it?", {})], r"record 0 \(1\): field label names no answer"),
    ([record("1", "Is it?", 3)], r"x\.json: record 0: .*label.*: fix that field"),
    ([{"sent": "Is it?"}], r"x\.json: record 0: .*question_id.*: fix that field"),
    (NEGATION[:1], r"record 0 \(7-q3-0\): has no perturbed half"),
    (NEGATION[1:], r"record 0 \(7-q3-0-n\): field question_id: there is no original '7-q3-0'"),
    (
        [*NEGATION, {**NEGATION[0], "sent": "Is there a cat?"}],
        r"record 2 \(7-q3-0\): field question_id is that of .*record 0",
    ),
    ([NEGATION[0], {**NEGATION[1], "label": {"yes": 1}}], r"field label: yes and yes in a negation pair"),
    ([REPHRASE_1[0], {**REPHRASE_1[1], "label": {"no": 1}}], r"field label: yes and no in a rephrase pair"),
    ([NEGATION[0], {**NEGATION[1], "question_id": "7-q3-0-x"}], r"no suffix of -t, -s, .*rename the file"),
]


@pytest.mark.parametrize(("records", "message"), MISTAKES)
def test_a_mistake_names_file_record_field_and_fix(tmp_path, records, message):
    with pytest.raises(UserError, match=message) as caught:
        list(written(tmp_path, {"x.json": records}).pairs())
    assert "\n" not in str(caught.value)


def test_a_folder_without_questions_says_so(tmp_path):
    with pytest.raises(UserError, match="holds no question files"):
        CaretsFiles(tmp_path)
    with pytest.raises(UserError, match="no such folder"):
        CaretsFiles(tmp_path / "none")
