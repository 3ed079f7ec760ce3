"""What follows from the answer to a real question (VQA, TextVQA, VizWiz, GQA, own questions), by its tagged words."""

from collections.abc import Callable, Iterator

from askance.wording.implications import (
    excluded_values,
    presupposed_objects,
    real_choices,
    real_colors,
    real_counts,
    real_existence,
    real_kinds,
    real_objects,
    real_places_and_people,
    real_premises,
    real_quantities,
    real_text,
    real_yes_no,
    restated_claims,
)
from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.read_answer import ReadAnswer, read_answer
from askance.wording.implications.restated_claims import denial
from askance.wording.implications.tagged_question import TaggedQuestion, Tagger, read_question

Family = Callable[[TaggedQuestion, ReadAnswer], Iterator[Implication]]

FAMILIES: tuple[Family, ...] = (
    real_counts.counts,
    real_colors.colors,
    real_existence.existence,
    real_choices.choices,
    real_yes_no.yes_no,
    real_objects.objects_and_actions,
    real_kinds.kinds,
    real_places_and_people.places_and_people,
    real_text.written,
    real_quantities.quantities,
    real_premises.premises,
)
RULES: tuple[Rule, ...] = (
    *real_counts.RULES,
    *real_colors.RULES,
    *presupposed_objects.RULES,
    *real_existence.RULES,
    *real_choices.RULES,
    *real_yes_no.RULES,
    *excluded_values.RULES,
    *real_objects.RULES,
    *real_kinds.RULES,
    *real_places_and_people.RULES,
    *real_text.RULES,
    *restated_claims.RULES,
    *real_quantities.RULES,
)


def _with_denials(found: Iterator[Implication]) -> Iterator[Implication]:
    for each in found:
        yield each
        if (denied := denial(each)) is not None:
            yield denied


def implied_by(question: str, answer: str, tagger: Tagger) -> tuple[Implication, ...]:
    """What must be answered after this answer to this question; empty where no rule is valid for every image."""
    read = read_answer(answer)
    if read is None:
        return ()
    words = read_question(question, tagger)
    if words is None:
        return ()
    found: dict[str, Implication] = {}
    disputed: set[str] = {f"{words.text.lower()}?"}
    for family in FAMILIES:
        for each in _with_denials(family(words, read)):
            key = each.question.lower()
            before = found.setdefault(key, each)
            if before.expected != each.expected:
                disputed.add(key)
    return tuple(each for key, each in found.items() if key not in disputed)
