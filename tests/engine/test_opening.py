"""Members are checked when a run opens them: one line that names the part and the fix, before the first call."""

import askance
import pytest
from askance.core import Card, Metric, UserError
from askance.core.answer import Verdict
from askance.relations import undecided_status
from toy import ToyData, ToyModel


class Masked(ToyData):
    masks = "yes"


class Coarse(ToyData):
    coarse_scene = "not a method"


class Half:
    """A data set without pictures."""

    name, fingerprint = "half", "1"

    def items(self, limit=None, seed=0): ...


class NoCard:
    """A suite without a card."""

    def rounds(self, data, limit, seed): ...

    def metrics(self, verdicts): ...


class TextCard(NoCard):
    card = "a card"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (Masked(), "data set Masked: masks is 'yes': make it a bool"),
        (Coarse(), "data set Coarse: coarse_scene is 'not a method': make it a method"),
        (Half(), "data set Half: has no images, scene, load_image: add them"),
        (7, "data set int: has no name"),
    ],
)
def test_a_data_set_is_checked_once(tmp_path, data, message):
    model = ToyModel()
    with pytest.raises(UserError, match=message):
        askance.run(model, data, ["accuracy"], out=tmp_path)
    assert model.batches == []


@pytest.mark.parametrize(
    ("suite", "message"),
    [
        (NoCard(), "suite NoCard: has no card: add it"),
        (TextCard(), "suite TextCard: card is 'a card': make it an askance.core.Card"),
    ],
)
def test_a_suite_is_checked_once(tmp_path, suite, message):
    with pytest.raises(UserError, match=message):
        askance.run(ToyModel(), ToyData(), [suite], out=tmp_path)


def test_declarations_are_checked():
    with pytest.raises(UserError, match=r"metric x: bounds are \(1, 0\)"):
        Metric("x", "", bounds=(1, 0))
    with pytest.raises(UserError, match="suite s: headline names 'y': declare it"):
        Card("s", 1, "", "", "", "", "", metrics=(Metric("x", ""),), headline=("y",))


def test_the_status_of_a_verdict_is_a_field_and_not_its_prose():
    assert undecided_status(Verdict(None, None, "refused: by a foreign relation")) == "failed"
    assert undecided_status(Verdict.undecided("refused")) == "refused"
    assert undecided_status(Verdict(True, 1.0, "refused: said so, but decided")) is None
