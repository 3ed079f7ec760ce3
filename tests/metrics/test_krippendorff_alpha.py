"""Krippendorff's α against published figures, a computation by the definition, and its invariances."""

from itertools import combinations, permutations

import pytest
from askance.metrics.krippendorff_alpha import LEVELS, measure_agreement
from hypothesis import given
from hypothesis import strategies as st

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C: four observers, twelve units, missing
# data. Published: nominal .743, ordinal .815, interval .849.
TABLE = """
1 2 3 3 2 1 4 1 2 . . .
1 2 3 3 2 2 4 1 2 5 . 3
. 3 3 3 2 3 4 2 2 5 1 .
1 2 3 3 2 4 4 1 2 5 1 .
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
UNITS = [[int(value) for value in column if value != "."] for column in zip(*ROWS, strict=True)]
# The same paper, section A: two observers, ten units, two values; worked out there by hand: α = .095.
BINARY = list(zip([0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0], strict=True))


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_published_example_with_missing_values(level, alpha):
    found = measure_agreement(UNITS, level)
    assert found.alpha == pytest.approx(alpha, abs=0.0005)
    assert (found.units, found.values) == (11, 40)  # the last unit has one value only


def test_published_example_with_two_values():
    found = measure_agreement(BINARY)
    assert found.alpha == pytest.approx(0.095, abs=0.0005)
    assert found.raw == pytest.approx(0.6)


def by_definition(units, level):
    """1 − D_o / D_e with a loop over all pairs of values, as the definition says."""
    pairable = [unit for unit in units if len(unit) > 1]
    every = [value for unit in pairable for value in unit]

    def distance(one, other):
        if level == "nominal":
            return float(one != other)
        if level == "interval":
            return float(one - other) ** 2
        low, high = sorted((one, other))
        between = sum(every.count(rank) for rank in sorted(set(every)) if low <= rank <= high)
        return (between - (every.count(low) + every.count(high)) / 2) ** 2

    observed = sum(distance(*pair) / (len(unit) - 1) for unit in pairable for pair in permutations(unit, 2))
    expected = sum(distance(*pair) for pair in permutations(every, 2)) / (len(every) - 1)
    return 1 - observed / expected if expected else None


UNIT = st.lists(st.integers(0, 4), max_size=4)


@pytest.mark.parametrize("level", LEVELS)
@given(units=st.lists(UNIT, max_size=8))
def test_equal_to_the_definition(level, units):
    found, expected = measure_agreement(units, level).alpha, by_definition(units, level)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@given(units=st.lists(UNIT, max_size=8))
def test_raw_agreement_is_the_share_of_equal_pairs(units):
    pairs = [one == other for unit in units for one, other in combinations(unit, 2)]
    assert measure_agreement(units).raw == (pytest.approx(sum(pairs) / len(pairs)) if pairs else None)


@pytest.mark.parametrize("level", LEVELS)
@given(units=st.lists(UNIT, max_size=8), data=st.data())
def test_order_does_not_matter_and_alpha_is_at_most_one(level, units, data):
    shuffled = [data.draw(st.permutations(unit)) for unit in data.draw(st.permutations(units))]
    one, other = measure_agreement(units, level), measure_agreement(shuffled, level)
    assert one.alpha == (None if other.alpha is None else pytest.approx(other.alpha, abs=1e-9))
    assert one.alpha is None or one.alpha <= 1


@pytest.mark.parametrize("units", [[], [[1]], [[1], [2]], [[1, 1], [1, 1, 1]]])
def test_not_defined_without_pairs_or_without_two_values(units):
    assert measure_agreement(units).alpha is None
    assert measure_agreement(units, "ordinal").alpha is None


def test_perfect_agreement_is_one():
    assert all(measure_agreement([[0, 0], [1, 1, 1], [4, 4]], level).alpha == 1 for level in LEVELS)
