"""The groups of results that suites declare as tags of their cases."""

from askance.core import UserError
from askance.core.group_tag import GroupTag, SuiteWithGroupTags
from askance.suites import open_stored_suite


def declared_group_tags(suite: str) -> tuple[GroupTag, ...]:
    """The groups of results that a suite declares as tags of its cases; () where the suite is not installed."""
    try:
        opened = open_stored_suite(suite)
    except UserError:
        return ()
    return tuple(opened.group_tags) if isinstance(opened, SuiteWithGroupTags) else ()
