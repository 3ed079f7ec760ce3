"""Beliefs for people to judge, and how far they agree with the judge of a run."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import msgspec
from askance.annotation.task_order import spread_tasks
from askance.annotation.tasks import Task, task_id
from askance.inverse.agreement import judge_agreement
from askance.inverse.belief_types import Judgement, belief_type
from askance.relations.beliefs import TRUE_TYPES, UNJUDGED
from askance.report.belief_sets import ImageBeliefs, JudgedBelief
from askance.wording.normalise_answers import normalise_answer

Key = tuple[str, str, str]  # image, question, normalised answer


def belief_tasks(sets: Sequence[ImageBeliefs], sample: int, seed: int) -> list[Task]:
    """A random sample of beliefs as annotation tasks, of each model and type in turn; what was judged is not shown."""
    pools: dict[tuple[str, str], list[tuple[ImageBeliefs, JudgedBelief]]] = {}
    for about in sets:
        for belief in about.beliefs:
            pools.setdefault((about.model, belief.type), []).append((about, belief))
    rng = Random(f"beliefs-to-judge:{seed}")
    for pool in pools.values():
        rng.shuffle(pool)
    found: dict[Key, Task] = {}
    while any(pools.values()) and len(found) < sample:
        for pool in pools.values():
            if pool and len(found) < sample:
                about, belief = pool.pop()
                found.setdefault(belief_key(about.image, belief), _to_task(about, belief))
    return spread_tasks(list(found.values()))


def belief_key(image: str, belief: JudgedBelief) -> Key:
    """What a judgement is about: several models may share a belief."""
    return image, belief.question, normalise_answer(belief.answer)


def _to_task(about: ImageBeliefs, belief: JudgedBelief) -> Task:
    task = Task(
        "", belief.question, about.image, data=about.data_name, answer=belief.answer, reference=belief.reference,
        reference_answer=belief.answer if belief.reference else "", case=belief.case, role="ask",
        tags={"model": about.model},
    )  # fmt: skip
    return msgspec.structs.replace(task, id=task_id(task))


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """How far people agree with the judge of a run on one question; kappa None: not defined."""

    field: str
    kappa: float | None
    agreement: float  # percent
    beliefs: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A belief that people and the judge put into different types."""

    image: str
    question: str
    answer: str
    people: str
    judge: str


def compare_with_people(
    sets: Sequence[ImageBeliefs], people: Mapping[Key, Judgement]
) -> tuple[list[FieldAgreement], list[Disagreement]]:
    """Agreement on the type and on each of the three questions, over the beliefs that both have judged."""
    judged = {belief_key(about.image, belief): belief for about in sets for belief in about.beliefs}
    both = [(key, judged[key], people[key]) for key in people if key in judged and judged[key].type != UNJUDGED]
    types = [(belief_type(said), belief.type) for _, belief, said in both]
    rows = [_agreement("type", types)]
    rows.append(_agreement("relevant", [(said.relevant, belief.type != "irrelevant") for _, belief, said in both]))
    relevant = [(belief, said) for _, belief, said in both if said.relevant and belief.type != "irrelevant"]
    rows.append(_agreement("same_fact", [
        (said.same_fact, belief.type == "rephrase")
        for belief, said in relevant if belief.type in TRUE_TYPES and belief.reference
    ]))  # fmt: skip
    rows.append(_agreement("correct", [(said.correct, belief.type in TRUE_TYPES) for belief, said in relevant]))
    differ = [
        Disagreement(key[0], belief.question, belief.answer, belief_type(said) or UNJUDGED, belief.type)
        for key, belief, said in both
        if belief_type(said) not in (None, belief.type)
    ]
    return rows, differ


def _agreement(field: str, pairs: Sequence[tuple[Hashable | None, Hashable | None]]) -> FieldAgreement:
    found = judge_agreement([one for one, _ in pairs], [other for _, other in pairs])
    return FieldAgreement(field, found.kappa, 100 * (found.agreement or 0.0), found.beliefs)
