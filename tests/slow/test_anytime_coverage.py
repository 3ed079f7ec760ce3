"""The table of docs/until.md, smaller: looking often at ordinary intervals is not safe, the rules of --until are."""

import pytest
from benchmarks.anytime_coverage import measure

pytestmark = pytest.mark.slow


def test_coverage_of_each_way_to_look():
    for row in measure(trials=200, cost_trials=10)["rows"]:
        assert row["naive_path"] < 85, row
        assert row["fixed"] >= 88, row
        assert row["anytime_path"] >= 92, row
        assert row["width_after_50"] >= 85, row
        assert 1 < row["cost_factor"] < 10, row
