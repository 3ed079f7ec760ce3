"""Queues on disk: durable, safe for several writers, damaged lines left out, wrong input refused in one line."""

import multiprocessing
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from askance.annotation import annotate
from askance.annotation.annotate import (
    answer_task,
    check_annotator_name,
    read_queue_state,
    skip_task,
    take_task,
    undo_last,
)
from askance.annotation.event_shards import event_shards, read_shard
from askance.annotation.kinds import KINDS, check_values
from askance.annotation.queue_files import FOLDER, list_queues, open_queue, queue_folder, write_queue
from askance.annotation.queue_state import LEASE, measure_progress
from askance.annotation.tasks import Queue, Task, task_id
from askance.core import UserError

TASKS = tuple(Task(f"t{number}", f"Question {number}?") for number in range(30))


def silent(line):
    raise AssertionError(line)


@pytest.fixture
def root(tmp_path):
    write_queue(tmp_path, Queue("audit", "audit", 2, TASKS))
    return tmp_path


def work(root, annotator, say=silent):
    """One annotator does all the tasks that they get."""
    done = []
    while (task := take_task(root, "audit", annotator, say)) is not None:
        answer_task(root, "audit", annotator, task.id, {"fine": "yes"}, "", say)
        done.append(task.id)
    return done


def test_two_annotators_do_every_task_once_each(root):
    first, second = work(root, "ann"), work(root, "bob")
    assert sorted(first) == sorted(second) == sorted(task.id for task in TASKS)
    assert work(root, "cem") == []
    queue, state = read_queue_state(root, "audit", silent)
    assert measure_progress(queue, state).finished == 30


def test_the_same_task_until_it_is_answered(root):
    assert take_task(root, "audit", "ann", silent) == take_task(root, "audit", "ann", silent) == TASKS[0]
    assert take_task(root, "audit", "bob", silent) == TASKS[0]  # each task needs two annotators
    assert len(read_shard(event_shards(root / FOLDER / "audit")[0]).events) == 2


def test_an_expired_task_may_still_be_answered(root, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(annotate.time, "time", lambda: now[0])
    assert take_task(root, "audit", "ann", silent) == TASKS[0]
    now[0] += LEASE + 1
    assert take_task(root, "audit", "bob", silent) == TASKS[0]
    answer_task(root, "audit", "ann", "t0", {"fine": "no"}, "", silent)
    assert read_queue_state(root, "audit", silent)[1].annotations["t0"]["ann"].values == {"fine": "no"}


def test_undo_shows_the_task_again(root):
    first = take_task(root, "audit", "ann", silent)
    answer_task(root, "audit", "ann", first.id, {"fine": "no"}, " odd ", silent)
    take_task(root, "audit", "ann", silent)
    assert undo_last(root, "audit", "ann", silent) == first == take_task(root, "audit", "ann", silent)
    answer_task(root, "audit", "ann", first.id, {"fine": "yes"}, "", silent)
    skip_task(root, "audit", "ann", "t1", silent)
    assert undo_last(root, "audit", "ann", silent).id == "t1"
    assert undo_last(root, "audit", "ann", silent) == first
    with pytest.raises(UserError, match="ann has nothing to undo"):
        undo_last(root, "audit", "ann", silent)


def test_a_repeated_answer_is_stored_once_and_another_one_needs_undo(root):
    for _ in range(2):
        answer_task(root, "audit", "ann", "t0", {"fine": "yes"}, "", silent)
    assert len(read_shard(event_shards(root / FOLDER / "audit")[0]).events) == 1
    with pytest.raises(UserError, match="ann has annotated this task already: undo that first"):
        answer_task(root, "audit", "ann", "t0", {"fine": "no"}, "", silent)


def test_threads_never_share_a_task_beyond_the_number_needed(root):
    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda number: work(root, f"thread {number}"), range(6)))
    counts = Counter(task for each in done for task in each)
    assert counts == {task.id: 2 for task in TASKS}


def test_processes_never_share_a_task_beyond_the_number_needed(root):
    context = multiprocessing.get_context("fork")
    with context.Pool(3) as pool:
        done = pool.starmap(work, [(root, f"process {number}") for number in range(3)])
    assert Counter(task for each in done for task in each) == {task.id: 2 for task in TASKS}
    assert all(not read_shard(path).damaged for path in event_shards(root / FOLDER / "audit"))


def test_shards_rotate_and_are_read_in_order(root, monkeypatch):
    monkeypatch.setattr("askance.annotation.event_shards.SHARD_BYTES", 500)
    assert len(work(root, "ann")) == 30
    assert len(event_shards(root / FOLDER / "audit")) > 5
    assert measure_progress(*read_queue_state(root, "audit", silent)).annotations == 30


def test_a_damaged_line_costs_one_annotation_and_one_line(root):
    work(root, "ann")
    (path,) = event_shards(root / FOLDER / "audit")
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"answer"' in line)
    lines[at] = lines[at].replace(b"yes", b"no ")
    path.write_bytes(b"".join(lines))
    said = []
    queue, state = read_queue_state(root, "audit", said.append)
    assert measure_progress(queue, state).annotations == 29
    assert said == [f"{path} has 1 damaged annotation, left out: run `askance doctor {root}`"]


def test_a_torn_line_is_left_and_writing_goes_on_in_the_next_shard(root):
    answer_task(root, "audit", "ann", "t0", {"fine": "yes"}, "", silent)
    (path,) = event_shards(root / FOLDER / "audit")
    path.write_bytes(path.read_bytes() + b'0123456789abcdef {"action":"ans')
    answer_task(root, "audit", "ann", "t1", {"fine": "yes"}, "", silent)
    assert [shard.name for shard in event_shards(path.parent)] == ["000001.jsonl", "000002.jsonl"]
    assert measure_progress(*read_queue_state(root, "audit", silent)).annotations == 2


def test_a_full_disk_leaves_the_shard_as_it_was(root, monkeypatch):
    answer_task(root, "audit", "ann", "t0", {"fine": "yes"}, "", silent)
    (path,) = event_shards(root / FOLDER / "audit")
    before = path.read_bytes()

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("askance.annotation.event_shards.os.fsync", fail)
    with pytest.raises(UserError, match="no space left"):
        answer_task(root, "audit", "ann", "t1", {"fine": "yes"}, "", silent)
    assert path.read_bytes() == before


def test_a_damaged_queue_is_one_line_and_the_others_are_read(root):
    write_queue(root, Queue("other", "audit", 1, TASKS[:1]))
    file = root / FOLDER / "audit" / "queue.json"
    file.write_bytes(file.read_bytes().replace(b"Question 3?", b"Question 4?"))
    said = []
    assert [queue.name for queue in list_queues(root, said.append)] == ["other"]
    assert said == [f"{file} is missing or damaged: run `askance doctor {root}`"]
    with pytest.raises(UserError, match=r"queue\.json is damaged"):
        open_queue(root, "audit")


@pytest.mark.parametrize("name", ["", "../other", "a/b", ".", "a b", "é", "x" * 65])
def test_queue_names_cannot_leave_the_folder(root, name):
    with pytest.raises(UserError, match="queue name"):
        queue_folder(root, name)


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "a\u202eb", "x" * 65])
def test_annotator_names_can_be_shown(name):
    with pytest.raises(UserError, match="annotator name"):
        check_annotator_name(name)


def test_annotator_names_have_one_spelling():
    assert check_annotator_name("  Zoe\u0308   Q ") == "Zoë Q"


def test_an_unknown_queue_or_task_is_one_line(root):
    with pytest.raises(UserError, match="unknown queue 'adit': did you mean audit"):
        take_task(root, "adit", "ann", silent)
    with pytest.raises(UserError, match="no task 'nope': reload the page"):
        answer_task(root, "audit", "ann", "nope", {"fine": "yes"}, "", silent)
    with pytest.raises(UserError, match="has a queue 'audit' already"):
        write_queue(root, Queue("audit", "audit", 1, TASKS[:1]))


TASK = Task("t", "Is it?", options=("yes", "no"))
BELIEF = Task("t", "Is it?", answer="yes", reference="Is it red?")


@pytest.mark.parametrize(
    ("kind", "task", "values", "stored"),
    [
        ("human", TASK, {"answer": " no "}, {"answer": "no"}),
        ("human", TASK, {"answer": "ambiguous"}, {"answer": "ambiguous"}),
        ("human", Task("t", "What?"), {"answer": "a dog"}, {"answer": "a dog"}),
        ("belief", BELIEF, {"relevant": "no", "correct": "yes"}, {"relevant": "no"}),
        ("belief", Task("t", "Is it?", answer="yes"), {"relevant": "yes", "correct": "no"},
         {"relevant": "yes", "correct": "no"}),
        ("score", TASK, {"score": "4"}, {"score": "4"}),
        ("audit", TASK, {"fine": "no"}, {"fine": "no"}),
    ],
)  # fmt: skip
def test_values_that_are_stored(kind, task, values, stored):
    assert check_values(KINDS[kind], task, values) == stored


@pytest.mark.parametrize(
    ("kind", "task", "values", "line"),
    [
        ("human", TASK, {"answer": "maybe"}, "field answer: 'maybe' is not one of yes, no, ambiguous"),
        ("human", TASK, {}, "field answer: no value"),
        ("human", Task("t", "What?"), {"answer": "x" * 1001}, "1,001 characters: write at most 1,000"),
        ("belief", BELIEF, {"relevant": "yes", "correct": "no"}, "field same_fact: no value"),
        ("score", TASK, {"score": "5"}, "'5' is not one of 0, 1, 2, 3, 4"),
        ("audit", TASK, {"fine": "yes", "score": "1"}, "a task of kind audit has no such field"),
    ],
)
def test_values_that_are_refused(kind, task, values, line):
    with pytest.raises(UserError, match=line):
        check_values(KINDS[kind], task, values)


def test_a_task_is_named_by_what_it_shows():
    assert task_id(TASK) == task_id(Task("other", "Is it?", options=("yes", "no")))
    assert task_id(TASK) != task_id(Task("t", "Is it?", options=("no", "yes")))
