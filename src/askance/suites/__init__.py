"""One idea, one file; this table is the family."""

from askance.core import Suite
from askance.core.names import unknown
from askance.suites.accuracy import Accuracy
from askance.suites.basic_chain import BasicChain
from askance.suites.basic_questions import BasicQuestions
from askance.suites.bias import Bias
from askance.suites.carets import Carets
from askance.suites.groups import Groups
from askance.suites.metamorphic import Metamorphic
from askance.suites.noise import Noise
from askance.suites.options import with_options
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
    "basic_questions": BasicQuestions(),
    "basic_chain": BasicChain(),
    "groups": Groups(),
}
DEFAULT = ("accuracy",)  # what a run without suites runs


def open_suite(spec: str) -> Suite:
    """The suite of that name, or NAME:OPTION=VALUE,… for one that takes options."""
    name, _, options = spec.partition(":")
    if name not in SUITES:
        raise unknown("suite", name, SUITES, "askance list suites")
    return with_options(SUITES[name], options) if options else SUITES[name]


__all__ = ["DEFAULT", "SUITES", "open_suite"]
