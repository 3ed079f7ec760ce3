"""STAND-IN until branch inv-judge is merged. Whether a text is a well-formed question."""

from askance.wording.understand import understand


def is_well_formed(question: str) -> bool:
    """Whether the grammar reads the question."""
    return understand(question) is not None
