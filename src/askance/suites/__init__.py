"""The table of suites, and how a suite is opened by name; each suite is one module or folder."""

from inspect import isclass
from typing import Any

from askance.core import Suite, UserError
from askance.core.interface_checks import check_suite
from askance.core.load_python_object import PYTHON, load_python_object, run_user_code
from askance.core.registry import Registry
from askance.core.unknown_names import own_object_error
from askance.suites.accuracy import Accuracy
from askance.suites.basic_chain import BasicChain
from askance.suites.basic_questions import BasicQuestions
from askance.suites.beliefs import Beliefs
from askance.suites.bias import Bias
from askance.suites.carets import Carets
from askance.suites.groups import Groups
from askance.suites.implications import Implications
from askance.suites.metamorphic import Metamorphic
from askance.suites.noise import Noise
from askance.suites.repeat import Repeat
from askance.suites.sears import Sears
from askance.suites.suite_options import suite_with_options
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
    "beliefs": Beliefs(),
    "groups": Groups(),
    "implications": Implications(),
}
DEFAULT = ("accuracy",)  # what a run without suites runs


def _check_suite(name: str, found: Any) -> Suite:
    """A suite, or an instance of a class of suites; its card has the name by which it is opened."""
    suite = check_suite(found() if isclass(found) else found)
    if suite.card.name != name:
        raise UserError(f"its card is named {suite.card.name!r}: give both the same name")
    return suite


ALL_SUITES: Registry[Suite] = Registry("askance.suites", "suite", SUITES, _check_suite, frozenset({PYTHON}))


def open_suite(spec: str) -> Suite:
    """The suite of that name, or NAME:OPTION=VALUE,… for one that takes options; also python:MODULE:OBJECT[:…]."""
    name, _, options = spec.partition(":")
    if name == PYTHON:
        return _open_python_suite(options)
    if ALL_SUITES.get(name) is None and (own := own_object_error("suite", spec)):
        raise own
    suite = ALL_SUITES.find(name, "askance list suites")
    return suite_with_options(suite, options) if options else suite


def open_stored_suite(name: str) -> Suite:
    """The suite that a workspace names; never code of a workspace, which may come from somebody else."""
    if name.startswith(f"{PYTHON}:"):
        raise UserError(f"suite {name}: the name of a stored suite cannot be that of a Python object")
    return open_suite(name)


def _open_python_suite(rest: str) -> Suite:
    """A suite of the user's own code: an instance, or a class that needs no arguments."""
    module, _, more = rest.partition(":")
    target, options = f"{module}:{more.partition(':')[0]}", more.partition(":")[2]
    with run_user_code(target):
        found = load_python_object(target if more else module, "my_suites:Mine").value
        suite = check_suite(found() if isclass(found) else found)
    if ALL_SUITES.get(suite.card.name) is not None:
        raise UserError(f"python:{target}: its card has the name of another suite, {suite.card.name}: rename it")
    return suite_with_options(suite, options) if options else suite


__all__ = ["ALL_SUITES", "DEFAULT", "SUITES", "open_stored_suite", "open_suite"]
