"""The source that decides a suite's cases: part of the name of its case set, so that changed code makes new cases."""

from askance.core import Suite, source_digest
from askance.models.state import digest_state

# Not here: what asks, judges, reports or prints. A change there keeps the cases.
DECIDE = (
    "core",
    "wording",
    "edits",
    "relations",
    "datasets",
    "logs",
    "stickers",
    "ranking",
    "suites",
    "engine/case_generation.py",
)


def suite_source_digest(suite: Suite) -> str:
    """A digest of the code that decides a suite's cases; a suite of your own counts by its module and attributes."""
    ours = source_digest(*DECIDE)
    is_ours = type(suite).__module__.partition(".")[0] == __name__.partition(".")[0]
    return ours if is_ours else f"{ours}:{digest_state(suite).digest}"
