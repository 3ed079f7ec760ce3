"""Filters by tags that some of the selected data sets do not have: their cases are left out without a sign of it."""

from collections.abc import Sequence

from askance.server.case_filter import CaseFilter
from askance.server.queries import Queries


def tag_gap_notes(queries: Queries, wanted: CaseFilter, datasets: Sequence[str]) -> list[str]:
    """One line for each tag of a filter that none of the cases of a selected data set has."""
    chosen = wanted.datasets or tuple(datasets)
    suites = wanted.suites or queries.names.suite
    notes = []
    for tag in dict.fromkeys(tag for tag, _ in wanted.tags) if len(chosen) > 1 else ():
        lacking = [each for each in chosen if all(tag not in queries.tags_of(each, suite) for suite in suites)]
        if 0 < len(lacking) < len(chosen):
            names = ", ".join(lacking)
            notes.append(f"The cases of {names} have no tag {tag}, so none of them can be selected by it.")
    return notes
