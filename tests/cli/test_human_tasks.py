"""askance generate --format tasks, and the answers read back through human: with gold questions checked."""

import json
from collections import Counter, defaultdict
from random import Random
from unittest import mock

import pytest
from askance.cli import task_export
from askance.cli.main import main
from askance.core import Case, Item, Query, Stimulus, UserError
from askance.engine import run
from askance.models.human import load_human_answers
from askance.report.annotation_tasks import GOLD, QUESTIONS, find_gold_questions, make_annotation_tasks, sample_cases
from PIL import Image

LIMIT, PAIRS = 300, 4


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def case(number, test="order", kind="Q2", image="i"):
    asks = {role: Query(Stimulus(image, f"Is it {test} {number} {role}?")) for role in ("original", "perturbed")}
    expected = {"original": ("yes",), "perturbed": ("yes",)}
    return Case.of("carets", f"{test}-{kind}-{number}", asks, "equal", group=f"{test}/{kind}", reads="yesno",
                   expected=expected, tags={"test": test, "type": kind})  # fmt: skip


def gold(count):
    return [Item(str(number), "g", f"Is it gold {number}?", ("yes",) * 10) for number in range(count)]


def test_the_sample_has_so_many_pairs_of_each_test_and_type():
    cases = [
        case(n, test, kind) for n in range(30) for test, kind in (("order", "Q2"), ("order", "Q3"), ("visual", "Q1"))
    ]
    found = Counter((dict(each.tags)["test"], dict(each.tags)["type"]) for each in sample_cases(cases, 7, Random(0)))
    assert found == {("order", "Q2"): 7, ("order", "Q3"): 7, ("visual", "Q1"): 7}
    assert len(sample_cases(cases[:9], 7, Random(0))) == 9
    assert sample_cases(cases, 7, Random(0)) == sample_cases(cases, 7, Random(0)) != sample_cases(cases, 7, Random(1))


def test_tasks_hold_twenty_questions_and_four_gold_ones_and_no_pair_whole():
    made = make_annotation_tasks([case(n) for n in range(100)], gold(9), 55, 0)
    tasks = defaultdict(list)
    for record in made.records:
        tasks[record["task"]].append(record)
    assert (made.pairs, made.tasks, len(tasks)) == (55, 6, 6)
    for records in tasks.values():
        questions = [record for record in records if record["gold"] is None]
        assert len(records) - len(questions) == GOLD
        assert len(questions) <= QUESTIONS
        assert len({record["case"] for record in questions}) == len(questions)  # one half of a pair at most
        assert all(record["options"] == ["yes", "no", "ambiguous"] for record in records)
    asked = [record for record in made.records if record["gold"] is None]
    assert len(asked) == len({(record["case"], record["role"]) for record in asked}) == 110
    assert len({record["id"] for record in made.records}) == len(made.records)
    assert any(records[-1]["gold"] is None for records in tasks.values())  # gold questions are mixed with the others


def test_a_question_of_several_pairs_is_asked_once():
    first = case(1)
    again = Case.of("carets", "again", dict(case(1).asks), "equal", group="order/Q2", reads="yesno")
    made = make_annotation_tasks([first, again], gold(4), 10, 0)
    assert sum(record["gold"] is None for record in made.records) == 2


def test_gold_questions_are_those_that_all_annotators_agree_on():
    items = [
        Item("a", "i", "Is it a dog?", ("yes",) * 10),
        Item("b", "i", "Is it a cat?", ("yes",) * 9 + ("no",)),
        Item("c", "i", "What is it?", ("dog",) * 10),
        Item("d", "i", "Red or blue?", ("Blue", "blue"), options=("red", "blue")),
        Item("e", "i", "Is it asked anyway?", ("no",)),
    ]
    found = find_gold_questions(items, {Stimulus("i", "Is it asked anyway?")})
    assert [(each.stimulus.question, each.gold) for each in found] == [
        ("Is it a dog?", "yes"),
        ("Red or blue?", "blue"),
    ]
    with pytest.raises(
        UserError, match=r"items: 3 gold questions found, 4 needed .*: name a data set that has them with --gold"
    ):
        make_annotation_tasks([case(1)], items, 1, 0)
    with pytest.raises(UserError, match="no cases to ask about"):
        make_annotation_tasks([], gold(4), 1, 0)


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tasks")
    with mock.patch.object(task_export, "GOLD_ITEMS", 500), pytest.raises(SystemExit) as ended:
        main(["generate", "carets", "--limit", str(LIMIT), "-o", str(folder / "tasks.jsonl"), "--format", "tasks",
              "--pairs", str(PAIRS), "--pictures", str(folder / "images"), "--gold", "stickers:train"])  # fmt: skip
    assert not ended.value.code
    with pytest.raises(SystemExit):
        main(["generate", "carets", "--limit", str(LIMIT), "-o", str(folder / "cases.jsonl")])
    return folder


def records_of(folder):
    return [json.loads(line) for line in (folder / "tasks.jsonl").read_text().splitlines()]


def truths(folder):
    lines = [json.loads(line) for line in (folder / "cases.jsonl").read_text().splitlines()]
    return {(line["name"], role): answers[0] for line in lines for role, answers in line["expected"].items()}


def annotations(folder, annotators=5):
    """Every annotator answers every question of every task rightly."""
    true, records = truths(folder), records_of(folder)
    answers = {record["id"]: record["gold"] or true[record["case"], record["role"]] for record in records}
    return [
        {"annotator": f"w{number}", "id": id_, "answer": answer}
        for number in range(annotators)
        for id_, answer in answers.items()
    ]


def loaded(folder, rows, name="answers.jsonl"):
    (folder / name).write_text("\n".join(map(json.dumps, rows)))
    return load_human_answers(f"{folder}/{name}#{folder}/tasks.jsonl")


def test_the_file_has_what_an_annotator_is_shown(tasks):
    records = records_of(tasks)
    counted = Counter(record["case"].partition("-")[0] for record in records if record["gold"] is None)
    assert set(counted) == {"rephrase", "order", "ontological", "visual", "negation", "antonym"}
    for record in records:
        assert record["options"][-1] == "ambiguous"
        assert record["gold"] is None or record["gold"] in record["options"]
        assert (tasks / "images" / record["picture"]).exists()
        assert record["image"].startswith("stickers:train:") == (record["gold"] is not None)
    cropped = next(record for record in records if any("crop" in edit for edit in record["edits"]))
    with Image.open(tasks / "images" / cropped["picture"]) as picture:
        assert picture.size != (480, 360)


def test_answers_are_read_back(tasks, tmp_path):
    human = loaded(tasks, annotations(tasks))
    assert human.notes() == []
    done = run([human], "stickers", ["carets"], limit=LIMIT, out=tmp_path / "w")
    found = {(row["metric"], row["group"]): row for row in done.metrics.to_pylist()}
    sampled_pairs = sum(record["gold"] is None for record in records_of(tasks)) / 2
    assert found["cacc", ""]["value"] == found["cons", ""]["value"] == 100
    assert found["cacc", "pooled"]["n"] >= sampled_pairs  # what was not sampled is refused
    assert found["cacc", "pooled"]["undecided"] > 0
    assert found["cacc", "antonym"]["n"] >= PAIRS


def turned(answer):
    return {"yes": "no", "no": "yes"}.get(answer, "ambiguous")


def test_a_submission_that_fails_a_gold_question_is_left_out(tasks):
    """Three of five annotators are wrong throughout; two of them fail a gold question of task 0001, and only there."""
    rows = annotations(tasks)
    gold_ids = {record["id"]: record for record in records_of(tasks) if record["gold"] is not None}
    first = next(id_ for id_ in gold_ids if id_.startswith("0001"))
    for row in rows:
        if row["annotator"] in ("w0", "w1", "w2") and row["id"] not in gold_ids:
            row["answer"] = turned(row["answer"])
        if row["annotator"] in ("w0", "w1") and row["id"] == first:
            row["answer"] = turned(row["answer"])
    human = loaded(tasks, rows)
    submissions = 5 * len({record["task"] for record in records_of(tasks)})
    assert human.notes() == [f"human: left out 2 of {submissions} submissions, which fail a gold question"]
    true = truths(tasks)
    for record in records_of(tasks):
        if record["gold"] is None:
            is_right = (
                human.votes[record["image"], record["question"], "; ".join(record["edits"])]
                == true[record["case"], record["role"]]
            )
            assert is_right == (record["task"] == "0001")
    assert not any(question == gold_ids[first]["question"] for _, question, _ in human.votes)


def test_an_unanswered_gold_question_is_a_failed_one(tasks):
    gold_ids = {record["id"] for record in records_of(tasks) if record["gold"] is not None}
    rows = [row for row in annotations(tasks) if row["annotator"] != "w0" or row["id"] not in gold_ids]
    number = len({record["task"] for record in records_of(tasks)})
    assert f"left out {number} of {5 * number} submissions" in loaded(tasks, rows).notes()[0]
    with pytest.raises(UserError, match="every submission failed a gold question"):
        loaded(tasks, [row for row in annotations(tasks) if row["id"] not in gold_ids])


def test_the_run_says_what_was_left_out(capfd, tasks, tmp_path):
    gold_ids = {record["id"] for record in records_of(tasks) if record["gold"] is not None and record["task"] == "0001"}
    rows = [row for row in annotations(tasks) if row["annotator"] != "w0" or row["id"] not in gold_ids]
    loaded(tasks, rows, "some.jsonl")
    model = f"human:{tasks}/some.jsonl#{tasks}/tasks.jsonl"
    err = call(capfd, "run", "-m", model, "-s", "carets", "--limit", str(LIMIT), "--out", str(tmp_path / "w"))[2]
    assert "human: left out 1 of" in err


def test_mistakes_are_one_line(capfd, tasks, tmp_path):
    row = {"annotator": "w", "id": "9999-01", "answer": "yes"}
    with pytest.raises(UserError, match=r"answers\.jsonl: line 1: field id: '9999-01' is not among the tasks"):
        loaded(tasks, [row])
    (tmp_path / "alone.jsonl").write_text(json.dumps(row))
    with pytest.raises(UserError, match="field id needs its tasks: write human:FILE#TASKS"):
        load_human_answers(str(tmp_path / "alone.jsonl"))
    line = json.dumps({"id": "1", "task": "1", "question": "Is it?"})
    (tmp_path / "twice.jsonl").write_text(f"{line}\n{line}\n")
    with pytest.raises(UserError, match=r"twice\.jsonl: line 2: field id: '1' is there twice"):
        load_human_answers(f"{tmp_path}/alone.jsonl#{tmp_path}/twice.jsonl")
    for option in (("--pairs", "3"), ("--gold", "stickers")):
        code, _, err = call(capfd, "generate", "carets", "-o", str(tmp_path / "x.jsonl"), "--limit", "60", *option)
        assert code
        assert f"{option[0]} goes with --format tasks, not with jsonl" in err
