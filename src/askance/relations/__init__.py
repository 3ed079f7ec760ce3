"""Answers → verdict: what must hold between the answers of a case."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, UserError, Verdict
from askance.relations.certain import CERTAIN, SETTLED
from askance.relations.equal import EQUAL
from askance.relations.groups import ENTAILS, GROUP_EQUAL, GROUP_OPPOSITE
from askance.relations.opposite import OPPOSITE
from askance.relations.parts import ALL, ANY, SUM
from askance.relations.plus_one import PLUS_ONE
from askance.relations.relation import Relation
from askance.relations.stable import STABLE
from askance.relations.truth import TRUTH, TRUTH_OFFICIAL, TRUTH_PLAIN, role_scores
from askance.relations.unchanged import CHANGED, UNCHANGED
from askance.relations.verdicts import status_of

__all__ = ["DIAGNOSES", "RELATIONS", "WEIGHED", "Relation", "judge", "role_scores", "status_of"]

RELATIONS: dict[str, Relation] = {
    "all": ALL,
    "any": ANY,
    "certain": CERTAIN,
    "changed": CHANGED,
    "entails": ENTAILS,
    "equal": EQUAL,
    "group_equal": GROUP_EQUAL,
    "group_opposite": GROUP_OPPOSITE,
    "opposite": OPPOSITE,
    "plus_one": PLUS_ONE,
    "settled": SETTLED,
    "stable": STABLE,
    "sum": SUM,
    "truth": TRUTH,
    "truth_official": TRUTH_OFFICIAL,
    "truth_plain": TRUTH_PLAIN,
    "unchanged": UNCHANGED,
}
WEIGHED = frozenset({"certain", "settled"})  # those that weigh the probabilities of answers (`Answer.top`)
DIAGNOSES = frozenset(name for name, relation in RELATIONS.items() if relation.is_diagnosis)  # they have no failures


def judge(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Whether the case's relation holds between the answers of its roles; None is undecided."""
    relation = RELATIONS.get(case.relation)
    if relation is None:
        raise UserError(f"there is no relation {case.relation!r}; there are {', '.join(RELATIONS)}")
    return relation.judge(case, readings, answers)
