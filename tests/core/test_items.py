"""What a question of a data set must be."""

import pytest
from askance.core import UserError
from askance.core.dataset import Item


def test_there_is_one_score_per_answer():
    with pytest.raises(UserError, match="question q1: give one score per answer, not 1 for 2"):
        Item("q1", "a.png", "Is it?", ("yes", "no"), scores=(1.0,))
