"""Answers → verdict: what must hold between the answers of a case."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, UserError, Verdict
from askance.relations.certain import certain, settled
from askance.relations.equal import equal
from askance.relations.opposite import opposite
from askance.relations.parts import all_parts, any_part, sum_of_parts
from askance.relations.plus_one import plus_one
from askance.relations.stable import stable
from askance.relations.truth import role_scores, truth, truth_official, truth_plain
from askance.relations.unchanged import changed, unchanged
from askance.relations.verdicts import Relation, status_of

__all__ = ["RELATIONS", "WEIGHED", "Relation", "judge", "role_scores", "status_of"]

RELATIONS: dict[str, Relation] = {
    "all": all_parts,
    "any": any_part,
    "certain": certain,
    "changed": changed,
    "equal": equal,
    "opposite": opposite,
    "plus_one": plus_one,
    "settled": settled,
    "stable": stable,
    "sum": sum_of_parts,
    "truth": truth,
    "truth_official": truth_official,
    "truth_plain": truth_plain,
    "unchanged": unchanged,
}
WEIGHED = frozenset({"certain", "settled"})  # those that weigh the probabilities of answers (`Answer.top`)


def judge(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Whether the case's relation holds between the answers of its roles; None is undecided."""
    relation = RELATIONS.get(case.relation)
    if relation is None:
        raise UserError(f"there is no relation {case.relation!r}; there are {', '.join(RELATIONS)}")
    return relation(case, readings, answers)
