"""Law 5: every model adapter keeps batch order, honours draws, refuses what it cannot do."""

import networks
import pytest
from askance.core import Answer
from askance.models import open_model
from askance.models.conformance import check_conformance
from askance.models.defective import FAULTS
from askance.models.no_image import NoImage
from askance.models.python_model import PythonModel
from toy import ToyModel

# These break a rule on purpose: that is their fault.
BROKEN = {"crashes"}


def pixel(image, question):
    return f"{image.getpixel((0, 0))[0]}"


@pytest.mark.parametrize("name", ["oracle", *(f"defective:{fault}" for fault in FAULTS if fault not in BROKEN)])
def test_built_in_models_conform(name):
    assert check_conformance(open_model(name)) == []


@pytest.mark.parametrize("name", networks.NAMES)
def test_built_in_networks_conform(name):
    assert check_conformance(networks.model(name)) == []


@pytest.mark.parametrize("name", networks.NAMES)
def test_a_model_without_its_picture_conforms(name):
    assert check_conformance(NoImage(networks.model(name))) == []
    assert check_conformance(NoImage(PythonModel(pixel))) == []


def test_a_plain_function_conforms():
    assert check_conformance(PythonModel(pixel)) == []


def test_the_check_finds_what_is_wrong():
    class Shuffled(ToyModel):
        def answer(self, shown):
            return [Answer(text=str(place)) for place, _ in enumerate(shown)]

    class Forgetful(ToyModel):
        def answer(self, shown):
            return [Answer(text="yes")] * max(0, len(shown) - 1)

    class Deaf(ToyModel):
        def answer(self, shown):
            return [Answer(text="yes") for _ in shown]

    class Liar(ToyModel):
        def answer(self, shown):
            return [Answer(status="failed", text="an error that would be scored") for _ in shown]

    assert any(finding.startswith("order:") for finding in check_conformance(Shuffled()))
    assert any(finding.startswith("batch:") for finding in check_conformance(Shuffled()))
    assert any(finding.startswith("length:") for finding in check_conformance(Forgetful()))
    assert any(finding.startswith("score:") for finding in check_conformance(Deaf()))
    assert any(finding.startswith("temperature:") for finding in check_conformance(Deaf()))
    assert any("carries text" in finding for finding in check_conformance(Liar()))
