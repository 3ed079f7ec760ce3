"""Runs that cannot go on: nothing but rejections, the same exception again and again, no cost to count."""

import askance
import pytest
from askance.core import Answer, Price, Usage
from askance.engine import outage
from askance.engine.budget import Budget
from askance.engine.failure_streak import RAISED_IN_A_ROW
from askance.engine.outage import Outage
from toy import ToyData, ToyModel


class Broken(ToyModel):
    """Answers some queries, and then raises the same error for ever."""

    def __init__(self, after=0, varies=False):
        super().__init__()
        self.after, self.varies, self.calls = after, varies, 0

    def answer(self, shown):
        self.calls += 1
        if len(self.asked) >= self.after:
            about = f" ({shown[0].query.stimulus.question})" if self.varies else ""
            raise RuntimeError(f"CUDA error: device-side assert triggered{about}")
        return super().answer(shown)


@pytest.mark.parametrize("batch_size", [1, 16])
@pytest.mark.parametrize("after", [0, 32])
def test_a_broken_device_stops_the_run(tmp_path, after, batch_size):
    model = Broken(after)
    done = askance.run(model, ToyData(1000), ["accuracy"], out=tmp_path, batch_size=batch_size).done.outcome
    assert done.stopped == "failing"
    fault = "RuntimeError: CUDA error: device-side assert triggered (test_outages.py, line 24)"
    assert done.stopped_by.endswith(f"calls of toy in a row failed: {fault}")
    assert done.failed <= RAISED_IN_A_ROW + batch_size
    assert model.calls < 4 * RAISED_IN_A_ROW


def test_errors_that_differ_from_query_to_query_do_not_stop_the_run(tmp_path):
    done = askance.run(Broken(varies=True), ToyData(120), ["accuracy"], out=tmp_path, batch_size=1).done.outcome
    assert (done.stopped, done.failed) == (None, 120)


# --- outages ------------------------------------------------------------------------------------------------------


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_silence_is_said_once_and_ends_the_run_after_the_time_that_the_model_asks_for():
    clock, lines = Clock(), []
    watch = Outage(lines.append, clock)
    assert watch.failed("m", "busy", 60.0) is None
    clock.now = outage.QUIET
    assert watch.failed("m", "busy", 1.0) is None
    assert watch.failed("m", "busy", 1.0) is None
    assert lines == ["m: no answer for 30 s: busy; the run stops after 6 minutes without any"]
    clock.now = outage.PATIENCE + 59
    assert watch.failed("m", "busy", 1.0) is None
    clock.now += 2
    assert watch.failed("m", "busy", 1.0) == "m answered nothing for 6 minutes: busy"


def test_an_answer_ends_the_silence():
    clock = Clock()
    watch = Outage(clock=clock)
    watch.failed("m", "busy", 0.0)
    clock.now = outage.PATIENCE + 1
    watch.answered("m")
    assert watch.failed("m", "busy", 0.0) is None


# --- budgets ------------------------------------------------------------------------------------------------------


def paid(usd, requests=1):
    return Answer(text="yes", usage=Usage(1, 1, 0.1, usd, requests))


def test_a_second_request_that_the_dollars_refuse_does_not_count_as_sent():
    budget = Budget(requests=10, usd=1.0)
    assert budget.take(1) == 1
    budget.pay([paid(1.0)])
    assert not budget.take_again(3)
    assert budget.sent == 1


def test_each_model_is_reckoned_with_its_own_mean_cost():
    budget = Budget(usd=10.0)
    budget.pay([paid(1.0)], "dear")
    budget.pay([paid(0.25)] * 4, "cheap")
    assert budget.take(100, "dear") == 8
    assert budget.take(100, "cheap") == 32
    assert budget.take(100, "cheap", {"dear": 7}) == 4  # what is under way is reserved at its own cost


def test_requests_that_several_queries_share_are_given_back():
    budget = Budget(requests=5)
    assert budget.take(4) == 4
    budget.pay([paid(None, 1), paid(None, 0), paid(None, 0), paid(None, 0)])
    assert budget.sent == 1


class Priced(ToyModel):
    """A model with a price that reports the cost of some answers."""

    price = Price(1.0, 1.0)

    def __init__(self, costs):
        super().__init__()
        self.costs = iter(costs)

    def answer(self, shown):
        return [Answer(text=answer.text, usage=Usage(usd=next(self.costs))) for answer in super().answer(shown)]


def test_an_answer_without_cost_counts_as_the_mean_and_the_first_one_stops_the_run(tmp_path):
    some = Priced([1.0, *[None] * 99])
    done = askance.run(some, ToyData(60), ["accuracy"], out=tmp_path / "a", batch_size=1, budget_usd=5.0).done.outcome
    assert (done.stopped, len(some.asked)) == ("budget", 5)
    none = Priced([None] * 99)
    done = askance.run(none, ToyData(60), ["accuracy"], out=tmp_path / "b", batch_size=1, budget_usd=5.0).done.outcome
    assert (done.stopped, len(none.asked)) == ("failing", 1)
    assert done.stopped_by.startswith("toy reports no tokens, so --budget-usd cannot be kept")
