"""Suite `groups`: are the answers to your own groups of related questions consistent with one another?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, GroupMember, HasQuestionGroups, Item, Metric, Query, Stimulus, UserError
from askance.core.metric import POINTS
from askance.core.suite import Rounds, SuiteOption
from askance.metrics.case_scores import question_group_scores
from askance.metrics.dominant_answer import BIAS, BIAS_MEANING
from askance.metrics.question_group_metrics import QUESTIONS, TRUTH, question_group_metrics
from askance.metrics.tags import note_tags_with_many_values
from askance.relations.group_relations import CLAIM, CONCLUSION, PREMISE
from askance.relations.truth import ENOUGH
from askance.suites.report_rules.groups import CHARTS, FINDINGS

CARD = Card(
    name="groups",
    version=1,
    paper="Ray et al. 2019 (ConVQA); Shah et al. 2019 (VQA-Rephrasings)",
    claim="related questions get equal, opposite or entailed answers, as the data set declares",
    deviations=(
        "one figure for consistency, whether or not the answers are right, and one for all being right; a group with a"
        " missing answer is undecided"
    ),
    cost="1 call per question of a group",
    expected="oracle 100; paraphrase-sensitive falls in equal, ignores-negation in opposite, hypernym-blind in entails",
    metrics=(
        Metric(
            "consistency",
            "share of groups whose answers all satisfy the relation",
            better="up",
            label="consistent groups",
        ),
        Metric("pair_consistency", "mean share of the pairs in a group that satisfy the relation", better="up"),
        Metric(
            "all_correct",
            "share of groups with only correct answers, of the groups with ground truth; an answer that enough people"
            " gave is correct, so an inconsistent group can be all correct where people disagree",
            better="up",
            label="all answers right",
        ),
        Metric(
            "dominant_answer",
            "share of the most frequent answer; a constant answer is always consistent in equal groups",
        ),
        Metric(BIAS, BIAS_MEANING, unit=POINTS, bounds=(None, None)),
        Metric(
            "coverage",
            "share of groups that could be decided; an entailment is undecided if its premise is not affirmed",
            better="up",
        ),
    ),
    headline=("consistency", "all_correct"),
    findings=FINDINGS,
    charts=CHARTS,
)
RELATIONS = {"equal": "group_equal", "opposite": "group_opposite", "entails": "entails"}  # as the data says → relation


def _read_claim_option(text: str) -> str:
    if text not in ("answers", "yes"):
        raise ValueError("neither answers nor yes")
    return text


def _read_right_option(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise ValueError("not a number above 0 and at most 1")
    return share


class Groups:
    """Each group of related questions, whole."""

    options: Mapping[str, SuiteOption] = {
        "entails": SuiteOption(
            "answers|yes", "what an entailment is about: the expected answers, or yes", _read_claim_option
        ),
        "right": SuiteOption("SHARE", "all_correct: the least score of a right answer", _read_right_option),
    }

    def __init__(self, name: str = CARD.name, entails: str = "answers", right: float = ENOUGH):
        self.card = replace(CARD, name=name, variant_of="" if name == CARD.name else CARD.name)
        self.claim, self.right = entails, right
        self.case_scores = question_group_scores(right)

    def with_options(self, name: str, values: Mapping[str, Any]) -> "Groups":
        """The same suite with other settings."""
        return Groups(name, **values)

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: one case per group and relation."""
        yield self._cases(data, limit, seed)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """All figures by relation and tag."""
        return question_group_metrics(verdicts, self.right)

    def notes(self, verdicts: pa.Table) -> list[str]:
        """One line if some tags have too many values to be groups."""
        return note_tags_with_many_values(verdicts)

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        groups = data.question_groups(limit, seed) if isinstance(data, HasQuestionGroups) else iter(())
        first = next(groups, None)
        if first is None:
            raise UserError(
                f"{data.name} has no groups of related questions: give two questions or more the same value in the"
                " field or column `group` (see the page of the suite groups)"
            )
        for items in chain((first,), groups):
            for relation, some in questions_by_relation(items, data.name).items():
                yield self._case(relation, some, data.name)

    def _case(self, relation: str, items: Sequence[Item], data: str) -> Case:
        roles = _premises_and_conclusions(items, data) if relation == "entails" else _items_by_numbered_role(items)
        shared_tags = set.intersection(*(set(item.tags) for item in items))
        tags = {f"data:{name}" if name in (QUESTIONS, TRUTH) else name: value for name, value in shared_tags}
        tags[QUESTIONS] = str(len(items))
        tags[TRUTH] = "yes" if all(item.answers for item in items) else "no"
        tags |= {CLAIM: "yes"} if relation == "entails" and self.claim == "yes" else {}
        options = {role: item.options for role, item in roles.items()}
        shared = items[0].options if len(set(options.values())) == 1 else None
        return Case.of(
            self.card.name,
            f"{group_member_of(items[0]).group}/{relation}",
            {role: Query(Stimulus(item.image, item.question)) for role, item in roles.items()},
            RELATIONS[relation],
            group=relation,
            options=shared or (),
            expected={role: item.answers for role, item in roles.items() if item.answers},
            tags=tags,
            scores={role: item.scores for role, item in roles.items()},
            role_options=options if shared is None else None,
        )


def questions_by_relation(items: Sequence[Item], data: str) -> dict[str, list[Item]]:
    """Relation → the group's first question and those that are so related to it."""
    first = items[0]
    usual = group_member_of(first).relation or "equal"
    found: dict[str, list[Item]] = {}
    for item in items:
        relation = (group_member_of(item).relation or usual).strip().lower()
        if relation not in RELATIONS:
            raise UserError(f"{data}: question {item.id}: relation {relation!r}: write {', '.join(RELATIONS)}")
        if item is not first:
            found.setdefault(relation, [first]).append(item)
    return found


def _items_by_numbered_role(items: Sequence[Item]) -> dict[str, Item]:
    return {f"question-{number}": item for number, item in enumerate(items, 1)}


def _premises_and_conclusions(items: Sequence[Item], data: str) -> dict[str, Item]:
    """The premises and then the conclusions, as their roles say; without roles the first question is the premise."""
    said = [group_member_of(item).role.strip().lower() for item in items]
    for item, role in zip(items, said, strict=True):
        if role not in ("", PREMISE, CONCLUSION):
            raise UserError(f"{data}: question {item.id}: role {role!r}: write {PREMISE} or {CONCLUSION}")
    if PREMISE in said:
        is_premise = [role == PREMISE for role in said]
    elif CONCLUSION in said:
        is_premise = [role != CONCLUSION for role in said]
    else:
        is_premise = [place == 0 for place in range(len(items))]
    if len(set(is_premise)) < 2:
        group = group_member_of(items[0]).group
        raise UserError(f"{data}: group {group}: all are {said[0]}s: give one question at least the other role")
    premises = [item for item, first in zip(items, is_premise, strict=True) if first]
    conclusions = [item for item, first in zip(items, is_premise, strict=True) if not first]
    return {
        **{f"{PREMISE}-{number}": item for number, item in enumerate(premises, 1)},
        **{f"{CONCLUSION}-{number}": item for number, item in enumerate(conclusions, 1)},
    }


def group_member_of(item: Item) -> GroupMember:
    """The group that a question belongs to; every question of `question_groups` has one."""
    if item.member is None:
        raise ValueError(f"question {item.id} of a group does not say which")
    return item.member
