"""Arrow's look-ups give what NumPy's give."""

import numpy as np
import pytest
from askance.server.array_lookup import check_ids, lookup, narrowed, pick
from hypothesis import given
from hypothesis import strategies as st

KINDS = st.sampled_from([np.uint8, np.uint16, np.uint32])


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.lists(st.integers(0, 1000), max_size=60), KINDS)
def test_a_lookup_is_an_index(wanted, numbers, kind):
    mask = np.array(wanted)
    ids = np.array([number % len(mask) for number in numbers], dtype=kind)
    assert lookup(mask, ids).tolist() == mask[ids].tolist()
    assert lookup(mask, ids[::2]).tolist() == mask[ids[::2]].tolist()


@given(st.lists(st.tuples(st.integers(0, 2**16 - 1), st.booleans()), max_size=60))
def test_picked_values_are_those_of_the_mask(pairs):
    values = np.array([value for value, _ in pairs], dtype=np.uint16)
    mask = np.array([is_picked for _, is_picked in pairs], dtype=bool)
    assert pick(values, mask).tolist() == values[mask].tolist()
    assert pick(values[::2], mask[::2]).tolist() == values[::2][mask[::2]].tolist()


@given(st.lists(st.integers(0, 99_999), max_size=30))
def test_narrow_places_stand_for_the_same_ids(numbers):
    ids = np.array(numbers, dtype=np.uint32)
    places, listed = narrowed(ids, 100_000)
    assert places.dtype == np.uint16
    assert listed[places].tolist() == numbers


def test_ids_stay_where_places_are_not_narrower():
    few, many = np.arange(9, dtype=np.uint8), np.arange(70_000, dtype=np.uint32)
    assert narrowed(few, 9) == (few, None)
    assert narrowed(many, 70_000) == (many, None)
    places, listed = narrowed(many[: 2**16], 70_000)
    assert listed[places].tolist() == many[: 2**16].tolist()


def test_an_id_beyond_the_texts_is_damage():
    assert check_ids(np.array([], np.uint8), 0).tolist() == []
    assert check_ids(np.array([2, 0], np.uint8), 3).tolist() == [2, 0]
    with pytest.raises(ValueError, match="id 3 where there are 3"):
        check_ids(np.array([3], np.uint8), 3)
