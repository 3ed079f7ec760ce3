"""Failures: each concerns its own query, what is answered is asked once, and a run that only fails stops."""

import threading

import askance
import pytest
from askance.core import Answer, Price, TemporaryError, Usage
from askance.engine import batch_retry, failure_streak
from toy import ToyData, ToyModel, truth


@pytest.fixture(autouse=True)
def _quickly(monkeypatch):
    monkeypatch.setattr(batch_retry, "FIRST_WAIT", 0.001)


class Returning(ToyModel):
    """Returns a failed answer that asks for another try, for some questions, a number of times each."""

    def __init__(self, fails, times=2):
        super().__init__()
        self.left = dict.fromkeys(fails, times)

    def answer(self, shown):
        answers = super().answer(shown)
        for i, each in enumerate(shown):
            question = each.query.stimulus.question
            if self.left.get(question, 0):
                self.left[question] -= 1
                answers[i] = Answer("failed", reason="busy", temporary=True, wait=0)
        return answers


def test_a_temporary_failure_concerns_its_query_and_not_its_batch(tmp_path):
    fails = [f"Is it number {i}?" for i in (3, 17)]
    model = Returning(fails)
    done = askance.run(model, ToyData(30), ["accuracy"], out=tmp_path, batch_size=30)
    counts = {question: model.asked.count(question) for question in model.asked}
    assert {question: count for question, count in counts.items() if count > 1} == dict.fromkeys(fails, 3)
    assert done.done.outcome.failed == 0
    assert len(done.answers) == 30


def test_a_function_that_raises_for_one_question_is_not_asked_the_others_again(tmp_path):
    asked = []

    def answering(image, question):
        asked.append(question)
        if "number 3?" in question and asked.count(question) < 3:
            raise TemporaryError("try later", wait=0)
        if "number 5?" in question:
            raise ValueError("I dislike 5")
        return truth(question)

    done = askance.run(answering, ToyData(16), ["accuracy"], out=tmp_path, batch_size=16)
    again = {question: asked.count(question) for question in asked if asked.count(question) > 1}
    assert again == {"Is it number 3?": 3}
    assert [row["reason"] for row in done.answers.to_pylist() if row["reason"]] == [
        "ValueError: I dislike 5 (test_failures.py, line 52)"
    ]


def test_an_async_function_that_raises_for_one_question_is_not_asked_the_others_again(tmp_path):
    asked = []

    async def answering(image, question):
        asked.append(question)
        if "number 3?" in question and asked.count(question) < 3:
            raise TemporaryError("try later", wait=0)
        return truth(question)

    done = askance.run(answering, ToyData(16), ["accuracy"], out=tmp_path, batch_size=16)
    assert {question: asked.count(question) for question in asked if asked.count(question) > 1} == {
        "Is it number 3?": 3
    }
    assert done.done.outcome.failed == 0


def test_what_was_answered_is_not_asked_again_when_a_batch_is_halved(tmp_path):
    answered, again = set(), []

    class Bad(ToyModel):
        def answer(self, shown):
            questions = {each.query.stimulus.question for each in shown}
            again.extend(questions & answered)
            if "Is it number 7?" in questions:
                raise RuntimeError("I dislike 7")
            answered.update(questions)
            return super().answer(shown)

    done = askance.run(Bad(), ToyData(16), ["accuracy"], out=tmp_path, batch_size=16)
    assert again == []
    assert done.done.outcome.failed == 1


@pytest.mark.parametrize("budget", [20, 33, 40])
def test_the_budget_counts_every_request(tmp_path, budget):
    """30 questions with two further tries for ten of them: 50 requests."""
    model = Returning([f"Is it number {i}?" for i in range(10)])
    done = askance.run(model, ToyData(30), ["accuracy"], out=tmp_path, batch_size=10, budget=budget)
    assert len(model.asked) <= budget
    assert done.done.outcome.stopped == "budget" or done.done.outcome.failed
    rest = Returning([])
    done = askance.run(rest, ToyData(30), ["accuracy"], out=tmp_path)
    assert done.done.outcome.failed == 0
    assert len(done.answers.filter(done.answers["status"].to_numpy(zero_copy_only=False) == "ok")) == 30


@pytest.mark.parametrize("raises", [True, False])
def test_queries_that_wait_for_another_try_when_the_budget_ends_are_not_failures(tmp_path, raises):
    class Busy(ToyModel):
        def answer(self, shown):
            if any("number 1?" in each.query.stimulus.question for each in shown):
                if raises:
                    raise TemporaryError("busy", wait=0)
                return [Answer(status="failed", reason="busy", temporary=True, wait=0.0) for _ in shown]
            return super().answer(shown)

    first = askance.run(Busy(), ToyData(30), ["accuracy"], out=tmp_path, batch_size=1, budget=3)
    outcome = first.done.outcome
    assert (outcome.failed, outcome.stopped) == (0, "budget")
    done = askance.run(ToyModel(), ToyData(30), ["accuracy"], out=tmp_path)
    assert (done.done.outcome.made, done.done.cached) == (30 - outcome.made, outcome.made)


def test_requests_that_a_model_makes_by_itself_count(tmp_path):
    class Thrice(ToyModel):
        def answer(self, shown):
            return [Answer(text="yes", usage=Usage(requests=3)) for _ in super().answer(shown)]

    model = Thrice()
    done = askance.run(model, ToyData(60), ["accuracy"], out=tmp_path, batch_size=2, budget=20)
    assert len(model.asked) == 8
    assert done.done.outcome.stopped == "budget"


def priced(usd):
    class Priced(ToyModel):
        price = Price(1.0, 1.0)

        def answer(self, shown):
            return [Answer(text="yes", usage=Usage(10, 1, 0.1, usd)) for _ in super().answer(shown)]

    return Priced


@pytest.mark.parametrize("at_once", [1, 8])
def test_the_budget_in_dollars_is_kept(tmp_path, at_once):
    model = priced(0.03)()
    model.at_once = at_once
    done = askance.run(model, ToyData(90), ["accuracy"], out=tmp_path, batch_size=4, budget_usd=1.0)
    assert len(model.asked) == 33
    assert done.done.outcome.stopped == "budget"


class Failing(ToyModel):
    """Fails for a cause that is no fault of the query, from some call on."""

    def __init__(self, after=0, cause="key", at_once=1):
        super().__init__()
        self.after, self.cause, self.at_once = after, cause, at_once
        self.lock = threading.Lock()

    def answer(self, shown):
        with self.lock:
            answers = super().answer(shown)
            if len(self.batches) > self.after:
                return [Answer("failed", reason="wrong key", temporary=True, cause=self.cause)] * len(shown)
            return answers


@pytest.mark.parametrize("at_once", [1, 6])
@pytest.mark.parametrize("after", [0, 50])
def test_failures_of_the_same_kind_in_a_row_stop_the_run(tmp_path, after, at_once):
    model = Failing(after, at_once=at_once)
    done = askance.run(model, ToyData(1000), ["accuracy"], out=tmp_path, batch_size=1)
    outcome = done.done.outcome
    assert outcome.stopped == "failing"
    assert outcome.stopped_by == f"{failure_streak.IN_A_ROW} calls of toy in a row failed: wrong key"
    assert len(model.asked) <= after + failure_streak.IN_A_ROW + 3 * at_once
    healed = ToyModel()
    askance.run(healed, ToyData(1000), ["accuracy"], out=tmp_path)
    assert len(healed.asked) == 1000 - after  # what failed is asked again, what was answered is not


def test_failures_that_are_the_fault_of_a_query_do_not_stop_the_run(tmp_path):
    done = askance.run(Failing(cause=""), ToyData(200), ["accuracy"], out=tmp_path, batch_size=1)
    assert (done.done.outcome.stopped, done.done.outcome.failed) == (None, 200)


def test_a_server_that_is_gone_stops_the_run_and_not_each_batch_in_turn(tmp_path):
    class Gone(ToyModel):
        def answer(self, shown):
            super().answer(shown)
            raise TemporaryError("connection refused", wait=0.001)

    model = Gone()
    done = askance.run(model, ToyData(600), ["accuracy"], out=tmp_path, batch_size=4)
    assert done.done.outcome.stopped == "failing"
    assert "gave up after 5 tries: connection refused" in done.done.outcome.stopped_by
    assert len(set(model.asked)) < 60


def test_one_success_ends_a_row_of_failures(tmp_path):
    class Flaky(ToyModel):
        def answer(self, shown):
            super().answer(shown)
            is_answered = len(self.batches) % failure_streak.IN_A_ROW == 0
            failed = Answer("failed", reason="down", temporary=True, cause="server")
            return [Answer(text="yes") if is_answered else failed] * len(shown)

    done = askance.run(Flaky(), ToyData(100), ["accuracy"], out=tmp_path, batch_size=1)
    assert (done.done.outcome.stopped, done.done.outcome.made) == (None, 100)
