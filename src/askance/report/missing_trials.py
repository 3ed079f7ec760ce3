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


def missing_trials(space: Workspace, only: Collection[tuple[str, str]] | None = None) -> list[str]:
    """One line for each data set, suite and part with such samples (of these decks): how many, and why the first."""
    # A deck that several models were asked is told of once.
    decks = {
        each.deck: each for each in current_results(space) if only is None or (each.deck, each.fingerprint) in only
    }
    found = connect(space, list(decks), tables=["cases"]).execute(_SQL).fetchall()
    return [
        f"{each.suite} ({group}) of {each.dataset}: {lost:,} of {total:,} samples are undecided; {why}"
        for deck, each in decks.items()
        for of, group, total, lost, why in found
        if of == deck
    ]
