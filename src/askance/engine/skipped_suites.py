"""Suites that a run leaves out because the data set or a model does not support them, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from askance.core import Dataset, Model, Suite, UserError
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.core.suite import SuiteWithRequirements
from askance.datasets.detected_dataset import DetectedDataset
from askance.datasets.reading.no_questions import has_no_questions, no_questions_reason

NO_CASE = "the data set gives no case for it"
NO_SCENES = "the model answers from scene graphs, and the data set has none"


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

    def to_metric_row(self) -> dict[str, Any]:
        """A tidy row whose metric is `skipped`: no value, but a reason."""
        return {
            "model": self.model, "dataset": self.dataset, "suite": self.suite, "metric": "skipped", "group": "",
            "value": None, "low": None, "high": None, "n": 0, "undecided": 0, "reason": self.reason,
        }  # fmt: skip


class NothingToRunError(UserError):
    """Every suite of a run was skipped; the text gives the reasons."""

    def __init__(self, skipped: Sequence[SkippedSuite]):
        suites: dict[tuple[str, str], list[str]] = {}  # a reason that several suites have is given once
        for each in skipped:
            suites.setdefault((each.model, each.reason), []).append(each.suite)
        super().__init__("; ".join(_error_message(names, *why) for why, names in suites.items()))
        self.skipped = tuple(skipped)


def _error_message(suites: Sequence[str], model: str, reason: str) -> str:
    names = " and ".join(filter(None, (", ".join(suites[:-1]), suites[-1])))
    return f"{names} cannot run{f' with {model}' if model else ''}: {reason}"


def missing_install(suite: Suite) -> str | None:
    """What must be installed before a suite can run at all; None if nothing is missing."""
    return suite.lacks() if isinstance(suite, SuiteWithRequirements) else None


def no_case_reason(data: Dataset) -> str:
    """Why a suite that did not say so itself has no case."""
    return no_questions_reason(data) if has_no_questions(data) else NO_CASE


def missing_scenes_reason(model: Model, data: Dataset) -> str | None:
    """Why a model cannot be asked about a data set at all; None if it can. Detectors are not run for this."""
    if "scene" not in model.needs or isinstance(data, DetectedDataset):
        return None
    with name_outside_code_in_errors(f"{model.name} on {data.name}", model, data):
        images = chain(data.images(), (item.image for item in data.items()))
        return None if any(data.scene(image) is not None for image in images) else NO_SCENES


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
