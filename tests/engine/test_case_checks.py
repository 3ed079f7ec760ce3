"""What is wrong in the cases of a suite or the items of a data set is one line before the first call."""

import askance
import pytest
from askance.core import Card, Case, Item, Query, Stimulus, UserError
from askance.core.progress import NoProgress
from askance.edits import steps
from askance.metrics import rates
from toy import ToyData, ToyModel


def asks(item, *roles):
    return {role: Query(Stimulus(item.image, item.question)) for role in roles}


class Mine:
    """A suite that works; `make` turns an item into a case."""

    card = Card("mine", 1, "", "", "", "", "")

    def __init__(self, make=lambda item: Case.of("mine", item.id, asks(item, "ask"), "truth")):
        self.make = make

    def rounds(self, data, limit, seed):
        yield [self.make(item) for item in data.items(limit, seed)]

    def metrics(self, verdicts):
        return rates(verdicts, "right")


class SameIds(ToyData):
    def items(self, limit=None, seed=0):
        for item in super().items(limit, seed):
            yield Item("same", item.image, item.question, item.answers)


class NoLimit(ToyData):
    def items(self, limit=None, seed=0):
        return super().items(None, seed)


class NoLimitOfImages(ToyData):
    def images(self, limit=None, seed=0):
        return super().images(None, seed)


def refused(tmp_path, data, suite, **options):
    """The line that refuses a run; no call was made."""
    model = ToyModel()
    with pytest.raises(UserError) as error:
        askance.run(model, data, [suite], out=tmp_path / "w", progress=NoProgress(), **options)
    assert model.batches == []
    line = str(error.value)
    assert "\n" not in line
    return line


def test_the_suite_works_without_a_fault(tmp_path):
    done = askance.run(ToyModel(), ToyData(6), [Mine()], out=tmp_path / "w", progress=NoProgress())
    assert done.verdicts.num_rows == 6


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda item: Case.of("other", item.id, asks(item, "ask"), "truth"),
            "case item-00000: its suite is 'other', but the card is named 'mine': give both one name",
        ),
        (
            lambda item: Case.of("mine", "same", asks(item, "ask"), "truth"),
            "suite mine: 6 different cases have the name 'same': give each case its own name",
        ),
        (
            lambda item: Case.of("mine", item.id, asks(item, "ask"), "equal"),
            "case item-00000: relation equal compares at least 2 queries, but the case has 1",
        ),
        (
            lambda item: Case.of("mine", item.id, asks(item, "a", "b", "c"), "opposite"),
            "case item-00000: relation opposite compares 2 queries, but the case has 3",
        ),
        (
            lambda item: Case.of("mine", item.id, asks(item, "less", "most"), "plus_one"),
            "case item-00000: relation plus_one needs the role more, but the case has less, most",
        ),
        (
            lambda item: Case.of("mine", item.id, asks(item, "whole"), "sum"),
            "case item-00000: relation sum needs a role that begins with part, but the case has whole",
        ),
        (
            lambda item: Case.of(
                "mine",
                item.id,
                {"ask": Query(Stimulus(item.image, item.question, steps("brightness", chnge=-0.2)))},
                "truth",
            ),
            "case item-00000: edit brightness needs change: it has chnge",
        ),
        (lambda item: Case.of("mine", item.id, {}, "truth"), "case item-00000: it has no query: give `asks` one"),
        *(
            (
                lambda item, part=part, value=value: Case.of(
                    "mine", item.id, asks(item, "ask"), "truth", **{part: {"aks": value}}
                ),
                f"case item-00000: {part} names the role 'aks', but the case has ask",
            )
            for part, value in (("expected", ("yes",)), ("scores", (1.0,)), ("role_options", ("yes", "no")))
        ),
    ],
)
def test_a_wrong_case_is_refused_before_the_first_call(tmp_path, make, message):
    assert refused(tmp_path, ToyData(6), Mine(make)).endswith(f"mine cannot run: {message}")


def test_items_with_one_id_are_refused_before_the_first_call(tmp_path):
    line = "data set toy: several items have the id 'same': give each item its own id"
    for suite in (Mine(), "accuracy", "noise"):
        assert refused(tmp_path, SameIds(6), suite).endswith(line)


def test_the_same_case_made_twice_is_judged_once(tmp_path):
    class Twice(Mine):
        def rounds(self, data, limit, seed):
            yield [self.make(item) for item in data.items(limit, seed) for _ in range(2)]

    done = askance.run(ToyModel(), ToyData(6), [Twice()], out=tmp_path / "w", progress=NoProgress())
    assert done.verdicts.num_rows == 6


@pytest.mark.parametrize(
    ("data", "method", "what"), [(NoLimit(9), "items", "items"), (NoLimitOfImages(9), "images", "images")]
)
def test_a_data_set_that_ignores_the_limit_is_refused(tmp_path, data, method, what):
    line = f"data set toy: {method}(limit=1) yields more than one of its {what}: stop after `limit`"
    assert refused(tmp_path, data, Mine(), limit=4) == line
    assert refused(tmp_path, data, "accuracy", limit=4) == line
    askance.run(ToyModel(), data, [Mine()], out=tmp_path / "all", progress=NoProgress())  # nothing to ignore
