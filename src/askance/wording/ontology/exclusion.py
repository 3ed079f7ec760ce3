"""Whether two words exclude each other, and why."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exclusion:
    """`excludes`: nothing can be both at once; `reason` says why, or why not."""

    excludes: bool
    reason: str

    def __bool__(self) -> bool:
        return self.excludes


def unknown_words_exclusion(kind: str, *words: str) -> Exclusion:
    """Words that no table has never exclude anything."""
    return Exclusion(False, f"unknown {kind}: {', '.join(words)}")
