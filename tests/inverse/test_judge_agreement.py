"""Cohen's κ of two judges."""

import pytest
from askance.inverse.agreement import judge_agreement


def test_kappa_is_cohens():
    # the textbook table: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = judge_agreement(first, second)
    assert found.kappa == pytest.approx(0.4)
    assert (found.agreement, found.beliefs) == (0.7, 50)


def test_beliefs_that_a_judge_does_not_decide_do_not_count():
    assert judge_agreement(["a", None, "b"], ["a", "b", None]) == (None, 1.0, 1)
    assert judge_agreement([None], ["a"]) == (None, None, 0)
    assert judge_agreement(["a", "b"], ["a", "b"]).kappa == 1
