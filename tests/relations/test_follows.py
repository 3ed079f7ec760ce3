"""Whether an answer is what follows: yes, no, a number, or at least a number."""

import pytest
from askance.relations.follows import keeps_expectation


@pytest.mark.parametrize(
    ("expected", "said", "holds"),
    [
        ("yes", "yes", True), ("yes", "no", False), ("no", "false", True), ("yes", "red", None), ("no", None, None),
        ("0", "0", True), ("0", "2", False), (">=1", "3", True), (">=1", "0", False), (">=3", "2", False),
        (">=1", "many", True), ("0", "many", None), ("3", "3.0", True), (">=1", "dog", None),
    ],
)  # fmt: skip
def test_what_follows(expected, said, holds):
    assert keeps_expectation(expected, said) is holds
