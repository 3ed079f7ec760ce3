"""One idea, one file; this table is the family."""

from askance.core import Suite
from askance.core.names import unknown
from askance.suites.accuracy import Accuracy
from askance.suites.carets import Carets
from askance.suites.repeat import Repeat

SUITES: dict[str, Suite] = {"accuracy": Accuracy(), "repeat": Repeat(), "carets": Carets()}


def open_suite(name: str) -> Suite:
    """The suite of that name."""
    if name not in SUITES:
        raise unknown("suite", name, SUITES, "askance list suites")
    return SUITES[name]


__all__ = ["SUITES", "open_suite"]
