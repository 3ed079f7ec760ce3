"""How many examples a property test tries: few in each run of the tests, more with ASKANCE_FUZZ_TIMES."""

import os

from hypothesis import settings


def examples(count: int) -> settings:
    """A decorator: try so many examples, times ASKANCE_FUZZ_TIMES (default 1)."""
    return settings(max_examples=max(1, round(count * float(os.environ.get("ASKANCE_FUZZ_TIMES", "1")))))
