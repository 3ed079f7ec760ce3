"""Why the relation of a case must hold: statements that a suite takes from the case and its scene."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from askance.core.case import Case
from askance.core.scene import Scene


@dataclass(frozen=True, slots=True)
class ExplanationLine:
    """One statement in plain words, and the statements below it."""

    text: str
    role: str = ""  # the query that the statement is about: a view shows its answer beside it
    below: tuple["ExplanationLine", ...] = ()


@runtime_checkable
class SuiteWithExplanations(Protocol):
    """A suite that can explain its cases: the facts behind a pair of questions, or how its questions are derived."""

    def explain_case(self, case: Case, scene: Scene | None) -> tuple[ExplanationLine, ...]: ...
