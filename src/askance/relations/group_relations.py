"""The questions of one group: all answers equal, the others opposite to the first, or conclusions that follow.

One answer that is missing or unreadable leaves a group undecided, also where the others break it already: otherwise
failed calls would remove groups that hold and keep groups that do not.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.equal import EQUAL
from askance.relations.relation import Readings, Relation, list_answers
from askance.relations.truth import answer_accuracy
from askance.relations.verdicts import is_yes, readings_agree, undecided_if_unreadable
from askance.wording.normalise_answers import normalise_answer

GROUP_RELATIONS = frozenset({"entails", "group_equal", "group_opposite"})  # of groups of related questions
PREMISE, CONCLUSION = "premise", "conclusion"  # roles are named premise-1, conclusion-1, conclusion-2, …
CLAIM = "askance:claim"  # the tag of a case whose entailment is from yes to yes, whatever the expected answers are


def judge_group_equal(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if all answers say the same; the value is the share of pairs that do."""
    roles = [role for role, _ in case.asks]
    return _judge_all_pairs(
        combinations(roles, 2), readings, answers, lambda one, other: readings_agree(readings[one], readings[other])
    )


def judge_group_opposite(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if the first says yes and all others no, or the reverse; the value is the share of those others."""
    first, *others = (role for role, _ in case.asks)

    def differ(one: str, other: str) -> bool:
        said = is_yes(readings[one]), is_yes(readings[other])
        return None not in said and said[0] != said[1]

    return _judge_all_pairs(((first, other) for other in others), readings, answers, differ)


def judge_entails(case: Case, readings: Mapping[str, Reading], answers: Mapping[str, Answer]) -> Verdict:
    """Holds if a model that gives the premises' expected answers gives those of the conclusions; value: their share.

    A question without expected answers stands for yes. If a premise is answered otherwise, nothing is tested.
    """
    roles = [role for role, _ in case.asks]
    premises = [role for role in roles if role.startswith(PREMISE)] or roles[:1]
    claims = {} if dict(case.tags).get(CLAIM) == "yes" else _expected_answers_by_role(case)

    def affirmed(role: str) -> bool:
        return any(answer_accuracy(readings[role], answers[role], (claim,)) for claim in claims.get(role, ("yes",)))

    verdict = undecided_if_unreadable(premises, readings, answers)
    if verdict is not None:
        return undecided_if_unreadable(roles, readings, answers) or verdict
    if not all(map(affirmed, premises)):
        return Verdict.undecided("untested", "a premise is answered otherwise")
    pairs = ((premises[0], role) for role in roles if role not in premises)
    return _judge_all_pairs(pairs, readings, answers, lambda _, conclusion: affirmed(conclusion))


def _expected_answers_by_role(case: Case) -> dict[str, tuple[str, ...]]:
    """What each question stands for: what most people said, or the answers with the highest score."""
    weights, claims = dict(case.scores), {}
    for role, true in case.expected:
        counts: defaultdict[str, float] = defaultdict(float)
        for answer, weight in zip(true, weights.get(role) or (1.0,) * len(true), strict=True):
            counts[normalise_answer(answer)] += weight
        claims[role] = tuple(answer for answer, count in counts.items() if count == max(counts.values()))
    return claims


def _judge_all_pairs(
    pairs: Iterable[tuple[str, str]],
    readings: Mapping[str, Reading],
    answers: Mapping[str, Answer],
    keeps: Callable[[str, str], bool],
) -> Verdict:
    """Whether all pairs keep a relation; undecided if an answer is not known."""
    pairs = list(pairs)
    if not pairs:
        return Verdict.undecided("failed", "the group has one question")
    undecided = undecided_if_unreadable(dict.fromkeys(role for pair in pairs for role in pair), readings, answers)
    if undecided is not None:
        return undecided
    kept = sum(keeps(*pair) for pair in pairs)
    return Verdict(kept == len(pairs), kept / len(pairs))


def _entails_rule_text(case: Case) -> str:
    answered = "with yes" if dict(case.tags).get(CLAIM) == "yes" else "as expected"
    return f"If the premises are answered {answered}, the conclusions must be, too."


def _entails_finding_text(case: Case, readings: Readings) -> str:
    """Which conclusion is denied although its premises are affirmed, with the questions."""
    roles = [role for role, _ in case.asks]
    premises = [role for role in roles if role.startswith(PREMISE)] or roles[:1]
    claims = {} if dict(case.tags).get(CLAIM) == "yes" else _expected_answers_by_role(case)

    def is_denied(role: str) -> bool:
        said = list_answers((role,), readings)
        return said is not None and normalise_answer(said[0]) not in claims.get(role, ("yes",))

    denied = [role for role in roles if role not in premises and is_denied(role)]
    return _clash_text(case, readings, premises, "but", denied)


def _opposite_finding_text(case: Case, readings: Readings) -> str:
    """The first question and those with the same answer."""
    first, *others = (role for role, _ in case.asks)
    if list_answers((first, *others), readings) is None:
        return ""
    same = [role for role in others if is_yes(readings[role]) == is_yes(readings[first])]
    return _clash_text(case, readings, [first], "and also", same)


def _clash_text(case: Case, readings: Readings, some: list[str], joint: str, others: list[str]) -> str:
    """ "The model answers “yes” to “Is there a parrot?”, but “no” to “Is there a bird?”." """
    questions = {role: query.stimulus.question for role, query in case.asks}
    said = list_answers((*some, *others), readings)
    if said is None or not others:
        return ""
    parts = [f"“{answer}” to “{questions[role]}”" for role, answer in zip((*some, *others), said, strict=True)]
    return f"The model answers {' and '.join(parts[: len(some)])}, {joint} {' and '.join(parts[len(some) :])}."


GROUP_EQUAL = Relation(
    judge_group_equal, EQUAL.rule, EQUAL.finding, value="share of pairs with equal answers; the case holds only at 1"
)
GROUP_OPPOSITE = Relation(
    judge_group_opposite,
    lambda case: "All other answers must be the opposite of the first.",
    _opposite_finding_text,
    value="share of the other answers that are the opposite; the case holds only at 1",
)
ENTAILS = Relation(
    judge_entails,
    _entails_rule_text,
    _entails_finding_text,
    value="share of the conclusions with the answer that follows; the case holds only at 1",
)
