"""Acc@1, Acc@3 and the kind ranked first, with ties."""

from itertools import pairwise, permutations
from math import inf, nan

import pytest
from askance.inverse.pool_ranking import rank_pool, summarise_ranks

KINDS = ["GT", "GT", "CT", "PS", "PP", "RN"]


def by_all_orders(scores, kinds):
    """The same figures from every order of tied questions."""
    clean = [-inf if score != score else score for score in scores]
    orders = [
        order for order in permutations(range(len(kinds))) if all(clean[a] >= clean[b] for a, b in pairwise(order))
    ]
    first = [kinds[order[0]] for order in orders]
    third = [any(kinds[place] == "GT" for place in order[:3]) for order in orders]
    return (
        first.count("GT") / len(orders),
        sum(third) / len(orders),
        {kind: first.count(kind) / len(orders) for kind in first},
    )


@pytest.mark.parametrize(
    "scores",
    [
        [1, 2, 3, 4, 5, 6],
        [0, 0, 0, 0, 0, 0],
        [1, 0, 1, 1, 0, 2],
        [0, 0, 1, 1, 1, 0],
        [-inf, -inf, -inf, -3, -3, -3],
        [nan, 1, 1, 1, 2, nan],
        [0, 0, 1, 1, 0, 0],
    ],
)
def test_ties_count_as_expected(scores):
    rank = rank_pool(scores, KINDS)
    first, third, kinds = by_all_orders(scores, KINDS)
    assert rank.first == pytest.approx(first)
    assert rank.third == pytest.approx(third)
    assert {kind: share for kind, share in rank.kinds.items() if share} == pytest.approx(kinds)


def test_figures_have_intervals_by_image():
    good, bad = rank_pool([5, 0, 0, 0, 0, 0], KINDS), rank_pool([0, 0, 9, 8, 7, 6], KINDS)
    alone = summarise_ranks([good, bad] * 10, [str(place) for place in range(20)])
    together = summarise_ranks([good, bad] * 10, [str(place % 2) for place in range(20)])
    assert alone.acc_1.value == together.acc_1.value == alone.acc_3.value == 0.5
    assert together.acc_1.high - together.acc_1.low > alone.acc_1.high - alone.acc_1.low
    assert sum(rate.value for rate in alone.first_kinds.values()) == pytest.approx(1)
