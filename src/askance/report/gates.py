"""Gates of `askance check`: what is required of a metric, and what came out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from askance.core import UserError
from askance.core.metric import PERCENT, POINTS, Metric
from askance.core.unknown_names import unknown_name_error
from askance.report.board import COVERAGE
from askance.report.metric_declarations import Declarations, metric_of_row

Row = dict[str, Any]
Kind = Literal["min", "max", "not_worse", "nothing_worse"]
Outcome = Literal["pass", "fail", "undecided", "missing"]  # missing: there is no data to decide by
EXIT_CODES: dict[Outcome, int] = {"pass": 0, "fail": 1, "undecided": 3, "missing": 3}


@dataclass(frozen=True, slots=True)
class MetricName:
    """A metric of a suite, and the group of cases ("": all)."""

    suite: str
    metric: str
    group: str = ""

    def __str__(self) -> str:
        return f"{self.suite}.{self.metric}" + (f"/{self.group}" if self.group else "")


@dataclass(frozen=True, slots=True)
class Gate:
    """One requirement, for one model on one data set."""

    kind: Kind
    model: str
    dataset: str
    name: MetricName
    metric: Metric
    limit: float  # a value; for a comparison, the difference new − base that is just too bad
    base: str = ""  # the model that is compared with

    def __str__(self) -> str:
        """The requirement in words."""
        if self.kind in ("min", "max"):
            return f"{self.name} {'≥' if self.kind == 'min' else '≤'} {self.limit:g}"
        return f"{self.name} not {'' if self.kind == 'not_worse' else 'shown '}worse than {self.base}"

    @property
    def is_comparison(self) -> bool:
        """Whether the value is a difference between two models."""
        return self.kind in ("not_worse", "nothing_worse")


@dataclass(frozen=True, slots=True)
class GateResult:
    """What came out of a gate: the value that decided it, or why nothing could."""

    gate: Gate
    outcome: Outcome
    reason: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0
    undecided: int = 0  # cases
    images: int | None = None  # known for comparisons
    reasons: str = ""  # why cases are undecided, with counts, where that is known

    @property
    def lost_share(self) -> float:
        """The share of the cases that the metric leaves out; 0 for coverage, which counts all cases."""
        total = self.n + self.undecided
        return self.undecided / total if total and self.gate.name.metric != COVERAGE else 0.0

    @property
    def row(self) -> Row:
        """The result as a flat row."""
        gate = self.gate
        return {
            "model": gate.model, "dataset": gate.dataset, "gate": str(gate), "kind": gate.kind,
            "suite": gate.name.suite, "metric": gate.name.metric, "group": gate.name.group, "base": gate.base,
            "limit": gate.limit, "value": self.value, "low": self.low, "high": self.high, "n": self.n,
            "undecided": self.undecided, "images": self.images, "result": self.outcome, "reason": self.reason,
        }  # fmt: skip


def parse_limit(option: str, text: str) -> tuple[str, float]:
    """`carets.cacc/negation=50` as a name and a number."""
    name, equals, number = text.rpartition("=")
    try:
        if equals and name:
            return name.strip(), _finite(number)
    except ValueError:
        pass
    raise UserError(f"{option} {text}: write SUITE.METRIC=NUMBER or SUITE.METRIC/GROUP=NUMBER, such as carets.cacc=60")


def _finite(text: str) -> float:
    value = float(text)
    if value - value:  # infinite or not a number
        raise ValueError(text)
    return value


@dataclass(frozen=True, slots=True)
class Margin:
    """The largest loss that is accepted: in the metric's unit, or a share of what is left to the nearer bound."""

    size: float
    is_relative: bool = False

    def in_units(self, base: float, bounds: tuple[float | None, float | None]) -> float:
        """The margin in the metric's unit, given the value of the base.

        A relative margin is a share of the distance from the base's value to the nearer bound: 10 % of 96 % accuracy
        is 0.4 points, because 4 % of the answers are wrong; 10 % of 50 % is 5 points.
        """
        if not self.is_relative:
            return self.size
        room = [abs(base - bound) for bound in bounds if bound is not None]
        return self.size * min(room, default=abs(base))

    def __str__(self) -> str:
        return f"{100 * self.size:g}%" if self.is_relative else f"{self.size:g}"


def parse_margin(text: str | float) -> Margin:
    """`2` (points) or `10%` (relative)."""
    words = str(text).strip()
    match = re.fullmatch(r"(\d+\.?\d*|\.\d+)\s*(%?)", words)
    if not match:
        raise UserError(f"--margin {text}: write a number of points such as 2, or a relative margin such as 10%")
    return Margin(float(match[1]) / (100 if match[2] else 1), bool(match[2]))


def resolve_metric(option: str, text: str, rows: Iterable[Row]) -> MetricName:
    """The metric and group that a name means; UserError with the nearest name if the workspace has none like it."""
    groups: dict[str, tuple[MetricName, set[str]]] = {}
    for row in rows:
        found = MetricName(row["suite"], row["metric"])
        groups.setdefault(str(found), (found, set()))[1].add(row["group"])
    for heading, (found, known) in groups.items():
        if text == heading:
            return found
        if text.startswith(f"{heading}/"):
            group = text[len(heading) + 1 :]
            if group not in known:
                raise UserError(f"{option} {text}: {unknown_name_error('group', group, known - {''})}")
            return MetricName(found.suite, found.metric, group)
    raise UserError(f"{option} {text}: {unknown_name_error('metric', text.partition('/')[0], groups)}")


def resolve_models(names: Sequence[str], rows: Iterable[Row], option: str = "-m") -> list[str]:
    """The named models, or all of a workspace; UserError with the nearest name for an unknown one."""
    known = list(dict.fromkeys(row["model"] for row in rows))
    for name in names:
        if name not in known:
            raise UserError(f"{option} {name}: {unknown_name_error('model', name, known)}")
    return list(dict.fromkeys(names)) or known


def declared_metric(declared: Declarations, name: MetricName) -> Metric:
    """What the suite declares about a metric."""
    return metric_of_row(declared, {"suite": name.suite, "metric": name.metric})


def scale_of(metric: Metric) -> float:
    """The largest difference that two values of a metric can have; 100 for percentages."""
    low, high = metric.bounds
    if metric.unit in (PERCENT, POINTS) or low is None or high is None:
        return 100.0 if metric.unit in (PERCENT, POINTS) else 1.0
    return high - low


def overall_outcome(results: Iterable[GateResult]) -> Outcome:
    """fail if any gate fails, else missing or undecided if any is, else pass."""
    outcomes = {each.outcome for each in results}
    order: tuple[Outcome, ...] = ("fail", "missing", "undecided")
    return next((each for each in order if each in outcomes), "pass")
