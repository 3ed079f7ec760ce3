"""How a metric is computed from single cases: `askance compare` needs it to swap two models image by image."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Transform = Callable[[Floats], Floats]  # (..., columns) means of the scores → (...) values of the metric


@dataclass(frozen=True, slots=True)
class CaseScore:
    """A metric as the mean of a score per case; the SQL expressions use the columns of the table `verdicts`."""

    score: str | tuple[str, ...]  # from 0 to 1; null if the case is undecided; several if `transform` needs them
    where: str = "true"  # the cases that the metric is about
    wrong: float | None = None  # the score of a case without a readable answer; None: the worse end of the metric
    is_mean_of_tests: bool = False  # the mean over tests (first part of `group`) of their means
    item: str = ""  # several cases are one unit, whose score is their sum: SQL that names the unit
    cases_per_item: int = 1
    transform: Transform | None = None  # None: the mean in percent
    is_of_own_cases: bool = False  # each model has cases of its own, so that two are compared by their shares per image

    @property
    def scores(self) -> tuple[str, ...]:
        """The expressions, also where there is one."""
        return (self.score,) if isinstance(self.score, str) else self.score


@runtime_checkable
class SuiteWithCaseScores(Protocol):
    """A suite that says how its metrics are computed from single cases; by name of the metric."""

    @property
    def case_scores(self) -> Mapping[str, CaseScore]: ...


def is_in_part(part: str) -> str:
    """SQL: whether a case belongs to a part of a suite (`part`, or `part/…`)."""
    return f"(\"group\" = '{part}' or starts_with(\"group\", '{part}/'))"
