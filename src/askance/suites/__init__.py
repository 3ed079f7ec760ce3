"""One idea, one file; this table is the family."""

from askance.core import Suite
from askance.core.names import unknown
from askance.suites.accuracy import Accuracy
from askance.suites.bias import Bias
from askance.suites.carets import Carets
from askance.suites.metamorphic import Metamorphic
from askance.suites.noise import Noise
from askance.suites.repeat import Repeat
from askance.suites.sears import Sears
from askance.suites.uncertainty import Uncertainty

SUITES: dict[str, Suite] = {
    "accuracy": Accuracy(),
    "repeat": Repeat(),
    "carets": Carets(),
    "metamorphic": Metamorphic(),
    "metamorphic_inpaint": Metamorphic("metamorphic_inpaint", fill="remove_inpaint"),
    "bias": Bias(),
    "noise": Noise(),
    "sears": Sears(),
    "uncertainty": Uncertainty(),
}


def open_suite(name: str) -> Suite:
    """The suite of that name."""
    if name not in SUITES:
        raise unknown("suite", name, SUITES, "askance list suites")
    return SUITES[name]


__all__ = ["SUITES", "open_suite"]
