"""Every rule of `implications` holds by the complete truth of the built-in world: one counter-example ends it."""

import pytest
from askance.wording.implications import RULES

from implication_validity import check_rules

RARE = 5  # times that each rule is used at least


def test_no_rule_has_a_counter_example():
    found = check_rules(pairs=6_000, scenes=150, seed=5)
    assert found.wrong == []
    assert {name for name in RULES if found.checked[name] < RARE} == set()


@pytest.mark.slow
def test_no_rule_has_a_counter_example_in_200000_pairs():
    found = check_rules(pairs=200_000, scenes=4_000, seed=4)
    assert found.wrong == []
    assert min(found.checked[name] for name in RULES) >= 100
