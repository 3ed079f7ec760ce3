"""askance annotations: queues from cases and from files, exports that `human:` reads, agreement, doctor."""

import csv
import io
import json

import pyarrow.parquet as pq
import pytest
from askance.annotation.annotate import answer_task, read_queue_state, take_task
from askance.annotation.queue_files import FOLDER, open_queue
from askance.cli.main import main
from askance.core import Query, Stimulus
from askance.core.model import ModelInput
from askance.core.query import step_texts
from askance.engine import run
from askance.models.human import load_human_answers
from askance.store import Workspace, connect


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main([str(each) for each in arguments])
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("annotations") / "w"
    run(models=["oracle"], data="stickers", suites=["carets"], limit=60, out=folder)
    return folder


@pytest.fixture
def space(made, tmp_path):
    """A workspace of its own per test: the tables are shared, the annotations are not."""
    folder = tmp_path / "w"
    folder.mkdir()
    for path in made.iterdir():
        if path.name not in ("lock", FOLDER):
            (folder / path.name).symlink_to(path)
    return folder


def annotate_all(root, queue, annotator, answer):
    while (task := take_task(root, queue, annotator, print)) is not None:
        answer_task(root, queue, annotator, task.id, answer(task), "", print)


def true_answers(root):
    rows = connect(Workspace.for_reading(root), tables=("cases",)).execute("select body from cases").fetchall()
    cases = [json.loads(body) for (body,) in rows]
    return {(case["name"], role): answers[0] for case in cases for role, answers in case["expected"]}


def test_the_oracle_of_people_is_right_everywhere(space, capfd, tmp_path):
    """A queue of all questions, answered rightly by three people, scores 100 % as human:WORKSPACE#QUEUE."""
    code, out, _ = call(capfd, "annotations", space, "--make", "human", "-s", "carets", "--sample", 60, "--per-task", 3)
    assert (code, out.split(":")[0]) == (0, "queue human-carets")
    truth = true_answers(space)
    for annotator in ("ann", "bob", "cem"):
        annotate_all(space, "human-carets", annotator, lambda task: {"answer": truth[task.case, task.role]})
    done = run(models=[f"human:{space}#human-carets"], data="stickers", suites=["carets"], limit=60, out=tmp_path / "h")
    (row,) = [row for row in done.metrics.to_pylist() if (row["metric"], row["group"]) == ("acc", "")]
    assert (row["value"], row["n"], row["undecided"]) == (100.0, 60, 0)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_an_export_is_read_by_human(space, capfd, tmp_path, form):
    call(capfd, "annotations", space, "--make", "human", "-s", "carets", "--sample", 9, "--queue", "q")
    for annotator in ("ann", "bob"):
        annotate_all(space, "q", annotator, lambda task: {"answer": task.options[0]})
    file = tmp_path / f"answers.{form}"
    code, out, _ = call(capfd, "annotations", space, "--queue", "q", "-o", file)
    queue = open_queue(space, "q")
    assert (code, out) == (0, f"{2 * len(queue.tasks)} annotations in {file}\n")
    exported, direct = load_human_answers(str(file)), load_human_answers(f"{space}#q")
    assert exported.votes == direct.votes
    for task in queue.tasks:
        shown = ModelInput(Query(Stimulus(task.image, task.question, task.edits)), None)
        assert direct.answer([shown])[0].text == task.options[0]
    assert load_human_answers(str(space)).fingerprint == direct.fingerprint  # the only queue of human answers
    annotate_all(space, "q", "cem", lambda task: {"answer": task.options[-1]})
    assert load_human_answers(f"{space}#q").fingerprint != direct.fingerprint


def test_the_same_command_makes_the_same_tasks(space, capfd):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        call(capfd, "annotations", space, "--make", "audit", "-s", "carets", "--sample", 12, "--seed", seed,
             "--queue", name)  # fmt: skip
    a, b, c = (open_queue(space, name).tasks for name in "abc")
    assert a == b != c
    assert len({(task.question, task.image, task.edits) for task in a}) == len(a)
    assert all(task.answer and not task.options for task in a)


def test_an_audit_shows_the_expected_answer_where_only_the_scene_knows_it(tmp_path, capfd):
    run(models=["oracle"], data="stickers", suites=["metamorphic"], limit=20, out=tmp_path / "w")
    call(capfd, "annotations", tmp_path / "w", "--make", "audit", "-s", "metamorphic", "--sample", 9, "--queue", "q")
    rows = connect(Workspace.for_reading(tmp_path / "w"), tables=("answers",)).execute("select text from answers")
    said = {text for (text,) in rows.fetchall()}
    answers = [task.answer for task in open_queue(tmp_path / "w", "q").tasks]
    assert answers
    assert set(answers) <= said  # the oracle's own


def test_an_audit_asks_once_about_the_variants_of_an_image(tmp_path, capfd):
    run(models=["oracle"], data="stickers", suites=["noise:trials=2"], limit=3, out=tmp_path / "w")
    call(
        capfd, "annotations", tmp_path / "w", "--make", "audit", "-s", "noise:trials=2", "--sample", 99, "--queue", "q"
    )
    tasks = open_queue(tmp_path / "w", "q").tasks
    assert len(tasks) == len({(task.image, task.question) for task in tasks}) == 3
    assert not any(task.edits for task in tasks)


def test_a_sample_is_spread_over_the_groups(space, capfd):
    call(capfd, "annotations", space, "--make", "human", "-s", "carets", "--sample", 6, "--queue", "q")
    cases = {task.case for task in open_queue(space, "q").tasks}
    rows = connect(Workspace.for_reading(space), tables=("cases",)).execute(
        'select name, "group" from cases where list_contains(?, name)', [sorted(cases)]
    )
    groups = [group for _, group in rows.fetchall()]
    assert len(groups) == len(set(groups)) == 6


def beliefs(image, **more):
    return {"question": "Is it red?", "image": image, "answer": "yes", "reference": "Which color?",
            "reference_answer": "red", "tags": {"model": "m"}} | more  # fmt: skip


@pytest.fixture
def image(space):
    (row,) = (
        connect(Workspace.for_reading(space), tables=("queries",))
        .execute("select image from queries order by image limit 1")
        .fetchall()
    )
    return row[0]


def write_lines(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_beliefs_come_from_a_file_and_go_to_every_format(space, capfd, tmp_path, image):
    file = write_lines(tmp_path / "beliefs.jsonl", [beliefs(image), beliefs(image, question="-Is it blue?")])
    assert call(capfd, "annotations", space, "--make", "belief", "--from", file)[0] == 0
    annotate_all(space, "belief-beliefs", "ann", lambda task: {"relevant": "yes", "same_fact": "no", "correct": "yes"})
    annotate_all(space, "belief-beliefs", "bob", lambda task: {"relevant": "no"})
    _, out, _ = call(capfd, "annotations", space, "--format", "jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(row["annotator"], row["relevant"], row["same_fact"], row["correct"]) for row in rows] == [
        ("ann", "yes", "no", "yes"), ("bob", "no", None, None), ("ann", "yes", "no", "yes"), ("bob", "no", None, None),
    ]  # fmt: skip
    assert {row["shown_answer"] for row in rows} == {"yes"}
    assert [row["tags"] for row in rows] == [{"model": "m"}] * 4
    _, out, _ = call(capfd, "annotations", space, "--format", "csv")
    assert [row["question"] for row in csv.DictReader(io.StringIO(out))][2:] == ["'-Is it blue?"] * 2
    call(capfd, "annotations", space, "-o", tmp_path / "all.parquet")
    table = pq.read_table(tmp_path / "all.parquet")
    assert table["question"].to_pylist() == [row["question"] for row in rows]
    assert dict(table["tags"].to_pylist()[0]) == {"model": "m"}
    _, out, _ = call(capfd, "annotations", space, "--agreement", "--json")
    found = json.loads(out)
    assert [(row["field"], row["agreement"], row["tasks"]) for row in found["fields"]] == [
        ("relevant", 0.0, 2), ("same_fact", None, 0), ("correct", None, 0),
    ]  # fmt: skip
    assert found["fields"][0]["alpha"] == pytest.approx(-0.5)
    assert [(row["annotator"], row["annotations"]) for row in found["annotators"]] == [("ann", 2), ("bob", 2)]


def test_gold_questions_of_generated_tasks_leave_out_careless_submissions(space, capfd, tmp_path, image):
    records = [{"question": f"Is it {n}?", "image": image, "options": ["yes", "no"], "task": batch, "gold": gold}
               for batch in ("1", "2") for n, gold in ((f"{batch}a", None), (f"{batch}g", "yes"))]  # fmt: skip
    file = write_lines(tmp_path / "tasks.jsonl", records)
    call(capfd, "annotations", space, "--make", "human", "--from", file, "--queue", "q")
    annotate_all(space, "q", "ann", lambda task: {"answer": "yes"})
    annotate_all(space, "q", "bob", lambda task: {"answer": "no" if task.batch == "2" else "yes"})
    model = load_human_answers(f"{space}#q")
    assert model.votes == {(image, "Is it 1a?", ""): "yes", (image, "Is it 2a?", ""): "yes"}
    assert model.notes() == ["human: left out 1 of 4 submissions, which fail a gold question"]
    _, out, _ = call(capfd, "annotations", space, "--agreement", "--json")
    assert [(row["gold_correct"], row["gold"]) for row in json.loads(out)["annotators"]] == [(2, 2), (1, 2)]


def test_generated_tasks_with_gold_questions_of_another_data_set_are_a_queue(space, capfd, tmp_path):
    file = tmp_path / "tasks.jsonl"
    call(capfd, "generate", "carets", "--limit", 30, "-o", file, "--format", "tasks", "--pairs", 1,
         "--gold", "stickers:train")  # fmt: skip
    code, _, err = call(capfd, "annotations", space, "--make", "human", "--from", file, "--queue", "q")
    assert (code, err) == (0, "")
    tasks = open_queue(space, "q").tasks
    assert {task.data for task in tasks if task.gold} == {"stickers:train"}
    assert {task.data for task in tasks if not task.gold} == {"stickers"}
    edited = [task for task in tasks if task.edits]
    assert {task.case.partition("-")[0] for task in edited} == {"visual"}
    truth = true_answers(space)
    annotate_all(space, "q", "ann", lambda task: {"answer": task.gold or truth[task.case, task.role]})
    assert set(load_human_answers(f"{space}#q").votes) == {
        (task.image, task.question, "; ".join(step_texts(task.edits))) for task in tasks if not task.gold
    }


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ({"question": " "}, "line 1: field question is empty"),
        ({"question": "Is it?", "imgae": "x"}, "unknown field `imgae`"),
        ({"image": "x"}, "missing required field `question`"),
        ({"question": "Is it?", "image": "no-such-image"}, "line 1: field image: stickers has no readable image"),
        ({"question": "Is it?", "edits": ["melt(x=1)"]}, "line 1: field edits: 'melt(x=1)' is no edit"),
        ({"question": "Is it?", "gold": "yes"}, "line 1: field task is missing"),
    ],
)
def test_wrong_records_are_one_line(space, capfd, tmp_path, record, line):
    file = write_lines(tmp_path / "tasks.jsonl", [record])
    code, _, err = call(capfd, "annotations", space, "--make", "audit", "--from", file)
    assert code == 1
    assert line in err
    assert err.count("\n") == 1
    assert not (space / FOLDER).exists()


def test_a_task_that_is_there_twice_is_one_line(space, capfd, tmp_path):
    file = write_lines(tmp_path / "tasks.jsonl", [{"question": "Is it?"}, {"question": "Is it?"}])
    code, _, err = call(capfd, "annotations", space, "--make", "audit", "--from", file)
    assert code == 1
    assert "line 2: the task" in err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--make", "human"], "--make needs --suite NAME or --from FILE"),
        (["--sample", "3"], "--sample goes with --make KIND"),
        (["--make", "belief", "-s", "carets"], "--make belief needs a file of tasks"),
        (["--make", "human", "-s", "carrots"], "unknown suite 'carrots': did you mean carets"),
        (["--queue", "nope"], "has no annotation queue 'nope'"),
        (["--format", "parquet"], "--format parquet needs an output file"),
    ],
)
def test_wrong_options_are_one_line(space, capfd, arguments, line):
    code, _, err = call(capfd, "annotations", space, *arguments)
    assert code != 0
    assert line in err


def test_doctor_sets_damage_aside_and_keeps_the_rest(made, capfd):
    call(capfd, "annotations", made, "--make", "audit", "-s", "carets", "--sample", 5, "--queue", "q")
    annotate_all(made, "q", "ann", lambda task: {"fine": "yes"})
    count = len(open_queue(made, "q").tasks)
    code, out, _ = call(capfd, "doctor", made)
    assert (code, f"{count} annotations in 1 queue: all whole" in out) == (0, True)
    shard, queue = made / FOLDER / "q" / "000001.jsonl", made / FOLDER / "q" / "queue.json"
    good, tasks = shard.read_bytes(), queue.read_bytes()
    shard.write_bytes(good.replace(b'"yes"', b'"no!"', 1) + b"torn")
    code, out, _ = call(capfd, "doctor", made)
    assert (code, out.count("\n")) == (0, 1)
    assert "has 1 damaged annotation: set aside as" in out
    assert len(read_queue_state(made, "q", pytest.fail)[1].annotations) == count - 1
    queue.write_bytes(tasks[:-40])
    code, out, _ = call(capfd, "doctor", made)
    assert code == 1
    assert "queue.json is damaged: set aside" in out
    assert "BAD  workspace" in out
    call(capfd, "annotations", made, "--make", "audit", "-s", "carets", "--sample", 5, "--queue", "q")
    assert len(read_queue_state(made, "q", pytest.fail)[1].annotations) == count - 1
    assert call(capfd, "doctor", made)[0] == 0


def test_damage_is_not_counted_as_a_majority(space, capfd):
    call(capfd, "annotations", space, "--make", "human", "-s", "carets", "--sample", 3, "--queue", "q")
    annotate_all(space, "q", "ann", lambda task: {"answer": task.options[0]})
    shard = space / FOLDER / "q" / "000001.jsonl"
    shard.write_bytes(shard.read_bytes().replace(b'"answer":', b'"ansver":', 1))
    code, _, err = call(capfd, "run", "-m", f"human:{space}#q", "-s", "carets", "--limit", 3, "--out", space / "x")
    assert code == 1
    assert "1 damaged annotation" in err
