"""What a reader must know before believing a figure: what suites say about the verdicts of each model."""

from collections.abc import Collection, Sequence

import pyarrow as pa
from askance.core import Suite, UserError
from askance.core.suite import FinalNote, ResultNote, SuiteWithNotes, SuiteWithWarnings
from askance.report.current_results import CurrentResult, current_results
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.missing_trials import describe_missing_trials
from askance.store import Workspace
from askance.suites import open_stored_suite


class SuiteWarning(str):
    """A warning that names its suite, so that a page can show it beside the results that it is about."""

    __slots__ = ("is_result", "suite")

    suite: str
    is_result: bool  # a sentence that says what came out

    @classmethod
    def about(cls, suite: str, line: str, is_result: bool = False) -> "SuiteWarning":
        """The warning of a suite about its results."""
        made = cls(line)
        made.suite, made.is_result = suite, is_result
        return made


def without_result_notes(lines: Sequence[str]) -> list[str]:
    """The lines that say what is wrong with figures, for tables of many suites."""
    return [line for line in lines if not (isinstance(line, SuiteWarning) and line.is_result)]


def suite_warnings(space: Workspace, only: Collection[tuple[str, str]] | None = None) -> list[str]:
    """The notes and warnings of suites on the verdicts of each model, one line each.

    A note that is the same for several models is given once.
    """
    everything = current_results(space)
    is_several = len({each.dataset for each in everything}) > 1
    notes = describe_missing_trials(space, only)
    warned: list[str] = []
    for each in everything:
        suite = (
            None if only is not None and (each.case_set, each.fingerprint) not in only else _open_suite_or_none(each)
        )
        if not isinstance(suite, SuiteWithNotes | SuiteWithWarnings):
            continue
        verdicts: pa.Table = read_or_rejudge_tables(space, "verdicts", [each])
        if isinstance(suite, SuiteWithNotes):
            said = suite.notes(verdicts)
            if any(isinstance(note, FinalNote) for note in said) and _is_partial(space, each):
                said = [note for note in said if not isinstance(note, FinalNote)]
            notes += [_named_note(each, note) for note in said]
        if isinstance(suite, SuiteWithWarnings):
            model = f"{each.model} on {each.dataset}" if is_several else each.model
            warned += [SuiteWarning.about(each.suite, f"warning: {line}") for line in suite.warnings(verdicts, model)]
    return [*dict.fromkeys(notes), *warned]


def _is_partial(space: Workspace, each: CurrentResult) -> bool:
    """Whether more cases of a result may come, such as the next round of an adaptive suite."""
    metrics = read_or_rejudge_tables(space, "metrics", [each])
    return any(metrics["partial"].to_pylist())


def _named_note(each: CurrentResult, note: str) -> str:
    line = f"{each.suite} of {each.dataset}: {note}"
    return SuiteWarning.about(each.suite, line, True) if isinstance(note, ResultNote) else line


def _open_suite_or_none(each: CurrentResult) -> Suite | None:
    """The suite of a standing; None where it is not installed here, so that nobody can comment on its figures."""
    try:
        return open_stored_suite(each.suite)
    except UserError:
        return None
