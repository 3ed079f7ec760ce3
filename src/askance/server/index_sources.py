"""What an index is built from: the current results, their names and stamps, and the scores that suites declare."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import get_args

from askance.core.answer import Undecided
from askance.core.case_score import CaseScore
from askance.report.current_results import CurrentResult, current_results
from askance.report.metric_scores import declared_case_scores
from askance.store import Workspace

PLAIN_SCORES = VALUE, LOST_VALUE, HOLDS = "value", "1 - value", "holds::double"  # as suites declare them


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a workspace in the order of their ids."""

    dataset: tuple[str, ...]
    suite: tuple[str, ...]
    model: tuple[str, ...]
    metric: tuple[str, ...]
    status: tuple[str, ...] = ("", *sorted(get_args(Undecided)))  # "" = decided

    @classmethod
    def of(cls, results: Iterable[CurrentResult], metrics: Iterable[str]) -> "Names":
        """The names that some results have, in alphabetical order."""
        found = list(results)
        return cls(
            tuple(sorted({each.dataset for each in found})),
            tuple(sorted({each.suite for each in found})),
            tuple(sorted({each.model for each in found})),
            tuple(sorted(set(metrics))),
        )


def result_stamp(space: Workspace, each: CurrentResult) -> str:
    """What changes when the verdicts of a result do."""
    path = space.derived_table_path("verdicts", each.case_set, each.fingerprint)
    try:
        state = path.stat()
    except OSError:
        return f"{path.name} missing"
    return f"{path.name} {state.st_size} {state.st_mtime_ns}"


def sorted_results(space: Workspace) -> list[CurrentResult]:
    """The current results in the order of the index."""
    return sorted(current_results(space), key=attrgetter("dataset", "suite", "model"))


def wanted_sources(space: Workspace, results: Iterable[CurrentResult]) -> dict[tuple[str, str, str], str]:
    """Data set, suite and model → the stamp of the verdicts that an index of now has."""
    return {(each.dataset, each.suite, each.model): result_stamp(space, each) for each in results}


def stored_scores(suite: str) -> dict[str, CaseScore]:
    """The metrics of a suite whose distribution does not follow from the values or outcomes of all verdicts."""
    return {
        metric: score
        for metric, score in declared_case_scores(suite).items()
        if len(score.scores) == 1 and not score.item and (score.where != "true" or score.scores[0] not in PLAIN_SCORES)
    }
