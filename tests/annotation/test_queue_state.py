"""Who gets which task: never twice, tasks that others have begun first, leases that expire."""

from collections import Counter

import pytest
from askance.annotation.event_shards import Event
from askance.annotation.queue_state import (
    LEASE,
    choose_next_task,
    current_task,
    fold_events,
    measure_progress,
    skipped_tasks,
)
from askance.annotation.tasks import Queue, Task
from hypothesis import given
from hypothesis import strategies as st

TASKS = tuple(Task(f"t{number}", f"Question {number}?") for number in range(4))
QUEUE = Queue("q", "audit", 2, TASKS)


def event(action, annotator, task, at=0.0, **values):
    return Event(action, annotator, task, at, values)


def chosen(events, annotator, now=1.0, queue=QUEUE):
    found = choose_next_task(queue, fold_events(events), annotator, now)
    return None if found is None else found.id


def test_a_task_that_others_have_begun_comes_first():
    events = [event("answer", "ann", "t1"), event("answer", "ann", "t2"), event("answer", "bob", "t1")]
    assert chosen(events, "cem") == "t2"  # t1 has enough
    assert chosen([*events, event("answer", "cem", "t2")], "cem") == "t0"


def test_two_annotators_of_a_few_tasks_have_done_the_same_ones():
    """So their agreement is known before the whole queue is done."""
    events = []
    for who in ("ann", "bob"):
        for _ in range(2):
            task = chosen(events, who)
            events += [event("take", who, task), event("answer", who, task)]
    assert sorted(fold_events(events).annotations) == ["t0", "t1"]
    assert measure_progress(QUEUE, fold_events(events)).finished == 2


def test_an_annotator_never_gets_a_task_twice():
    events = [event("answer", "ann", "t0"), event("skip", "ann", "t1")]
    assert chosen(events, "ann") == "t2"
    assert chosen([*events, event("answer", "ann", "t2"), event("answer", "ann", "t3")], "ann") is None


def test_a_reserved_task_counts_as_annotated():
    one = Queue("q", "audit", 2, TASKS[:2])
    taken = [event("take", "ann", "t0")]
    assert chosen(taken, "bob", queue=one) == "t0"  # each task needs two annotators
    taken += [event("take", "bob", "t0")]
    assert chosen(taken, "cem", queue=one) == "t1"
    taken += [event("take", "cem", "t1"), event("take", "dan", "t1")]
    assert chosen(taken, "eve", queue=one) is None


def test_skipped_tasks_that_still_need_annotators_are_known():
    events = [event("skip", "ann", "t0"), event("skip", "ann", "t1"), event("answer", "bob", "t0")]
    assert skipped_tasks(QUEUE, fold_events(events), "ann") == ["t0", "t1"]
    events += [event("answer", "cem", "t0"), event("undo", "ann", "t1")]
    assert skipped_tasks(QUEUE, fold_events(events), "ann") == []


def test_a_reserved_task_is_free_again_after_the_lease():
    single = Queue("q", "audit", 1, TASKS[:1])
    taken = [event("take", "ann", "t0", at=100.0)]
    assert chosen(taken, "bob", now=100 + LEASE, queue=single) is None
    assert chosen(taken, "bob", now=101 + LEASE, queue=single) == "t0"
    state = fold_events(taken)
    assert current_task(single, state, "ann", 100 + LEASE) == TASKS[0]
    assert current_task(single, state, "ann", 101 + LEASE) is None


def test_undo_takes_back_an_answer_or_a_skip():
    for action in ("answer", "skip"):
        done = [event("take", "ann", "t0"), event(action, "ann", "t0")]
        assert chosen(done, "ann") == "t1"
        state = fold_events([*done, event("undo", "ann", "t0")])
        assert measure_progress(QUEUE, state).annotations == measure_progress(QUEUE, state).skips == 0
        assert choose_next_task(QUEUE, state, "ann", 1.0) == TASKS[0]


def test_seconds_are_counted_from_the_moment_the_task_was_shown():
    events = [event("take", "ann", "t0", 10.0), event("answer", "ann", "t0", 17.5), event("answer", "bob", "t1", 20.0)]
    state = fold_events(events)
    assert state.annotations["t0"]["ann"].seconds == 7.5
    assert state.annotations["t1"]["bob"].seconds is None


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["answer", "skip", "undo"])), max_size=60))
def test_whatever_people_do_no_task_gets_more_annotators_than_needed(steps):
    """Each step: somebody takes the next task, then answers it, skips it, or undoes what they did before."""
    events = []
    for at, (who, action) in enumerate(steps):
        state = fold_events(events)
        if action == "undo":
            if state.finished_by(who):
                events.append(event("undo", who, next(reversed(state.finished_by(who))), at))
            continue
        task = choose_next_task(QUEUE, state, who, at)
        if task is not None:
            assert task.id not in state.finished_by(who)
            events += [event("take", who, task.id, at), event(action, who, task.id, at)]
    counts = Counter({task: len(given) for task, given in fold_events(events).annotations.items()})
    assert max(counts.values(), default=0) <= QUEUE.per_task


def test_progress():
    events = [event("answer", "ann", "t0"), event("answer", "bob", "t0"), event("skip", "bob", "t1"),
              event("answer", "bob", "gone")]  # fmt: skip
    found = measure_progress(QUEUE, fold_events(events))
    assert (found.tasks, found.finished, found.wanted, found.annotations, found.skips, found.annotators) == (
        4, 1, 8, 2, 1, 2
    )  # fmt: skip


@pytest.mark.parametrize("action", ["answer", "skip"])
def test_a_task_that_was_finished_is_not_current_any_more(action):
    state = fold_events([event("take", "ann", "t0"), event(action, "ann", "t0")])
    assert current_task(QUEUE, state, "ann", 1.0) is None
