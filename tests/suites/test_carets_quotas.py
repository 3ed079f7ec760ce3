"""A limit is a promise: never more pairs, shared by largest remainder, answers balanced to within one."""

from collections import Counter

import pytest
from askance.suites import SUITES
from askance.suites.carets.pair_quotas import SIZES, TOTAL, TYPES, originals_per_test_and_type, pairs_per_original
from hypothesis import example, given
from hypothesis import strategies as st

from carets_world import world


def by_test(limit: int) -> Counter[str]:
    found = Counter[str]()
    for (test, _), count in originals_per_test_and_type(limit).items():
        found[test] += count
    return found


@given(st.integers(1, 3 * TOTAL))
@example(60)
@example(5)
def test_all_of_a_limit_and_no_more(limit) -> None:
    assert sum(count * pairs_per_original(test) for test, count in by_test(limit).items()) == limit


@given(st.integers(1, 3 * TOTAL))
def test_shares_are_the_papers_to_within_one_original(limit) -> None:
    """What is left of a visual original, four pairs at the most, goes to the other tests."""
    for test, count in by_test(limit).items():
        due = SIZES[test] * limit / TOTAL
        assert due - 1 <= count <= due + (1 if test == "visual" else 5)


@given(st.integers(1, 3 * TOTAL))
def test_types_of_a_test_differ_by_one_at_most(limit) -> None:
    wanted = originals_per_test_and_type(limit)
    for test, types in TYPES.items():
        counts = [wanted[test, kind] for kind in types]
        assert max(counts) - min(counts) <= 1


def test_every_test_is_there_from_29_pairs_on() -> None:
    assert all(min(by_test(limit)[test] for test in TYPES) > 0 for limit in range(29, 2000))


@pytest.mark.parametrize("limit", [1, 3, 5, 17, 60, 104])
@pytest.mark.parametrize("name", ["stickers", "traps"])
def test_small_runs_keep_it(name, limit) -> None:
    cases = list(next(SUITES["carets"].rounds(world(name), limit, 0)))
    assert len(cases) == limit
    answers: dict[tuple[str, str], Counter[str]] = {}
    for case in cases:
        tags = dict(case.tags)
        if case.reads == "yesno":
            answers.setdefault((tags["test"], tags["type"]), Counter())[tags["answer"]] += 1
    for (test, kind), found in answers.items():
        assert abs(found["yes"] - found["no"]) in (0, pairs_per_original(test)), (test, kind)
    visual = Counter(case.group for case in cases if dict(case.tags)["test"] == "visual")
    assert len(set(visual.values())) <= 1  # all five ways, or none
