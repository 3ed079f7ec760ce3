"""A score of equal answers leaves out groups whose answers should not be equal."""

import askance
import pytest
from askance.core import GroupMember, UserError
from msgspec import structs
from toy import ToyData

from compared_models import run, wrong_on


class Pairs(ToyData):
    """Pairs of questions with opposite true answers; those after the first ten have the relation opposite."""

    equal = 10

    def items(self, limit=None, seed=0):
        for place, item in enumerate(super().items(limit, seed)):
            relation = "Opposite" if place % 2 and place // 2 >= self.equal else ""
            yield structs.replace(item, member=GroupMember(f"g{place // 2}", relation))


class Opposites(Pairs):
    """Every pair has the relation opposite."""

    equal = 0


def test_groups_with_another_relation_are_left_out_with_a_note(tmp_path):
    # the model says yes to the first question of each pair, and to the second of those with the relation opposite
    says_yes = frozenset(range(21, 60, 2))
    model = wrong_on("A", ())
    plain = model.answering
    model.answering = lambda shown: (
        "yes" if any(str(n) == shown.query.stimulus.question[13:-1] for n in says_yes) else plain(shown)
    )
    run(tmp_path, model, data=Pairs(60))
    found = askance.reduce("pairwise-agreement", tmp_path)
    (row,) = found.rows
    assert (row["value"], row["n"]) == (0.0, 10)  # the contradictions in the 20 other groups are no agreement
    note = "toy: 20 groups left out, because a question has the relation opposite: the suite groups measures them"
    assert any(line.startswith(note) for line in found.notes)
    assert askance.reduce("all-correct", tmp_path).rows[0]["n"] == 30
    assert not any("left out" in line for line in askance.reduce("all-correct", tmp_path).notes)


def test_only_groups_with_another_relation_are_one_line(tmp_path):
    run(tmp_path, wrong_on("A", ()), data=Opposites(60))
    with pytest.raises(UserError, match="every group has a question with the relation opposite: the suite groups"):
        askance.reduce("pairwise-agreement", tmp_path)
    assert askance.reduce("pairwise-agreement", tmp_path, group="image").rows[0]["n"] == 20
