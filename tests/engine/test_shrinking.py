"""Shrinking finds what a failure needs, within its calls, through the engine."""

import threading

import askance
import pytest
from askance.core import Answer
from askance.core.progress import NoProgress
from askance.engine.shrinking import shrink_cases
from askance.report.current_results import current_results
from askance.report.failing_cases import find_failing_cases
from askance.store import Workspace
from askance.suites import SUITES

from shelf import NAMES, Seeing, Shelf, Shelved

SUITE = SUITES["metamorphic"]


def miscounting(trigger: str, name: str = "planted") -> Seeing:
    """Counts one too many wherever a certain thing is in the picture."""
    return Seeing(name, change=lambda count, seen: count + (trigger in seen))


def shrunk(folder, model, calls=40, limit=None):
    space = Workspace.for_writing(folder)
    try:
        standing = next(each for each in current_results(space) if each.model == model.name)
        cases = [each.case for each in find_failing_cases(space, standing, limit)]
        return cases, shrink_cases(space, Shelf(), model, SUITE, cases, calls, threading.Event(), NoProgress())
    finally:
        space.close()


@pytest.mark.parametrize("trigger", ["boat", "kite", "duck"])
def test_the_class_that_makes_it_fail_is_what_is_left(tmp_path, trigger):
    model = miscounting(trigger)
    askance.run(model, Shelf(2), [Shelved()], out=tmp_path)
    cases, done = shrunk(tmp_path, model)
    assert len(cases) == len(done.found) == 2 * 2  # 1 + 1 ≠ 1 in every partition; the cut fails for none of them
    for each in done.found:
        assert len(each.before) == len(NAMES)
        assert each.after == (trigger,)
        assert 0 < each.calls <= 40
        assert each.is_done
        whole, *parts = (int(each.answers[role].text) for role in ("whole", "part-a", "part-b"))
        assert whole + 1 == sum(parts)


def test_two_pieces_and_no_objects_are_enough_for_a_model_that_is_always_one_too_high(tmp_path):
    model = Seeing("high", change=lambda count, seen: count + 1)
    askance.run(model, Shelf(1), [Shelved()], out=tmp_path)
    _, done = shrunk(tmp_path, model)
    cut = next(each for each in done.found if each.case.group.startswith("cut"))
    assert (len(cut.case.asks), len(cut.smallest.asks), cut.after) == (6, 3, ())
    assert [role for role, _ in cut.smallest.asks] == ["whole", "part-0", "part-1"]


@pytest.mark.parametrize("calls", [1, 6, 90])
def test_calls_are_bounded_and_what_is_found_still_fails(tmp_path, calls):
    model = Seeing("pair", change=lambda count, seen: count + ({"tree", "chair"} <= seen))
    askance.run(model, Shelf(1), [Shelved()], out=tmp_path)
    before = model.asked
    cases, done = shrunk(tmp_path, model, calls)
    assert model.asked - before <= calls * len(cases)
    assert done.outcome.made == model.asked - before
    for each in done.found:
        assert each.calls <= calls
        assert {"tree", "chair"} <= set(each.after)
        assert each.is_done == (calls == 90)
        assert calls != 1 or each.after == NAMES  # a candidate costs three
        assert not each.is_done or set(each.after) == {"tree", "chair"}


def test_doing_it_again_asks_nothing_and_finds_the_same(tmp_path):
    model = miscounting("boat")
    askance.run(model, Shelf(1), [Shelved()], out=tmp_path)
    _, first = shrunk(tmp_path, model)
    asked = model.asked
    _, second = shrunk(tmp_path, model)
    assert model.asked == asked
    assert second.outcome.made == 0
    assert [each.smallest for each in first.found] == [each.smallest for each in second.found]


def test_a_case_that_no_longer_fails_is_left_out(tmp_path):
    model = miscounting("boat")
    askance.run(model, Shelf(1), [Shelved()], out=tmp_path)
    model.change = lambda count, seen: count
    model.name = "mended"
    space = Workspace.for_writing(tmp_path)
    cases = [each.case for each in find_failing_cases(space, current_results(space)[0])]
    done = shrink_cases(space, Shelf(), model, SUITE, cases, 40, threading.Event(), NoProgress())
    space.close()
    assert (done.found, done.left_out) == ([], len(cases))


def test_a_failed_call_is_no_failing_case(tmp_path):
    model = miscounting("boat")
    askance.run(model, Shelf(1), [Shelved()], out=tmp_path)
    full = model.answer

    def breaking(shown):
        answers = full(shown)
        edited = [bool(one.query.stimulus.edits) for one in shown]
        return [Answer(status="failed", reason="no") if e else a for e, a in zip(edited, answers, strict=True)]

    model.answer = breaking
    _, done = shrunk(tmp_path, model)
    assert [each.after for each in done.found] == [NAMES, NAMES]
    assert done.outcome.failed > 0


def test_the_leaderboard_does_not_show_what_shrinking_asked(tmp_path):
    model = miscounting("boat")
    askance.run(model, Shelf(1), [Shelved()], out=tmp_path)
    shrunk(tmp_path, model)
    assert {each.suite for each in current_results(Workspace.for_reading(tmp_path))} == {"metamorphic"}
