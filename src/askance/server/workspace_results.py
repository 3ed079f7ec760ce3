"""The results of a workspace as every view needs them, computed once per state of its files."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from askance.report import current_metrics, current_results, declared_metrics, table_to_rows
from askance.report.changed_inputs import describe_changed_inputs
from askance.report.current_results import CurrentResult, is_shard
from askance.report.dot_board import ModelKey, ranked_models
from askance.report.findings import ModelFindings, find_weaknesses
from askance.report.metric_declarations import Declarations
from askance.report.sample_notes import partial_and_sample_notes, sample_line
from askance.report.skipped_notes import skipped_notes
from askance.report.suite_warnings import suite_warnings, without_result_notes
from askance.server.folder_size import folder_size
from askance.server.model_usage import model_usage
from askance.server.opened_workspace import OpenedWorkspace
from askance.store import CaseSet, Workspace

Row = dict[str, Any]
MOST_BYTES = 32 * 2**20  # of verdicts


@dataclass(frozen=True, eq=False)  # the same only if it is the same object
class WorkspaceResults:
    """Tidy rows and what is known about them."""

    rows: list[Row]  # the current tidy rows
    declared: Declarations  # what the suites declare about their metrics
    results: list[CurrentResult]
    usage: list[Row]  # one per model and data set
    case_sets: dict[str, CaseSet]  # complete ones, by id
    skipped: list[str]  # which models have no result of a suite, and why
    is_shard: bool = False  # the last run made only a part of its calls

    @classmethod
    def of(cls, opened: OpenedWorkspace) -> "WorkspaceResults":
        """The results of a workspace as it is now."""
        return opened.cached("results", _compute)

    @cached_property
    def models(self) -> list[str]:
        """The models that have results."""
        return list(dict.fromkeys(row["model"] for row in self.rows))

    @cached_property
    def datasets(self) -> list[str]:
        """The data sets that there are results on."""
        return list(dict.fromkeys(row["dataset"] for row in self.rows))

    @cached_property
    def ranked(self) -> list[ModelKey]:
        """Data sets and models in the order of the leaderboard."""
        return ranked_models(self.rows, self.declared)

    @cached_property
    def notes(self) -> list[str]:
        """What a reader must know before ranking models: changed models and data, partial results, other samples."""
        changed = describe_changed_inputs(self.results)
        return [*changed, *partial_and_sample_notes(self.rows, self.is_shard), *self.skipped]

    @cached_property
    def samples(self) -> str:
        """How the samples were drawn, in one line."""
        return sample_line(self.rows) if self.rows else ""

    @cached_property
    def calls(self) -> int:
        """The number of calls that the current results rest on; 0 where they were not counted."""
        return sum(row["calls"] or 0 for row in self.usage)

    @cached_property
    def saved(self) -> float:
        """The share of the answers that needed no call of their own, because cases have questions in common."""
        asks = sum(self.case_sets[each.case_set].asks for each in self.results if each.case_set in self.case_sets)
        return max(0.0, 1 - self.calls / asks) if asks and self.calls else 0.0

    @cached_property
    def weaknesses(self) -> list[ModelFindings]:
        """The findings of every model and data set."""
        return find_weaknesses(self.rows, self.declared)


def suite_warning_lines(opened: OpenedWorkspace) -> list[str]:
    """What suites say about the verdicts; nothing in a large workspace, where reading them all takes too long."""
    if folder_size(opened.root / "verdicts") > MOST_BYTES:
        return []
    return without_result_notes(opened.cached("suite warnings", suite_warnings))


def _compute(space: Workspace) -> WorkspaceResults:
    results, rows = current_results(space), table_to_rows(current_metrics(space))
    return WorkspaceResults(
        rows=rows,
        declared=declared_metrics(space),
        results=results,
        usage=model_usage(space, results),
        case_sets={each.id: each for each in space.case_sets()},
        skipped=skipped_notes(space, rows),
        is_shard=is_shard(space),
    )
