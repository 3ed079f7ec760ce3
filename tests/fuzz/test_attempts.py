"""The counts that fuzzers print: good outcomes by number, bad ones always, and bad ones fail the test."""

import pytest
from attempts import PROPERTY, counted, seeded, times


def test_counts_are_told_in_one_line_and_bad_ones_fail(monkeypatch):
    monkeypatch.setenv("ASKANCE_FUZZ_TIMES", "0.5")
    assert [times(10), times(1)] == [5, 1]
    assert seeded("a").random() == seeded("a").random() != seeded("b").random()
    told: list[tuple[str, object]] = []
    fuzzing = counted(lambda *each: told.append(each), "toy", "files")
    counts = fuzzing.__enter__()
    for outcome in ("noticed", "noticed", "wrong"):
        counts.add(outcome, "flip 7")
    with pytest.raises(AssertionError, match="flip 7"):
        fuzzing.__exit__(None, None, None)
    assert told == [(PROPERTY, "toy: 3 files: 2 noticed, 1 wrong, 0 exit 70, 0 tracebacks")]
