"""The four types of beliefs, from three judgements (paper, supplement, Table 1)."""

from typing import Literal

import msgspec

BeliefType = Literal["rephrase", "complementary", "adversarial", "irrelevant"]
BELIEF_TYPES: tuple[BeliefType, ...] = ("rephrase", "complementary", "adversarial", "irrelevant")


class Judgement(msgspec.Struct, frozen=True):
    """What a judge says of a belief; None: the judge cannot decide."""

    relevant: bool | None  # every presupposition of the question holds in the image
    same_fact: bool | None  # the question asks for the fact that an annotated question with this answer asks for
    correct: bool | None  # the answer is true
    reason: str = ""


def belief_type(judgement: Judgement) -> BeliefType | None:
    """The type of a belief; None where a judgement that decides it is missing."""
    if judgement.relevant is False:
        return "irrelevant"
    if judgement.relevant is None or judgement.correct is None:
        return None
    if not judgement.correct:
        return "adversarial"
    if judgement.same_fact is None:
        return None
    return "rephrase" if judgement.same_fact else "complementary"
