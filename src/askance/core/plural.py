"""Numbers with their nouns."""

import re


def plural(count: int, one: str, several: str = "") -> str:
    """A number and its noun: 1 call, 2,000 calls."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def counted(count: int, several: str) -> str:
    """A number and what is counted, given as plural: "calls to make" becomes "1 call to make"."""
    nouns = re.sub(r"(?<=[a-z])s\b", "", several, count=1) if count == 1 else several
    return f"{count:,} {nouns}"
