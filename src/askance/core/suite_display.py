"""What a suite declares for a dashboard beside its charts: the form in which its single cases are shown."""

from dataclasses import dataclass
from typing import Literal, get_args

from askance.core.errors import UserError

DisplayKind = Literal["strip", "questions", "tree", "matrix", "coverage", "beliefs"]


@dataclass(frozen=True, slots=True)
class SuiteDisplay:
    """One form.

    strip: the cases of one question in a row of images, as the model received them. questions: the cases of one
    question as a table of what was asked. tree: the cases of one image as trees, a question above those whose answers
    must agree with it. matrix: metrics by the first part of the group (rows) and the second one (columns).
    coverage: how many right answers of one model another model gets right too. beliefs: what a model believes about
    one image, by type, with the contradictions.

    Cases of one question are those whose name is QUESTION/GROUP.
    """

    kind: DisplayKind
    title: str
    metrics: tuple[str, ...] = ()  # matrix: of the suite
    groups: tuple[str, ...] = ()  # strip, questions, tree: the groups of cases, in order; empty: all of them
    caption: str = ""  # how to read it, in one sentence

    def __post_init__(self) -> None:
        if self.kind not in get_args(DisplayKind):
            raise UserError(f"display {self.title!r}: kind is {self.kind!r}: write {', '.join(get_args(DisplayKind))}")
        if (self.kind == "matrix") != bool(self.metrics):
            raise UserError(f"display {self.title!r}: a matrix names its metrics, and no other display does")
