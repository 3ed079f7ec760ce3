"""What a picture of a belief set shows: a few beliefs of each type, and the pairs that exclude each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from askance.inverse.belief_types import BELIEF_TYPES
from askance.relations.beliefs import UNJUDGED
from askance.report.belief_sets import BeliefPair, ImageBeliefs, JudgedBelief

MOST_PER_TYPE, MOST_ARCS = 8, 6
ORDER = ("adversarial", "irrelevant", "complementary", "rephrase", UNJUDGED)
TITLES = {
    "adversarial": "False (adversarial)",
    "irrelevant": "About something that is not there (irrelevant)",
    "complementary": "True, nobody annotated it (complementary)",
    "rephrase": "True, an annotated fact (rephrase)",
    UNJUDGED: "Not judged",
}
assert set(BELIEF_TYPES) < set(ORDER)


@dataclass(frozen=True, slots=True)
class BeliefGroup:
    """The beliefs of one type that are shown, and how many there are."""

    type: str
    shown: tuple[JudgedBelief, ...]
    total: int


def choose_beliefs(beliefs: ImageBeliefs) -> tuple[list[BeliefGroup], list[BeliefPair]]:
    """Some beliefs of each type, the most probable first; those of the pairs that are drawn are always among them."""
    pairs = _different_pairs(beliefs.pairs)
    drawn = {question for pair in pairs for question in (pair.first, pair.second)}
    groups = []
    for kind in ORDER:
        mine = [belief for belief in beliefs.beliefs if belief.type == kind]
        if mine:
            ranked = sorted(mine, key=lambda belief: (belief.question not in drawn, rank_belief(belief)))
            kept = ranked[: max(MOST_PER_TYPE, sum(belief.question in drawn for belief in mine))]
            groups.append(BeliefGroup(kind, tuple(sorted(kept, key=rank_belief)), len(mine)))
    return groups, pairs


def rank_belief(belief: JudgedBelief) -> tuple[float, str, str]:
    """The most probable first; those of equal or unknown probability by answer."""
    return -(belief.confidence or 0.0), belief.answer, belief.question


def pair_text(pair: BeliefPair, beliefs: ImageBeliefs) -> str:
    """The two questions of a pair with what the model answered."""
    answers = {belief.question: belief.answer for belief in beliefs.beliefs}
    first, second = (f"“{question}” {answers.get(question, '')}".strip() for question in (pair.first, pair.second))
    return f"{first}, but {second}"


def _different_pairs(pairs: Sequence[BeliefPair]) -> list[BeliefPair]:
    """Pairs that share as few questions as possible: one bad belief excludes many others."""
    chosen: list[BeliefPair] = []
    seen: set[str] = set()
    for pair in pairs:
        if len(chosen) < MOST_ARCS and not {pair.first, pair.second} <= seen:
            chosen.append(pair)
            seen |= {pair.first, pair.second}
    return chosen
