"""From an answer to the case that asks what follows from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from askance.core import Case, Query, Stimulus
from askance.relations.follows import BECAUSE, EXPECTS, ORIGINAL, reasons_tag
from askance.suites.implications.balance import choose_balanced
from askance.suites.implications.originals import Original
from askance.wording.implications import Implication, imply, is_understood
from askance.wording.implications.real_question_rules import load_real_question_rules
from askance.wording.part_of_speech_tags import TaggerName, tag_question

IMPLIED = "implied"  # the first part of the group of the cases
ORIGINAL_ID, DEPTH = "of", "depth"  # tags: the original question, and how far from it


@dataclass(frozen=True, slots=True)
class Premise:
    """A question and what the model answered; at depth 1 an original question."""

    question: Original
    said: str
    depth: int
    asked: frozenset[str]  # the questions before it in its line


def find_implications(
    question: str, answer: str, rng: Random, tagger: TaggerName = "builtin"
) -> tuple[Implication, ...]:
    """What follows, by the built-in grammar where it understands the question, else by the rules for real questions."""
    if is_understood(question):
        return imply(question, answer, rng)
    return load_real_question_rules()(question, answer, partial(tag_question, tagger=tagger))


def choose_implications(premise: Premise, number: int, seed: int, tagger: TaggerName = "builtin") -> list[Implication]:
    """What is asked about a premise; always the same for the same seed."""
    rng = Random(f"{seed}:{premise.question.image}:{premise.question.question}:{premise.said}")
    found = find_implications(premise.question.question, premise.said, rng, tagger)
    return choose_balanced([each for each in found if each.question not in premise.asked], number, rng)


def implied_case(suite: str, premise: Premise, chosen: Sequence[Implication], original: str) -> Case:
    """One case per premise: it, and all questions that are asked about it."""
    roles = number_roles(chosen)
    about = premise.question
    asks = {ORIGINAL: about.query} | {role: Query(Stimulus(about.image, each.question)) for role, each in roles.items()}
    return Case.of(
        suite,
        f"{IMPLIED}-{premise.depth}/{about.id}",
        asks,
        "follows",
        group=f"{IMPLIED}/depth-{premise.depth}",
        expected={ORIGINAL: about.answers} if about.answers else None,
        scores={ORIGINAL: about.scores},
        role_options={ORIGINAL: about.options} if about.options else None,
        tags={
            "type": about.type, DEPTH: str(premise.depth), ORIGINAL_ID: original,
            EXPECTS: " ".join(f"{role}={each.expected}" for role, each in roles.items()),
            BECAUSE: reasons_tag(each.because for each in chosen),
        },
    )  # fmt: skip


def number_roles(chosen: Sequence[Implication]) -> dict[str, Implication]:
    """Kind-number → implication: "exclusion-1", "exclusion-2"."""
    seen: Counter[str] = Counter()
    made = {}
    for each in chosen:
        seen[each.kind] += 1
        made[f"{each.kind}-{seen[each.kind]}"] = each
    return made
