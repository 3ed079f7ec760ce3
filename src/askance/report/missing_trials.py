"""Samples that a suite could give no trial, such as a question without any other picture to ask it of."""

from collections.abc import Collection

from askance.relations.unchanged import TROUBLE
from askance.report.current_results import current_results
from askance.store import Workspace, connect

_SQL = f"""
select deck, "group", count(*), count(why), min(why)
from (select deck, "group", tags['{TROUBLE}'] why from cases where relation in ('changed', 'unchanged'))
group by deck, "group" having count(why) > 0 order by "group"
"""


def describe_missing_trials(space: Workspace, only: Collection[tuple[str, str]] | None = None) -> list[str]:
    """One line for each data set, suite and part with such samples: how many, and why the first."""
    # A case set that several models were asked is told of once.
    case_sets = {
        each.case_set: each
        for each in current_results(space)
        if only is None or (each.case_set, each.fingerprint) in only
    }
    found = connect(space, list(case_sets), tables=["cases"]).execute(_SQL).fetchall()
    return [
        f"{each.suite} ({group}) of {each.dataset}: {lost:,} of {total:,} samples are undecided; {why}"
        for case_set, each in case_sets.items()
        for of, group, total, lost, why in found
        if of == case_set
    ]
