"""Answers → verdict: what must hold between the answers of a case."""

from collections.abc import Mapping
from typing import Any

from askance.core import Answer, Case, Reading, UserError, Verdict
from askance.core.registry import Registry
from askance.relations.beliefs import ANSWERS_WITH, BELIEF, CONSISTENT_IMAGE, IRRELEVANT_BELIEF, NOT_BOTH, PROBABILITY
from askance.relations.certainty import CERTAIN, SETTLED
from askance.relations.equal import EQUAL
from askance.relations.follows import ASKED, FOLLOWS
from askance.relations.group_relations import ENTAILS, GROUP_EQUAL, GROUP_OPPOSITE
from askance.relations.opposite import OPPOSITE
from askance.relations.part_whole import ALL, ANY, SUM
from askance.relations.plus_one import PLUS_ONE
from askance.relations.relation import Relation
from askance.relations.stable import STABLE
from askance.relations.truth import TRUTH, TRUTH_OFFICIAL, TRUTH_PLAIN, accuracy_by_role
from askance.relations.unchanged import CHANGED, UNCHANGED
from askance.relations.verdicts import undecided_status

__all__ = [
    "ALL_RELATIONS",
    "DIAGNOSES",
    "RELATIONS",
    "WEIGHED",
    "Relation",
    "accuracy_by_role",
    "diagnostic_relations",
    "judge_case",
    "probability_relations",
    "undecided_status",
]

RELATIONS: dict[str, Relation] = {
    "all": ALL,
    "answers_with": ANSWERS_WITH,
    "any": ANY,
    "asked": ASKED,
    "belief": BELIEF,
    "certain": CERTAIN,
    "changed": CHANGED,
    "consistent_image": CONSISTENT_IMAGE,
    "entails": ENTAILS,
    "equal": EQUAL,
    "follows": FOLLOWS,
    "group_equal": GROUP_EQUAL,
    "group_opposite": GROUP_OPPOSITE,
    "irrelevant_belief": IRRELEVANT_BELIEF,
    "not_both": NOT_BOTH,
    "opposite": OPPOSITE,
    "plus_one": PLUS_ONE,
    "probability": PROBABILITY,
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


def _check_relation(name: str, found: Any) -> Relation:
    if not isinstance(found, Relation):
        raise UserError(f"a {type(found).__name__} is no relation: give an askance.relations.Relation")
    return found


ALL_RELATIONS: Registry[Relation] = Registry("askance.relations", "relation", RELATIONS, _check_relation)


def diagnostic_relations() -> frozenset[str]:
    """The relations that only measure something, with those of installed packages: they have no failures."""
    return DIAGNOSES | {name for name, relation in ALL_RELATIONS.load_plugins().items() if relation.is_diagnosis}


def probability_relations() -> frozenset[str]:
    """The relations that weigh the probabilities of answers, with those of installed packages."""
    return WEIGHED | {name for name, relation in ALL_RELATIONS.load_plugins().items() if relation.is_weighed}


def judge_case(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Whether the case's relation holds between the answers of its roles; None is undecided."""
    return ALL_RELATIONS.find(case.relation).judge(case, readings, answers)
