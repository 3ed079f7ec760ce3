"""What all fuzzers share: their seed, how often they try, and one line that counts what came of it.

ASKANCE_FUZZ_SEED chooses other attempts (default 0), ASKANCE_FUZZ_TIMES multiplies their number (default 1).
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PROPERTY = "fuzz counts"  # of a test's report: tests/fuzz/conftest.py prints it, also with pytest-xdist


def seeded(name: str) -> random.Random:
    """The generator of one fuzzer: other seeds give other attempts, other fuzzers are independent of each other."""
    return random.Random(f"{name} {os.environ.get('ASKANCE_FUZZ_SEED', '0')}")


def times(count: int) -> int:
    """How many attempts to make where `count` is usual; at least one."""
    return max(1, round(count * float(os.environ.get("ASKANCE_FUZZ_TIMES", "1"))))


class Counts:
    """What came of the attempts, counted by outcome; outcomes that must not happen are shown with 0."""

    def __init__(self, name: str, what: str, never: tuple[str, ...] = ("wrong", "exit 70", "tracebacks")):
        self.name, self.what, self.never = name, what, never
        self.found: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}  # of what must not happen: the first few, for the error message

    def add(self, outcome: str, example: str = "") -> None:
        """Count one attempt."""
        self.found[outcome] += 1
        if outcome in self.never and len(self.examples.setdefault(outcome, [])) < 5:
            self.examples[outcome].append(example)

    @property
    def bad(self) -> dict[str, list[str]]:
        """The outcomes that must not happen and did, with examples."""
        return {outcome: self.examples[outcome] for outcome in self.never if self.found[outcome]}

    def __str__(self) -> str:
        good = [f"{count:,} {outcome}" for outcome, count in self.found.most_common() if outcome not in self.never]
        bad = [f"{self.found[outcome]:,} {outcome}" for outcome in self.never]
        return f"{self.name}: {self.found.total():,} {self.what}: {', '.join([*good, *bad])}"


@contextmanager
def counted(
    record_property: Callable[[str, object], None],
    name: str,
    what: str,
    never: tuple[str, ...] = ("wrong", "exit 70", "tracebacks"),
) -> Iterator[Counts]:
    """Count attempts, print one line in the summary of the tests (also after an error), and fail on what must not be.

    `record_property` is pytest's fixture of that name.
    """
    counts = Counts(name, what, never)
    try:
        yield counts
    finally:
        record_property(PROPERTY, str(counts))
    assert not counts.bad, f"{counts}\n{counts.bad}"
