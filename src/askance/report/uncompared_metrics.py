"""Headline metrics that a comparison leaves out, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from askance.core.plural import plural
from askance.report.asking_methods import methods_of
from askance.report.current_results import CurrentResult
from askance.report.model_versions import ModelVersion
from askance.report.undecided_cases import UndecidedCases, reasons_text

SAME_SAMPLE = "run both with the same --data, --limit and --seed"


@dataclass(frozen=True, slots=True)
class UncomparedMetric:
    """A metric without a shared case that both models decided."""

    dataset: str
    suite: str
    metric: str
    shared: int  # cases of the suite that both models have
    undecided: UndecidedCases  # among the shared cases of this metric

    def text(self, a: str, b: str) -> str:
        """The metric and the reason, for example "carets.cacc on vqa2: A and B have no case in common"."""
        what = f"{self.suite}.{self.metric} on {self.dataset}"
        found = self.undecided
        if not self.shared:
            ways = methods_of(self.suite)
            why = f"it asks in several ways ({', '.join(ways)}), and compares models of one; or " if ways else ""
            return f"{what}: {a} and {b} have no case in common: {why}{SAME_SAMPLE}"
        if not found.cases:
            return f"{what}: none of the {plural(self.shared, 'shared case')} counts for this metric"
        sides = ((a, found.a, found.reasons_a), (b, found.b, found.reasons_b))
        decided = ", ".join(
            f"{name} decided {found.cases - lost:,} of {plural(found.cases, 'shared case')}"
            + (f" ({reasons_text(reasons)})" if lost else "")
            for name, lost, reasons in sides
        )
        none = "complete item" if found.either < found.cases else "case"
        return f"{what}: no {none} was decided for both models: {decided}"


def suites_of_one_model(
    a: ModelVersion, b: ModelVersion, pairs: Sequence[tuple[CurrentResult, CurrentResult]]
) -> list[str]:
    """One line for each suite that only one of two models has results of."""
    paired = {id(each) for pair in pairs for each in pair}
    return [
        f"not compared: {each.suite} on {each.dataset}: only {version.label} has results of it"
        for version in (a, b)
        for each in version.results
        if id(each) not in paired
    ]
