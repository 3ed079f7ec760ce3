"""Faults of suites and data sets that are not ours: one line that names them, before calls are made where possible."""

import askance
import numpy as np
import pyarrow as pa
import pytest
from askance.core import Case, ImageData, Query, Stimulus, UserError
from askance.metrics import rates
from askance.suites import SUITES
from toy import ToyData, ToyModel


def case(item, **more):
    return Case.of("accuracy", item.id, {"ask": Query(Stimulus(item.image, item.question))}, "truth", **more)


class Mine:
    """A suite that works; those below each have one fault."""

    card = SUITES["accuracy"].card

    def rounds(self, data, limit, seed):
        yield [case(item, expected={"ask": item.answers}) for item in data.items(limit, seed)]

    def metrics(self, verdicts):
        return rates(verdicts, "accuracy")


class Raises(Mine):
    def rounds(self, data, limit, seed):
        raise KeyError("oops")
        yield


class Takes(Mine):
    def rounds(self, data):
        yield []


class YieldsCases(Mine):
    def rounds(self, data, limit, seed):
        yield from (case(item) for item in data.items(limit, seed))


class YieldsTexts(Mine):
    def rounds(self, data, limit, seed):
        yield ["case"]


class ReturnsList(Mine):
    def rounds(self, data, limit, seed):
        return [case(item) for item in data.items(limit, seed)]


class ExpectsText(Mine):
    def rounds(self, data, limit, seed):
        yield [case(item, expected={"ask": "yes"}) for item in data.items(limit, seed)]


class MetricsRaise(Mine):
    def metrics(self, verdicts):
        return verdicts["nope"]


class Undeclared(Mine):
    def metrics(self, verdicts):
        return rates(verdicts, "acuracy")


class OutOfBounds(Mine):
    def metrics(self, verdicts):
        rows = rates(verdicts, "accuracy")
        return rows.set_column(rows.column_names.index("value"), "value", pa.array([400.0] * rows.num_rows))


@pytest.mark.parametrize(
    ("suite", "message"),
    [
        (Raises, r"accuracy on toy: KeyError: 'oops' \(.*test_member_errors.py, line \d+\)"),
        (Takes, "takes 2 positional arguments but 4 were given"),
        (YieldsCases, "yields a Case: yield lists of cases"),
        (YieldsTexts, "a str where a case was expected: make cases with Case.of"),
        (ReturnsList, "returns a list: write it as a generator"),
        (ExpectsText, r"expected answers of ask are a str: give a tuple of texts, such as \('yes',\)"),
        (MetricsRaise, r"suite accuracy: metrics\(\): KeyError"),
        (Undeclared, "returned the metrics acuracy, but not 'accuracy', which is declared"),
        (OutOfBounds, "returned accuracy = 400, outside its bounds 0 to 100"),
    ],
)
def test_a_fault_of_a_suite_is_one_line_that_names_it(tmp_path, suite, message):
    with pytest.raises(UserError, match=message):
        askance.run(ToyModel(), ToyData(4), suite(), out=tmp_path / "w")


def test_the_suite_without_a_fault_runs(tmp_path):
    assert askance.run(ToyModel(), ToyData(4), Mine(), out=tmp_path / "w").metrics.num_rows


def test_two_suites_of_one_name_are_refused(tmp_path):
    with pytest.raises(UserError, match="two different suites have the name accuracy on their cards: rename one"):
        askance.run(ToyModel(), ToyData(4), [Mine(), "accuracy"], out=tmp_path / "w")


class Items(ToyData):
    def items(self, limit=None, seed=0):
        raise RuntimeError("no disk")
        yield


def test_a_fault_of_items_names_the_data_set(tmp_path):
    with pytest.raises(UserError, match=r"accuracy on toy: RuntimeError: no disk \(.*test_member_errors.py"):
        askance.run(ToyModel(), Items(4), "accuracy", out=tmp_path / "w")


def pixels(kind, shape):
    return lambda image: ImageData(np.zeros(shape, kind))


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (lambda image: np.zeros((4, 4, 3), np.uint8), "is a ndarray: return an askance.core.ImageData"),
        (lambda image: 1 / 0, "ZeroDivisionError"),
        (pixels(float, (4, 4, 3)), "pixels are float64 of shape (4, 4, 3): give uint8 of (height, width, 3)"),
        (pixels(np.uint8, (4, 4)), "pixels are uint8 of shape (4, 4): give"),
    ],
)
def test_an_image_that_is_none_fails_its_calls_and_names_the_data_set(tmp_path, picture, message):
    data = ToyData(4)
    data.load_image = picture
    done = askance.run(ToyModel(needs=frozenset({"pixels"})), data, "accuracy", out=tmp_path / "w")
    reasons = done.answers["reason"].to_pylist()
    assert all(message in reason and "data set toy: load_image(" in reason for reason in reasons), reasons
