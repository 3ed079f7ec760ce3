"""Whether two words exclude each other, and why."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judgement:
    """`excludes`: nothing can be both at once; `reason` says why, or why not."""

    excludes: bool
    reason: str

    def __bool__(self) -> bool:
        return self.excludes


def unknown(kind: str, *words: str) -> Judgement:
    """Words that no table has never exclude anything."""
    return Judgement(False, f"unknown {kind}: {', '.join(words)}")
