"""From a model's answers to its beliefs: drawn questions that it answers with the answer they were drawn for."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from askance.core import Answer, Query, Score, Stimulus, query_key
from askance.core.suite import Answers
from askance.inverse.belief import Belief
from askance.readings import read
from askance.relations.beliefs import gives_answer
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.suites.beliefs.draw_cache import DrawnText
from askance.wording.normalise_answers import normalise_answer

NONE = "none"
ZERO = re.compile(r"\b(?:0|zero)\b")


@dataclass(frozen=True, slots=True)
class BeliefSet:
    """The beliefs about one image; one per question, since the model was asked each question once."""

    about: AnnotatedImage
    beliefs: tuple[Belief, ...]
    sources: Mapping[str, str]  # question → which generator drew it
    denied: frozenset[str] = frozenset()  # questions answered with "none" or the like, which is read as the number 0

    def as_said(self) -> list[Belief]:
        """The beliefs for logic: "none" need not mean that there is something of which there are 0."""
        return [Belief(each.question, NONE, each.confidence) if each.question in self.denied else each
                for each in self.beliefs]  # fmt: skip


def find_belief_sets(drawn: Iterable[tuple[AnnotatedImage, Sequence[DrawnText]]], answers: Answers) -> list[BeliefSet]:
    """The belief sets of all images about which the model has a belief."""
    found = []
    for about, texts in drawn:
        kept: dict[str, Belief] = {}
        sources: dict[str, str] = {}
        denied: set[str] = set()
        for text in texts:
            answer = answers.get(query_key(plain_query(about.image, text.question)))
            if text.question not in kept and _is_belief(text, answer) and answer is not None:
                kept[text.question] = Belief(text.question, text.answer, _stated_probability(answer, text.answer))
                sources[text.question] = text.source
                if text.answer == "0" and not ZERO.search((answer.text or "").lower()):
                    denied.add(text.question)
        if kept:
            found.append(BeliefSet(about, tuple(kept.values()), sources, frozenset(denied)))
    return found


def plain_query(image: str, question: str) -> Query:
    """The question as it is asked."""
    return Query(Stimulus(image, question))


def score_query(image: str, belief: Belief) -> Query:
    """Asks for the probability of the answer of a belief."""
    return Query(Stimulus(image, belief.question), Score(belief.answer))


def _is_belief(text: DrawnText, answer: Answer | None) -> bool:
    if answer is None or answer.status != "ok":
        return False
    said = answer.text or ""
    return gives_answer(read("auto", said, text.question), said, text.answer)


def _stated_probability(answer: Answer, wanted: str) -> float | None:
    """The probability that came with the text; None if the model states none for this answer or for what it said."""
    plain = {normalise_answer(wanted), normalise_answer(answer.text or "")}  # "none" may be read as 0
    shares = [share for given, share in answer.top if normalise_answer(given) in plain]
    return min(1.0, sum(shares)) if shares else None


def with_scores(belief_set: BeliefSet, answers: Answers) -> BeliefSet:
    """The same beliefs, with the probabilities that were asked for."""
    image = belief_set.about.image
    beliefs = tuple(
        each if each.confidence is not None else Belief(each.question, each.answer, _score(image, each, answers))
        for each in belief_set.beliefs
    )
    return replace(belief_set, beliefs=beliefs)


def _score(image: str, belief: Belief, answers: Answers) -> float | None:
    answer = answers.get(query_key(score_query(image, belief)))
    return None if answer is None or answer.status != "ok" else answer.score
