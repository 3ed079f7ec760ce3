"""Suites that a run leaves out because the data set or a model does not support them, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from askance.core import Model, Suite, UserError
from askance.core.suite import SuiteWithRequirements

NO_CASE = "the data set gives no case for it"


@dataclass(frozen=True, slots=True)
class SkippedSuite:
    """A suite that was left out, for one model or, where none is named, for the whole data set."""

    suite: str
    dataset: str
    reason: str
    model: str = ""

    def __str__(self) -> str:
        target = f"for {self.model}" if self.model else f"on {self.dataset}"
        return f"{self.suite}: skipped {target} ({self.reason})"

    @property
    def error_message(self) -> str:
        """The same as an error, where nothing is left to run."""
        return f"{self.suite} cannot run{f' with {self.model}' if self.model else ''}: {self.reason}"

    def to_metric_row(self) -> dict[str, Any]:
        """A tidy row whose metric is `skipped`: no value, but a reason."""
        return {
            "model": self.model, "dataset": self.dataset, "suite": self.suite, "metric": "skipped", "group": "",
            "value": None, "low": None, "high": None, "n": 0, "undecided": 0, "reason": self.reason,
        }  # fmt: skip


class NothingToRunError(UserError):
    """Every suite of a run was skipped; the text gives the reasons."""

    def __init__(self, skipped: Sequence[SkippedSuite]):
        super().__init__("; ".join(each.error_message for each in skipped))
        self.skipped = tuple(skipped)


def missing_install(suite: Suite) -> str | None:
    """What must be installed before a suite can run at all; None if nothing is missing."""
    return suite.lacks() if isinstance(suite, SuiteWithRequirements) else None


def unsupported_suite_reason(suite: Suite, model: Model) -> str | None:
    """Why a model does not support a suite; None if it does."""
    card = suite.card
    missing = card.needs - model.supports
    if missing:
        return f"the model does not support {', '.join(sorted(missing))}"
    if card.methods and not choose_method(suite, model):
        ways = ", ".join(f"{name} ({', '.join(sorted(needs))})" for name, needs in card.methods)
        return f"the model supports none of {ways}"
    return None


def choose_method(suite: Suite, model: Model) -> str:
    """The first method of a suite that a model supports."""
    return next((name for name, needs in suite.card.methods if needs <= model.supports), "")
