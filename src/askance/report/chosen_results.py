"""The results that a report is about: all current ones, or those of some models."""

from collections.abc import Sequence
from dataclasses import dataclass

from askance.report.changed_inputs import describe_changed_inputs, hidden_version_notes
from askance.report.current_results import CurrentResult, current_results
from askance.report.derived_tables import read_or_rejudge_tables, table_to_rows
from askance.report.metric_declarations import Row
from askance.report.model_versions import find_version
from askance.report.suite_warnings import suite_warnings
from askance.store import Workspace


@dataclass(frozen=True, slots=True)
class ChosenResults:
    """Some results of a workspace."""

    space: Workspace
    results: tuple[CurrentResult, ...]
    has_all_versions: bool = False

    @property
    def rows(self) -> list[Row]:
        """Their tidy rows."""
        return table_to_rows(read_or_rejudge_tables(self.space, "metrics", self.results))

    @property
    def pairs(self) -> set[tuple[str, str]]:
        """Their case sets and fingerprints."""
        return {(each.case_set, each.fingerprint) for each in self.results}

    @property
    def warnings(self) -> list[str]:
        """What suites say about their verdicts."""
        return suite_warnings(self.space, self.pairs)

    def changes(self, suite: str | None) -> list[str]:
        """One line for each model and data set (of one suite or of all) that changed between runs."""
        models = {each.model for each in self.results}
        mine = [each for each in current_results(self.space) if each.model in models]
        return describe_changed_inputs([each for each in mine if suite in (None, each.suite)])

    def hidden_versions(self, suite: str | None) -> list[str]:
        """One line for each model with earlier versions that are not shown."""
        if self.has_all_versions:
            return []
        return hidden_version_notes(self.space, suite, {each.name for each in self.results})


def choose_results(space: Workspace, models: Sequence[str] = (), all_versions: bool = False) -> ChosenResults:
    """The results of the models of these names, or `name@FINGERPRINT`; of all models if no name is given."""
    known = current_results(space, all_versions)
    if not models:
        return ChosenResults(space, tuple(known), all_versions)
    found: dict[CurrentResult, None] = {}
    for name in models:
        mine = [each for each in known if name in (each.name, each.model)]
        found |= dict.fromkeys(mine or find_version(space, name).results)
    shown = [each for each in known if each in found]
    return ChosenResults(space, (*shown, *(each for each in found if each not in shown)), all_versions)
