"""What a suite declares for the charts of a report: the form that suits its results."""

from dataclasses import dataclass
from typing import Literal, get_args

from askance.core.errors import UserError

ChartKind = Literal["dots", "curve", "plane", "reliability", "parts"]


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart of a suite.

    dots: metrics by group, a dot with its interval for each model. curve: a metric over groups that end in a number.
    plane: two metrics as axes, a point per model. reliability: accuracy over confidence. parts: shares of a whole.
    """

    kind: ChartKind
    title: str
    metrics: tuple[str, ...]  # of the suite; of `reliability`: confidence, accuracy
    groups: tuple[str, ...] = ()  # dots: the groups, in order; empty: every group without a slash
    prefix: str = ""  # curve, reliability: the text before the number, such as level-; kind/* is a curve per kind
    x: str = ""  # curve: what the number is
    caption: str = ""  # how to read it, in one sentence

    def __post_init__(self) -> None:
        if self.kind not in get_args(ChartKind):
            raise UserError(f"chart {self.title!r}: kind is {self.kind!r}: write {', '.join(get_args(ChartKind))}")
        if not self.metrics or (self.kind in ("plane", "reliability") and len(self.metrics) != 2):
            raise UserError(f"chart {self.title!r}: metrics are {self.metrics}: name two for a plane, else one or more")
